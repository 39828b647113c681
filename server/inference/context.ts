import type { UnitFacts } from '../facts/facts';
import { changedParts, Kept, perProject, type Whole, wholeOf } from '../project/kept';
import type { Project } from '../project/project';
import { unitFacts } from '../project/source';
import type { ContextValueEntry } from '../project/symbols';
import type { Workspace } from '../project/workspace';
import { sameShape } from '../shapes/covers';
import { digestOf } from '../shapes/digest';
import { alternatives, NEVER, type Shape, UNDEFINED, UNKNOWN } from '../shapes/shape';
import { SharedShapes } from '../shapes/shared';
import { union, unionOf, widen } from '../shapes/union';
import { grouped } from '../text/grouped';
import { finished, type Steps } from '../text/steps';
import { type ContextReader, NameReader } from './names';
import { shapeOfVariable } from './written';

/**
 * What the variables of `context` may hold: the first value and everything that is assigned anywhere. Each may
 * depend on others, so that all are worked out together, from nothing upwards, until nothing more is added.
 */
export interface ContextShapes {
  readonly shapes: ReadonlyMap<string, Shape>;
  /** Variables that are changed in ways which no assignment shows. */
  readonly changed: ReadonlySet<string>;
}

/** After so many rounds, what still grows is unknown. */
const MOST_ROUNDS = 8;
/** More values than these are not worked out in one go. */
const MANY_VALUES = 20;

/** The context of a project as of now, for questions whose answers nobody keeps. */
export function currentContext(workspace: Workspace, project: Project): ContextReader {
  return readerOf(keptFor(project, workspace).value, () => undefined);
}

/**
 * The context of a project as the expressions of a unit name it. What is made from it is good until just those shapes
 * change that were asked for.
 */
export function trackedContext(workspace: Workspace, project: Project, facts: UnitFacts): ContextReader {
  const kept = keptFor(project, workspace);
  const reader = readerOf(kept.value, (name) => kept.noting(name));
  const names = namesRead(facts);
  return names ? { ...reader, names: () => names } : reader;
}

function readerOf({ shapes, changed }: ContextShapes, note: (name: string) => void): ContextReader {
  return {
    shapeOf(name) {
      note(name);
      return shapes.get(name) ?? UNKNOWN;
    },
    isChanged(name) {
      note(name);
      return changed.has(name);
    },
    names: () => shapes.keys(),
  };
}

/** The context of a project, to be worked out ahead. */
export function wholeContext(workspace: Workspace, project: Project): Whole {
  const { fixpoint, kept } = contextOf(project, workspace);
  const whole = wholeOf(project.table, kept, () => fixpoint.prepare());
  return {
    get isDue() {
      return whole.isDue || fixpoint.isFarBehind;
    },
    prepare: whole.prepare,
  };
}

function keptFor(project: Project, workspace: Workspace): Kept<ContextShapes> {
  return contextOf(project, workspace).kept;
}

interface ProjectContext {
  readonly kept: Kept<ContextShapes>;
  readonly fixpoint: Fixpoint;
}

const contextOf = perProject((project, workspace: Workspace): ProjectContext => {
  const { table } = project;
  const fixpoint = new Fixpoint(workspace, project);
  let keys = new Set<string>();
  let value: ContextShapes | undefined;
  let parts = new Map<string, string>();
  const partOf = ({ shapes, changed }: ContextShapes, name: string) =>
    `${changed.has(name)} ${digestOf(shapes.get(name) ?? NEVER)}`;
  const kept = new Kept(
    table,
    (changes) => {
      const changed = changes();
      const concerned = changed && [...changed].filter((key) => keys.has(key));
      // Mostly some texts of values change.
      const moved = concerned?.every((key) => key === VALUES)
        ? fixpoint.moved(concerned.length > 0)
        : undefined;
      if (value && moved && fixpoint.isUnmoved(moved)) return { value, changed: [] };
      if (value && moved) {
        const { result, keys: lookedUp } = table.trackApart(() => fixpoint.renew(moved));
        for (const key of lookedUp) keys.add(key);
        const { context, names } = result;
        value = context;
        const others = [...names].filter((name) => parts.get(name) !== partOf(context, name));
        for (const name of others) parts.set(name, partOf(context, name));
        return { value, changed: others };
      }
      const made = table.trackApart(() => fixpoint.run());
      keys = new Set(made.keys);
      const context = made.result;
      value = context;
      const before = parts;
      parts = new Map(Array.from(context.shapes.keys(), (name) => [name, partOf(context, name)]));
      return { value, changed: changedParts(before, parts) };
    },
    'shape/',
  );
  return { kept, fixpoint };
});

