import { type GuardContext, guardNotification } from './guard';

/** What is done a moment later, once, however often it is asked for until then. */
export class Debouncer {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly guarded: GuardContext) {}

  /** Does something after a delay in milliseconds in which it is not asked for again by this name. */
  do(name: string, delay: number, action: () => void | Promise<void>): void {
    clearTimeout(this.timers.get(name));
    const guarded = guardNotification(this.guarded, name, action);
    // Once the client is gone, not even its log is there to be written to.
    const run = () => void guarded(undefined).catch(() => undefined);
    this.timers.set(name, setTimeout(run, delay));
  }

  /** What is still to be done is not done any more. */
  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }
}
