import { nameOf } from '../../facts/name';
import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { describePlace } from '../shape/descriptions';
import { isBroken, isWidgetSpecificField, plainScalarAt, reliableSteps } from '../shape/reliable-steps';

/** An expression in a field that is not evaluated. */
export const expressionNotAllowed: Rule = {
  code: 'expression-not-allowed',
  severity: 'warning',
  title: 'Expression where expressions are not evaluated',
  doc: '`id`, `name`, `initial`, `target`, the event of a button, `output_name` and the names of function parameters are literal: braces would become part of the name. To choose between several target states, write a list of cases, each with a `condition`.',
  example: {
    wrong: "home:\n  transitions:\n    CHAT: '{{context.next}}'",
    right:
      'home:\n  transitions:\n    CHAT:\n      - condition: \'{{context.next === "home"}}\'\n        target: home\n      - target: other\nother: {}',
  },
  check(subject, report) {
    const withParts = new Map(subject.facts.expressions.map(({ node, parts }) => [node, parts]));
    for (const step of reliableSteps(subject)) {
      const { type } = step;
      // `invalid-value` and `wrong-type` check fields with fixed values or booleans.
      if (type.kind !== 'string' || type.template) continue;
      const scalar = plainScalarAt(step);
      const parts = (scalar && withParts.get(scalar)) ?? [];
      // In a label, a `{{` alone is text; in a name, it never is.
      if (!parts.some(({ closed }) => closed || type.role !== undefined)) continue;
      const range = scalar && nameOf(scalar, subject.unit.text);
      if (scalar === undefined || range === undefined) continue;
      if (isBroken(subject.unit, scalar) || isWidgetSpecificField(step)) continue;
      const advice = type.role === 'target' ? msg(' Use a list of cases, each with a `condition`.') : '';
      report(range, msg`${describePlace(step)} cannot contain an expression.${advice}`);
    }
  },
};
