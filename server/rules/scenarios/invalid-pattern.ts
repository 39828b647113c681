import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { reliableSteps } from '../shape/reliable-steps';

/** A matcher whose regular expression cannot match anything, because it has a syntax error. */
export const invalidPattern: Rule = {
  code: 'invalid-pattern',
  severity: 'error',
  title: 'Regular expression of a matcher is not valid',
  doc: 'The expectation fails for every text. `matches` expects a regular expression of JavaScript; write a `\\` before characters such as `(` and `*` to match them literally, or use `contains`.',
  check(subject, report) {
    for (const { node, field, parent } of reliableSteps(subject)) {
      if (field?.name !== 'matches' || node?.kind !== 'scalar' || node.value === '') continue;
      if (parent?.type.kind !== 'object' || parent.type.object !== 'matcher') continue;
      if (!isPattern(node.value)) report(node, msg`\`${node.value}\` is not a valid regular expression.`);
    }
  },
};

/** With the flags of the comparison. */
function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'su');
    return true;
  } catch {
    return false;
  }
}