const VALUES = 'contextValue/';

/** What a value came to each time that it was made from other shapes, and what it was made from besides. */
interface Remembered {
  /** The context variables that it may read; undefined for all. */
  readonly names: readonly string[] | undefined;
  readonly results: { readonly reads: readonly Shape[]; readonly changed: string; readonly shape: Shape }[];
  keys: ReadonlySet<string>;
  /** The moment as of which the keys are known to be unchanged. */
  time: number;
}

/** A value with what is remembered of it. */
interface Value {
  readonly entry: ContextValueEntry;
  readonly known: Remembered | undefined;
}

/** What a variable came to, of the shapes of its values. */
interface Joined {
  readonly of: readonly Shape[];
  readonly kind: string;
  readonly shape: Shape;
}

/** What a variable grew to in a round. */
interface Growth {
  readonly round: number;
  readonly shape: Shape;
}

/** A value that has made way for another in its place. */
interface Moved {
  readonly before: ContextValueEntry;
  readonly value: ContextValueEntry;
}

/** The shapes that values are made from in a round. */
interface ShapesSoFar {
  readonly shapes: Pick<ReadonlyMap<string, Shape>, 'get' | 'keys'>;
  readonly changed: ReadonlySet<string>;
}

/** A run with all that another needs which changes a few of its values only. */
interface Run {
  readonly byName: ReadonlyMap<string, Value[]>;
  /** By the name of each variable those whose values may read it. */
  readonly readers: Map<string, Set<string>>;
  /** What each variable grew to, round by round. */
  readonly growth: Map<string, readonly Growth[]>;
  /** The last round in which anything grew. */
  rounds: number;
  context: ContextShapes;
}

/** A round more than there are, so that all rounds of the last run are remembered. */
const MOST_REMEMBERED = MOST_ROUNDS + 2;

class Fixpoint {
  /** By the very entry: what it came to names the text that it stands in. */
  private remembered = new WeakMap<ContextValueEntry, Remembered>();
  private joined = new Map<string, Joined[]>();
  private readonly shared = new SharedShapes();
  private dataTime = -1;
  /** The values that the last run was made of, as the table gave them. */
  private values: readonly ContextValueEntry[] = [];
  private last: Run | undefined;
  /** A run that was made ahead as of a moment, and what was looked up for it. */
  private ahead:
    | { readonly run: Run; readonly keys: ReadonlySet<string>; readonly moment: number }
    | undefined;

  constructor(
    private readonly workspace: Workspace,
    private readonly project: Project,
  ) {}

  /**
   * The values that have made way for others since the last run, where nothing but values may have changed: as many
   * stand in the same places as before. Undefined where a run is due.
   */
  moved(haveChanged: boolean): readonly Moved[] | undefined {
    if (this.dataTime !== this.workspace.dataTime || this.last === undefined) return undefined;
    if (!haveChanged) return [];
    const now = this.project.table.get('contextValue', '');
    const old = this.values;
    if (old.length !== now.length) return undefined;
    const moved: Moved[] = [];
    for (let index = 0; index < now.length; index++) {
      const before = old[index];
      const value = now[index];
      if (before === value || value === undefined) continue;
      const around = now.slice(Math.max(0, index - 1), index + 2);
      const isInOrder = this.project.sorted(around).every((one, at) => one === around[at]);
      if (before === undefined || !isInOrder || !isSamePlace(before, value)) return undefined;
      moved.push({ before, value });
    }
    this.values = now;
    return moved;
  }

  /** Whether a run would come to the same: each value to the same shapes of all that it was made from in any round. */
  isUnmoved(moved: readonly Moved[]): boolean {
    if (!moved.every(({ before, value }) => this.isLike(before, value))) return false;
    if (this.last) this.takeIn(moved, this.last);
    return true;
  }

