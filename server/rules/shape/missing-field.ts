import { specOf } from '../../format/objects';
import { isPart } from '../../format/shape';
import type { Field, ObjectRef } from '../../format/types';
import type { Step } from '../../format/walk';
import type { NameEntry } from '../../project/symbols';
import { nearest } from '../../text/nearest';
import type { Range } from '../../text/range';
import type { MapNode } from '../../yaml/tree';
import { addFields, type NewField } from '../edits';
import { renames } from '../fixes';
import type { Fix, Report, Rule, Subject } from '../rule';
import {
  certainSteps,
  isAnybodysField,
  isBroken,
  isUnmended,
  isWhole,
  objectOf,
  suggestedFields,
} from './certain';
import { placeholder } from './placeholder';
import { anObject, holderRange, keyRange, namesInWords } from './words';

/** An object without a field that it cannot do without. */
export const missingField: Rule = {
  code: 'missing-field',
  severity: 'error',
  chapter: 'Shape',
  onlyWhenAsked: true,
  title: 'A required field is absent',
  doc: 'An input needs a `type`; a button `content` and `on_click`; an event object `event`; an automata `initial` and `states`; a task `module_type` and `module_config`, and each module some fields of its own. The quick fix adds what is missing with a value to begin with.',
  example: {
    wrong: 'render:\n  buttons:\n    - content: Start\ntransitions:\n  start: {}',
    right: 'render:\n  buttons:\n    - content: Start\n      on_click: start\ntransitions:\n  start: {}',
  },
  check(subject, report) {
    const { unit, source } = subject;
    for (const step of certainSteps(subject)) {
      const map = objectOf(step);
      if (map === undefined || step.type.kind !== 'object') continue;
      const { object } = step.type;
      if (step.parent === undefined && isPart(unit)) {
        // The keys of the root are spread over the units of the file.
        if (source.shape === 'automata') checkRoot(subject, step, map, report);
        continue;
      }
      if (!isWhole(unit, map) || isBroken(unit, map) || isAnybodysField(step)) continue;
      raise(subject, { step, map, object, present: map.pairs.map((pair) => pair.name) }, report);
    }
  },
};

interface Found {
  readonly step: Step;
  readonly map: MapNode;
  readonly object: ObjectRef;
  /** The keys that it has. */
  readonly present: readonly string[];
}

function missingFields({ object, present }: Found): Field[] {
  const { fields, oneOf = [] } = specOf(object);
  const needed = new Set(oneOf.some((name) => present.includes(name)) ? [] : oneOf.slice(0, 1));
  return fields.filter(
    (field) => (field.required || needed.has(field.name)) && !present.includes(field.name),
  );
}

function raise(subject: Subject, found: Found, report: Report, at?: Range): void {
  const missing = missingFields(found);
  if (missing.length === 0) return;
  const { unit } = subject;
  const { step, map, object, present } = found;
  const names = namesOf(missing);
  const misspelt = new Map(
    missing.flatMap(({ name }) => {
      const written = misspeltAs(object, name, present);
      return written === undefined ? [] : [[name, written] as const];
    }),
  );
  const absent = missing.filter(({ name }) => !misspelt.has(name));
  const fields = absent.map((field): NewField => {
    return {
      name: field.name,
      value: placeholder(subject, step, map, object, field.name),
      index: indexFor(map, object, field),
    };
  });
  const addition = { title: `Add ${namesOf(absent)}`, edits: addFields(unit, map, fields), preferred: true };
  report(at ?? holderRange(unit, step, map), `${anObject(object, step)} needs ${names}.`, {
    fixes: absent.length > 0 ? [addition] : corrections(map, misspelt),
  });
}

/** The fixes that give keys of a map the names that are meant, where they stand in it. */
function corrections(map: MapNode, misspelt: ReadonlyMap<string, string>): Fix[] {
  return map.pairs.flatMap((pair) => {
    const meant = [...misspelt].find(([, written]) => written === pair.name);
    return meant ? renames(keyRange(pair), [meant[0]]) : [];
  });
}

function namesOf(fields: readonly Field[]): string {
  return namesInWords(fields.map((field) => field.name));
}

/** The key that is there in place of a missing field, for all that its letters tell: it is not to be added beside it. */
function misspeltAs(object: ObjectRef, name: string, present: readonly string[]): string | undefined {
  const known = suggestedFields(object);
  const open = known.filter((one) => !present.includes(one));
  return present.find((one) => !known.includes(one) && nearest(one, open, 1)[0] === name);
}

/** Before the first pair whose field comes later in the order of the format. */
function indexFor(map: MapNode, object: ObjectRef, field: Field): number {
  const { fields } = specOf(object);
  const order = fields.indexOf(field);
  const index = map.pairs.findIndex((pair) => fields.findIndex((one) => one.name === pair.name) > order);
  return index < 0 ? map.pairs.length : index;
}

/** Reports, on the first key of an automata's file, what none of its keys at the root is. */
function checkRoot(subject: Subject, step: Step, map: MapNode, report: Report): void {
  const { project, source, unit } = subject;
  const keys = project.inOrder('rootKey', source.address);
  const [first] = keys;
  const pair = map.pairs[0];
  if (first?.unit !== unit || pair === undefined || !keys.every(isCertainKey)) return;
  const present = keys.map((key) => key.name.text);
  raise(subject, { step, map, object: 'automata', present }, report, keyRange(pair));
}

function isCertainKey({ unit }: NameEntry): boolean {
  const { root, problems } = unit.parsed;
  return root?.kind === 'map' && isWhole(unit, root) && !problems.some(isUnmended);
}
