import { type Key, MemoStore } from './memo-store';
import { runTask, type Task } from './task';
import { nameOfKey, traceOf } from './trace';

/** Counts the changes of inputs. */
export type RevisionNumber = number;

/** What a query can depend on: an input or the result of another query. */
interface Dependency {
  /** The revision in which the value last changed. */
  changedAt: RevisionNumber;
  /** Whether the value is provisional: something that it needs has not been read yet. */
  isPending: boolean;
  /** The inputs among which those are that it depends on; undefined if they have several owners. */
  inputs: Inputs | undefined;
  /** The groups of all inputs that it depends on, a bit each, in two numbers. */
  groups: number;
  moreGroups: number;
  /** The revision in which the value is known to be valid. */
  readonly verifiedAt: RevisionNumber;
  readonly label: string;
}

/** A revision that is never reached, and that V8 stores without an object. */
const ALWAYS: RevisionNumber = 2 ** 30;

/** V8 stores a number of so many bits without an object. */
const BITS = 31;
/** Groups are bits of two numbers; beyond these, all groups share the last one. */
const MAX_GROUPS = 2 * BITS;

/** When the inputs of one owner, such as a workspace, last changed: the results of others are not even verified then. */
export class Inputs {
  /** The revision in which an input of each group last changed. */
  private readonly groupChanges: RevisionNumber[] = Array(MAX_GROUPS).fill(0);
  /** The groups that have changed since a revision, cached for the revision requested last. */
  private readonly changedGroups = { since: 0, at: 0, groups: 0, moreGroups: 0 };

  change(group: number, revision: RevisionNumber): void {
    this.groupChanges[group] = revision;
  }

  /** The groups with inputs that have changed since a revision. */
  groupsChangedSince(
    revision: RevisionNumber,
    current: RevisionNumber,
  ): { readonly groups: number; readonly moreGroups: number } {
    const known = this.changedGroups;
    if (known.since === revision && known.at === current) return known;
    known.groups = known.moreGroups = 0;
    for (const [group, changedAt] of this.groupChanges.entries()) {
      if (changedAt <= revision) continue;
      if (group < BITS) known.groups |= 1 << group;
      else known.moreGroups |= 1 << (group - BITS);
    }
    known.since = revision;
    known.at = current;
    return known;
  }
}

/** One input. Its owner stores the value, reports reads (`Engine.read`) and changes (`Engine.change`). */
export class Cell implements Dependency {
  changedAt: RevisionNumber = 0;
  isPending = false;
  /** The value of an input is always valid. */
  readonly verifiedAt: RevisionNumber = ALWAYS;

  readonly groups: number;
  readonly moreGroups: number;

  /**
   * @param inputs all inputs of its owner
   * @param label its name in traces
   * @param group see `Engine.group`; the default is shared by all inputs without one
   */
  constructor(
    readonly inputs: Inputs,
    readonly label: string,
    readonly group = MAX_GROUPS - 1,
  ) {
    this.groups = group < BITS ? 1 << group : 0;
    this.moreGroups = group < BITS ? 0 : 1 << (group - BITS);
  }
}

/** Values of `verifiedAt`: there is no result yet, or it is being computed. Otherwise it is a revision. */
const NOT_COMPUTED: RevisionNumber = -1;
const RUNNING: RevisionNumber = -2;

/** The cached result of a query for one list of keys. There are many, so each member costs memory. */
class Memo<Value> implements Dependency {
  value: Value | undefined;
  changedAt: RevisionNumber = 0;
  verifiedAt: RevisionNumber = NOT_COMPUTED;
  isPending = false;
  inputs: Inputs | undefined;
  groups = 0;
  moreGroups = 0;
  /** In the order in which they were read. */
  dependencies: readonly Dependency[] = NONE;
  /** The dependency whose change caused the last execution. */
  cause: Dependency | undefined;
  executions = 0;

  /** The keys; usually there is one, which needs no list. */
  private readonly heldKeys: Key;

  constructor(
    readonly query: QueryDefinition<Value>,
    keys: readonly Key[],
  ) {
    this.heldKeys = keys.length === 1 && !Array.isArray(keys[0]) ? keys[0] : keys;
  }

  get keys(): readonly Key[] {
    const { heldKeys } = this;
    return Array.isArray(heldKeys) ? heldKeys : [heldKeys];
  }

  get label(): string {
    const names = this.keys.flatMap((key) => (typeof key === 'object' ? [] : [nameOfKey(key)]));
    return [this.query.name, ...names].join(' ');
  }
}