  /**
   * What a run would come to where nothing but these values has changed, with the names of the variables that were
   * worked out anew: those of the values, and all that these lead to.
   */
  renew(moved: readonly Moved[]): { readonly context: ContextShapes; readonly names: ReadonlySet<string> } {
    const last = this.last ?? this.runAll();
    const names = this.takeIn(moved, last);
    // What is added is looked at as well.
    for (const name of names) {
      for (const by of [name, ANY]) for (const reader of last.readers.get(by) ?? []) names.add(reader);
    }
    const { changed } = last.context;
    const shapes = new Map(last.context.shapes);
    const unknown = new Set(changed);
    const growth = new Map(Array.from(names, (name): [string, Growth[]] => [name, []]));
    for (let round = 0; ; round++) {
      // The others came to what they are in rounds of their own, which would be the same again.
      const before = {
        get: (name: string) => shapeBefore(round, growth.get(name) ?? last.growth.get(name)),
        keys: () => last.byName.keys(),
      };
      const grown = [...names].flatMap((name) => {
        const shape = unknown.has(name)
          ? UNKNOWN
          : finished(this.shapeOf(name, last.byName.get(name) ?? [], { shapes: before, changed }));
        return sameShape(before.get(name) ?? NEVER, shape) ? [] : [{ name, shape }];
      });
      for (const { name, shape } of grown) {
        growth.get(name)?.push({ round, shape });
        if (round >= MOST_ROUNDS) unknown.add(name);
      }
      if (grown.length > 0) last.rounds = Math.max(last.rounds, round);
      else if (round > last.rounds) break;
    }
    for (const [name, one] of growth) {
      last.growth.set(name, one);
      shapes.set(name, one.at(-1)?.shape ?? NEVER);
    }
    last.context = { shapes, changed };
    return { context: last.context, names };
  }

  /** Puts values in the places of others, and gives the names of their variables. */
  private takeIn(moved: readonly Moved[], { byName, readers }: Run): Set<string> {
    const names = new Set(moved.map(({ value }) => value.name.text));
    for (const name of names) for (const read of readsOf(byName.get(name))) readers.get(read)?.delete(name);
    for (const { before, value } of moved) {
      const values = byName.get(value.name.text) ?? [];
      const index = values.findIndex(({ entry }) => entry === before);
      if (index >= 0) values[index] = { entry: value, known: this.knownOf(value) };
    }
    for (const name of names) addReader(readers, name, byName.get(name));
    return names;
  }

  private isLike(before: ContextValueEntry, value: ContextValueEntry): boolean {
    const was = this.remembered.get(before);
    const known = this.knownOf(value);
    if (was === undefined || known === undefined) return false;
    if (known.names?.join('\n') !== was.names?.join('\n')) return false;
    const isSame = [...was.results].every(({ reads, changed, shape }) => {
      const names = known.names ?? [];
      const shapes = new Map(names.map((name, index) => [name, reads[index] ?? UNKNOWN]));
      const context = { shapes, changed: new Set(changed === '' ? [] : changed.split('\n')) };
      return this.valueShape({ entry: value, known }, context) === shape;
    });
    // What it looks up has to be what is watched.
    return isSame && known.names !== undefined && [...known.keys].every((key) => was.keys.has(key));
  }

  run(): ContextShapes {
    return this.runAll().context;
  }

  private runAll(): Run {
    const { table } = this.project;
    this.forgetData();
    const { ahead } = this;
    this.ahead = undefined;
    this.values = table.get('contextValue', '');
    if (ahead?.moment === table.lastChange) {
      table.noteAll(ahead.keys);
      this.last = ahead.run;
    } else this.last = finished(this.rounds(this.values));
    return this.last;
  }

  /** Whether many values have come since the last run: each is worked out for the first time. */
  get isFarBehind(): boolean {
    return this.project.table.get('contextValue', '').length > this.values.length + MANY_VALUES;
  }

