import { Cell, engine, type Inputs } from '../engine/engine';
import { NamedCells } from '../engine/named-cells';
import { runTask, type Task } from '../engine/task';
import type { ScopeFacts, UnitFacts } from '../facts/facts';
import { append } from '../text/append';
import { commonEnds } from '../text/common-ends';
import type { Document } from '../yaml/cut/document';
import type { Unit } from '../yaml/cut/unit';
import { type Address, folderOf } from './files/paths';
import { type Source, unitFacts } from './files/source';
import { childPath, pathBelow, ROOT_PATH, type ScopePath, samePath } from './names/scope-path';
import { SymbolIndex } from './names/symbol-index';
import { keyAt, pathKey, pathOfKey, type ScopeEntry, type SymbolEntry, type Symbols } from './names/symbols';
import { collectSymbolsTask } from './names/unit-symbols';

/** A file of a project, and the place of its root in the project. */
export interface ProjectMember {
  readonly source: Source;
  /** The path of the automata whose states an included file adds to; empty for the root. */
  readonly prefix: ScopePath;
  /** The file whose tag includes this one; undefined for the root. */
  readonly includedBy?: Address;
}

const UNITS = engine.group('units');

/** The entries of one unit of a project. */
interface UnitEntries {
  readonly symbols: readonly SymbolEntry[];
  /** Changes when the unit is replaced or removed; exists once a result depends on it. */
  cell?: Cell;
}

/**
 * One automata with all files that it includes, or a standalone file. Its index contains everything that its units
 * define and use; replacing a unit replaces its entries.
 */
export class Project {
  private readonly membersByAddress = new Map<Address, ProjectMember>();
  private readonly units = new Map<Unit, UnitEntries>();
  /** `members`, `included`, and for each address its placement and its units. */
  private readonly files: NamedCells;
  /** Paths of automata whose `states` are included, with all files read. */
  private included: ReadonlySet<string> = new Set();
  private knownFolder: Address | undefined;
  /** Pending while files of the project are still to be read. */
  private readonly readiness: Cell;

  constructor(
    private readonly inputs: Inputs,
    readonly root: Address,
    /** False for a standalone state, and for a map of states that no known automata includes. */
    readonly isAutomata: boolean,
    table?: SymbolIndex,
  ) {
    this.files = new NamedCells(engine, inputs, 'files of projects');
    this.readiness = new Cell(inputs, 'readiness of a project', engine.group('files of projects'));
    this.table = table ?? new SymbolIndex(inputs, this.readiness);
  }

  readonly table: SymbolIndex;

  /** Until all files are read, every answer that looks up a name is provisional. */
  setPending(isPending: boolean): void {
    engine.setPending(this.readiness, isPending);
  }

  /** Makes the answer provisional until all files are read, like looking up a name. */
  requireAllFiles(): void {
    if (this.readiness.isPending) engine.read(this.readiness);
  }

  /** The folder of the main file, to which paths are relative. */
  get folder(): Address {
    this.knownFolder ??= folderOf(this.root);
    return this.knownFolder;
  }

  /** All files. A query that reads their texts reads `unitsOf` as well. */
  get members(): Iterable<ProjectMember> {
    this.files.read('members');
    return this.membersByAddress.values();
  }

  /** All files except scenario files, which are not part of the automata. */
  get stateFiles(): readonly ProjectMember[] {
    return [...this.members].filter(({ source }) => source.documentKind !== 'scenarios');
  }

  /** The number of units of all files. */
  get size(): number {
    return this.units.size;
  }

  has(address: Address): boolean {
    return this.member(address) !== undefined;
  }

  /** A file and its placement. A query that reads its text reads `unitsOf` as well. */
  member(address: Address): ProjectMember | undefined {
    this.files.read(placementOf(address));
    return this.membersByAddress.get(address);
  }

  /** The units of a file, in their order. */
  unitsOf(address: Address): readonly Unit[] {
    this.files.read(textOf(address));
    return this.member(address)?.source.document.units ?? [];
  }

  /** Whether a unit is part of the current text of one of the files. */
  holds(unit: Unit): boolean {
    const known = this.units.get(unit);
    if (known && engine.isRecording) {
      known.cell ??= new Cell(this.inputs, 'a unit', UNITS);
      engine.read(known.cell);
    }
    return known !== undefined;
  }

  /** A file and those that include it, up to the main file. */
  includeChain(address: Address): readonly Address[] {
    const chain: Address[] = [];
    for (let at: Address | undefined = address; at !== undefined && !chain.includes(at); ) {
      chain.push(at);
      this.table.get('file', at);
      at = this.member(at)?.includedBy;
    }
    return chain;
  }

  /** The path of names that begin at the root of a file. */
  pathIn(address: Address, names: readonly string[]): ScopePath {
    return pathBelow(this.member(address)?.prefix ?? ROOT_PATH, names);
  }

