import { type GuardContext, guardNotification } from './guard';

/** Runs a function once after a delay, however often it is requested until then. */
export class Debouncer {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly guarded: GuardContext) {}

  /** Runs a function after a delay in milliseconds without another request of this name. */
  schedule(name: string, delay: number, action: () => void | Promise<void>): void {
    clearTimeout(this.timers.get(name));
    const guarded = guardNotification(this.guarded, name, action);
    // After the client has disconnected, there is no log to write to either.
    const run = () => void guarded(undefined).catch(() => undefined);
    this.timers.set(name, setTimeout(run, delay));
  }

  /** Cancels the pending call. */
  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }
}
