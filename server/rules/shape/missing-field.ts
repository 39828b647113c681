import { positionOf, spreadPath } from '../../facts/place';
import { fieldTaking } from '../../format/misplaced';
import { nearFields } from '../../format/near-fields';
import { fieldOf, specOf } from '../../format/objects';
import type { Field, ObjectRef } from '../../format/types';
import { enclosingStep, type Step, stepIntoPair } from '../../format/walk';
import { type NameEntry, spreadKey } from '../../project/names/symbols';
import { countLeading } from '../../text/binary-search';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';
import { hasNoValue, openedMap, type Unit } from '../../yaml/cut/unit';
import { isLonePair, type MapNode, type Node, type Pair, pairOf } from '../../yaml/tree/tree';
import { hasAllKeys, isWhole } from '../../yaml/tree/uncertainty';
import { isCommented } from '../commented-target';
import { addFields, insertText, type NewField, setValue } from '../edits';
import { unnamedResultIn } from '../expressions/unnamed-result';
import { nameRange } from '../expressions/uses';
import { renameFixes } from '../fixes';
import type { Fix, ReportFinding, Rule, Subject } from '../rule';
import { formatNames, holderRange, keyRange, objectWithArticle } from './descriptions';
import { placeholderValue } from './placeholder';
import {
  isBroken,
  isWidgetSpecificField,
  lacksValue,
  objectAt,
  reliableSteps,
  suggestedFields,
} from './reliable-steps';

/** An object without a required field. */
export const missingField: Rule = {
  code: 'missing-field',
  severity: 'error',
  excludeFromFixAll: true,
  title: 'Required field is missing or has no value',
  doc: 'An input requires `type`; a button `content` and `on_click`; an event object `event`; an automata `initial` and `states`; a task `module_type` and `module_config`; each module has more required fields. A key without a value, or with `null`, counts as missing. If a state reads a result by a name of its own, the task requires `output_name`. The quick fix adds the missing fields with a placeholder.',
  example: {
    wrong: 'render:\n  buttons:\n    - content: Start\ntransitions:\n  start: {}',
    right: 'render:\n  buttons:\n    - content: Start\n      on_click: start\ntransitions:\n  start: {}',
  },
  check(subject, report) {
    const { unit, source } = subject;
    for (const step of reliableSteps(subject)) {
      const map = objectAt(step);
      if (map === undefined || step.type.kind !== 'object') continue;
      const { object } = step.type;
      const path = spreadPath(unit, step);
      if (path !== undefined) {
        // The keys of an automata are in several units.
        if (source.documentKind === 'automata' || source.documentKind === 'scenarios')
          checkAutomataKeys(subject, { step, map, path, object }, report);
        continue;
      }
      if (!hasAllKeys(unit, map) || isBroken(unit, map) || isWidgetSpecificField(step)) continue;
      if (isLonePair(map)) {
        reportWithoutBraces({ step, map, object }, report);
        continue;
      }
      checkResult(subject, { step, map, object }, report);
      if (reportEmptyFields(subject, { step, map, object }, report)) continue;
      raise(subject, { step, map, object, present: map.pairs.map((pair) => pair.name) }, report);
    }
  },
};

/** Reports the entries of one object in a list without the braces around them: each of them is an object. */
function reportWithoutBraces({ step, map, object }: Place, report: ReportFinding): void {
  const items = map.parent?.kind === 'seq' ? map.parent.items : [];
  const before = items[step.index - 1];
  // Reported at the first of them.
  if (before !== undefined && isLonePair(before)) return;
  const names: string[] = [];
  let end = map.end;
  for (let item: Node | undefined = map, index = step.index; item?.kind === 'map'; item = items[++index]) {
    if (!isLonePair(item)) break;
    for (const { name } of item.pairs) names.push(name);
    end = item.end;
  }
  if (missingFields({ step, map, object, present: names.slice(0, 1) }).length === 0) return;
  if (!names.every((name) => fieldOf(object, name) !== undefined)) return;
  const edits = [insertText(map.start, '{'), insertText(end, '}')];
  const isOneMap = new Set(names).size === names.length;
  report(
    { start: map.start, end },
    msg(
      'In a list, each entry without `{ }` is a map of its own. Put `{ }` around the entries that belong together.',
    ),
    { fixes: isOneMap ? [{ title: msg('Put `{ }` around the entries'), edits }] : [] },
  );
}

interface Place {
  readonly step: Step;
  readonly map: MapNode;
  readonly object: ObjectRef;
}

interface Found extends Place {
  /** Its keys. */
  readonly present: readonly string[];
}

