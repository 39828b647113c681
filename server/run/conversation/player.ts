import type { Sandbox } from '../sandbox/sandbox';
import type { Conversation } from './conversation';
import type { ConversationEvent, ConversationOutput } from './events';
import type { Moment, PausePoint } from './points';
import type { Snapshot } from './snapshot';

/** The current position of a conversation. */
export interface Stop {
  /** The number of stops before it. */
  readonly position: number;
  /** Undefined if the conversation waits for the user. */
  readonly point: PausePoint | undefined;
  readonly moment: Moment | undefined;
}

/** A stop that was reached. */
export interface PlayedStop {
  /** The event that led to it; undefined for the first stop, and for those within a turn. */
  readonly event: ConversationEvent | undefined;
  /** The outputs since the stop before it. */
  readonly outputs: readonly ConversationOutput[];
  /** Its place; undefined if the conversation waits for the user. */
  readonly point: Pick<PausePoint, 'kind' | 'origin' | 'at'> | undefined;
  /** The number of enclosing automata; at least 1. */
  readonly depth: number;
}

/** A conversation in its sandbox. */
export interface Run {
  readonly conversation: Conversation;
  readonly sandbox: Sandbox;
}

/**
 * Begins the conversation in a new sandbox.
 *
 * @param isReplay whether it goes back: only then its sandbox needs to recognise the data of checkpoints
 */
export type BeginRun = (isReplay: boolean) => Run;

/** A deterministic change at a stop. */
type Edit = (run: Run, stop: Stop) => void;

/** A stop that can be restored without replaying the conversation. */
interface Checkpoint {
  readonly position: number;
  readonly snapshot: Snapshot;
}

/** If there are more checkpoints, every other one is dropped: each keeps all values of the conversation. */
const MAX_CHECKPOINTS = 64;

type Entry = { readonly at: number } & ({ readonly event: ConversationEvent } | { readonly edit: Edit });

interface PlayerOptions {
  /** The next event where the conversation waits and none was sent. */
  readonly nextEvent?: () => ConversationEvent | undefined;
  /**
   * The number of stops between two checkpoints, at first; 1 by default. Infinite if the conversation cannot be resumed,
   * as its task stub counts calls.
   */
  readonly checkpointInterval?: number;
}

/**
 * Plays a conversation from stop to stop: where it waits, and at its points if it pauses. It only depends on its events
 * and edits, so an earlier stop is restored by replaying them from the last checkpoint before it. Later events and edits
 * are replayed on the way forward, until another one is made.
 */
export class Player {
  private run: Run;
  private entries: readonly Entry[] = [];
  private readonly played: PlayedStop[] = [];
  private checkpoints: readonly Checkpoint[] = [];
  private interval: number;
  private nextCheckpoint: number;
  /** Mark of the sandbox's values at the current stop. */
  private mark = 0;
  private events = 0;

  constructor(
    private readonly begin: BeginRun,
    private readonly options: PlayerOptions = {},
  ) {
    this.run = begin(false);
    this.interval = options.checkpointInterval ?? 1;
    this.nextCheckpoint = Number.isFinite(this.interval) ? 0 : this.interval;
  }

  get conversation(): Conversation {
    return this.run.conversation;
  }

  get sandbox(): Sandbox {
    return this.run.sandbox;
  }

  get stop(): Stop {
    const { point, moment } = this.conversation;
    return { position: this.position, point, moment };
  }

  /** The stops up to the current one. */
  get stops(): readonly PlayedStop[] {
    return this.played;
  }

  /** The number of events so far, including the one that is being handled. */
  get eventCount(): number {
    return this.events;
  }

  /** Whether the conversation waits for an event. */
  get isWaiting(): boolean {
    return this.position >= 0 && this.conversation.point === undefined;
  }

  private get position(): number {
    return this.played.length - 1;
  }

  /** Goes to the next stop; undefined if that needs an event. */
  forward(): readonly ConversationOutput[] | undefined {
    const { conversation, sandbox, isWaiting } = this;
    const event = isWaiting ? this.nextEvent() : undefined;
    if (isWaiting && event === undefined) return undefined;
    const isFirst = this.position < 0;
    // Values that were only inspected are no longer needed.
    if (!isFirst) sandbox.release(this.mark);
    if (event) this.events++;
    const outputs = isFirst
      ? conversation.begin()
      : event
        ? conversation.handle(event)
        : conversation.proceed();
    const { kind, origin, at } = conversation.point ?? {};
    const point = kind && { kind, origin, ...(at === undefined ? {} : { at }) };
    this.played.push({ event, outputs, point, depth: Math.max(1, conversation.moment?.chain.length ?? 1) });
    this.keepCheckpoint();
    this.mark = sandbox.mark();
    this.repeatEdits();
    return outputs;
  }

