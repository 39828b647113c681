import { type GuardContext, guardNotification } from './guard';

/** Runs functions after a delay, once for all requests of the same name. */
export class Debouncer {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly guarded: GuardContext) {}

  /** Runs a function after a delay in milliseconds without another request of this name. */
  schedule(name: string, delay: number, action: () => void | Promise<void>): void {
    clearTimeout(this.timers.get(name));
    const guarded = guardNotification(this.guarded, name, action);
    // The log fails as well after the client has disconnected.
    const run = () => void guarded(undefined).catch(() => undefined);
    this.timers.set(name, setTimeout(run, delay));
  }

  /** Cancels all pending calls. */
  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }
}
