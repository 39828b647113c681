import { parseExpression } from '../../expression/parse';
import { msg } from '../../text/message';
import { disagreement } from '../../yaml/read/yaml-1-1';
import { replaceText } from '../edits';
import type { Fix, Rule } from '../rule';
import { valueRange } from '../shape/descriptions';
import { isBroken, literalScalarAt, reliableSteps } from '../shape/reliable-steps';

/** A condition that always has the same result. */
export const constantCondition: Rule = {
  code: 'constant-condition',
  severity: 'information',
  title: 'Condition is constant',
  doc: "A case whose `condition` is `false` is never taken. Text without braces is not evaluated, and any text, even `'false'`, is true. Put the expression in `{{ }}`.",
  example: {
    wrong:
      "home:\n  transitions:\n    CHAT:\n      condition: context.score > 3\n      target: home\n  outputs:\n    context.score: '{{1}}'",
    right:
      "home:\n  transitions:\n    CHAT:\n      condition: '{{context.score > 3}}'\n      target: home\n  outputs:\n    context.score: '{{1}}'",
  },
  excludeFromFixAll: true,
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      const { field, type, pair } = step;
      if (field?.name !== 'condition' || type.kind !== 'boolean') continue;
      const scalar = literalScalarAt(step);
      if (scalar === undefined || isBroken(subject.unit, scalar)) continue;
      const range = valueRange(subject.unit, scalar, pair);
      if (scalar.type === 'boolean' && /^false$/i.test(scalar.value)) {
        report(range, msg('This condition is always false, so the case is never taken.'));
        continue;
      }
      const value = scalar.value.trim();
      // `ambiguous-scalar` reports what YAML 1.1 and 1.2 read differently. An empty string may be intended to be
      // false.
      const isWord = scalar.style === 'plain' && disagreement(scalar.value) !== undefined;
      if (scalar.type !== 'string' || value === '' || isWord) continue;
      const isExpression = parseExpression(value).ast !== undefined;
      const wrap: Fix = {
        title: msg('Put it in `{{ }}`'),
        edits: [replaceText(subject.unit, scalar, `{{${value}}}`)],
        preferred: true,
      };
      report(range, msg('This condition is always true: text without `{{ }}` is not evaluated.'), {
        fixes: isExpression ? [wrap] : [],
      });
    }
  },
};
