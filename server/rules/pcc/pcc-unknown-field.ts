import { fieldOf } from '../../format/objects';
import { msg } from '../../text/message';
import type { Rule } from '../rule';
import { formatNames, keyRange } from '../shape/descriptions';
import { isBroken, plainMapAt, reliableSteps } from '../shape/reliable-steps';
import { PCC_OBJECTS, pccObjectAt } from './allowed';

/** A field of the format that the schema of `pcc` does not have. */
export const pccUnknownField: Rule = {
  code: 'pcc-unknown-field',
  severity: 'warning',
  title: 'Field is not supported by `pcc`',
  doc: 'The service accepts these fields, but `pcc` checks files against an older schema and rejects fields that it does not list: `name` and `properties` of an automata, `name` of a state, `cache` of a task, `video`, `sender` and `suggested_reply` of `render`, `style` of a button, and `target_inputs` and `error_message` in a list of cases.',
  example: {
    wrong: 'render:\n  video: https://example.org/a.mp4',
    right: 'render:\n  text: \'<video src="https://example.org/a.mp4">\'',
  },
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      const map = plainMapAt(step);
      const object = map && pccObjectAt(subject.unit, step);
      const { title, fields } = object ? PCC_OBJECTS[object] : { title: msg(''), fields: undefined };
      if (map === undefined || fields === undefined || step.type.kind !== 'object') continue;
      for (const pair of map.pairs) {
        if (pair.colon < 0 || fields.includes(pair.name) || isBroken(subject.unit, pair.key)) continue;
        // `unknown-field` reports unknown fields of the format, except in maps with arbitrary keys.
        const isOurs = fieldOf(step.type.object, pair.name) !== undefined;
        if (!isOurs && object !== 'state-properties') continue;
        if (pair.key.kind !== 'scalar' || pair.name === '' || pair.name === '<<') continue;
        report(
          keyRange(pair),
          msg`\`pcc\` does not support \`${pair.name}\`. In ${title}, it accepts only ${formatNames(fields)}.`,
        );
      }
    }
  },
};
