import { parseExpression } from '../../expression/parse';
import { msg } from '../../text/message';
import { replaceText } from '../edits';
import type { Rule } from '../rule';
import { valueRange } from '../shape/descriptions';
import { isBroken, literalScalarAt, reliableSteps } from '../shape/reliable-steps';

/** A `where`, or an `always` of a promise, without `{{ }}`. */
export const unbracedWhere: Rule = {
  code: 'unbraced-where',
  severity: 'hint',
  title: '`where` without `{{ }}`',
  doc: 'A `where`, and an `always` of a promise, is evaluated even without `{{ }}`, but the editor does not check, complete or rename the names in it. A text that is not an expression is an error.',
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      // Below it there is a value of a wrong type.
      const isWhere = step.phase === 'where' && step.parent?.phase !== 'where';
      const scalar = isWhere ? literalScalarAt(step) : undefined;
      if (scalar?.type !== 'string' || scalar.value.trim() === '') continue;
      if (isBroken(subject.unit, scalar)) continue;
      const { unit } = subject;
      const range = valueRange(unit, scalar, step.pair);
      const field = step.field?.name ?? 'where';
      const value = scalar.value.trim();
      if (parseExpression(value).ast === undefined) {
        report(range, msg`\`${field}\` expects an expression, such as \`{{context.score > 0}}\`.`, {
          severity: 'error',
        });
        continue;
      }
      report(
        range,
        msg`\`${field}\` expects an expression in \`{{ }}\`. Without them, the names in it are not checked.`,
        {
          fixes: [
            {
              title: msg('Put it in `{{ }}`'),
              edits: [replaceText(unit, scalar, `{{${value}}}`)],
              preferred: true,
            },
          ],
        },
      );
    }
  },
};
