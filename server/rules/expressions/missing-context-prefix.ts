import { meantVariable } from '../../project/misassigned';
import { msg } from '../../text/message';
import { didYouMean } from '../../text/nearest';
import { renames } from '../fixes';
import type { Rule } from '../rule';

/** An output that is meant for the context. */
export const missingContextPrefix: Rule = {
  code: 'missing-context-prefix',
  severity: 'warning',
  title: 'An output lacks the prefix of the context variable that is meant',
  doc: 'Only an output with the key `context.score` sets the context variable `score`. A plain output `score` is a variable of the state, gone after its run; a key such as `contxt.score` or `context_score` sets nothing that can be read. Nothing is said of an output that some expression reads.',
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
            ? msg`Nothing reads the output \`${name.text}\`, and it does not set the context variable of this name.`
            : msg`\`${name.text}\` does not set a context variable.`;
        report(name, msg`${message}${didYouMean(meant)}`, { fixes: renames(name, meant) });
      }
    }
  },
};
