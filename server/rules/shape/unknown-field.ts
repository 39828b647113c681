import { misspeltFields } from '../../facts/misspelt';
import { spreadPath } from '../../facts/place';
import { nearFields } from '../../format/near-fields';
import { fieldOf, specOf } from '../../format/objects';
import type { ObjectRef } from '../../format/types';
import { enclosingStep, isOneOf, type Step } from '../../format/walk';
import { spreadKey } from '../../project/symbols';
import { msg } from '../../text/message';
import { didYouMean } from '../../text/nearest';
import { type MapNode, type Pair, pairOf } from '../../yaml/tree';
import { removePair } from '../edits';
import { renameFixes } from '../fixes';
import type { Fix, ReportFinding, Rule, Subject } from '../rule';
import { isBroken, literalScalarAt, plainMapAt, reliableSteps } from './certain';
import { suggestNestedField, suggestPlacement } from './where-it-belongs';
import { keyRange, objectWithArticle } from './words';

/** A key that the object does not have. */
export const unknownField: Rule = {
  code: 'unknown-field',
  severity: 'error',
  title: 'A field that the object does not have',
  doc: 'The service refuses such a file or ignores the field, most often because its name is mistyped or it stands one level too high or too low. In the `module_config` of a known module it is a warning only, as modules gain fields; `properties` and the configuration of a widget may hold any name: there, only clear misspellings of the fields of a known widget are reported, as warnings.',
  example: { wrong: 'render:\n  txt: Hello!', right: 'render:\n  text: Hello!' },
  check(subject, report) {
    for (const step of reliableSteps(subject)) {
      const map = plainMapAt(step);
      if (map === undefined || step.type.kind !== 'object') continue;
      const { object } = step.type;
      const { extra, fields } = specOf(object);
      if (isOneOf(object, ['state-properties', 'automata-properties']))
        checkProperties(subject, object, map, report);
      // A widget may take anything, also inside of fields that are known from other widgets.
      if (extra === 'open' || enclosingStep(step, 'any-widget-config', 'module-config')) {
        reportSlips(subject, step, map, report);
        continue;
      }
      const known = new Set(fields.map((field) => field.name));
      for (const pair of map.pairs) {
        if (known.has(pair.name) || !isKey(subject, pair)) continue;
        const present = presentNames(subject, step, map);
        const near = nearFields(object, pair.name, (name) => present.has(name));
        const below = near.length === 0 ? suggestNestedField(object, pair.name) : undefined;
        const advice = suggestPlacement(step, object, pair.name) ?? below ?? didYouMean(near);
        const message = msg`${objectWithArticle(object, step)} has no field \`${pair.name}\`.${advice}`;
        const fixes = fixesOf(subject, pair, near);
        report(keyRange(pair), message, { fixes, ...(extra === 'known-module' && { severity: 'warning' }) });
      }
    }
  },
};

/** Reports keys of an object that may have any, if they are certainly slips of the pen. */
function reportSlips(subject: Subject, step: Step, map: MapNode, report: ReportFinding): void {
  for (const pair of map.pairs) {
    if (!isKey(subject, pair)) continue;
    const [meant] = misspeltFields(step, map, pair.name);
    if (meant === undefined) continue;
    report(keyRange(pair), msg`\`${pair.name}\` is not a known field here. Did you mean \`${meant}\`?`, {
      severity: 'warning',
      fixes: renameFixes(keyRange(pair), [meant]),
    });
  }
}

/**
 * `properties` may hold any name. Only the slip of a finger is reported: a name near to a flag that is not there, and
 * with a value that only a flag has.
 */
function checkProperties(subject: Subject, object: ObjectRef, map: MapNode, report: ReportFinding): void {
  for (const pair of map.pairs) {
    if (fieldOf(object, pair.name) !== undefined || !isKey(subject, pair) || !isFlag(pair)) continue;
    const near = nearFields(object, pair.name, (name) => pairOf(map, name) !== undefined, 1);
    if (near.length === 0) continue;
    report(keyRange(pair), msg`\`${pair.name}\` is not a known property.${didYouMean(near)}`, {
      fixes: fixesOf(subject, pair, near),
      severity: 'warning',
    });
  }
}

function isFlag({ value }: Pair): boolean {
  return /^(?:true|false)$/i.test(literalScalarAt({ node: value })?.value ?? '');
}

/** Whether a key is finished and is one that the author means as a name. */
function isKey({ unit }: Subject, { key, colon }: Pair): boolean {
  if (key.kind !== 'scalar' || key.empty || colon < 0) return false;
  if (key.value === '<<' && key.style === 'plain') return false;
  return !isBroken(unit, key);
}

/** The keys that an object has already; those of the root may appear in other parts of the file. */
function presentNames(subject: Subject, step: Step, map: MapNode): ReadonlySet<string> {
  const own = map.pairs.map((pair) => pair.name);
  const path = spreadPath(subject.unit, step);
  if (path === undefined) return new Set(own);
  const { project, source } = subject;
  const keys = project.table.get('rootKey', spreadKey(source.address, path));
  return new Set([...own, ...keys.map((key) => key.name.text)]);
}

function fixesOf({ unit }: Subject, pair: Pair, near: readonly string[]): Fix[] {
  const removal = removePair(unit, pair);
  const fixes = renameFixes(keyRange(pair), near);
  return removal ? [...fixes, { title: msg`Remove \`${pair.name}\``, edits: removal }] : fixes;
}
