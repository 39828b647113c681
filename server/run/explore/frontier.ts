import { countUp } from '../../text/group-by';
import type { ChatMessage, ConversationEvent, FormOpened } from '../conversation/events';
import { choicesOf } from './combinations';
import type { ExploredTurn } from './explore';
import { MAX_COMBINATIONS } from './inputs';
import type { Route } from './player';
import type { TurnPath } from './turn-path';

/** A situation whose turns are tried. */
export interface ExploredSituation {
  /** Equal for situations that count as the same. */
  readonly number: number;
  /** What later tasks do not compute again; empty if that is not distinguished. */
  readonly cachedKey: string;
  /** Whether closing its form is tried. */
  readonly canCancel: boolean;
  /** How to continue from it; undefined after all of its turns were tried. */
  route: Route | undefined;
  /** The shortest known way to it. */
  path: TurnPath;
  readonly isOver: boolean;
  readonly message: ChatMessage | undefined;
  readonly form: FormOpened | undefined;
  /** Whether something was reached with it for the first time, such as a state or a value that conditions compare. */
  readonly isNovel: boolean;
  /** The turns that were not tried; undefined before the first one. */
  attempts: readonly Attempt[] | undefined;
  /** Whether an event leads on. */
  goesOn: boolean;
  /** What `onTurn` returned for the turn to it; undefined after all of its turns were tried. */
  companion: unknown;
}

/** A turn that can be tried: an event with results of its tasks. */
export interface Attempt {
  readonly trial: Trial;
  /** The index of the result of each task. */
  readonly choices: readonly number[];
  /** Equal for the same turn in other situations of the same state. */
  readonly key: string;
  /** How much of it is one of many values, and not the usual one: its message or form, the results. */
  readonly unusual: number;
}

/** An event, or the beginning, whose turns with different results of tasks are tried one by one. */
export class Trial {
  /** The first turn in which states followed each other without end. */
  endless: ExploredTurn | undefined;
  /** Whether they did in every turn, so that no result leaves the loop. */
  isEndless = true;
  /** Whether there are more results than are tried. */
  isCut = false;
  private options: readonly number[] = [];
  private count = 0;
  private readonly choices = choicesOf(() => this.options);

  /** @param state the key of the state */
  constructor(
    readonly event: ConversationEvent | undefined,
    private readonly state: string,
    private readonly isUnusual: boolean,
  ) {}

  /** The next turn, after those before it were played; undefined if all of them were. */
  next(): Attempt | undefined {
    const { value, done } = this.choices.next();
    if (done) return undefined;
    if (this.count++ === MAX_COMBINATIONS) {
      this.isCut = true;
      return undefined;
    }
    const key = JSON.stringify([this.state, this.event, value]);
    return { trial: this, choices: value, key, unusual: Number(this.isUnusual) + Math.sign(value.length) };
  }

  played(turn: ExploredTurn): void {
    this.options = turn.options;
    this.isCut ||= turn.isCut;
    if (turn.outputs.some((one) => one.kind === 'error' && one.code === 'endless')) this.endless ??= turn;
    else this.isEndless = false;
  }
}

interface Entry {
  readonly situation: ExploredSituation;
  readonly score: number;
  readonly length: number;
  readonly number: number;
}

/** What an unusual value counts, in times that a turn was tried. */
const UNUSUAL = 2;

/**
 * The situations whose turns are tried next: those with the least score, the shortest path and the least number first. A
 * turn scores by how often it was tried in its state. In a novel situation it counts as tried once at most, so that
 * counters are followed; unusual values come later, because there are so many of them.
 */
export class Frontier {
  private readonly heap: Entry[] = [];
  private count = 0;

  /** @param tried how often turns were tried, by key; shared by several frontiers */
  constructor(
    private readonly tried: Map<string, number>,
    private readonly attemptsIn: (situation: ExploredSituation) => readonly Attempt[],
  ) {}

  get size(): number {
    return this.heap.length;
  }

  add(situation: ExploredSituation): void {
    this.push(situation, situation.isNovel ? 0 : 1);
  }

  /** The next situation, with its next turn unless all of them were tried. */
  next(): { readonly situation: ExploredSituation; readonly attempt: Attempt | undefined } | undefined {
    for (let entry = this.pop(); entry !== undefined; entry = this.pop()) {
      const { situation } = entry;
      situation.attempts ??= this.attemptsIn(situation);
      const [best, score] = this.bestOf(situation);
      if (best === undefined) return { situation, attempt: undefined };
      if (score > entry.score) {
        // Its turns were tried elsewhere meanwhile.
        this.push(situation, score);
        continue;
      }
      countUp(this.tried, best.key);
      situation.attempts = situation.attempts.filter((one) => one !== best);
      return { situation, attempt: best };
    }
    return undefined;
  }

  /** Continues with the other turns of a situation later. */
  putBack(situation: ExploredSituation): void {
    this.push(situation, this.bestOf(situation)[1]);
  }

  private bestOf({ attempts = [], isNovel }: ExploredSituation): readonly [Attempt | undefined, number] {
    let best: Attempt | undefined;
    let least = 0;
    for (const one of attempts) {
      const times = this.tried.get(one.key) ?? 0;
      const isFollowed = isNovel && one.unusual === 0;
      const score = (isFollowed ? Math.min(times, 1) : times + Number(!isNovel)) + UNUSUAL * one.unusual;
      if (best === undefined || score < least) [best, least] = [one, score];
    }
    return [best, least];
  }

  private push(situation: ExploredSituation, score: number): void {
    const { heap } = this;
    const entry = { situation, score, length: situation.path.length, number: this.count++ };
    let at = heap.length;
    for (let parent = (at - 1) >> 1; at > 0 && isBefore(entry, heap[parent]); parent = (at - 1) >> 1) {
      heap[at] = heap[parent] as Entry;
      at = parent;
    }
    heap[at] = entry;
  }

  private pop(): Entry | undefined {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || last === first) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const right = heap[child + 1];
      if (right && isBefore(right, heap[child])) child++;
      const least = heap[child];
      if (least === undefined || !isBefore(least, last)) break;
      heap[at] = least;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Entry, b: Entry | undefined): boolean {
  if (b === undefined) return true;
  return a.score - b.score < 0 || (a.score === b.score && isShorter(a, b));
}

function isShorter(a: Entry, b: Entry): boolean {
  return a.length < b.length || (a.length === b.length && a.number < b.number);
}
