import type { Task } from '../engine/task';
import { stateLabel } from '../format/target-path';
import type { ScopePath } from '../project/names/scope-path';
import type { ConversationOutput } from '../run/conversation/events';
import { type Program, programScopeAt } from '../run/conversation/program';
import { exampleOf } from '../run/conversation/tasks';
import { dataflowOf } from '../run/explore/dataflow';
import {
  type ConversationPath,
  type Exploration,
  type ExploreCode,
  type ExploredTurn,
  type ExploreOptions,
  explorationTask,
} from '../run/explore/explore';
import { Faults } from '../run/explore/faults';
import { FROM_BEGINNING, type ResultSource, ReusedSandbox, TurnPlayer } from '../run/explore/player';
import type { TurnPath } from '../run/explore/turn-path';
import type { BehaviourChange, BehaviourKind, Undecided, VersionName, VersionPlace } from './difference';
import {
  type ComparedTurn,
  type ComparedVersion,
  correspondingTasks,
  Follower,
  NOTHING_REACHED,
  type PairedSituation,
} from './follower';
import type { Matching } from './matching';
import type { NewEvents } from './noticed-turn';
import { placeInVersion } from './structure';
import { endKey, TurnComparison } from './turn-difference';

/** `maxSteps` and `maxMilliseconds` limit each of the two explorations. */
export type BehaviourOptions = Pick<
  ExploreOptions,
  'sandbox' | 'now' | 'maxSteps' | 'maxMilliseconds' | 'observed'
> & {
  /** Called for each explored turn. */
  readonly onTurn?: () => void;
};

interface ComparedBehaviour {
  readonly behaviour: readonly BehaviourChange[];
  readonly undecided: Undecided;
  /** The number of turns that were played, of both versions. */
  readonly turns: number;
}

/**
 * Explores both versions and plays each explored conversation on the other one. What limits cut off is undecided.
 */
export function* behaviourTask(
  before: Program,
  after: Program,
  matching: Matching,
  newEventOf: NewEvents,
  options: BehaviourOptions,
): Task<ComparedBehaviour> {
  const comparison = new Comparison(before, after, matching, newEventOf, options);
  try {
    return yield* comparison.run();
  } finally {
    comparison.dispose();
  }
}

/** @param before undefined if the versions differ in how they got there */
type Follow = (turn: ExploredTurn, before: PairedSituation | undefined) => PairedSituation | undefined;

const EXAMPLES: ResultSource = { resultsFor: (call) => ({ values: [exampleOf(call)], isCut: false }) };

class Comparison {
  private readonly before: ComparedVersion;
  private readonly after: ComparedVersion;
  private readonly sandboxes: ReusedSandbox;
  private readonly changes = new Changes();
  /** The shortest conversation to each state of the new version, with the outputs of its last turn. */
  private readonly entries = new Map<string, { path: TurnPath; outputs: readonly ConversationOutput[] }>();
  private turns = 0;

  constructor(
    before: Program,
    after: Program,
    private readonly matching: Matching,
    private readonly newEventOf: NewEvents,
    private readonly options: BehaviourOptions,
  ) {
    this.sandboxes = new ReusedSandbox(options.sandbox);
    const version = (
      name: ComparedVersion['name'],
      program: Program,
      tasks: ComparedVersion['tasks'],
    ): ComparedVersion => ({
      name,
      program,
      player: new TurnPlayer(program, EXAMPLES, this.sandboxes, {}),
      faults: new Faults(program, dataflowOf(program)),
      tasks,
    });
    this.before = version(
      'before',
      before,
      correspondingTasks(before, after, (path) => matching.newPathOf(path)),
    );
    this.after = version(
      'after',
      after,
      correspondingTasks(after, before, (path) => matching.oldPathOf(path)),
    );
  }

  *run(): Task<ComparedBehaviour> {
    const { before, after, matching } = this;
    const comparison = new TurnComparison(before.program, after.program, matching, this.newEventOf);
    const compared = new Map<string, boolean>();
    const onDifference = (turn: ComparedTurn) => this.addTurn(turn);
    const forward = new Follower(before, after, comparison, compared, onDifference);
    const old = yield* this.explored(
      before,
      (turn, situation) => situation && forward.follow(turn, situation),
    );
    const back = new Follower(after, before, comparison, compared, onDifference);
    const now = yield* this.explored(after, (turn, situation) => {
      this.noteEntries(turn);
      return situation && back.follow(turn, situation);
    });
    this.turns += forward.turns + back.turns;
    this.addFindings(before, old, now);
    this.addFindings(after, now, old);
    return {
      behaviour: this.changes.sorted(),
      undecided: undecidedOf([
        ['before', old],
        ['after', now],
      ]),
      turns: this.turns,
    };
  }

  dispose(): void {
    this.sandboxes.dispose();
  }

  private *explored({ program }: ComparedVersion, follow: Follow): Task<Exploration> {
    const onTurn: ExploreOptions['onTurn'] = (turn, _message, companion) => {
      this.options.onTurn?.();
      return follow(
        turn,
        turn.path.step.event ? (companion as PairedSituation | undefined) : NOTHING_REACHED,
      );
    };
    const found = yield* explorationTask(program, { ...this.options, reused: this.sandboxes, onTurn });
    this.turns += found.steps;
    return found;
  }

