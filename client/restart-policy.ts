import type { NotedFile } from '../server/protocol/messages';

/** Restarts within {@link period} before the server is not restarted any more. */
const attempts = 4;

/** In milliseconds. */
const period = 3 * 60 * 1000;

/** Limit of stops during the processing of a file, after which it is quarantined. */
const maxStopsByFile = 2;

/**
 * Decides whether to restart a server that stopped unexpectedly. A server that stops occasionally is restarted; one
 * that stops repeatedly is not. If it stops repeatedly while it processes the same file, that file is quarantined:
 * the server no longer analyses it.
 */
export class RestartPolicy {
  #stops: number[] = [];
  /** How often the server stopped while it processed a file, and the last known hash of its text, by its address. */
  readonly #stopsByFile = new Map<string, { readonly count: number; readonly hash: string }>();
  #quarantined: readonly NotedFile[] = [];

  /** The texts that the server must not analyse. A file may have several: on disk, and in the editor. */
  get quarantined(): readonly NotedFile[] {
    return this.#quarantined;
  }

  /**
   * Records that the server stopped, and returns whether to restart it.
   *
   * @param now the time of a monotonic clock, in milliseconds
   * @param file the file that the server was processing, if any
   */
  stopped(now: number, file?: NotedFile): boolean {
    if (file && this.#quarantine(file)) {
      // The cause is removed.
      this.#stops = [];
      return true;
    }
    this.#stops = [...this.#stops.filter((time) => now - time < period), now];
    return this.#stops.length <= attempts;
  }

  /** Clears the history: the user requested a restart. */
  reset(): void {
    this.#stops = [];
    this.#stopsByFile.clear();
    this.#quarantined = [];
  }

  /** Counts a stop, and quarantines the text of the file after too many; returns whether it did. */
  #quarantine({ uri, hash }: NotedFile): boolean {
    const before = this.#stopsByFile.get(uri) ?? { count: 0, hash: '' };
    // An edited text has no hash. Usually it is the text of the previous stop; otherwise a later stop has its hash.
    const now = { count: before.count + 1, hash: hash || before.hash };
    this.#stopsByFile.set(uri, now);
    const isKnown = this.#quarantined.some((one) => one.uri === uri && one.hash === now.hash);
    if (now.count < maxStopsByFile || now.hash === '' || isKnown) {
      return false;
    }
    this.#quarantined = [...this.#quarantined, { uri, hash: now.hash }];
    return true;
  }
}