function missingFields({ object, present }: Found): Field[] {
  const { fields, oneOf = [] } = specOf(object);
  const written = new Set(present);
  const needed = new Set(oneOf.some((name) => written.has(name)) ? [] : oneOf.slice(0, 1));
  return fields.filter((field) => (field.required || needed.has(field.name)) && !written.has(field.name));
}

function raise(subject: Subject, found: Found, report: ReportFinding, at?: Range): void {
  const { unit } = subject;
  const { step, map, object, present } = found;
  // `unknown-field` reports keys that belong in the missing field.
  const isMisplaced = misplacedTest(found);
  const missing = missingFields(found).filter(({ name }) => !isMisplaced(name));
  if (missing.length === 0) return;
  const meant = misspeltKeys(object, present);
  const misspelt = new Map(
    missing.flatMap(({ name }) => {
      const written = meant.get(name);
      return written === undefined ? [] : [[name, written] as const];
    }),
  );
  const absent = missing.filter(({ name }) => !misspelt.has(name));
  // `unknown-field` reports a misspelt field.
  const reported = refusesUnknown(step, object) ? absent : missing;
  if (reported.length === 0) return;
  const indexOf = indexFinder(map, object);
  const fields = absent.map((field): NewField => {
    const value = placeholderValue(subject, step, map, object, field.name);
    return { name: field.name, value, index: indexOf(field) };
  });
  const [only] = reported;
  const misspeltPair = only && map.pairs.find(({ name }) => name === misspelt.get(only.name));
  if (absent.length === 0 && reported.length === 1 && misspeltPair) {
    const range = keyRange(misspeltPair);
    const message = msg`Unknown field \`${misspeltPair.name}\`. Did you mean \`${only.name}\`?`;
    report(range, message, { fixes: renameFixes(range, [only.name]) });
    return;
  }
  const addition = { title: msg`Add ${namesOf(absent)}`, edits: addFields(unit, map, fields) };
  const message = msg`${objectWithArticle(object, step)} requires ${namesOf(reported)}.`;
  const fixes = absent.length > 0 ? [addition] : spellingFixes(map, misspelt);
  report(at ?? holderRange(unit, step, map), message, { fixes, absentIn: map });
}

/** Reports a task whose configuration does not name the result that the state reads: once, however often it is read. */
function checkResult(subject: Subject, { step, map, object }: Place, report: ReportFinding): void {
  const task = step.pair?.name === 'module_config' ? step.parent : undefined;
  if (task?.type.kind !== 'object' || task.type.object !== 'task') return;
  const state = enclosingStep(task, 'state')?.node;
  const entry = subject.scopes.find(({ scope }) => scope.map !== undefined && scope.map === state);
  if (entry === undefined || !entry.scope.results.some(({ kind }) => kind === 'default')) return;
  const unnamed = unnamedResultIn(subject, entry);
  if (unnamed === undefined || unnamed.task !== positionOf(task)) return;
  const { name, use } = unnamed;
  const { source, unit } = subject;
  const field: NewField = { name: 'output_name', value: name, index: map.pairs.length };
  report(
    holderRange(unit, step, map),
    msg`${objectWithArticle(object, step)} requires \`output_name\`: \`${name}\` is read but not defined.`,
    {
      fixes: [{ title: msg('Add `output_name`'), edits: addFields(unit, map, [field]) }],
      related: [
        { source: source.address, unit, range: nameRange(use), message: msg`\`${name}\` is read here.` },
      ],
    },
  );
}

/** Whether `unknown-field` reports every unknown key of an object. */
function refusesUnknown(step: Step, object: ObjectRef): boolean {
  return specOf(object).extra !== 'open' && !enclosingStep(step, 'any-widget-config', 'module-config');
}

/**
 * Reports required fields without a value. False if there are none. Absent fields are only reported then, as authors
 * often write the first values of an object before its other keys.
 */
function reportEmptyFields(subject: Subject, { step, map, object }: Place, report: ReportFinding): boolean {
  const empty = emptyFields(subject.unit, map, object);
  for (const pair of empty) {
    // A misplaced value after the key, or one that is read as a comment, is reported elsewhere.
    if (!lacksValue(subject, step, pair) || isCommented(subject, stepIntoPair(step, map, pair))) continue;
    const value = placeholderValue(subject, step, map, object, pair.name);
    report(keyRange(pair), msg`${objectWithArticle(object, step)} requires a value for \`${pair.name}\`.`, {
      // The value is a placeholder, as the intended one is unknown.
      fixes: [{ title: msg('Add a value'), edits: setValue(subject.unit, pair, value) }],
      absentIn: map,
    });
  }
  return empty.length > 0;
}

