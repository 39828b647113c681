import { engine } from '../../engine/engine';
import { isTagged } from '../../format/walk';
import { positionsBy } from '../../project/names/resolve';
import { type NameEntry, spreadKey } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { countLeading } from '../../text/binary-search';
import { isEqualData } from '../../text/equality';
import { startOfIndentation } from '../../text/lines';
import { msg } from '../../text/message';
import type { Document } from '../../yaml/cut/document';
import type { Unit } from '../../yaml/cut/unit';
import type { MapNode, Pair, ScalarNode } from '../../yaml/tree/tree';
import { descendantsOf } from '../../yaml/tree/visit';
import { removePair } from '../edits';
import type { FindingDetails, Fix, ReportFinding, Rule, Subject } from '../rule';

/** A map in which a key appears twice. */
export const duplicateKey: Rule = {
  code: 'duplicate-key',
  severity: 'error',
  title: 'Duplicate key in a map',
  doc: 'Only the last value is used; the others are silently lost. Rename one of the keys, or merge their values. In a list, several keys that repeat are usually those of a next item without its dash, which is one finding.',
  example: {
    wrong: 'home:\n  render:\n    text: Hello\n    text: Welcome',
    right: 'home:\n  render:\n    text: Welcome',
  },
  check(subject, report) {
    const { unit } = subject;
    for (const node of descendantsOf(unit.parsed.root, isTagged)) {
      if (node.kind === 'map' && !isTagged(node)) checkMap(subject, node, report);
    }
    if (unit.kind !== 'whole') checkSharedMap(subject, report);
  },
};

function checkMap({ source, unit }: Subject, map: MapNode, report: ReportFinding): void {
  const lost = lostItems(map);
  for (const pair of lost) {
    const fixes = dashFix(unit, pair);
    report(pair.key, msg`\`${pair.name}\` starts the next item of the list. Expected \`- \` before it.`, {
      fixes,
    });
  }
  if (lost.length > 0) return;
  const first = new Map<string, Pair>();
  for (const pair of map.pairs) {
    const key = keyOf(pair);
    if (key === undefined) continue;
    const earlier = first.get(key.value);
    if (earlier === undefined) first.set(key.value, pair);
    else raise(unit, pair, { source: source.address, unit, range: earlier.key }, report);
  }
}

/** Keys of an item of a list with which a next item starts that has no dash, so that its keys repeat. */
function lostItems({ flow, parent, pairs }: MapNode): readonly Pair[] {
  if (flow || parent?.kind !== 'seq') return [];
  const starts: Pair[] = [];
  const first = new Set<string>();
  let item = new Set<string>();
  let repeated = 0;
  for (const pair of pairs) {
    const key = keyOf(pair)?.value;
    if (key === undefined) return [];
    if (item.has(key)) {
      // A single key twice may be a slip within one item.
      if (starts.length > 0 && repeated < 2) return [];
      starts.push(pair);
      item = new Set();
      repeated = 0;
    }
    item.add(key);
    if (starts.length === 0) first.add(key);
    else if (first.has(key)) repeated++;
  }
  return repeated < 2 ? [] : starts;
}

function dashFix({ text }: Unit, { start, parent: { parent, indent } }: Pair): Fix[] {
  const from = startOfIndentation(text, start);
  if (from === undefined || parent?.kind !== 'seq') return [];
  const dash = `${' '.repeat(parent.indent)}-`.padEnd(indent);
  return [
    {
      title: msg('Write `- `'),
      edits: [{ range: { start: from, end: start }, text: dash }],
      preferred: true,
    },
  ];
}

