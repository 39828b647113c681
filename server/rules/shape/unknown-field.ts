import { specOf } from '../../format/objects';
import { isPart } from '../../format/shape';
import { enclosing, type Step } from '../../format/walk';
import { didYouMean, nearest } from '../../text/nearest';
import type { MapNode, Pair } from '../../yaml/tree';
import { removePair } from '../edits';
import { renames } from '../fixes';
import type { Fix, Rule, Subject } from '../rule';
import { certainSteps, isBroken, mapOf, suggestedFields } from './certain';
import { nearBelow, whereItBelongs } from './where-it-belongs';
import { anObject, keyRange } from './words';

/** A key that the object does not have. */
export const unknownField: Rule = {
  code: 'unknown-field',
  severity: 'error',
  chapter: 'Shape',
  title: 'A field that the object does not have',
  doc: 'The service refuses such a file or ignores the field, most often because its name is mistyped or it stands one level too high or too low. In the `module_config` of a known module it is a warning only, as modules gain fields; `properties` and the configuration of a widget may hold any name.',
  example: {
    wrong: 'render:\n  txt: Hello!',
    right: 'render:\n  text: Hello!',
  },
  check(subject, report) {
    for (const step of certainSteps(subject)) {
      const map = mapOf(step);
      if (map === undefined || step.type.kind !== 'object') continue;
      const { object } = step.type;
      const { extra, fields } = specOf(object);
      // A widget may take anything, also inside of fields that are known from other widgets.
      if (extra === 'open' || enclosing(step, 'any-widget-config', 'module-config')) continue;
      const known = new Set(fields.map((field) => field.name));
      for (const pair of map.pairs) {
        if (known.has(pair.name) || !isKey(subject, pair)) continue;
        const present = presentNames(subject, step, map);
        const near = nearest(
          pair.name,
          suggestedFields(object).filter((name) => !present.has(name)),
        );
        const below = near.length === 0 ? nearBelow(object, pair.name) : undefined;
        const advice = whereItBelongs(step, object, pair.name) ?? below ?? didYouMean(near);
        const message = `${anObject(object, step)} has no field \`${pair.name}\`.${advice}`;
        const fixes = fixesOf(subject, pair, near);
        report(keyRange(pair), message, { fixes, ...(extra === 'known-module' && { severity: 'warning' }) });
      }
    }
  },
};

/** Whether a key is finished and is one that the author means as a name. */
function isKey({ unit }: Subject, { key, colon }: Pair): boolean {
  if (key.kind !== 'scalar' || key.empty || colon < 0) return false;
  if (key.value === '<<' && key.style === 'plain') return false;
  return !isBroken(unit, key);
}

/** The keys that an object has already; those of the root may stand in other parts of the file. */
function presentNames({ project, source, unit }: Subject, step: Step, map: MapNode): ReadonlySet<string> {
  const isSpread = step.parent === undefined && isPart(unit);
  const elsewhere = isSpread ? project.table.get('rootKey', source.address).map((key) => key.name.text) : [];
  return new Set([...map.pairs.map((pair) => pair.name), ...elsewhere]);
}

function fixesOf({ unit }: Subject, pair: Pair, near: readonly string[]): Fix[] {
  const removal = removePair(unit, pair);
  const fixes = renames(keyRange(pair), near);
  return removal ? [...fixes, { title: `Remove \`${pair.name}\``, edits: removal }] : fixes;
}
