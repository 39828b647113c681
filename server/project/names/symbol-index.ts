import { Cell, engine, type Inputs } from '../../engine/engine';
import { NamedCells } from '../../engine/named-cells';
import { runTask, type Task } from '../../engine/task';
import {
  byKindAndName,
  type EntryChange,
  haveSameFacts,
  type NameEntries,
  nameKey,
  replaceEntries,
} from './entries';
import type { SymbolEntry, Symbols } from './symbols';

/**
 * The index of a project: everything that can be referenced, by kind and name. Each name is an input of the engine
 * that changes when the facts of its entries differ from before.
 */
export class SymbolIndex {
  private readonly kinds = new Map<string, Map<string, NameEntries>>();
  /** Inputs of names that were looked up and are not defined, and of `namesOf`. */
  private readonly absent = new Map<string, NamedCells>();
  /** Changes with any name. */
  private readonly anything: Cell;

  /** @param readiness pending while files of the project are still to be read */
  constructor(
    private readonly inputs: Inputs,
    private readonly readiness?: Cell,
  ) {
    this.anything = new Cell(inputs, 'any name', engine.group('any name'));
  }

  /** The entries of a name in any order, see `inOrder`. */
  get<K extends keyof Symbols>(kind: K, name: string): readonly Symbols[K][] {
    const found = this.lookUp(kind, name);
    if (found === undefined) return NONE;
    found.values ??= found.entries.map(({ value }) => value);
    return found.values as readonly Symbols[K][];
  }

  has<K extends keyof Symbols>(kind: K, name: string): boolean {
    return this.lookUp(kind, name) !== undefined;
  }

  /** All names of a kind that have entries. */
  namesOf(kind: keyof Symbols): Iterable<string> {
    this.readReadiness();
    this.absentOf(kind).read(ALL);
    return this.kinds.get(kind)?.keys() ?? NONE;
  }

  /** Records that all names are read. */
  readAll(): void {
    engine.read(this.anything);
  }

  private lookUp(kind: string, name: string): NameEntries | undefined {
    const found = this.kinds.get(kind)?.get(name);
    if (!engine.isRecording) return found;
    this.readReadiness();
    if (found === undefined) this.absentOf(kind).read(nameKey(kind, name));
    else {
      found.cell ??= new Cell(this.inputs, nameKey(kind, name), engine.group(kind));
      engine.read(found.cell);
    }
    return found;
  }

  /** Records a dependency while files are still to be read; afterwards none is needed. */
  private readReadiness(): void {
    if (this.readiness?.isPending) engine.read(this.readiness);
  }

  private absentOf(kind: string): NamedCells {
    let absent = this.absent.get(kind);
    if (absent === undefined) {
      absent = new NamedCells(engine, this.inputs, kind);
      this.absent.set(kind, absent);
    }
    return absent;
  }

  private set(kind: string, name: string, bucket: NameEntries): void {
    const names = this.kinds.get(kind);
    if (names) names.set(name, bucket);
    else this.kinds.set(kind, new Map([[name, bucket]]));
  }

  /** The result of `get` in the order of `sort`. Sorted entries stay sorted while others are replaced in place. */
  inOrder<K extends keyof Symbols>(
    kind: K,
    name: string,
    sort: (entries: SymbolEntry[]) => SymbolEntry[],
  ): readonly Symbols[K][] {
    const bucket = this.kinds.get(kind)?.get(name);
    if (bucket && bucket.entries.length > 1 && !bucket.isInOrder) {
      const entries = sort(bucket.entries);
      const values = entries === bucket.entries ? bucket.values : undefined;
      this.set(kind, name, { cell: bucket.cell, entries, values, isInOrder: true });
    }
    return this.get(kind, name);
  }

  /** An index with the same entries on which nothing depends yet. */
  copy(): SymbolIndex {
    const copy = new SymbolIndex(this.inputs);
    for (const [kind, names] of this.kinds) {
      for (const [name, bucket] of names) {
        copy.set(kind, name, { ...bucket, entries: bucket.entries.slice(), cell: undefined });
      }
    }
    return copy;
  }

  /** Removes entries, and returns the kinds with changed names. */
  remove(removed: readonly SymbolEntry[]): Set<string> {
    return runTask(this.replaceTask(removed, [], false, false));
  }

  /**
   * Replaces entries as a task, for an index that is not read in the meantime, and returns the kinds with changed names.
   *
   * @param reordered whether the order of the remaining entries may have changed, which their facts do not include
   * @param inPlace whether the removed entries are adjacent and the added ones take their place, both in the order of
   *   the text
   */
  *replaceTask(
    removed: readonly SymbolEntry[],
    added: readonly SymbolEntry[],
    reordered: boolean,
    inPlace: boolean,
  ): Task<Set<string>> {
    const changed = new Set<string>();
    if (removed.length === 0 && added.length === 0) return changed;
    for (const [kind, names] of yield* byKindAndName(removed, added)) {
      for (const [name, change] of names) {
        const isSame = haveSameFacts(change.removed, change.added);
        const { cell, entries } = this.replaceName(kind, name, change, inPlace);
        if (isSame && !(reordered && entries.length > 1)) continue;
        if (cell) engine.change(cell);
        engine.change(this.anything);
        changed.add(kind);
        yield;
      }
    }
    return changed;
  }

  /** Replaces entries of one name; the caller reports the change of its input. */
  private replaceName(
    kind: string,
    name: string,
    { removed, added }: EntryChange,
    inPlace: boolean,
  ): NameEntries {
    const old = this.kinds.get(kind)?.get(name);
    const staysInOrder = added.length === 0 || (inPlace && removed.length > 0);
    const cell = old === undefined ? this.absentOf(kind).take(nameKey(kind, name)) : old.cell;
    const isInOrder = staysInOrder && old?.isInOrder === true;
    const replaced = { ...replaceEntries(old, removed, added), cell, isInOrder };
    const isRemoved = replaced.entries.length === 0;
    if (!isRemoved) this.set(kind, name, replaced);
    else {
      this.kinds.get(kind)?.delete(name);
      if (cell) this.absentOf(kind).add(cell);
    }
    if ((old === undefined) !== isRemoved) this.absentOf(kind).change(ALL);
    return replaced;
  }
}

const NONE: readonly never[] = [];

/** The name of the input that changes with the set of names of a kind. */
const ALL = 'all names';
