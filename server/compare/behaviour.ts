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
  type ExploredTurn,
  type ExploreFinding,
  type ExploreOptions,
  explorationTask,
} from '../run/explore/explore';
import { Faults } from '../run/explore/faults';
import { FROM_BEGINNING, type ResultSource, ReusedSandbox, TurnPlayer } from '../run/explore/player';
import type { TurnPath } from '../run/explore/turn-path';
import { sourceRangeOf } from '../run/sandbox/evaluator';
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
import { TurnComparison } from './turn-difference';

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
  options: BehaviourOptions,
): Task<ComparedBehaviour> {
  const comparison = new Comparison(before, after, matching, options);
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
    const comparison = new TurnComparison(before.program, after.program, matching);
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
    this.addReached(old, now);
    this.addDeadEnds(old, now);
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
    const range = version && sourceRangeOf(programScopeAt(version.program, state)?.source.origin);
    return range && { ...range, version: version.name };
  }

  /** States that only one version reaches, although the other exploration is complete. */
  private addReached(old: Exploration, now: Exploration): void {
    const isReached = ({ reached }: Exploration, program: Program, path: ScopePath) => {
      const origin = programScopeAt(program, path)?.source.origin;
      return origin !== undefined && reached.has(origin);
    };
    for (const state of unreachedStates(now)) {
      const was = this.matching.oldPathOf(state);
      if (was === undefined || !isReached(old, this.before.program, was)) continue;
      this.changes.add(JSON.stringify(['unreachable', state]), Number.POSITIVE_INFINITY, () =>
        this.changeAt('unreachable', state, undefined, [], []),
      );
    }
    for (const was of unreachedStates(old)) {
      const state = this.matching.newPathOf(was);
      const entry = state && this.entries.get(stateLabel(state));
      if (state === undefined || entry === undefined) continue;
      this.changes.add(JSON.stringify(['reachable', state]), entry.path.length, () =>
        this.changeAt('reachable', state, entry.path, [], entry.outputs),
      );
    }
  }

  /** Dead ends that only one version has, in states that both reach or that are new. */
  private addDeadEnds(old: Exploration, now: Exploration): void {
    const labels = (found: Exploration) =>
      new Set(deadEndsOf(found).flatMap(({ state }) => (state ? [stateLabel(state)] : [])));
    const [before, after] = [labels(old), labels(now)];
    for (const { state, path } of deadEndsOf(now)) {
      const was = state && this.matching.oldPathOf(state);
      if (state === undefined || path === undefined || (was && before.has(stateLabel(was)))) continue;
      if (was && !old.isComplete) continue;
      this.changes.add(JSON.stringify(['dead-end appears', state]), path.events.length, () =>
        this.changeAt('fault-appears', state, path, [], this.lastOutputs(this.after, path)),
      );
    }
    for (const { state: was, path } of deadEndsOf(old)) {
      const state = was && this.matching.newPathOf(was);
      if (state === undefined || path === undefined || after.has(stateLabel(state))) continue;
      if (!now.isComplete || !this.entries.has(stateLabel(state))) continue;
      this.changes.add(JSON.stringify(['dead-end disappears', state]), path.events.length, () =>
        this.changeAt('fault-disappears', state, path, this.lastOutputs(this.before, path), []),
      );
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

function unreachedStates({ findings }: Exploration): readonly ScopePath[] {
  return findings.flatMap(({ code, state }) => (code === 'state-unreached' && state ? [state] : []));
}

function deadEndsOf({ findings }: Exploration): readonly ExploreFinding[] {
  return findings.filter(({ code }) => code === 'dead-end');
}

function undecidedOf(explorations: readonly (readonly [VersionName, Exploration])[]): Undecided {
  return {
    conversations: explorations.reduce((sum, [, { untried }]) => sum + untried, 0),
    why: explorations.flatMap(([version, { stoppedBy }]) => (stoppedBy ? [{ version, stoppedBy }] : [])),
  };
}
