import { msg } from '../../text/message';
import { hasAllKeys } from '../../yaml/tree/uncertainty';
import type { Rule } from '../rule';
import { formatNames, holderRange } from '../shape/descriptions';
import { isBroken, plainMapAt, reliableSteps } from '../shape/reliable-steps';
import { PCC_OBJECTS, pccObjectAt } from './allowed';

/** A field that the schema of `pcc` requires and the format does not. */
export const pccMissingField: Rule = {
  code: 'pcc-missing-field',
  severity: 'warning',
  title: 'Field required by `pcc` is missing',
  doc: 'The service does not require these fields, but `pcc` does: `name` in a task, `output_name` and `widget_id` in each `module_config`, `is_final` and `cache` in the `properties` of a state, and `target` in each case of a list.',
  example: {
    wrong: 'properties:\n  is_final: true\nrender:\n  text: Bye!',
    right: 'properties:\n  is_final: true\n  cache: false\nrender:\n  text: Bye!',
  },
  check(subject, report) {
    const { unit } = subject;
    for (const step of reliableSteps(subject)) {
      const map = plainMapAt(step);
      const object = map && pccObjectAt(subject.unit, step);
      if (map === undefined || object === undefined || !hasAllKeys(unit, map) || isBroken(unit, map))
        continue;
      const { title, required = [] } = PCC_OBJECTS[object];
      const present = new Set(map.pairs.map(({ name }) => name));
      const missing = required.filter((name) => !present.has(name));
      if (missing.length === 0) continue;
      report(
        holderRange(unit, step, map),
        msg`\`pcc\` requires ${formatNames(required)} in ${title}. Missing: ${formatNames(missing)}.`,
        { absentIn: map },
      );
    }
  },
};