  /** A scope of a unit, with its place in the project. */
  entryOf(source: Address, unit: Unit, scope: ScopeFacts): ScopeEntry {
    return { source, unit, scope, path: this.pathIn(source, scope.path) };
  }

  source(address: Address): Source | undefined {
    return this.member(address)?.source;
  }

  /** The offset of a unit in its file. */
  startOf({ source, unit }: { source: Address; unit: Unit }): number {
    return this.source(source)?.document.startOf(unit) ?? 0;
  }

  facts(entry: { source: Address; unit: Unit }): UnitFacts | undefined {
    const source = this.source(entry.source);
    return source && unitFacts(source, entry.unit);
  }

  /** The line break of a file; if it has only one line, of the main file or of another one. */
  lineBreakIn(address: Address): string {
    return lineBreakOf(this, address);
  }

  /** Adds or updates a file; returns the kinds of names that have changed. */
  setMember(member: ProjectMember): Set<string> {
    return runTask(this.setMemberTask(member));
  }

  /** `setMember` as a task, for a project that is not in use yet: it contains only a part of the file until the last step. */
  *setMemberTask(member: ProjectMember): Task<Set<string>> {
    const old = this.membersByAddress.get(member.source.address);
    const moved = old !== undefined && !isReadAs(old, member);
    if (old && !moved && old.source.document === member.source.document) {
      this.storeMember(member, old);
      return new Set();
    }
    const before = old?.source.document.units ?? [];
    const after = member.source.document.units;
    const { front, back } = moved ? { front: 0, back: 0 } : commonEnds(before, after);
    const removedUnits = before.slice(front, before.length - back);
    const addedUnits = after.slice(front, after.length - back);
    const keptUnits = new Set(moved ? [] : addedUnits);
    const removed: SymbolEntry[] = [];
    for (const unit of removedUnits) if (!keptUnits.has(unit)) append(removed, this.removeUnit(unit));
    // In another role, entries with equal facts may have another meaning: all of them change.
    const changed = moved ? this.table.remove(removed.splice(0)) : new Set<string>();
    const added: SymbolEntry[] = [];
    for (const unit of addedUnits) {
      if (this.units.has(unit)) continue;
      const symbols = yield* collectSymbolsTask(member.source, unit, member.prefix, this.isAutomata);
      this.units.set(unit, { symbols });
      append(added, symbols);
      yield;
    }
    this.storeMember(member, old);
    const isInPlace = removedUnits.length === 1 && addedUnits.length === 1;
    const isReordered = !keepsOrder(removedUnits, addedUnits);
    const keys = yield* this.table.replaceTask(removed, added, isReordered, isInPlace);
    for (const key of keys) changed.add(key);
    return changed;
  }

  /** Adds a file without indexing its units. */
  addUnindexed(member: ProjectMember): void {
    this.storeMember(member, undefined);
  }

  private storeMember(member: ProjectMember, old: ProjectMember | undefined): void {
    const { address, document } = member.source;
    this.membersByAddress.set(address, member);
    if (old === undefined || !isPlacedAs(old, member)) {
      this.files.change('members');
      this.files.change(placementOf(address));
    }
    if (old?.source.document !== document) this.files.change(textOf(address));
  }

  removeMember(address: Address): Set<string> {
    const old = this.membersByAddress.get(address);
    if (old === undefined) return new Set();
    const removed: SymbolEntry[] = [];
    for (const unit of old.source.document.units) append(removed, this.removeUnit(unit));
    this.membersByAddress.delete(address);
    for (const name of ['members', placementOf(address), textOf(address)]) this.files.change(name);
    return this.table.remove(removed);
  }

  /** Removes a unit, and returns its entries. */
  private removeUnit(unit: Unit): readonly SymbolEntry[] {
    const known = this.units.get(unit);
    this.units.delete(unit);
    if (known?.cell) engine.change(known.cell);
    return known?.symbols ?? [];
  }

  /** Sets the paths of automata whose included states have all been read. */
  setIncluded(paths: ReadonlySet<string>): void {
    const isSame = paths.size === this.included.size && [...paths].every((path) => this.included.has(path));
    this.included = paths;
    if (!isSame) this.files.change('included');
  }

  /**
   * A copy of the project with other texts for some files, which have the same number of units. Computations on the
   * copy do not affect this project.
   *
   * @param moved returns the new path of a scope
   */
  withTexts(documents: ReadonlyMap<Address, Document>, moved: (path: ScopePath) => ScopePath): Project {
    const other = new Project(this.inputs, this.root, this.isAutomata, this.table.copy());
    for (const [unit, { symbols }] of this.units) other.units.set(unit, { symbols });
    for (const member of this.members) {
      other.membersByAddress.set(member.source.address, member);
      const document = documents.get(member.source.address) ?? member.source.document;
      const prefix = moved(member.prefix);
      if (document === member.source.document && samePath(prefix, member.prefix)) continue;
      other.setMember({ ...member, source: { ...member.source, document }, prefix });
    }
    const paths = Array.from(this.included, (key) => pathKey(moved(pathOfKey(key))));
    other.setIncluded(new Set(paths));
    return other;
  }

