import type { Conversation } from '../run/conversation';
import type { ConversationEvent, ConversationOutput } from '../run/events';
import type { Moment, PausePoint } from '../run/points';
import type { Sandbox } from '../run/sandbox';
import type { Snapshot } from '../run/snapshot';

/** The current position of a conversation. */
export interface Stop {
  /** The number of stops before it. */
  readonly position: number;
  /** Undefined if the conversation waits for the user. */
  readonly point: PausePoint | undefined;
  readonly moment: Moment | undefined;
}

/** The properties of a stop that stepping needs. */
export interface StopKind {
  readonly isWaiting: boolean;
  readonly isExpression: boolean;
  readonly isFault: boolean;
  /** The entry of a state, seen from outside. */
  readonly isEntry: boolean;
  /** The number of enclosing automata; at least 1. */
  readonly depth: number;
}

/** A conversation in its sandbox. */
export interface Run {
  readonly conversation: Conversation;
  readonly sandbox: Sandbox;
}

/** A deterministic change at a stop. */
type TimelineEdit = (run: Run, stop: Stop) => void;

/** A stop that can be restored without replaying the conversation. */
interface Checkpoint {
  readonly position: number;
  readonly snapshot: Snapshot;
}

/** If there are more, every other one is dropped: each keeps all values of the conversation. */
const MAX_CHECKPOINTS = 64;

type Entry = { readonly at: number } & (
  | { readonly event: ConversationEvent }
  | { readonly edit: TimelineEdit }
);

/**
 * A conversation that can go back. It only depends on its events and edits, so an earlier stop is restored by
 * replaying them from the last checkpoint before it. Later events and edits are replayed on the way forward, until
 * another one is made.
 */
export class Timeline {
  private run: Run;
  private position = -1;
  private entries: readonly Entry[] = [];
  private kinds: StopKind[] = [];
  /** The place of each stop. */
  private points: (Pick<PausePoint, 'kind' | 'origin' | 'at'> | undefined)[] = [];
  private checkpoints: readonly Checkpoint[] = [];
  /** The outputs before each stop, since the previous one. */
  private history: (readonly ConversationOutput[])[] = [];
  /** Mark of the sandbox's values at the current stop. */
  private mark = 0;

  constructor(
    private readonly begin: () => Run,
    /** Whether a conversation can be resumed: the task stub does not count calls. */
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

  /** The outputs up to the current stop. */
  get outputs(): readonly ConversationOutput[] {
    return this.history.flat();
  }

  /** The number of events so far. */
  get eventCount(): number {
    return this.entries.filter((one) => one.at <= this.position && 'event' in one).length;
  }

  /** The events so far, including those of the current turn. */
  get events(): readonly ConversationEvent[] {
    return this.entries.flatMap((one) => ('event' in one && one.at < this.position ? [one.event] : []));
  }

  /** The outputs by event; the first item has those before the first event, the last one those since the last event. */
  get turns(): readonly (readonly ConversationOutput[])[] {
    const ends = this.entries.flatMap((one) =>
      'event' in one && one.at < this.position ? [one.at + 1] : [],
    );
    return [0, ...ends].map((from, index) => this.history.slice(from, ends[index]).flat());
  }

  /** The kind of a stop that was reached. */
  kindAt(position: number): StopKind | undefined {
    return this.kinds[position];
  }

  /** The place of a stop that was reached; undefined if the conversation waits for the user. */
  pointAt(position: number): Pick<PausePoint, 'kind' | 'origin' | 'at'> | undefined {
    return this.points[position];
  }

  /** Goes to the next stop; undefined if that needs an event. */
  forward(): readonly ConversationOutput[] | undefined {
    const { conversation, sandbox } = this;
    const isFirst = this.position < 0;
    const next = this.entries.find((one) => one.at === this.position && 'event' in one);
    if (!isFirst && conversation.point === undefined && next === undefined) return undefined;
    // Values that were only inspected are no longer needed.
    if (!isFirst) sandbox.release(this.mark);
    const outputs = isFirst
      ? conversation.begin()
      : next && 'event' in next
        ? conversation.handle(next.event)
        : conversation.proceed();
    this.position++;
    this.kinds.length = this.position;
    this.kinds.push(this.kind());
    const { point } = conversation;
    this.points.length = this.position;
    const { kind, origin, at } = point ?? {};
    this.points.push(kind && { kind, origin, ...(at === undefined ? {} : { at }) });
    this.keepCheckpoint();
    this.history.length = this.position;
    this.history.push(outputs);
    this.mark = sandbox.mark();
    this.repeatEdits();
    return outputs;
  }

  /** Repeats the edits at the current stop. */
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

  /** Runs an event at the current stop, which waits for one. Drops everything that was done after it before. */
  send(event: ConversationEvent): void {
    this.append({ at: this.position, event });
  }

  /** Makes an edit at the current stop. Drops everything that was done after it before. */
  edit(edit: TimelineEdit): void {
    this.append({ at: this.position, edit });
    edit(this.run, this.stop);
  }

  private append(entry: Entry): void {
    const { position } = this;
    const before = this.entries.filter((one) => one.at < position || (one.at === position && 'edit' in one));
    this.entries = [...before, entry];
    this.checkpoints = this.checkpoints.filter((one) => one.position <= position);
  }

  /**
   * Goes to a stop that was reached before.
   *
   * @param onStop called at each stop on the way, and at this one
   * @param fromStart replays the whole conversation
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