/** Checks keys of a map in several units: fields of an automata, or its states. */
function checkSharedMap(subject: Subject, report: ReportFinding): void {
  const { unit } = subject;
  const { root } = unit.parsed;
  if (root?.kind !== 'map') return;
  const above = new Map<string, NameEntry | undefined>();
  for (const pair of root.pairs) {
    const key = keyOf(pair);
    if (key === undefined) continue;
    if (!above.has(key.value)) above.set(key.value, keyAbove(subject, key.value));
    const earlier = above.get(key.value);
    if (earlier !== undefined) {
      raise(unit, pair, { source: earlier.source, unit: earlier.unit, range: earlier.name }, report);
    }
  }
}

/** The first key of this name in the same map, in a unit above this one. */
function keyAbove(subject: Subject, name: string): NameEntry | undefined {
  const { project, source, unit } = subject;
  const { document } = source;
  const isState = unit.kind === 'state';
  const isNamed = isState || source.documentKind === 'states';
  const named = isNamed ? childrenNamed(subject, name) : keysNamed(subject, name);
  const own = document.startOf(unit);
  let from: number | undefined;
  // In the order of the text, so the first one in the same map is the result.
  for (const entry of named) {
    if (entry.source !== source.address || entry.unit === unit) continue;
    if (from === undefined) {
      // From here on, the result depends on the units in between.
      project.unitsOf(source.address);
      from = isState || unit.isNested ? openingAbove(document, unit) : -1;
    }
    const start = document.startOf(entry.unit);
    if (start >= own) return undefined;
    if (isState ? from < start : from <= start) return entry;
  }
  return undefined;
}

/** Start of the unit of the last `states:` above, or -1: earlier units belong to another map. */
function openingAbove(document: Document, unit: Unit): number {
  const index = document.indexOf(unit);
  const openings = openingsByDepth(document).get(unit.path.length) ?? [];
  const above = countLeading(openings, (opening) => opening < index);
  const last = openings[above - 1];
  return last === undefined ? -1 : document.startAt(last);
}

/** The indexes of units after which the states of an automata begin, by depth. */
const openingsByDepth = engine.query('openings of states', ({ units }: Document) => {
  const openings = new Map<number, number[]>();
  for (const [index, { kind, opened, path }] of units.entries()) {
    const depth = opened ? opened.path.length : kind === 'states' ? path.length : undefined;
    if (depth === undefined) continue;
    const known = openings.get(depth);
    if (known) known.push(index);
    else openings.set(depth, [index]);
  }
  return openings;
});

function* keysNamed({ project, source, unit }: Subject, name: string): Generator<NameEntry> {
  const key = spreadKey(source.address, unit.path);
  const keys = project.inOrder('rootKey', key);
  for (const position of keysByName(project, key).get(name) ?? []) {
    const entry = keys[position];
    if (entry) yield entry;
  }
}

const keysByName = engine.query(
  'root keys by name',
  (project: Project, key: string) => positionsBy(project.inOrder('rootKey', key), ({ name }) => name.text),
  { equals: isEqualData },
);

/** Looked up by path, so that only states of the same name are dependencies. */
function* childrenNamed({ project, source, unit }: Subject, name: string): Generator<NameEntry> {
  const path = project.pathIn(source.address, [...unit.path, name]);
  for (const entry of project.scopes(path)) if (entry.scope.name) yield { ...entry, name: entry.scope.name };
}

/** The key if it can be compared: `<<` may appear more than once, and an empty key is none. */
function keyOf({ key }: Pair): ScalarNode | undefined {
  if (key.kind !== 'scalar' || key.empty) return undefined;
  return key.value === '<<' && key.style === 'plain' ? undefined : key;
}

function raise(unit: Unit, pair: Pair, earlier: Omit<Related, 'message'>, report: ReportFinding): void {
  const removal = removePair(unit, pair);
  const fixes: Fix[] = removal ? [{ title: msg('Remove this key'), edits: removal }] : [];
  const related = [{ ...earlier, message: msg('The key is first defined here; this value is lost.') }];
  report(pair.key, msg`Duplicate key \`${pair.name}\`. Only the last value is used.`, { related, fixes });
}

type Related = NonNullable<FindingDetails['related']>[number];