const NONE: readonly never[] = [];

interface QueryDefinition<Value> {
  readonly name: string;
  compute(keys: readonly Key[]): Value;
  equals(before: Value, after: Value): boolean;
}

export interface QueryOptions<Value> {
  /** Early cutoff: a result equal to the previous one keeps its identity and revision. The default is `Object.is`. */
  readonly equals?: (before: Value, after: Value) => boolean;
}

/** A query: computes its result when it is called, or returns the cached one while it is valid. */
export type Query<Keys extends readonly Key[], Value> = (...keys: Keys) => Value;

/** A query that can also be computed as a task. */
export interface SlicedQuery<Keys extends readonly Key[], Value> extends Query<Keys, Value> {
  /** Computes the result in slices if it is not valid, so that a call of the query returns without computation. */
  readonly asTask: (...keys: Keys) => Task<Value>;
}

/** The unfinished computation of a sliced query for one list of keys. */
class PartialExecution<Value> {
  /** The revision in which everything that it has read was known to be unchanged. */
  verifiedAt: RevisionNumber = NOT_COMPUTED;
  task: Task<Value> | undefined;
  frame: Frame = { dependencies: new Set(), isPending: false };
  result: { readonly value: Value } | undefined;
}

/** The dependencies that a computation has read. */
interface Frame {
  /** Undefined if reads are not recorded. */
  readonly dependencies: Set<Dependency> | undefined;
  isPending: boolean;
}

/**
 * Inputs and pure queries with early cutoff. A result is valid while none of the inputs and results that it was
 * computed from has changed. Keys that are objects are held weakly; results for strings and numbers are dropped if
 * they have not been used for long. A query must not read itself, change an input, or read mutable state other than
 * inputs.
 */
export class Engine {
  private current: RevisionNumber = 1;
  private frame: Frame | undefined;
  private readonly groups: string[] = [];
  private readonly stores = new WeakMap<object, readonly MemoStore<Memo<unknown>>[]>();
  /** The number of executed queries. */
  executions = 0;
  /** Called whenever a query is executed; tests count work here. */
  onExecute: ((query: string, keys: readonly Key[]) => void) | undefined;

  get revision(): RevisionNumber {
    return this.current;
  }

  /** Whether a computation is running that records what it reads. */
  get isRecording(): boolean {
    return this.frame !== undefined;
  }

  /** Whether the running computation has read a pending input. */
  get isPending(): boolean {
    return this.frame?.isPending === true;
  }

  /** Records that an input is read. */
  read(cell: Cell): void {
    this.record(cell);
  }

  /** Records that an input has changed. */
  change(cell: Cell): void {
    if (this.frame?.dependencies) throw new Error(`A query must not change the input ${cell.label}.`);
    this.current++;
    cell.changedAt = this.current;
    cell.inputs.change(cell.group, this.current);
  }

  /**
   * The group of this name, for new inputs. While no input of a group changes, results that depend on no other group
   * are valid without a check of their dependencies.
   */
  group(name: string): number {
    const known = this.groups.indexOf(name);
    const group = known >= 0 ? known : this.groups.push(name) - 1;
    return Math.min(group, MAX_GROUPS - 1);
  }

  /** Marks an input as not read yet, or as known. */
  setPending(cell: Cell, isPending: boolean): void {
    if (cell.isPending === isPending) return;
    cell.isPending = isPending;
    this.change(cell);
  }

  /** Defines a query. `name` identifies it in traces and counters. */
  query<Keys extends readonly Key[], Value>(
    name: string,
    compute: (...keys: Keys) => Value,
    { equals = Object.is }: QueryOptions<Value> = {},
  ): Query<Keys, Value> {
    const definition = { name, compute: (keys: readonly Key[]) => compute(...(keys as Keys)), equals };
    const stores: MemoStore<Memo<Value>>[] = [];
    const create = (keys: readonly Key[]) => new Memo(definition, keys);
    const query = (...keys: Keys): Value => {
      let store = stores[keys.length];
      if (store === undefined) {
        store = new MemoStore();
        stores[keys.length] = store;
      }
      const memo = store.get(keys, this.current, create);
      this.refresh(memo);
      // A result that depends on nothing never changes.
      if (memo.dependencies.length > 0) this.record(memo);
      return memo.value as Value;
    };
    this.stores.set(query, stores as MemoStore<Memo<unknown>>[]);
    return query;
  }