  /** Does the work of the next run, a value at a step. Where something changes meanwhile, most of it is remembered. */
  *prepare(): Steps<void> {
    const { table } = this.project;
    this.forgetData();
    const moment = table.lastChange;
    const keys = new Set<string>();
    const rounds = this.rounds(table.get('contextValue', ''));
    for (;;) {
      const step = table.asKeeper(() => table.track(() => rounds.next()));
      for (const key of step.keys) keys.add(key);
      if (step.result.done === true) {
        this.ahead = { run: step.result.value, keys, moment };
        return;
      }
      yield;
    }
  }

  /** Forgets what was made from the texts of other files, where these are others now. */
  private forgetData(): void {
    if (this.dataTime === this.workspace.dataTime) return;
    this.remembered = new WeakMap();
    this.ahead = undefined;
    this.dataTime = this.workspace.dataTime;
  }

  private *rounds(values: readonly ContextValueEntry[]): Steps<Run> {
    const { table } = this.project;
    const all: Value[] = [];
    for (const entry of this.project.sorted(values)) {
      all.push({ entry, known: this.knownOf(entry) });
      yield;
    }
    const byName = grouped(all, ({ entry }) => entry.name.text);
    const joined = new Map<string, Joined[]>();
    for (const name of byName.keys()) joined.set(name, this.joined.get(name) ?? []);
    this.joined = joined;
    const readers = new Map<string, Set<string>>();
    for (const [name, of] of byName) addReader(readers, name, of);
    const growth = new Map(Array.from(byName.keys(), (name): [string, Growth[]] => [name, []]));
    const changed = new Set(table.get('contextChange', '').map(({ name }) => name.text));
    if (changed.has('')) for (const name of byName.keys()) changed.add(name);
    const unknown = new Set(changed);
    const shapes = new Map([...byName.keys()].map((name): [string, Shape] => [name, NEVER]));
    let pending: ReadonlySet<string> = new Set(byName.keys());
    for (let round = 0; ; round++) {
      const grown = new Map<string, Shape>();
      for (const name of pending) {
        const before = shapes.get(name) ?? NEVER;
        const shape = unknown.has(name)
          ? UNKNOWN
          : yield* this.shapeOf(name, byName.get(name) ?? [], { shapes, changed });
        // What stays the same stays the same object, by which it is told that nothing has to be done anew.
        if (!sameShape(before, shape)) grown.set(name, shape);
      }
      if (grown.size === 0)
        return { byName, readers, growth, rounds: round - 1, context: { shapes, changed } };
      const next = new Set<string>();
      for (const [name, shape] of grown) {
        shapes.set(name, shape);
        growth.get(name)?.push({ round, shape });
        if (round >= MOST_ROUNDS) {
          unknown.add(name);
          next.add(name);
        }
        for (const reader of readers.get(name) ?? []) next.add(reader);
        for (const reader of readers.get(ANY) ?? []) next.add(reader);
      }
      pending = next;
    }
  }

  /** What a variable comes to with these values, one of them at a step. */
  private *shapeOf(name: string, values: readonly Value[], context: ShapesSoFar): Steps<Shape> {
    const of: Shape[] = [];
    for (const value of values) {
      of.push(this.valueShape(value, context));
      yield;
    }
    const isAssigned = values.some(({ entry }) => entry.output !== undefined);
    const isDeclared = values.some(({ entry }) => entry.output === undefined);
    const kind = `${isAssigned} ${isDeclared}`;
    const joined = this.joined.get(name) ?? [];
    const known = joined.find((one) => one.kind === kind && isEach(one.of, of));
    if (known) return known.shape;
    const shape = unionOf(of);
    // What nothing assigns keeps its first value; what nothing declares has none before it is assigned.
    const grown = () => generalized(isDeclared ? shape : union(shape, UNDEFINED));
    const whole = this.shared.share(isAssigned ? grown() : shape);
    remember(joined, { of, kind, shape: whole });
    return whole;
  }

