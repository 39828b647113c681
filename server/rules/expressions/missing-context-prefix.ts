import { meantVariable } from '../../project/flow/misassigned';
import { msg } from '../../text/message';
import { didYouMean } from '../../text/nearest';
import { renameFixes } from '../fixes';
import type { Rule } from '../rule';

/** An output that is meant for a context variable. */
export const missingContextPrefix: Rule = {
  code: 'missing-context-prefix',
  severity: 'warning',
  title: 'Output without the `context.` prefix is never read',
  doc: 'Only an output with the key `context.score` assigns the context variable `score`. A plain output `score` is a variable that exists only until the state is left, and keys such as `contxt.score` or `context_score` assign nothing that can be read. Outputs that an expression reads are not reported.',
  example: {
    wrong:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    outputs:\n      score: '{{context.score + 1}}'",
    right:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    outputs:\n      context.score: '{{context.score + 1}}'",
  },
  check({ project, scopes }, report) {
    for (const entry of scopes) {
      for (const output of entry.scope.outputs) {
        const variable = meantVariable(project, entry, output);
        if (variable === undefined) continue;
        const { name, misspelt } = output;
        const meant = [`context.${variable}`];
        const message =
          misspelt === undefined
            ? msg`Output \`${name.text}\` is never read and does not assign the context variable.`
            : msg`\`${name.text}\` does not assign a context variable.`;
        report(name, msg`${message}${didYouMean(meant)}`, { fixes: renameFixes(name, meant) });
      }
    }
  },
};