  /**
   * Defines a query that can be computed as a task. The next reader of the result continues an unfinished computation,
   * also after changes, unless something that it has read has changed.
   */
  slicedQuery<Keys extends readonly Key[], Value>(
    name: string,
    compute: (...keys: Keys) => Task<Value>,
    options: QueryOptions<Value> = {},
  ): SlicedQuery<Keys, Value> {
    const engine = this;
    const store = new MemoStore<PartialExecution<Value>>();
    const query = this.query(
      name,
      (...keys: Keys): Value => {
        const partial = store.find(keys);
        if (partial === undefined || !this.canContinue(partial)) return runTask(compute(...keys));
        while (partial.result === undefined) this.runStep(partial);
        const { frame, result } = partial;
        partial.task = partial.result = undefined;
        for (const dependency of frame.dependencies ?? NONE) this.record(dependency);
        return result.value;
      },
      options,
    );
    function* asTask(...keys: Keys): Task<Value> {
      while (!engine.isValid(query, keys)) {
        const partial = store.get(keys, engine.current, () => new PartialExecution<Value>());
        if (!engine.canContinue(partial)) {
          partial.task = compute(...keys);
          partial.frame = { dependencies: new Set(), isPending: false };
          partial.verifiedAt = engine.current;
        }
        // The cached result is looked up again only after an input has changed, or another caller has taken the result.
        do {
          engine.runStep(partial);
          if (partial.result !== undefined) return query(...keys);
          yield;
        } while (partial.task !== undefined && partial.verifiedAt === engine.current);
      }
      return query(...keys);
    }
    return Object.assign(query, { asTask });
  }

  /**
   * Defines a computation that several queries share within one revision: it runs once for each key. Each query that
   * uses it depends on everything that it reads. The result is released with its key.
   */
  shared<Subject extends object, Value>(compute: (key: Subject) => Value): (key: Subject) => Value {
    const known = new WeakMap<
      Subject,
      { readonly value: Value; readonly frame: Frame; readonly at: RevisionNumber }
    >();
    return (key) => {
      let found = known.get(key);
      if (found?.at !== this.current) {
        const frame: Frame = { dependencies: new Set(), isPending: false };
        found = { value: this.withFrame(frame, () => compute(key)), frame, at: this.current };
        known.set(key, found);
      }
      for (const dependency of found.frame.dependencies ?? NONE) this.record(dependency);
      return found.value;
    };
  }

  /** Runs a computation without recording its reads for the running query. */
  untracked<T>(read: () => T): T {
    return this.withFrame({ dependencies: undefined, isPending: false }, read);
  }

  /** Runs a computation and reports whether it has read anything pending. */
  observe<T>(read: () => T): { readonly value: T; readonly isPending: boolean } {
    const frame: Frame = { dependencies: this.frame?.dependencies, isPending: false };
    const value = this.withFrame(frame, read);
    if (frame.isPending && this.frame) this.frame.isPending = true;
    return { value, isPending: frame.isPending };
  }

  /**
   * Explains the cached result of a query, without verifying it: executions, revisions, why it was last executed, and
   * the same of what it depends on.
   */
  trace<Keys extends readonly Key[], Value>(query: Query<Keys, Value>, ...keys: Keys): string {
    const memo = this.stores.get(query)?.[keys.length]?.find(keys);
    return memo ? traceOf(memo) : 'not computed';
  }

  /** Whether there is an unfinished computation whose dependencies have not changed. */
  private canContinue<Value>(partial: PartialExecution<Value>): boolean {
    if (partial.task === undefined) return false;
    if (partial.verifiedAt === this.current) return true;
    const { dependencies = NONE } = partial.frame;
    const isChanged = this.changedDependency([...dependencies], partial.verifiedAt) !== undefined;
    partial.verifiedAt = this.current;
    if (isChanged) partial.task = partial.result = undefined;
    return !isChanged;
  }

  /** Runs the next step of a computation. After an exception it has to start again. */
  private runStep<Value>(partial: PartialExecution<Value>): void {
    const { task, frame } = partial;
    if (task === undefined || partial.result !== undefined) return;
    partial.task = undefined;
    const step = this.withFrame(frame, () => task.next());
    if (step.done === true) partial.result = { value: step.value };
    partial.task = task;
  }

  /** Whether the cached result of a query is valid. */
  private isValid<Keys extends readonly Key[], Value>(query: Query<Keys, Value>, keys: Keys): boolean {
    const memo = this.stores.get(query)?.[keys.length]?.find(keys);
    if (memo === undefined || memo.verifiedAt < 0) return false;
    return memo.verifiedAt === this.current || this.changeOf(memo) === undefined;
  }

