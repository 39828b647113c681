import { engine } from '../engine/engine';
import { runTask, type Task } from '../engine/task';
import { nameOf } from '../facts/name';
import { opensScope } from '../facts/place';
import type { Catalog } from '../format/catalog';
import { type DocumentKind, rootTypeOf } from '../format/document-kind';
import { rootStep, type Step, stepIntoItem, stepIntoPair } from '../format/walk';
import { type Address, lastSegmentOf } from '../project/files/paths';
import type { Source } from '../project/files/source';
import type { Workspace } from '../project/workspace';
import { oneLine } from '../text/one-line';
import { type Range, shiftRange } from '../text/range';
import type { Unit } from '../yaml/cut/unit';
import { contentEndAt, nestByUnit } from '../yaml/tree/nesting';
import { type Node, type Pair, resolveAlias, textOf } from '../yaml/tree/tree';
import { trimRangeEnd } from './nodes';
import { scenarioEntries } from './scenario-outline';
import { taskLabelOf } from './task-label';

export type OutlineKind =
  | 'automata'
  | 'state'
  | 'context'
  | 'input'
  | 'task'
  | 'output'
  | 'transition'
  | 'scenario'
  | 'step';

/**
 * An entry of the outline. Children are inside the range of their parent, in the order of the text; names are not
 * empty.
 */
export interface OutlineEntry {
  readonly kind: OutlineKind;
  readonly name: string;
  /** A short description after the name; may be empty. */
  readonly detail: string;
  readonly range: Range;
  /** The range to select when the entry is chosen; inside `range`. */
  readonly selection: Range;
  readonly children: readonly OutlineEntry[];
}

/** The outline of a file by unit: unchanged units keep the same objects. */
export interface Outline {
  /**
   * The entry of an automata or a single state, which spans the file, with offsets of the document. Its children are
   * those of the units. Maps of states and scenario files have none.
   */
  readonly root: OutlineEntry | undefined;
  /** By unit of the document, with offsets of the unit, without entries that are nested in other units. */
  readonly units: readonly (readonly OutlineEntry[])[];
}

/** Undefined for files of other formats. */
export function outlineOf(workspace: Workspace, address: Address): Outline | undefined {
  return runTask(outlineTask(workspace, address));
}

/** `outlineOf` as a task with one unit per step. */
export function* outlineTask(workspace: Workspace, address: Address): Task<Outline | undefined> {
  const source = workspace.source(address);
  if (source === undefined || source.documentKind === 'successor') return undefined;
  const { document, documentKind, catalog } = source;
  const units: (readonly OutlineEntry[])[] = [];
  for (const unit of document.units) {
    units.push(outlineOfUnit(catalog, documentKind, unit));
    yield;
  }
  return {
    root: documentKind === 'states' || documentKind === 'scenarios' ? undefined : rootEntry(source),
    units,
  };
}

/** The whole outline of a file, with offsets of the document. Empty for files of other formats. */
export function documentSymbols(workspace: Workspace, address: Address): readonly OutlineEntry[] {
  const outline = outlineOf(workspace, address);
  const document = workspace.document(address);
  if (outline === undefined || document === undefined) return [];
  const children = nestByUnit(
    document.units,
    (index) => (outline.units[index] ?? []).map((entry) => moved(entry, document.startAt(index))),
    (outer, inner, last): OutlineEntry => {
      const range = { start: outer.range.start, end: contentEndAt(document, last) };
      return { ...outer, range, children: [...outer.children, ...inner] };
    },
  );
  return outline.root ? [{ ...outline.root, children }] : children;
}

function rootEntry({ address, document, documentKind }: Source): OutlineEntry {
  const range = { start: 0, end: document.length };
  let name = lastSegmentOf(address).replace(/\.(?:ya?ml|json)$/i, '');
  let selection: Range = { start: 0, end: 0 };
  document.rootUnits.forEach((unit) => {
    const { root } = unit.parsed;
    if (root?.kind !== 'map') return;
    const id = nameOf(root.pairs.find((pair) => pair.name === 'id')?.value, unit.text);
    if (id === undefined || id.text.trim() === '') return;
    name = id.text;
    selection = shiftRange(id, document.startOf(unit));
  });
  const kind = documentKind === 'state' ? 'state' : 'automata';
  return { kind, name: oneLine(name) || kind, detail: '', range, selection, children: [] };
}

function moved(entry: OutlineEntry, by: number): OutlineEntry {
  if (by === 0) return entry;
  return {
    ...entry,
    range: shiftRange(entry.range, by),
    selection: shiftRange(entry.selection, by),
    children: entry.children.map((child) => moved(child, by)),
  };
}

