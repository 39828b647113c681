import type { Project } from '../project/project';
import type { ContextValueEntry } from '../project/symbols';
import type { Workspace } from '../project/workspace';
import { sameShape } from '../shapes/covers';
import { NEVER, type Shape, UNKNOWN } from '../shapes/shape';
import { SharedShapes } from '../shapes/shared';
import { grouped } from '../text/grouped';
import { finished, type Steps } from '../text/steps';
import { ContextReads } from './context-reads';
import { JoinedValues } from './joined-values';
import { RememberedValues, type ShapesSoFar, type Value } from './remembered-values';

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

/** All values, and all variables that expressions change, in the table. */
const VALUES = 'contextValue/';
const CHANGES = 'contextChange/';

/** More values than these are not worked out in one go. */
const MANY_VALUES = 20;

/** A round more than there are, so that all rounds of the last run are remembered. */
const MOST_REMEMBERED = MOST_ROUNDS + 2;

/** What a variable grew to in a round. */
interface Growth {
  readonly round: number;
  readonly shape: Shape;
}

/** A value that has made way for another in its place, or for itself where it may come to something else now. */
interface Moved {
  readonly before: ContextValueEntry;
  readonly value: ContextValueEntry;
}

/** What has become of a run. */
interface Renewed {
  readonly context: ContextShapes;
  /** The variables that were worked out anew. */
  readonly names: Iterable<string>;
  /** What was looked up besides. */
  readonly keys: Iterable<string>;
}

/** A run with all that another needs which changes a few of its values only. */
interface Run {
  readonly byName: ReadonlyMap<string, Value[]>;
  readonly reads: ContextReads;
  /** What each variable grew to, round by round. */
  readonly growth: Map<string, readonly Growth[]>;
  /** The last round in which anything grew. */
  rounds: number;
  context: ContextShapes;
}

/** The rounds in which the shapes of a project's context variables are worked out, each of them kept. */
export class ContextFixpoint {
  private readonly values: RememberedValues;
  private readonly joined: JoinedValues;
  /** The moment of the texts of other files that values were made from. */
  private dataTime = -1;
  /** The values that the last run was made of, as the table gave them. */
  private entries: readonly ContextValueEntry[] = [];
  private last: Run | undefined;
  /** A run that was made ahead as of a moment, and what was looked up for it. */
  private ahead:
    | { readonly run: Run; readonly keys: ReadonlySet<string>; readonly moment: number }
    | undefined;

  constructor(
    private readonly workspace: Workspace,
    private readonly project: Project,
  ) {
    const shared = new SharedShapes();
    this.values = new RememberedValues(workspace, project, shared, MOST_REMEMBERED);
    this.joined = new JoinedValues(shared, MOST_REMEMBERED);
  }

  /** All of it, whatever has changed. */
  run(): ContextShapes {
    const { table } = this.project;
    this.forgetData();
    const { ahead } = this;
    this.ahead = undefined;
    this.entries = table.get('contextValue', '');
    if (ahead?.moment === table.lastChange) {
      table.noteAll(ahead.keys);
      this.last = ahead.run;
    } else this.last = finished(this.rounds(this.entries));
    return this.last.context;
  }

  /** Whether many values have come since the last run: each is worked out for the first time. */
  get isFarBehind(): boolean {
    return this.project.table.get('contextValue', '').length > this.entries.length + MANY_VALUES;
  }

  /** What a run would come to now that these keys have changed since the last one; undefined where one is due. */
  renewed(changed: readonly string[]): Renewed | undefined {
    const { last } = this;
    const moved = changed.includes(VALUES) ? this.moved() : [];
    const isKnown = moved !== undefined && this.dataTime === this.workspace.dataTime;
    if (last === undefined || !isKnown || changed.includes(CHANGES)) return undefined;
    const all = [...moved, ...concerned(last, changed, new Set(moved.map(({ before }) => before)))];
    if (all.length === 0) return { context: last.context, names: [], keys: [] };
    const { result: names, keys } = this.project.table.trackApart(() => this.followed(all, last));
    return { context: last.context, names, keys };
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
    this.values.clear();
    this.ahead = undefined;
    this.dataTime = this.workspace.dataTime;
  }

