import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { assignedVariable } from './assignment-in-expression';
import { testedAssignments } from './tested-assignments';
import { evaluatedUses } from './uses';

/** `=` in a condition or before a `?`. */
export const assignmentInCondition: Rule = {
  code: 'assignment-in-condition',
  severity: 'warning',
  excludeFromFixAll: true,
  title: 'Condition assigns instead of comparing',
  doc: 'In a condition, and before the `?` of `a ? b : c`, `=` assigns: it changes the variable, and the condition has the value of the right side. To compare, write `===`.',
  example: {
    wrong:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    transitions:\n      CHAT:\n        condition: '{{context.score = 3}}'\n        target: home",
    right:
      "type: automata\ninitial: home\ncontext:\n  score: '{{0}}'\nstates:\n  home:\n    transitions:\n      CHAT:\n        condition: '{{context.score === 3}}'\n        target: home",
  },
  check(subject, report) {
    const tested = testedAssignments(subject);
    if (tested.size === 0) return;
    for (const one of evaluatedUses(subject)) {
      const found = tested.get(one.use.start);
      const name = assignedVariable(subject, one);
      if (found === undefined || name === undefined) continue;
      report(found, msg`\`=\` assigns to \`${name}\`. To compare, write \`===\`.`, {
        fixes: [
          {
            title: msg('Compare with `===`'),
            edits: [{ range: found.operator, text: '===' }],
            preferred: true,
          },
        ],
      });
    }
  },
};
