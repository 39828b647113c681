import type { ScopePath } from '../project/names/scope-path';
import type { ConversationEvent, ConversationOutput, Json } from '../run/conversation/events';
import { type Program, programScopeAt } from '../run/conversation/program';
import type { SourceValue } from '../run/conversation/source-value';
import type { ExploredTurn } from '../run/explore/explore';
import type { Faults } from '../run/explore/faults';
import {
  FROM_BEGINNING,
  keyOfTask,
  type Route,
  type TaskResult,
  type TurnPlayer,
  type TurnResult,
} from '../run/explore/player';
import { TurnPath } from '../run/explore/turn-path';
import { hashOf } from '../text/hash';
import type { VersionName } from './difference';
import type { VersionTurn } from './noticed-turn';
import type { TurnComparison, TurnDifference } from './turn-difference';
import { commonEvent, matchingEvent, NOT_BEGUN, raisedEvent, type Waiting, waitingAfter } from './waiting';

/** One of the two versions. */
export interface ComparedVersion {
  readonly name: VersionName;
  readonly program: Program;
  /** Plays turns with given results of tasks. */
  readonly player: TurnPlayer;
  readonly faults: Faults;
  /** The keys of the corresponding tasks of the other version, by key. */
  readonly tasks: ReadonlyMap<string, string>;
}

/** A turn in both versions. */
export interface ComparedTurn {
  readonly difference: TurnDifference;
  /** A conversation for both versions. */
  readonly path: TurnPath;
  readonly before: readonly ConversationOutput[];
  readonly after: readonly ConversationOutput[];
}

/** Whether conversations that were compared go on in the same way, by their keys. */
export type ComparedPaths = Map<string, boolean>;

/** An explored situation, and the one that the same conversation leads to in the other version. */
interface Pair {
  /** How to reach it in the other version. */
  readonly route: Route;
  readonly explored: Waiting;
  readonly other: Waiting;
  /** The last result of each task of the other version. */
  readonly results: ReadonlyMap<string, Json>;
  /** The conversation for both versions; undefined before it begins. */
  readonly path: TurnPath | undefined;
}

/** An explored situation that is compared. */
export interface PairedSituation {
  /** Undefined until a turn from there is played on the other version, if the turn to it was skipped. */
  pair: Pair | undefined;
  /** Equal for the same conversation with the new version. */
  readonly key: string;
  /** The turn to it, and the situation before it. It was compared in an equal conversation already. */
  skipped: { readonly turn: SkippedTurn; readonly before: PairedSituation } | undefined;
}

type SkippedTurn = Pick<ExploredTurn, 'outputs' | 'path'>;

/** A turn that was played on the other version. */
interface Followed {
  readonly event: ConversationEvent | undefined;
  readonly played: TurnResult;
  /** The tasks that got the example of the explored version. */
  readonly examples: ReadonlySet<string>;
  readonly pair: Pair & { readonly path: TurnPath };
}

/** Before the first turn. */
export const NOTHING_REACHED: PairedSituation = {
  pair: {
    route: FROM_BEGINNING,
    explored: NOT_BEGUN,
    other: NOT_BEGUN,
    results: new Map(),
    path: undefined,
  },
  key: '',
  skipped: undefined,
};

/**
 * Plays each turn that an exploration of one version plays on the other one as well, from where the turns before it
 * led there, and compares them.
 */
export class Follower {
  /** The number of turns that were played on the other version. */
  turns = 0;

  /** @param compared the conversations that were compared: first with the old version explored, then with the new one */
  constructor(
    private readonly explored: ComparedVersion,
    private readonly other: ComparedVersion,
    private readonly comparison: TurnComparison,
    private readonly compared: ComparedPaths,
    private readonly onDifference: (turn: ComparedTurn) => void,
  ) {}

  /**
   * Undefined if the conversation does not go on in the same way.
   *
   * @param before the situation before the turn
   */
  follow(turn: ExploredTurn, before: PairedSituation): PairedSituation | undefined {
    const { outputs, path } = turn;
    const isOld = this.explored.name === 'before';
    const ownKey = keyAfter(before.key, path.step.event, turn.results, new Set());
    const known = isOld ? undefined : this.compared.get(ownKey);
    if (known === false) return undefined;
    if (known) return { pair: undefined, key: ownKey, skipped: { turn: { outputs, path }, before } };
    const from = this.pairOf(before);
    const followed = from && this.play(from, turn);
    if (from === undefined || followed === undefined) return undefined;
    const { event, played, pair } = followed;
    const difference = this.difference(from, turn, followed);
    const key = isOld ? keyAfter(before.key, event, played.results, followed.examples) : ownKey;
    const goesOn = difference?.goesOn ?? true;
    if (isOld) this.compared.set(key, goesOn);
    const [old, now] = isOld ? [outputs, played.outputs] : [played.outputs, outputs];
    if (difference) this.onDifference({ difference, path: pair.path, before: old, after: now });
    return goesOn ? { pair, key, skipped: undefined } : undefined;
  }