  /**
   * The values that have made way for others since the last time; undefined where it is not so that as many stand in
   * the same places as before.
   */
  private moved(): readonly Moved[] | undefined {
    const now = this.project.table.get('contextValue', '');
    const old = this.entries;
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
    this.entries = now;
    return moved;
  }

  /** Puts values in the places of others, and gives the names of their variables. */
  private takeIn(moved: readonly Moved[], { byName, reads }: Run): Set<string> {
    const names = new Set(moved.map(({ value }) => value.name.text));
    for (const name of names) reads.remove(name, readsOf(byName.get(name)));
    for (const { before, value } of moved) {
      const values = byName.get(value.name.text) ?? [];
      const index = values.findIndex(({ entry }) => entry === before);
      if (index >= 0) values[index] = this.values.valueOf(value);
    }
    for (const name of names) reads.add(name, readsOf(byName.get(name)));
    return names;
  }

  /** Has values in the places of others, and gives the variables that were worked out anew: just what these lead to. */
  private followed(moved: readonly Moved[], last: Run): ReadonlySet<string> {
    // To the same shapes from all that they were made from in any round.
    const isSame = moved.every(({ before, value }) => this.values.isLike(before, value));
    const names = this.takeIn(moved, last);
    if (isSame) return new Set();
    // What is added is looked at as well.
    for (const name of names) for (const reader of last.reads.readersOf(name)) names.add(reader);
    last.context = this.roundsOf(names, last);
    return names;
  }

  /** The rounds of a few variables, while those of all others stay as they were. */
  private roundsOf(names: ReadonlySet<string>, last: Run): ContextShapes {
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
    return { shapes, changed };
  }

  private *rounds(entries: readonly ContextValueEntry[]): Steps<Run> {
    const { table } = this.project;
    const all: Value[] = [];
    for (const entry of this.project.sorted(entries)) {
      all.push(this.values.valueOf(entry));
      yield;
    }
    const byName = grouped(all, ({ entry }) => entry.name.text);
    this.joined.retain(byName.keys());
    const reads = new ContextReads();
    for (const [name, of] of byName) reads.add(name, readsOf(of));
    const growth = new Map(Array.from(byName.keys(), (name): [string, Growth[]] => [name, []]));
    const changed = new Set(table.get('contextChange', '').map(({ name }) => name.text));
    if (changed.has('')) for (const name of byName.keys()) changed.add(name);
    const unknown = new Set(changed);
    const shapes = new Map(Array.from(byName.keys(), (name): [string, Shape] => [name, NEVER]));
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
      if (grown.size === 0) return { byName, reads, growth, rounds: round - 1, context: { shapes, changed } };
      const next = new Set<string>();
      for (const [name, shape] of grown) {
        shapes.set(name, shape);
        growth.get(name)?.push({ round, shape });
        if (round >= MOST_ROUNDS) {
          unknown.add(name);
          next.add(name);
        }
        for (const reader of reads.readersOf(name)) next.add(reader);
      }
      pending = next;
    }
  }

  /** What a variable comes to with these values, one of them at a step. */
  private *shapeOf(name: string, values: readonly Value[], context: ShapesSoFar): Steps<Shape> {
    const from: Shape[] = [];
    for (const value of values) {
      from.push(this.values.shapeOf(value, context));
      yield;
    }
    return this.joined.shapeOf(name, values, from);
  }
}

/** The values that one of these keys was looked up for, without those that are gone. */
function concerned({ byName }: Run, keys: readonly string[], gone: ReadonlySet<ContextValueEntry>): Moved[] {
  const found: Moved[] = [];
  for (const values of byName.values()) {
    for (const { entry, known } of values)
      if (!gone.has(entry) && keys.some((key) => known?.keys.has(key)))
        found.push({ before: entry, value: entry });
  }
  return found;
}

/** The names that each of some values may read. */
function readsOf(values: readonly Value[] = []): readonly (readonly string[] | undefined)[] {
  return values.map(({ known }) => known?.reads);
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
