import type { ConversationEvent, ConversationOutput, Remark, SourceRange } from '../run/conversation/events';
import type { Stop } from '../run/conversation/player';
import type { Unmet } from '../run/scenario/run-scenario';
import { type Message, msg, type TextOrMessage } from '../text/message';
import type { Breakpoint, Breakpoints } from './breakpoints';
import type { Debuggee } from './debuggee';
import { mismatchText } from './mismatch-text';
import { type StopTest, stepOver } from './stepping';

export type StopReason = 'entry' | 'step' | 'breakpoint' | 'exception' | 'pause';

/** The faults that stop a run. */
export type FaultFilter = 'expressions' | 'tasks' | 'expectations';

/** The session of a debugger: its settings and notifications. */
export interface DebuggerHost {
  readonly breakpoints: Breakpoints;
  readonly faults: () => ReadonlySet<FaultFilter>;
  /** Whether nothing stops it. */
  readonly runsFreely: boolean;
  /** The time, in milliseconds. */
  readonly now: () => number;
  stopped(reason: StopReason, hit: readonly Breakpoint[], fault: StopFault | undefined): void;
  /** Called when an event makes it run. */
  continued(): void;
  /**
   * An output of the conversation.
   *
   * @param step the place of the scenario's step that caused it
   */
  output(output: ConversationOutput, step: SourceRange | undefined): void;
  /** Failures of the scenario; their errors are outputs as well. */
  unmet(found: readonly Unmet[]): void;
  /** The conversation or the scenario has ended. */
  ended(): void;
}

/** Why a run stops without a breakpoint. */
export interface StopFault {
  readonly code: string;
  readonly message: TextOrMessage;
  /** The expression that failed. */
  readonly written?: string;
}

/** The time after which pending requests, such as a pause request, are handled. */
const SLICE_MS = 20;

/** Runs a conversation, and stops it. */
export class Debugger {
  private isStopped = false;
  /** Where the current step ends. */
  private goal: StopTest | undefined;
  /** Counts runs, so that an interrupted one detects it. */
  private run = 0;
  private hasEnded = false;
  /** The faults at which it has stopped since it waited, so that it does not stop again as they fail a step. */
  private readonly stoppedFaults = new Set<Remark>();

  constructor(
    readonly debuggee: Debuggee,
    private readonly host: DebuggerHost,
  ) {}

  get isPaused(): boolean {
    return this.isStopped;
  }

  get stop(): Stop {
    return this.debuggee.player.stop;
  }

  start(stopsOnEntry: boolean): void {
    if (!stopsOnEntry) this.go(undefined);
    else {
      this.forward();
      this.stopWith('entry');
    }
  }

  /** @param test the condition for the stop that ends the step */
  go(test: StopTest | undefined): void {
    this.isStopped = false;
    this.goal = test;
    const run = ++this.run;
    void this.runFrom(run);
  }

  pause(): void {
    if (this.isStopped || this.hasEnded) return;
    this.run++;
    this.stopWith('pause');
  }

  /** Ends the run without notification. */
  cancel(): void {
    this.run++;
    this.hasEnded = true;
  }

  /** Runs an event of the user. Returns why that is not possible now. */
  send(event: ConversationEvent): Message | undefined {
    if (!this.debuggee.player.isWaiting)
      return msg('The conversation is not waiting for the user. Continue it first.');
    this.debuggee.player.send(event);
    if (this.isStopped) this.host.continued();
    this.go(this.goal);
    return undefined;
  }

  stepBack(): void {
    const { player } = this.debuggee;
    const from = player.stops.at(-1);
    const to = from ? player.stops.slice(0, -1).findLastIndex(stepOver(from)) : 0;
    this.host.breakpoints.goBack(player, Math.max(0, to));
    this.stopWith(to > 0 ? 'step' : 'entry');
  }

  /** Runs back to the last stop at a breakpoint. */
  reverseContinue(): void {
    const { player } = this.debuggee;
    const { position } = player.stop;
    let last = 0;
    let hit: readonly Breakpoint[] = [];
    const { breakpoints } = this.host;
    if (breakpoints.areUnconditional) {
      for (let at = position - 1; at > 0 && hit.length === 0; at--) {
        last = at;
        hit = breakpoints.at(player.stops[at]).filter(({ wanted }) => !wanted.logMessage);
      }
      if (hit.length === 0) last = 0;
    } else {
      breakpoints.clearHits();
      const visit = (stop: Stop) => {
        const found = breakpoints.hits(true);
        if (found.length === 0 || stop.position >= position) return;
        last = stop.position;
        hit = found;
      };
      player.goTo(position, visit, true);
    }
    breakpoints.goBack(player, last);
    this.stopWith(hit.length > 0 ? 'breakpoint' : 'entry', hit);
  }

  private async runFrom(run: number): Promise<void> {
    const { now } = this.host;
    let since = now();
    while (this.forward()) {
      const { stop } = this;
      const unmet = this.unmet();
      if (!this.host.runsFreely && this.stopsAt(stop, unmet)) return;
      if (unmet.length > 0 && this.host.runsFreely) break;
      if (now() - since < SLICE_MS) continue;
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (this.run !== run) return;
      since = now();
    }
    const isLost = this.stop.moment === undefined;
    if (!this.debuggee.player.conversation.isOver && !isLost && !this.debuggee.scenario) return;
    this.hasEnded = true;
    this.host.ended();
  }

  /** Runs to the next stop; false if that needs an event. */
  private forward(): boolean {
    const { player, scenario } = this.debuggee;
    const outputs = player.forward();
    for (const output of outputs ?? []) this.host.output(output, scenario?.place);
    return outputs !== undefined;
  }

  /** The failures of the scenario where the conversation waits. */
  private unmet(): readonly Unmet[] {
    const { player, scenario } = this.debuggee;
    const found = (player.isWaiting && scenario?.unmet()) || [];
    if (found.length > 0) this.host.unmet(found);
    return found;
  }

  /** Stops here if there is a reason, and returns whether it did. */
  private stopsAt(stop: Stop, unmet: readonly Unmet[]): boolean {
    const { point, position } = stop;
    const hit = this.host.breakpoints.hits(false);
    const fault = point?.fault;
    const filter = fault?.code === 'task-failed' ? 'tasks' : 'expressions';
    const faults = this.host.faults();
    const failure = unmet.find(({ error }) => error === undefined || !this.stoppedFaults.has(error));
    if (this.debuggee.player.isWaiting) this.stoppedFaults.clear();
    if (fault && faults.has(filter)) {
      this.stoppedFaults.add(fault);
      this.stopWith('exception', [], fault);
    } else if (failure && faults.has('expectations'))
      this.stopWith('exception', [], { code: 'expectation', message: mismatchText(failure.mismatch) });
    else if (hit.length > 0) this.stopWith('breakpoint', hit);
    else {
      const reached = this.debuggee.player.stops[position];
      if (reached === undefined || this.goal?.(reached) !== true) return false;
      this.stopWith('step');
    }
    return true;
  }

  private stopWith(reason: StopReason, hit: readonly Breakpoint[] = [], fault?: StopFault): void {
    this.isStopped = true;
    this.goal = undefined;
    this.host.stopped(reason, hit, fault);
  }
}