/** The required fields of a map that have no value, in the order of the text. */
function emptyFields(unit: Unit, map: MapNode, object: ObjectRef): readonly Pair[] {
  const { oneOf = [] } = specOf(object);
  const hasNone = (pair: Pair | undefined) => pair !== undefined && hasNoValue(unit, pair);
  const alternatives = oneOf.flatMap((name) => pairOf(map, name) ?? []);
  const [first] = alternatives.every(hasNone) ? alternatives : [];
  return map.pairs.filter((pair) => {
    const isRequired = fieldOf(object, pair.name)?.required === true;
    return (isRequired || pair === first) && pair === pairOf(map, pair.name) && hasNone(pair);
  });
}

/** The fixes that rename misspelt keys of a map. */
function spellingFixes(map: MapNode, misspelt: ReadonlyMap<string, string>): Fix[] {
  return map.pairs.flatMap((pair) => {
    const meant = [...misspelt].find(([, written]) => written === pair.name);
    return meant ? renameFixes(keyRange(pair), [meant[0]]) : [];
  });
}

function namesOf(fields: readonly Field[]): Message {
  return formatNames(fields.map((field) => field.name));
}

/** The existing keys that are probably misspellings of missing fields, which should then not be added; by field. */
function misspeltKeys(object: ObjectRef, present: readonly string[]): ReadonlyMap<string, string> {
  const known = new Set(suggestedFields(object));
  const taken = new Set(present);
  const meant = new Map<string, string>();
  for (const key of present) {
    const [name] = known.has(key) ? [] : nearFields(object, key, (one) => taken.has(one), 1);
    if (name !== undefined && !meant.has(name)) meant.set(name, key);
  }
  return meant;
}

/** Tests whether a key of an object belongs in one of its fields. */
function misplacedTest({ step, object, present }: Found): (name: string) => boolean {
  // `unknown-field` reports the target of a button.
  if (present.includes('target') && (object === 'button' || object === 'event')) return () => true;
  // `unknown-field` reports the content of a button instead of its event.
  if (present.includes('content') && object === 'clicked-event') return () => true;
  const unknown = present.filter((key) => fieldOf(object, key) === undefined);
  const taking = new Set(unknown.map((key) => fieldTaking(object, key)?.name));
  return (name) => taking.has(name) || isBeside(step, name);
}

/** Whether a field is written in the object around its own, which does not have it. */
function isBeside({ parent }: Step, name: string): boolean {
  if (parent?.node?.kind !== 'map' || parent.type.kind !== 'object') return false;
  return pairOf(parent.node, name) !== undefined && fieldOf(parent.type.object, name) === undefined;
}

/** Finds the index before the first pair whose field comes later in the order of the format. */
function indexFinder(map: MapNode, object: ObjectRef): (field: Field) => number {
  const orders = new Map(specOf(object).fields.map(({ name }, order) => [name, order]));
  let latest = -1;
  const latestAt = map.pairs.map(({ name }) => {
    latest = Math.max(latest, orders.get(name) ?? -1);
    return latest;
  });
  return ({ name }) => countLeading(latestAt, (order) => order <= (orders.get(name) ?? -1));
}

interface AutomataKeys extends Place {
  readonly path: readonly string[];
}

/**
 * Reports a key of an automata without a value, and required keys that are absent: on the first key of a file, or on
 * the key of a nested automata.
 */
function checkAutomataKeys(
  subject: Subject,
  { step, map, path, object }: AutomataKeys,
  report: ReportFinding,
): void {
  const { project, source, unit } = subject;
  if (isWhole(unit, map)) reportEmptyFields(subject, { step, map, object }, report);
  const keys = project.inOrder('rootKey', spreadKey(source.address, path));
  const [first] = keys;
  const pair = map.pairs[0];
  if (first?.unit !== unit || pair === undefined || !keys.every(isCertainKey)) return;
  if (keys.some((key) => isEmptyKey(key, object))) return;
  const present = keys.map((key) => key.name.text);
  const range = path.length === 0 ? keyRange(pair) : undefined;
  raise(subject, { step, map, object, present }, report, range);
}

function isCertainKey({ unit }: NameEntry): boolean {
  const map = keysIn(unit);
  return map !== undefined && isWhole(unit, map);
}

/** Whether a key is a required one without a value, which the author is probably still writing. */
function isEmptyKey({ unit, name }: NameEntry, object: ObjectRef): boolean {
  const map = keysIn(unit);
  return map !== undefined && emptyFields(unit, map, object).some((pair) => pair.name === name.text);
}

/** The part of an automata's keys that is in a unit. */
function keysIn(unit: Unit): MapNode | undefined {
  const map = openedMap(unit) ?? unit.parsed.root;
  return map?.kind === 'map' ? map : undefined;
}
