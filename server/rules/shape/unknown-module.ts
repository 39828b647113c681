import { nameOf } from '../../facts/name';
import { msg } from '../../text/message';
import { nearestNames } from '../../text/nearest';
import { guessFixes } from '../fixes';
import type { Rule } from '../rule';
import { isModuleType, isUnknownModule } from './invalid-value';
import { isBroken, plainScalarAt, reliableSteps } from './reliable-steps';

/** A `module_type` that is near no known module. */
export const unknownModule: Rule = {
  code: 'unknown-module',
  severity: 'information',
  excludeFromFixAll: true,
  title: 'Module is not known',
  doc: 'The service has modules that its documentation does not list. The fields and the result of such a module are not known, so nothing is reported about variables that it may define. Describe the module in a file that the setting `atomicState.modules` names. A name that is near a known module is an error (`invalid-value`).',
  example: {
    wrong: 'tasks:\n  - module_type: BlackJackModule\n    module_config:\n      output_name: cards',
    right:
      "tasks:\n  - module_type: AnyWidgetModule\n    module_config:\n      widget_id: '1744214024104448000'\n      output_name: cards",
  },
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      const { type } = step;
      if (type.kind !== 'enum' || type.open || !isModuleType(step)) continue;
      const scalar = plainScalarAt(step);
      const name = scalar && nameOf(scalar, subject.unit.text);
      if (scalar === undefined || name === undefined || isBroken(subject.unit, scalar)) continue;
      if (!isUnknownModule(scalar.value, type)) continue;
      const values = type.values.map(({ value }) => value);
      report(
        name,
        msg`Module \`${scalar.value}\` is not known, so its fields and results are not checked. Describe it in a modules file.`,
        { fixes: guessFixes(name, nearestNames(scalar.value, values)) },
      );
    }
  },
};