  private record(dependency: Dependency): void {
    const { frame } = this;
    if (frame === undefined) return;
    frame.dependencies?.add(dependency);
    if (dependency.isPending) frame.isPending = true;
  }

  private refresh<Value>(memo: Memo<Value>): void {
    if (memo.verifiedAt === this.current) return;
    if (memo.verifiedAt >= 0) {
      const changed = this.changeOf(memo);
      if (changed === undefined) return;
      memo.cause = changed;
    }
    this.execute(memo);
  }

  /** The first dependency that has changed since a result was verified; if none has, the result is verified. */
  private changeOf<Value>(memo: Memo<Value>): Dependency | undefined {
    const isUntouched = !this.mayHaveChanged(memo);
    const changed = isUntouched ? undefined : this.changedDependency(memo.dependencies, memo.verifiedAt);
    if (changed !== undefined) return changed;
    // Dependencies may have been executed with an equal result, and may now depend on other groups.
    if (!isUntouched) setInputs(memo);
    memo.verifiedAt = this.current;
    return undefined;
  }

  /** Whether an input of a group that a result depends on has changed since the result was verified. */
  private mayHaveChanged(memo: Memo<unknown>): boolean {
    if (memo.inputs === undefined) return memo.dependencies.length > 0;
    const { groups, moreGroups } = memo.inputs.groupsChangedSince(memo.verifiedAt, this.current);
    return (memo.groups & groups) !== 0 || (memo.moreGroups & moreGroups) !== 0;
  }

  /**
   * The first dependency that has changed since the result was verified. Dependencies are checked in the order in
   * which they were read, so nothing is executed that the computation would no longer read.
   */
  private changedDependency(
    dependencies: readonly Dependency[],
    verifiedAt: RevisionNumber,
  ): Dependency | undefined {
    const { current } = this;
    // An indexed loop without unnecessary calls: one keystroke checks tens of thousands of dependencies.
    for (let index = 0; index < dependencies.length; index++) {
      const dependency = dependencies[index] as Dependency;
      if (dependency.verifiedAt < current) this.refresh(dependency as Memo<unknown>);
      if (dependency.changedAt > verifiedAt) return dependency;
    }
    return undefined;
  }

  private execute<Value>(memo: Memo<Value>): void {
    if (memo.verifiedAt === RUNNING) throw new Error(`The query ${memo.label} depends on itself.`);
    const { query, keys } = memo;
    const dependencies = new Set<Dependency>();
    const frame: Frame = { dependencies, isPending: false };
    const isFirst = memo.verifiedAt === NOT_COMPUTED;
    memo.verifiedAt = RUNNING;
    memo.executions++;
    this.executions++;
    this.onExecute?.(query.name, keys);
    try {
      const value = this.withFrame(frame, () => query.compute(keys));
      const isSame =
        !isFirst && memo.isPending === frame.isPending && query.equals(memo.value as Value, value);
      if (!isSame) {
        memo.value = value;
        memo.changedAt = this.current;
      }
      memo.isPending = frame.isPending;
      memo.dependencies = dependencies.size === 0 ? NONE : [...dependencies];
      setInputs(memo);
      memo.verifiedAt = this.current;
    } finally {
      // After an exception the next caller computes it again.
      if (memo.verifiedAt === RUNNING) memo.verifiedAt = NOT_COMPUTED;
    }
  }

  private withFrame<T>(frame: Frame, run: () => T): T {
    const outer = this.frame;
    this.frame = frame;
    try {
      return run();
    } finally {
      this.frame = outer;
    }
  }
}

/** Collects the owner and the groups of the dependencies of a result. */
function setInputs(memo: Memo<unknown>): void {
  let [groups, moreGroups] = [0, 0];
  let inputs = memo.dependencies[0]?.inputs;
  for (const dependency of memo.dependencies) {
    groups |= dependency.groups;
    moreGroups |= dependency.moreGroups;
    if (dependency.inputs !== inputs) inputs = undefined;
  }
  memo.inputs = inputs;
  memo.groups = groups;
  memo.moreGroups = moreGroups;
}

/**
 * The queries of this process. It holds no data of a workspace: results belong to their keys, inputs to their owners.
 * Only results for strings and numbers are shared, which depend on nothing else.
 */
export const engine = new Engine();