  /** Whether all children of the automata at this path are known. */
  statesComplete(path: ScopePath): boolean {
    const key = pathKey(path);
    this.files.read('included');
    // The root lacks `states`, perhaps because that line is still being typed.
    if (key === '' && this.isAutomata && !this.hasRootKey('states')) return false;
    return this.included.has(key) || !this.isIncomplete('states', path);
  }

  /** Whether the root of the automata has a key of this name, known or not. */
  hasRootKey(name: string): boolean {
    return this.table.get('rootKey', this.root).some((entry) => entry.name.text === name);
  }

  /** Whether a part of the scope at this path may contain more than is known. */
  isIncomplete(part: string, path: ScopePath): boolean {
    return this.table.has('incompleteAt', keyAt(path, part)) || this.isMisplaced(part, path);
  }

  /** Whether a part of a scope is misplaced among its states, or next to the state itself, where it is read as a state. */
  private isMisplaced(part: string, path: ScopePath): boolean {
    if (part === 'states') return false;
    const isOfAutomata = part === 'context';
    if (path.length === 0 && !isOfAutomata) return false;
    return this.table.has('scope', pathKey(childPath(isOfAutomata ? path : path.slice(0, -1), part)));
  }

  /** The parts of the scope at a path: several if its sections are separate units. */
  scopes(path: ScopePath): readonly ScopeEntry[] {
    return this.inOrder('scope', pathKey(path));
  }

  /**
   * All entries of a name in the order of files and text. They stay sorted after an edit, as the remaining units keep
   * their order (`yaml/cut/cut.ts`).
   */
  inOrder<K extends keyof Symbols & string>(kind: K, name: string): readonly Symbols[K][] {
    return this.table.inOrder(kind, name, (entries) => this.sortedBy(entries, ({ value }) => value));
  }

  /** Entries in the order of files and text. */
  sorted<T extends Located>(entries: readonly T[]): readonly T[] {
    return this.sortedBy(entries, (entry) => entry);
  }

  private sortedBy<T, List extends readonly T[]>(items: List, locationOf: (item: T) => Located): List | T[] {
    if (items.length < 2) return items;
    const placed = items.map((item): SortItem<T> => {
      const { source, unit, name } = locationOf(item);
      const index = this.source(source)?.document.indexOf(unit) ?? -1;
      return { item, source, index, start: name?.start ?? 0 };
    });
    const isInOrder = placed.every(
      (one, index) => index === 0 || compare(placed[index - 1] ?? one, one) <= 0,
    );
    if (isInOrder) return items;
    placed.sort(compare);
    return placed.map(({ item }) => item);
  }
}

/** Something in a file, at its name or, without one, at the start of its unit. */
interface Located {
  readonly source: Address;
  readonly unit: Unit;
  readonly name?: { readonly start: number };
}

interface SortItem<T> {
  readonly item: T;
  readonly source: Address;
  /** Position of the unit in its file. */
  readonly index: number;
  readonly start: number;
}

function compare(a: SortItem<unknown>, b: SortItem<unknown>): number {
  if (a.source !== b.source) return a.source < b.source ? -1 : 1;
  return a.index - b.index || a.start - b.start;
}

function placementOf(address: Address): string {
  return `placement of ${address}`;
}

function textOf(address: Address): string {
  return `text of ${address}`;
}

function isPlacedAs(a: ProjectMember, b: ProjectMember): boolean {
  return a.includedBy === b.includedBy && isReadAs(a, b);
}

/** Whether two members have the same role, at the same place of the project. */
function isReadAs(a: ProjectMember, b: ProjectMember): boolean {
  return (
    samePath(a.prefix, b.prefix) &&
    a.source.documentKind === b.source.documentKind &&
    a.source.catalog === b.source.catalog
  );
}

const lineBreakOf = engine.query('line break', (project: Project, address: Address) => {
  const breakOf = (file: Address) => project.unitsOf(file)[0]?.lineBreak;
  const own = breakOf(address) ?? breakOf(project.root);
  return own ?? Array.from(project.members, ({ source }) => breakOf(source.address)).find(Boolean) ?? '\n';
});

/** Whether each unit is new, or at the same position as before. */
function keepsOrder(before: readonly Unit[], after: readonly Unit[]): boolean {
  if (before.length !== after.length) return false;
  const known = new Set(before);
  return after.every((unit, index) => before[index] === unit || !known.has(unit));
}
