import { isTagged } from '../../format/walk';
import type { Project } from '../../project/project';
import type { Source } from '../../project/source';
import type { NameEntry } from '../../project/symbols';
import type { Document } from '../../yaml/document';
import type { MapNode, Pair, ScalarNode } from '../../yaml/tree';
import type { Unit } from '../../yaml/unit';
import { nodesOf } from '../../yaml/visit';
import { removePair } from '../edits';
import type { Fix, More, Report, Rule, Subject } from '../rule';

/** A map in which a key stands twice. */
export const duplicateKey: Rule = {
  code: 'duplicate-key',
  severity: 'error',
  chapter: 'Text',
  title: 'A key stands twice in a map',
  doc: 'The later one wins and the earlier is lost without a message. Rename one of them, or join what they hold.',
  example: {
    wrong: 'home:\n  render:\n    text: Hello\n    text: Welcome',
    right: 'home:\n  render:\n    text: Welcome',
  },
  check(subject, report) {
    const { unit, source } = subject;
    for (const node of nodesOf(unit.parsed.root, isTagged)) {
      if (node.kind === 'map' && !isTagged(node)) checkMap(subject, node, report);
    }
    if (source.document.units.length > 1) checkRoot(subject, report);
  },
};

function checkMap({ source, unit }: Subject, map: MapNode, report: Report): void {
  const first = new Map<string, Pair>();
  for (const pair of map.pairs) {
    const key = keyOf(pair);
    if (key === undefined) continue;
    const earlier = first.get(key.value);
    if (earlier === undefined) first.set(key.value, pair);
    else raise(unit, pair, { source: source.address, unit, range: earlier.key }, report);
  }
}

/** Keys at the root that stand in other units: fields of the automata, or its states. */
function checkRoot(subject: Subject, report: Report): void {
  const { unit } = subject;
  const { root } = unit.parsed;
  if (root?.kind !== 'map') return;
  for (const pair of root.pairs) {
    const key = keyOf(pair);
    const earlier = key && keyAbove(subject, key.value);
    if (earlier !== undefined) {
      raise(unit, pair, { source: earlier.source, unit: earlier.unit, range: earlier.name }, report);
    }
  }
}

/** The first key of this name of the same map in units above this one. */
function keyAbove({ project, source, unit }: Subject, name: string): NameEntry | undefined {
  const { document } = source;
  const isState = unit.kind === 'state';
  const isNamed = isState || source.shape === 'states';
  const named = isNamed ? childrenNamed(project, source, name) : rootKeys(project, source, name);
  const others = [...named].filter((entry) => entry.source === source.address && entry.unit !== unit);
  if (others.length === 0) return undefined;
  const own = document.startOf(unit);
  const from = isState ? statesAbove(document, own) : -1;
  let first: { readonly start: number; readonly entry: NameEntry } | undefined;
  for (const entry of others) {
    const start = document.startOf(entry.unit);
    if (from < start && start < (first?.start ?? own)) first = { start, entry };
  }
  return first?.entry;
}

/** Where the last `states:` above an offset begins: children of an earlier one are in another map. Or -1. */
function statesAbove(document: Document, offset: number): number {
  const opening = document.units.findLast((one) => one.kind === 'states' && document.startOf(one) < offset);
  return opening ? document.startOf(opening) : -1;
}

function* rootKeys(project: Project, source: Source, name: string): Generator<NameEntry> {
  for (const entry of project.table.get('rootKey', source.address)) if (entry.name.text === name) yield entry;
}

/** By their path, so that only a state of the same name is depended on. */
function* childrenNamed(project: Project, source: Source, name: string): Generator<NameEntry> {
  const path = [...(project.member(source.address)?.prefix ?? []), name];
  for (const entry of project.scopes(path)) if (entry.scope.name) yield { ...entry, name: entry.scope.name };
}

/** A key that can be compared: `<<` may stand more than once, and one that is not written is no key. */
function keyOf({ key }: Pair): ScalarNode | undefined {
  if (key.kind !== 'scalar' || key.empty) return undefined;
  return key.value === '<<' && key.style === 'plain' ? undefined : key;
}

function raise(unit: Unit, pair: Pair, earlier: Omit<Related, 'message'>, report: Report): void {
  const removal = removePair(unit, pair);
  const fixes: Fix[] = removal ? [{ title: 'Remove this one', edits: removal }] : [];
  const related = [{ ...earlier, message: 'The first one stands here, and is lost.' }];
  report(
    pair.key,
    `The key \`${pair.name}\` stands here a second time in the same map; only the last one counts.`,
    {
      related,
      fixes,
    },
  );
}

type Related = NonNullable<More['related']>[number];