  private noteEntries({ outputs, path }: ExploredTurn): void {
    for (const one of outputs) {
      if (one.kind !== 'state') continue;
      const key = stateLabel(one.path);
      const known = this.entries.get(key);
      if (known === undefined || path.length < known.path.length) this.entries.set(key, { path, outputs });
    }
  }

  private addTurn({ difference, path, before, after }: ComparedTurn): void {
    const { kind, state, key } = difference;
    this.changes.add(key, path.length, () => this.changeAt(kind, state, path, before, after));
  }

  private changeAt(
    kind: BehaviourKind,
    state: ScopePath | undefined,
    path: ConversationPath | undefined,
    before: readonly ConversationOutput[],
    after: readonly ConversationOutput[],
  ): BehaviourChange {
    return {
      kind,
      state: state ? stateLabel(state) : '',
      place: state && this.placeOf(state),
      path: path && { events: path.events },
      before,
      after,
      conversations: 1,
    };
  }

  private placeOf(state: ScopePath): VersionPlace | undefined {
    const version = [this.after, this.before].find(({ program }) => programScopeAt(program, state));
    const source = version && programScopeAt(version.program, state)?.source;
    return source && placeInVersion(source, version.name);
  }

  /**
   * Adds what an exploration found and the other one did not, where both have the state: dead ends, and states that only
   * the other one reaches. Dead ends in new states count as well, and in those that the other version cannot reach.
   */
  private addFindings(version: ComparedVersion, found: Exploration, others: Exploration): void {
    const isNew = version === this.after;
    const other = isNew ? this.before.program : this.after.program;
    const known = new Set(others.findings.map(({ code, state }) => findingKey(code, state)));
    for (const { code, state, path } of found.findings) {
      if (state === undefined) continue;
      const there = isNew ? this.matching.oldPathOf(state) : this.matching.newPathOf(state);
      if (there && known.has(findingKey(code, there))) continue;
      const origin = there && programScopeAt(other, there)?.source.origin;
      const isReached = origin !== undefined && others.reached.has(origin);
      const shown = isNew ? state : (there ?? state);
      const key = findingKey(code, shown);
      if (code === 'state-unreached' && isReached) {
        const entry = isNew ? undefined : this.entries.get(stateLabel(shown));
        this.changes.add(key, entry?.path.length ?? Number.POSITIVE_INFINITY, () =>
          this.changeAt(isNew ? 'unreachable' : 'reachable', shown, entry?.path, [], entry?.outputs ?? []),
        );
      } else if (code === 'dead-end' && path && (isNew || isReached) && (!there || others.isComplete)) {
        const kind = isNew ? 'fault-appears' : 'fault-disappears';
        // Where the other version ends, this is the same change.
        if (this.changes.recast(endKey(shown), kind)) continue;
        const outputs = this.lastOutputs(version, path);
        this.changes.add(key, path.events.length, () =>
          isNew
            ? this.changeAt(kind, shown, path, [], outputs)
            : this.changeAt(kind, shown, path, outputs, []),
        );
      }
    }
  }

  /** The outputs of the last turn of a conversation with a version. */
  private lastOutputs(
    { player }: ComparedVersion,
    { events }: ConversationPath,
  ): readonly ConversationOutput[] {
    let route = FROM_BEGINNING;
    let outputs: readonly ConversationOutput[] = [];
    for (const { event, results } of events) {
      const choices = new Map(results.map(({ key, value }) => [key, value]));
      ({ route, outputs } = player.play(route, { event, choices }));
      this.turns++;
    }
    return outputs;
  }
}

/** Changes by their keys, each with the shortest of its conversations. */
class Changes {
  private readonly byKey = new Map<string, { length: number; count: number; change: BehaviourChange }>();

  add(key: string, length: number, changeNow: () => BehaviourChange): void {
    const known = this.byKey.get(key);
    if (known === undefined) this.byKey.set(key, { length, count: 1, change: changeNow() });
    else {
      known.count++;
      if (length < known.length) Object.assign(known, { length, change: changeNow() });
    }
  }

  /** Gives a change another kind; false if there is none with this key. */
  recast(key: string, kind: BehaviourKind): boolean {
    const known = this.byKey.get(key);
    if (known) known.change = { ...known.change, kind };
    return known !== undefined;
  }

  /** In the order of the lengths of their conversations, then by place. */
  sorted(): readonly BehaviourChange[] {
    return [...this.byKey.values()]
      .toSorted((a, b) => a.length - b.length || comparePlaces(a.change.place, b.change.place))
      .map(({ count, change }) => ({ ...change, conversations: count }));
  }
}

function comparePlaces(a: VersionPlace | undefined, b: VersionPlace | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (a.address !== b.address) return a.address < b.address ? -1 : 1;
  return a.start - b.start;
}

function findingKey(code: ExploreCode, state: ScopePath | undefined): string {
  return JSON.stringify([code, state]);
}

function undecidedOf(explorations: readonly (readonly [VersionName, Exploration])[]): Undecided {
  return {
    conversations: explorations.reduce((sum, [, { untried }]) => sum + untried, 0),
    why: explorations.flatMap(([version, { stoppedBy }]) => (stoppedBy ? [{ version, stoppedBy }] : [])),
  };
}
