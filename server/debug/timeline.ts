import type { Conversation } from '../run/conversation';
import type { ConversationEvent, ConversationOutput } from '../run/events';
import type { Moment, PausePoint } from '../run/points';
import type { Sandbox } from '../run/sandbox';
import type { Snapshot } from '../run/snapshot';

/** The current position of a conversation. */
export interface Stop {
  /** How many stops were before it. */
  readonly position: number;
  /** Undefined if it waits for the user. */
  readonly point: PausePoint | undefined;
  readonly moment: Moment | undefined;
}

/** What stepping needs to know of a stop. */
export interface StopKind {
  readonly isWaiting: boolean;
  readonly isExpression: boolean;
  readonly isFault: boolean;
  /** A state begins, as seen from outside. */
  readonly isEntry: boolean;
  /** How many automata it is in; at least 1. */
  readonly depth: number;
}

/** A conversation in its sandbox. */
export interface Run {
  readonly conversation: Conversation;
  readonly sandbox: Sandbox;
}

/** Changes something at a stop, in the same way each time. */
export type TimelineEdit = (run: Run, stop: Stop) => void;

/** A stop that can be reached without repeating what led to it. */
interface Checkpoint {
  readonly position: number;
  readonly snapshot: Snapshot;
}

/** Of more checkpoints, every other is dropped: each holds all values of the conversation. */
const MAX_CHECKPOINTS = 64;

type Entry = { readonly at: number } & (
  | { readonly event: ConversationEvent }
  | { readonly edit: TimelineEdit }
);

/**
 * A conversation that can go back. It depends on its events and on what was changed in between only, so an earlier stop
 * is reached by repeating them, from the last checkpoint before it. What was done after it is repeated on the way forward, until something else is done.
 */
export class Timeline {
  private run: Run;
  private position = -1;
  private entries: readonly Entry[] = [];
  private kinds: StopKind[] = [];
  /** Where each stop is. */
  private points: (Pick<PausePoint, 'kind' | 'origin' | 'at'> | undefined)[] = [];
  private checkpoints: readonly Checkpoint[] = [];
  /** What happened before each stop, since the one before it. */
  private history: (readonly ConversationOutput[])[] = [];
  /** The values of the sandbox that were there at the present stop. */
  private mark = 0;

  constructor(
    private readonly begin: () => Run,
    /** Whether a conversation can be resumed: what stands in for tasks does not count them. */
    private readonly hasCheckpoints = true,
  ) {
    this.run = begin();
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

  /** What happened up to the present stop. */
  get happenings(): readonly ConversationOutput[] {
    return this.history.flat();
  }

  /** The number of events that were done up to now. */
  get eventCount(): number {
    return this.entries.filter((one) => one.at <= this.position && 'event' in one).length;
  }

  /** The events that were done, and what followed them up to now. */
  get events(): readonly ConversationEvent[] {
    return this.entries.flatMap((one) => ('event' in one && one.at < this.position ? [one.event] : []));
  }

  /** What happened since the last event, and before it: each is what followed one event, the first what came before all. */
  get turns(): readonly (readonly ConversationOutput[])[] {
    const ends = this.entries.flatMap((one) =>
      'event' in one && one.at < this.position ? [one.at + 1] : [],
    );
    return [0, ...ends].map((from, index) => this.history.slice(from, ends[index]).flat());
  }

  /** Of a stop that was reached. */
  kindAt(position: number): StopKind | undefined {
    return this.kinds[position];
  }

  /** Where a stop that was reached is; undefined if it waits for the user. */
  pointAt(position: number): Pick<PausePoint, 'kind' | 'origin' | 'at'> | undefined {
    return this.points[position];
  }

  /** Goes to the next stop; undefined if that needs an event. */
  forward(): readonly ConversationOutput[] | undefined {
    const { conversation, sandbox } = this;
    const isFirst = this.position < 0;
    const next = this.entries.find((one) => one.at === this.position && 'event' in one);
    if (!isFirst && conversation.point === undefined && next === undefined) return undefined;
    // What was looked at meanwhile is not needed any more.
    if (!isFirst) sandbox.release(this.mark);
    const happenings = isFirst
      ? conversation.begin()
      : next && 'event' in next
        ? conversation.handle(next.event)
        : conversation.proceed();
    this.position++;
    this.kinds.length = this.position;
    this.kinds.push(this.kind());
    const { point } = conversation;
    this.points.length = this.position;
    this.points.push(
      point && {
        kind: point.kind,
        origin: point.origin,
        ...(point.at === undefined ? {} : { at: point.at }),
      },
    );
    this.keepCheckpoint();
    this.history.length = this.position;
    this.history.push(happenings);
    this.mark = sandbox.mark();
    this.repeatEdits();
    return happenings;
  }

  /** What was changed at the present stop. */
  private repeatEdits(): void {
    for (const entry of this.entries)
      if (entry.at === this.position && 'edit' in entry) entry.edit(this.run, this.stop);
  }

  private keepCheckpoint(): void {
    const { conversation, position } = this;
    const last = this.checkpoints.at(-1);
    if (!this.hasCheckpoints || conversation.point || (last && last.position >= position)) return;
    const snapshot = conversation.snapshot();
    if (snapshot === undefined) return;
    const all = [...this.checkpoints, { position, snapshot }];
    this.checkpoints =
      all.length > MAX_CHECKPOINTS ? all.filter((_, index) => (all.length - index) % 2 === 1) : all;
  }

  /** Does an event at the present stop, which waits for one. Forgets what was done after it before. */
  send(event: ConversationEvent): void {
    const { position } = this;
    const before = this.entries.filter((one) => one.at < position || (one.at === position && 'edit' in one));
    this.entries = [...before, { at: position, event }];
    this.checkpoints = this.checkpoints.filter((one) => one.position <= position);
  }

  /** Changes something at the present stop. Forgets what was done after it before. */
  edit(edit: TimelineEdit): void {
    const { position } = this;
    const before = this.entries.filter((one) => one.at < position || (one.at === position && 'edit' in one));
    this.entries = [...before, { at: position, edit }];
    this.checkpoints = this.checkpoints.filter((one) => one.position <= position);
    edit(this.run, this.stop);
  }

  /**
   * Goes to a stop that was reached before.
   *
   * @param onStop is called at each stop on the way, and at this one
   * @param fromStart repeats everything
   */
  goTo(position: number, onStop: (stop: Stop) => void, fromStart = false): void {
    this.run.sandbox.dispose();
    this.run = this.begin();
    const { conversation, sandbox } = this.run;
    const checkpoint = fromStart ? undefined : this.checkpoints.findLast((one) => one.position <= position);
    if (checkpoint) conversation.resume(checkpoint.snapshot);
    this.position = checkpoint?.position ?? -1;
    this.kinds.length = this.position + 1;
    this.points.length = this.position + 1;
    this.history.length = this.position + 1;
    if (checkpoint) {
      this.mark = sandbox.mark();
      this.repeatEdits();
      onStop(this.stop);
    }
    while (this.position < position && this.forward()) onStop(this.stop);
  }

  dispose(): void {
    this.run.sandbox.dispose();
  }

  private kind(): StopKind {
    const { point, moment } = this.stop;
    return {
      isWaiting: point === undefined,
      isExpression: point?.kind === 'expression',
      isFault: point?.kind === 'fault',
      isEntry: point?.kind === 'state' || point?.kind === 'automata',
      depth: Math.max(1, moment?.chain.length ?? 1),
    };
  }
}
