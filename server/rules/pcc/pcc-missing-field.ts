import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { hasAllKeys, isBroken, plainMapAt, reliableSteps } from '../shape/certain';
import { formatNames, holderRange } from '../shape/words';
import { PCC_OBJECTS, pccObjectAt } from './allowed';

/** A field that the schema of `pcc` asks for, and the format does not. */
export const pccMissingField: Rule = {
  code: 'pcc-missing-field',
  severity: 'warning',
  title: 'A field that `pcc` needs is absent',
  doc: 'The service can do without it, but `pcc` asks each task for a `name`, each `module_config`, of whatever module, for `output_name` and `widget_id`, the `properties` of a state for both `is_final` and `cache`, and each case of a list for its `target`.',
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
        msg`\`pcc\` rejects it without ${formatNames(missing)}: it asks ${title} for ${formatNames(required)}.`,
      );
    }
  },
};
