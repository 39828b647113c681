import type { Document } from '../yaml/cut/document';
import { leadingKey } from '../yaml/cut/slices';
import type { Unit } from '../yaml/cut/unit';
import { isMerged, type MapNode, type Node, pairOf, resolveAlias, textOf } from '../yaml/tree/tree';

const SECTIONS = ['render', 'tasks', 'transitions', 'inputs', 'outputs', 'states'];

/** The entries at the root of a document, from all of its units. */
export class RootEntries {
  readonly keys: string[] = [];
  /** The root is a list, so there are no entries. */
  readonly isList: boolean;
  /** The document is one unit, which is parsed. */
  readonly isWhole: boolean;
  private readonly units = new Map<string, Unit>();

  constructor(document: Document) {
    let isList = false;
    for (const unit of document.rootUnits) {
      const root = unit.kind === 'whole' ? unit.parsed.root : undefined;
      if (root?.kind === 'seq') isList = true;
      for (const key of unit.kind === 'whole' ? keysOf(root) : [leadingKey(unit)]) {
        if (key === undefined) continue;
        this.keys.push(key);
        this.units.set(key, unit);
      }
    }
    this.isList = isList;
    this.isWhole = document.rootUnits[0]?.kind === 'whole';
  }

  has(key: string): boolean {
    return this.units.has(key);
  }

  /** The unit with the entry of a key. */
  unit(key: string): Unit | undefined {
    return this.units.get(key);
  }

  text(key: string): string | undefined {
    const map = this.mapOf(key);
    return map && textOf(map, key);
  }

  /** Whether `states` can be a map of states: it has children, or the tag that includes them. */
  hasStates(): boolean {
    const unit = this.units.get('states');
    if (unit?.kind === 'states') return true;
    const value = this.value('states');
    return value?.kind === 'map' || value?.tag?.name === '!include';
  }

  /** Whether the value of a key looks like a state: a map with one of a state's sections. */
  isState(key: string): boolean {
    const value = this.value(key);
    if (value?.kind !== 'map') return false;
    return isMerged(value) || SECTIONS.some((section) => pairOf(value, section) !== undefined);
  }

  /** Whether a key has no value yet. */
  isEmpty(key: string): boolean {
    const value = this.value(key);
    return value?.kind === 'scalar' && value.empty;
  }

  /** The value of a key. */
  value(key: string): ReturnType<typeof resolveAlias> {
    const map = this.mapOf(key);
    const pair = map && pairOf(map, key);
    return pair && resolveAlias(pair.value);
  }

  private mapOf(key: string): MapNode | undefined {
    const root = this.units.get(key)?.parsed.root;
    return root?.kind === 'map' ? root : undefined;
  }
}

/** A word without a colon may become any key, so it is ignored while it is typed. */
function keysOf(root: Node | undefined): string[] {
  return root?.kind === 'map' ? root.pairs.flatMap(({ name, colon }) => (colon >= 0 ? [name] : [])) : [];
}