/** The entries of a unit, relative to it. */
const outlineOfUnit = engine.query('outline', (catalog: Catalog, documentKind: DocumentKind, unit: Unit) => {
  const within = { start: 0, end: unit.text.length };
  const root = rootStep(unit.parsed.root, rootTypeOf(unit, documentKind), catalog);
  const entries =
    documentKind === 'scenarios' ? scenarioEntries(root, unit.text) : entriesOf(root, unit.text);
  return tidy(entries, within, unit.text);
});

/** The entries below a map of the outline. Content of aliases and `<<` is written elsewhere, and listed there. */
function entriesOf(step: Step, text: string): OutlineEntry[] {
  const { node, type } = step;
  if (node?.kind === 'seq') {
    const items = node.items.map((_, index) => stepIntoItem(step, node, index));
    return items.flatMap((item) => (isTask(item) ? taskEntry(item, text) : []));
  }
  if (node?.kind !== 'map') return [];
  return node.pairs.flatMap((pair) => {
    if (pair.name === '<<') return [];
    const child = stepIntoPair(step, node, pair);
    if (type.kind === 'object') return SECTIONS.has(pair.name) ? entriesOf(child, text) : [];
    return type.kind === 'map' ? namedEntry(child, pair, type.keys, text) : [];
  });
}

const SECTIONS: ReadonlySet<string> = new Set([
  'context',
  'inputs',
  'states',
  'tasks',
  'outputs',
  'transitions',
]);

function namedEntry(step: Step, pair: Pair, keys: string, text: string): OutlineEntry[] {
  const name = nameOf(pair.key, text);
  if (name === undefined) return [];
  const entry = (kind: OutlineKind, detail = '', children: OutlineEntry[] = []) => [
    { kind, name: name.text, detail, range: pair, selection: name, children },
  ];
  switch (keys) {
    case 'state': {
      if (!opensScope(step)) return [];
      const isAutomata = step.type.kind === 'object' && step.type.object === 'automata';
      return entry(isAutomata ? 'automata' : 'state', '', entriesOf(step, text));
    }
    case 'context':
    case 'input':
      return entry(keys, valueDetail(pair.value));
    case 'output':
      return entry('output');
    case 'task':
      return taskEntry(step, text);
    case 'event':
      return entry('transition', arrow([...new Set(targets(pair.value))].join(', ')));
    default:
      return [];
  }
}

/** A task by its name, otherwise by the widget or module that it calls; followed by its result variable. */
function taskEntry(step: Step, text: string): OutlineEntry[] {
  const { node, pair } = step;
  if (node?.kind !== 'map') return [];
  const { name: own, called, result } = taskLabelOf(node, step.catalog);
  const name = own ?? pair?.name ?? called ?? `task ${step.index + 1}`;
  const detail = [called === name ? '' : called, arrow(result)];
  const label = node.pairs.find((one) => one.name === 'name' || one.name === 'module_type');
  const selection = nameOf(pair?.key ?? label?.value, text) ?? node;
  return [{ kind: 'task', name, detail: detail.join(' '), range: pair ?? node, selection, children: [] }];
}

function isTask({ type }: Step): boolean {
  return type.kind === 'object' && type.object === 'task';
}

function arrow(to: string | undefined): string {
  return to ? `→ ${to}` : '';
}

/** The type of a variable or an input if it is declared, otherwise a short value. */
function valueDetail(value: Node): string | undefined {
  const node = resolveAlias(value);
  if (node?.kind === 'map') return textOf(node, 'type');
  return node?.kind === 'scalar' && value.kind === 'scalar' ? node.value : undefined;
}

function targets(value: Node): string[] {
  const node = resolveAlias(value);
  if (node?.kind === 'seq') return node.items.flatMap(targets);
  if (node?.kind === 'scalar') return node.empty ? [] : [node.value];
  return node?.kind === 'map' ? [textOf(node, 'target') ?? 'itself'] : [];
}

/**
 * Keeps entries with a name, sorts them and limits each range to that of its parent. Blank lines after an entry (in a
 * block scalar, in an unclosed bracket) are not part of it.
 */
function tidy(entries: readonly OutlineEntry[], within: Range, text: string): OutlineEntry[] {
  return entries
    .map((entry): OutlineEntry => {
      const range = clamp(trimRangeEnd(entry.range, text), within);
      return {
        kind: entry.kind,
        name: oneLine(entry.name),
        detail: oneLine(entry.detail),
        range,
        selection: clamp(entry.selection, range),
        children: tidy(entry.children, range, text),
      };
    })
    .filter((entry) => entry.name !== '')
    .sort((a, b) => a.range.start - b.range.start);
}

function clamp(range: Range, { start, end }: Range): Range {
  const from = Math.min(Math.max(range.start, start), end);
  return { start: from, end: Math.min(Math.max(range.end, from), end) };
}
