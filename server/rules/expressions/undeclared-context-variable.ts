import { RESERVED_NAMES } from '../../format/names';
import { isContextCertainlyRead } from '../../project/reads';
import { contextVariable, declaredNames } from '../../project/resolve';
import { msg } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { declareContext } from '../declare';
import type { Rule } from '../rule';

/** A context variable that states assign and no automata declares. */
export const undeclaredContextVariable: Rule = {
  code: 'undeclared-context-variable',
  severity: 'hint',
  title: 'Context variable is assigned but not declared',
  doc: 'The documentation asks for a declaration in the `context` of the automata; agents run without one, but the variable is `undefined` until a state assigns it. A declaration gives it an initial value and makes it easy to find.',
  example: {
    wrong:
      "type: automata\ninitial: home\nstates:\n  home:\n    outputs:\n      context.score: '{{1}}'\n    render:\n      text: '{{context.score}}'",
    right:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    outputs:\n      context.score: '{{1}}'\n    render:\n      text: '{{context.score}}'",
  },
  excludeFromFixAll: true,
  *check(subject, report) {
    const { project } = subject;
    for (const entry of subject.scopes) {
      for (const { context } of entry.scope.outputs) {
        yield;
        if (context === undefined || context.text === '' || context.text.includes('.')) continue;
        // `reserved-name` reports such a name.
        if (RESERVED_NAMES.has(context.text)) continue;
        // Another automata declares a variable of this name; which of the two is meant cannot be decided.
        if (project.table.has('declaration', context.text)) continue;
        const { assignments, complete } = contextVariable(project, entry, context.text);
        const [first] = assignments;
        if (!complete || first?.unit !== subject.unit || first.name.start !== context.start) continue;
        // `unused-context-variable` reports variables that are never read.
        if (!isContextCertainlyRead(project, context.text)) continue;
        const fix = declareContext(subject, entry, context.text);
        const near = nearestNames(context.text, declaredNames(project, entry));
        const message = msg`\`context.${context.text}\` is assigned but not declared in \`context\`.`;
        report(context, msg`${message}${didYouMean(near)}`, {
          fixes: fix ? [{ ...fix, preferred: near.length === 0 }] : [],
        });
      }
    }
  },
};