  private valueShape({ entry, known }: Value, { shapes, changed }: ShapesSoFar): Shape {
    if (known === undefined) return UNKNOWN;
    const names = known.names ?? [...shapes.keys()];
    const reads = names.map((name) => shapes.get(name) ?? UNKNOWN);
    const readChanged = changed.size === 0 ? '' : names.filter((name) => changed.has(name)).join('\n');
    const found = known.results.find((one) => one.changed === readChanged && isEach(one.reads, reads));
    if (found) {
      // What was asked for longest ago is forgotten first.
      if (found !== known.results.at(-1)) {
        known.results.splice(known.results.indexOf(found), 1);
        known.results.push(found);
      }
      return found.shape;
    }
    const reader = new NameReader(this.workspace, this.project, {
      shapeOf: (name) => shapes.get(name) ?? UNKNOWN,
      isChanged: (name) => changed.has(name),
      names: () => names,
    });
    const { result, keys } = this.project.table.track(() => this.infer(reader, entry));
    // Who reads it need not be worked out anew if it is what it was.
    const shape = this.shared.share(result);
    known.keys = known.keys.size === 0 ? keys : new Set([...known.keys, ...keys]);
    remember(known.results, { reads, changed: readChanged, shape });
    return shape;
  }

  /** What is remembered of a value, as far as that is still good; undefined for one that is out of sight. */
  private knownOf(value: ContextValueEntry): Remembered | undefined {
    const { table } = this.project;
    const source = this.project.source(value.source);
    if (source === undefined) return undefined;
    const known = this.remembered.get(value);
    if (known && table.isUnchanged(known.keys, known.time)) {
      known.time = table.time;
      for (const key of known.keys) table.note(key);
      return known;
    }
    const names = namesRead(unitFacts(source, value.unit));
    const made = { names, results: [], keys: new Set<string>(), time: table.time };
    this.remembered.set(value, made);
    return made;
  }

  private infer(reader: NameReader, value: ContextValueEntry): Shape {
    if (value.output) return reader.outputShape(value, value.output);
    const own = reader.readerOf(value);
    const place = { scope: -1, phase: 'context', index: -1, event: undefined } as const;
    return own ? shapeOfVariable(own, value.node, reader.namesAt(value, place)) : UNKNOWN;
  }
}

/** Notes a variable by the names of all that its values may read. */
function addReader(
  readers: Map<string, Set<string>>,
  name: string,
  values: readonly Value[] | undefined,
): void {
  for (const read of readsOf(values)) {
    const others = readers.get(read);
    if (others) others.add(name);
    else readers.set(read, new Set([name]));
  }
}

function readsOf(values: readonly Value[] = []): Set<string> {
  return new Set(values.flatMap(({ known }) => known?.names ?? [ANY]));
}

/** What a variable was before a round; undefined for one that there is not. */
function shapeBefore(round: number, growth: readonly Growth[] | undefined): Shape | undefined {
  return growth && (growth.findLast((one) => one.round < round)?.shape ?? NEVER);
}

function isSamePlace(before: ContextValueEntry, value: ContextValueEntry): boolean {
  return (
    before.name.text === value.name.text &&
    before.source === value.source &&
    before.output?.index === value.output?.index &&
    (before.output === undefined) === (value.output === undefined)
  );
}

/** Stands for all names where they are told of a reader. */
const ANY = '';

function isEach(a: readonly Shape[], b: readonly Shape[]): boolean {
  return a.length === b.length && a.every((shape, index) => shape === b[index]);
}

function remember<T>(results: T[], result: T): void {
  results.push(result);
  if (results.length > MOST_REMEMBERED) results.shift();
}

/** Widened, but for a list that is still empty: whatever comes into it is assigned, and so is known. */
function generalized(shape: Shape): Shape {
  const isEmpty = (one: Shape) => one.kind === 'array' && one.items?.length === 0;
  return union(...alternatives(shape).map((one) => (isEmpty(one) ? one : widen(one))));
}

const readNames = new WeakMap<UnitFacts, { readonly names: readonly string[] | undefined }>();

/** The variables of the context that any expression of a unit names; undefined where one may name any. */
function namesRead(facts: UnitFacts): readonly string[] | undefined {
  const known = readNames.get(facts);
  if (known) return known.names;
  const uses = facts.expressions
    .flatMap(({ parts }) => parts.flatMap((part) => part.uses))
    .filter(({ name }) => name === 'context');
  const names = uses.flatMap(({ members }) => members[0]?.name ?? []);
  const found = names.length < uses.length ? undefined : [...new Set(names)];
  readNames.set(facts, { names: found });
  return found;
}