  /** Plays the skipped turns that lead to a situation. */
  private pairOf(reached: PairedSituation): Pair | undefined {
    const skipped: PairedSituation[] = [];
    for (let at = reached; at.skipped; at = at.skipped.before) skipped.push(at);
    for (const one of skipped.toReversed()) {
      const from = one.skipped?.before.pair;
      one.pair = from && one.skipped && this.play(from, one.skipped.turn)?.pair;
      one.skipped = undefined;
    }
    return reached.pair;
  }

  /** Undefined if the event is not possible in the other version. */
  private play(from: Pair, { outputs, path }: SkippedTurn): Followed | undefined {
    const { event: given, results } = path.step;
    const event = given && matchingEvent(given, from.explored, from.other);
    if (given && event === undefined) return undefined;
    const choices = new Map(from.results);
    const examples = new Set<string>();
    for (const { key, value, isExample } of results) {
      const task = this.explored.tasks.get(key);
      if (task === undefined) continue;
      choices.set(task, value);
      if (isExample) examples.add(task);
    }
    this.turns++;
    const played = this.other.player.play(from.route, { event, choices });
    const step = {
      event: this.commonEvent(from, given, event),
      results: this.commonResults(results, played.results),
    };
    const pair = {
      route: played.route,
      explored: waitingAfter(outputs, from.explored),
      other: waitingAfter(played.outputs, from.other),
      results: choices,
      path: new TurnPath(from.path && { path: from.path }, step),
    };
    return { event, played, examples, pair };
  }

  private commonEvent(
    { explored, other }: Pair,
    given: ConversationEvent | undefined,
    matched: ConversationEvent | undefined,
  ): ConversationEvent | undefined {
    if (given === undefined || matched === undefined) return undefined;
    return this.explored.name === 'before'
      ? commonEvent(given, matched, explored, other)
      : commonEvent(matched, given, other, explored);
  }

  /** The results of a turn for both versions: where the labels of a task differ, by its name. */
  private commonResults(
    results: readonly TaskResult[],
    played: readonly TaskResult[],
  ): readonly TaskResult[] {
    const matched = new Set<string>();
    const common = results.map((result) => {
      const key = this.explored.tasks.get(result.key);
      if (key !== undefined) matched.add(key);
      const label = played.find((one) => one.key === key)?.task ?? result.task;
      return label === result.task
        ? result
        : { ...result, task: result.task.slice(result.task.lastIndexOf('.') + 1) };
    });
    return [...common, ...played.filter(({ key }) => !matched.has(key))];
  }

  private difference(
    from: Pair,
    { outputs, path }: ExploredTurn,
    { event, played }: Followed,
  ): TurnDifference | undefined {
    const step = { event, results: played.results };
    const explored = versionTurn(this.explored, outputs, path, from.explored);
    const other = versionTurn(this.other, played.outputs, new TurnPath(undefined, step), from.other);
    return this.explored.name === 'before'
      ? this.comparison.differenceOf(explored, other)
      : this.comparison.differenceOf(other, explored);
  }
}

function versionTurn(
  { faults }: ComparedVersion,
  outputs: readonly ConversationOutput[],
  path: TurnPath,
  before: Waiting,
): VersionTurn {
  const found = faults.add({ outputs, path }, before.message).map(({ code }) => code);
  // Whether a loop is a fault depends on all results of tasks.
  const isEndless = outputs.some((one) => one.kind === 'error' && one.code === 'endless');
  const raised = path.step.event && raisedEvent(path.step.event, before);
  return { outputs, before, raised, faults: isEndless ? [...found, 'endless'] : found };
}

/** @param examples the tasks that got the example of another version */
function keyAfter(
  before: string,
  event: ConversationEvent | undefined,
  results: readonly TaskResult[],
  examples: ReadonlySet<string>,
): string {
  const given = results.map(({ key, value, isExample }) => [
    key,
    isExample || examples.has(key) ? null : value,
  ]);
  return hashOf(JSON.stringify([before, event, given]));
}

/** The tasks of a version and the corresponding ones of another version: those with the same name, then those at the same index. */
export function correspondingTasks(
  program: Program,
  other: Program,
  pathOf: (path: ScopePath) => ScopePath | undefined,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { path, source } of program.scopes.values()) {
    const to = pathOf(path);
    const scope = to && programScopeAt(other, to);
    if (scope === undefined) continue;
    const nameOf = (task: SourceValue) => task.get('name').text;
    const own = source.get('tasks').children();
    const others = scope.source.get('tasks').children();
    const left = new Set(others.keys());
    const match = (index: number, at: number) => {
      if (!left.delete(at)) return;
      found.set(keyOfTask({ state: path, index }), keyOfTask({ state: scope.path, index: at }));
    };
    const unnamed: number[] = [];
    for (const [index, task] of own.entries()) {
      const name = nameOf(task);
      const at = name === undefined ? -1 : others.findIndex((one) => nameOf(one) === name);
      if (at < 0) unnamed.push(index);
      else match(index, at);
    }
    for (const index of unnamed)
      if (own[index]?.textOf('module_type') === others[index]?.textOf('module_type')) match(index, index);
  }
  return found;
}