  /** Runs an event at the current stop, which waits for one. Forgets everything that was done after it before. */
  send(event: ConversationEvent): void {
    this.append({ at: this.position, event });
  }

  /** Makes an edit at the current stop. Forgets everything that was done after it before. */
  edit(edit: Edit): void {
    this.append({ at: this.position, edit });
    edit(this.run, this.stop);
  }

  /** Forgets everything that was done after the current stop. */
  forget(): void {
    const { position } = this;
    this.entries = this.entries.filter((one) => one.at < position || (one.at === position && 'edit' in one));
    this.checkpoints = this.checkpoints.filter((one) => one.position <= position);
    this.nextCheckpoint = Math.min(this.nextCheckpoint, position + this.interval);
  }

  /**
   * Goes to a stop that was reached before.
   *
   * @param onStop called at each stop on the way, and at this one
   * @param fromStart replays the whole conversation
   */
  goTo(position: number, onStop: (stop: Stop) => void = () => {}, fromStart = false): void {
    this.run.sandbox.dispose();
    this.run = this.begin(true);
    const { conversation, sandbox } = this.run;
    const checkpoint = fromStart ? undefined : this.checkpoints.findLast((one) => one.position <= position);
    this.played.length = (checkpoint?.position ?? -1) + 1;
    this.events = this.played.filter(({ event }) => event).length;
    if (checkpoint) {
      conversation.resume(checkpoint.snapshot);
      this.mark = sandbox.mark();
      this.repeatEdits();
      onStop(this.stop);
    }
    while (this.position < position && this.forward()) onStop(this.stop);
  }

  dispose(): void {
    this.run.sandbox.dispose();
  }

  private nextEvent(): ConversationEvent | undefined {
    const sent = this.entries.find((one) => one.at === this.position && 'event' in one);
    if (sent && 'event' in sent) return sent.event;
    const event = this.options.nextEvent?.();
    if (event) this.send(event);
    return event;
  }

  private append(entry: Entry): void {
    this.forget();
    this.entries = [...this.entries, entry];
  }

  /** Repeats the edits at the current stop. */
  private repeatEdits(): void {
    for (const entry of this.entries)
      if (entry.at === this.position && 'edit' in entry) entry.edit(this.run, this.stop);
  }

  private keepCheckpoint(): void {
    const { conversation, position } = this;
    if (conversation.point || position < this.nextCheckpoint) return;
    this.nextCheckpoint = position + this.interval;
    const snapshot = conversation.snapshot();
    if (snapshot === undefined) return;
    this.checkpoints = [...this.checkpoints, { position, snapshot }];
    if (this.checkpoints.length <= MAX_CHECKPOINTS) return;
    this.checkpoints = this.checkpoints.filter((_, index) => index % 2 === 0);
    this.interval *= 2;
  }
}

/** An event of the user, or the start, with the results of its tasks. */
export interface PlayedTurn {
  /** Undefined for the start. */
  readonly event: ConversationEvent | undefined;
  /** The outputs, without the questions that were answered. */
  readonly outputs: ConversationOutput[];
  /** The events that gave results of tasks. */
  readonly answers: ConversationEvent[];
}

/** Stops by turn: the result of a task belongs to the turn in which the task runs. */
export function turnsOf(stops: readonly PlayedStop[]): readonly PlayedTurn[] {
  const turns: PlayedTurn[] = [];
  for (const { event, outputs } of stops) {
    const last = turns.at(-1);
    if (last === undefined || (event && !isTaskResult(event))) {
      turns.push({ event, outputs: [...outputs], answers: [] });
      continue;
    }
    if (event) {
      const question = last.outputs.findLastIndex(({ kind }) => kind === 'ask');
      if (question >= 0) last.outputs.splice(question, 1);
      last.answers.push(event);
    }
    for (const output of outputs) last.outputs.push(output);
  }
  return turns;
}

/** Whether an event gives the result of a task. */
export function isTaskResult(event: ConversationEvent): boolean {
  return 'task' in event || 'task_error' in event;
}
