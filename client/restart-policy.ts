/** How often the server may stop by itself within {@link period} and is started again. */
const attempts = 4;

/** In milliseconds. */
const period = 3 * 60 * 1000;

/**
 * Decides whether a server that stopped by itself is started again. One that stops now and then is; one
 * that stops over and over is not, since it would only keep the machine busy.
 */
export class RestartPolicy {
  #stops: number[] = [];

  /**
   * Notes that the server stopped, and says whether to start it again.
   *
   * @param now the time in milliseconds, on any clock that only goes forward
   */
  stopped(now: number): boolean {
    this.#stops = [...this.#stops.filter((time) => now - time < period), now];
    return this.#stops.length <= attempts;
  }

  /** Forgets what was: the person asked for a new start. */
  reset(): void {
    this.#stops = [];
  }
}
