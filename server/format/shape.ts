import { engine } from '../engine/engine';
import { Document } from '../yaml/document';
import { leadingKey } from '../yaml/slices';
import { isMerged, type MapNode, type Node, pairOf, resolveAlias, textOf } from '../yaml/tree';
import type { Notation, Unit } from '../yaml/unit';
import { fieldOf } from './objects';
import type { Type } from './types';

/**
 * What a file of the format holds at its root: a whole automata, one atomic state, a map of states (to be
 * included), or the successor's `blocks`, which are recognised and left alone. A file that the settings name is
 * one of `modules`, and describes what the user adds to the format.
 */
export type Shape = 'automata' | 'state' | 'states' | 'successor' | 'modules';

/** What is known of a file besides its text. */
export interface ShapeHints {
  /** Path or name of the file. */
  readonly name: string;
  /** The author says (by the language of the document, or in the settings) that it is a state file. */
  readonly declared: boolean;
  /** The settings name it as a file that describes own modules. */
  readonly describesModules?: boolean;
  /** Whether the content alone may tell that it is one. */
  readonly byContent: boolean;
}

const NAMED = /\.(state|automata)\.(?:ya?ml|json)$/i;
/** A file without any of these words cannot have the shape; looking is much cheaper than parsing. */
const TELLING = /(?:^|[\s"'{,])(?:type|states|tasks|render|transitions)["']?\s*:/;

/** No key of the root is in two units. */
const isTelling = engine.query('tells its shape', ({ text }: Unit) => TELLING.test(text));

/** Whether the units of a document can be read one by one: each state of a lone state file needs the others. */
export function canSlice(rootKeys: readonly string[]): boolean {
  if (rootKeys.includes('states') || rootKeys.includes('initial')) return true;
  return !rootKeys.some((key) => fieldOf('state', key) !== undefined);
}

/** Opens a document as files of the format are opened. */
export function openDocument(
  text: string,
  notation: Notation,
  limits?: Parameters<typeof Document.open>[3],
): Document {
  return Document.open(text, notation, canSlice, limits);
}

/**
 * The shape of a file by its content and what is known of it; undefined for a file that is none of ours
 * (language-features, "Files taken as state files").
 */
export function shapeOf(whole: Document, hints: ShapeHints): Shape | undefined {
  if (hints.describesModules) return 'modules';
  const document = whole.isTooLarge ? headOf(whole) : whole;
  const named = NAMED.exec(hints.name)?.[1]?.toLowerCase();
  const certain = hints.declared || named !== undefined;
  if (!certain && (!hints.byContent || !document.units.some((unit) => isTelling(unit)))) return undefined;
  const root = rootEntries(document);
  if (root.has('blocks') && !root.has('states') && !root.has('tasks')) {
    if (certain || root.text('type') === 'automata' || root.text('type') === 'state') return 'successor';
  }
  const type = root.text('type');
  if (type === 'automata' || type === 'state') return type;
  if (root.has('states') && root.has('initial') && root.holdsStates()) return 'automata';
  if (isState(root)) return 'state';
  if (!certain) return undefined;
  if (root.has('states') || root.has('initial') || named === 'automata') return 'automata';
  const isMap = root.keys.length > 0 && root.keys.every((key) => root.holdsState(key));
  // A key that a state has is one, however much its value looks like a state.
  const hasFields = named === 'state' && root.keys.some((key) => fieldOf('state', key) !== undefined);
  if (isMap && !hasFields) return 'states';
  return named === undefined && isForAutomata(root) ? 'automata' : 'state';
}

/** Whether of the keys at the root some are an automata's alone, and none are a state's. */
function isForAutomata({ keys }: RootEntries): boolean {
  const isOnly = (key: string, object: 'automata' | 'state', other: 'automata' | 'state') =>
    fieldOf(object, key) !== undefined && fieldOf(other, key) === undefined;
  return (
    keys.some((key) => isOnly(key, 'automata', 'state')) &&
    !keys.some((key) => isOnly(key, 'state', 'automata'))
  );
}

/** The beginning of a file that is too large to be looked into: enough to tell whether it is one of ours. */
function headOf({ text, notation }: Document): Document {
  const head = text.slice(0, 20_000);
  return openDocument(head.slice(0, head.lastIndexOf('\n') + 1) || head, notation);
}

const CHILDREN: Type = fieldOf('automata', 'states')?.type ?? { kind: 'any', template: true };

/** The type of the map at a unit's root. */
export function rootTypeOf(unit: Unit, shape: Shape): Type {
  if (shape !== 'modules' && (unit.kind === 'state' || shape === 'states')) return CHILDREN;
  if (shape === 'modules') return { kind: 'object', object: 'modules-file' };
  return { kind: 'object', object: shape === 'state' ? 'state' : 'automata' };
}

/** Whether the map at a unit's root is only a part of the document's, so that what it lacks may stand elsewhere. */
export function isPart(unit: Unit): boolean {
  return unit.kind !== 'whole';
}

function isState(root: RootEntries): boolean {
  if (root.keys.length === 0 || root.keys.some((key) => fieldOf('state', key) === undefined)) return false;
  if (root.kind('render') === 'map' || root.kind('transitions') === 'map') return true;
  const tasks = root.value('tasks');
  if (tasks?.kind === 'seq') return areTasks(tasks.items);
  return tasks?.kind === 'map' && areTasks(tasks.pairs.map((pair) => pair.value));
}

/** Lists of `tasks` are everywhere; those of the format call modules. */
function areTasks(nodes: readonly Node[]): boolean {
  const callsModule = (node: Node) =>
    node.kind === 'map' && (pairOf(node, 'module_type') ?? pairOf(node, 'module_config')) !== undefined;
  return nodes.every((node) => node.kind === 'map') && nodes.some(callsModule);
}

/** The entries at the root of a document, wherever they are sliced. */
class RootEntries {
  readonly keys: string[] = [];
  private readonly units = new Map<string, Unit>();

  constructor(document: Document) {
    for (const unit of document.rootUnits) {
      const keys = unit.kind === 'whole' ? keysOf(unit.parsed.root) : [leadingKey(unit)];
      for (const key of keys) {
        if (key === undefined) continue;
        this.keys.push(key);
        this.units.set(key, unit);
      }
    }
  }

  has(key: string): boolean {
    return this.units.has(key);
  }

  value(key: string): ReturnType<typeof resolveAlias> {
    const map = this.mapOf(key);
    const pair = map && pairOf(map, key);
    return pair && resolveAlias(pair.value);
  }

  kind(key: string): string | undefined {
    return this.value(key)?.kind;
  }

  text(key: string): string | undefined {
    const map = this.mapOf(key);
    return map && textOf(map, key);
  }

  /** Whether `states` holds what a map of states may: children, or the tag that brings them. */
  holdsStates(): boolean {
    const unit = this.units.get('states');
    if (unit?.kind === 'states') return true;
    const value = this.value('states');
    return value?.kind === 'map' || value?.tag?.name === '!include';
  }

  /** Whether the value under a key looks like a state: a map with one of a state's sections. */
  holdsState(key: string): boolean {
    const value = this.value(key);
    if (value?.kind !== 'map') return false;
    return (
      isMerged(value) ||
      SECTIONS.some((section) => pairOf(value, section) !== undefined) ||
      pairOf(value, 'states') !== undefined
    );
  }

  private mapOf(key: string): MapNode | undefined {
    const root = this.units.get(key)?.parsed.root;
    return root?.kind === 'map' ? root : undefined;
  }
}

const SECTIONS = ['render', 'tasks', 'transitions', 'inputs', 'outputs'];

function rootEntries(document: Document): RootEntries {
  return new RootEntries(document);
}

/** A word without a colon may become any key: it decides nothing while it is typed. */
function keysOf(root: Node | undefined): string[] {
  return root?.kind === 'map' ? root.pairs.flatMap(({ name, colon }) => (colon >= 0 ? [name] : [])) : [];
}
