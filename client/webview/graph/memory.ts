import type { GraphHost, SavedState } from './host';

/** Delay before changes are stored, in milliseconds. */
const delay = 250;

/** The stored state of the page. */
export class PageState {
  readonly #host: GraphHost;
  #saved: SavedState;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param uri a file of the project that is drawn */
  constructor(host: GraphHost, uri: string) {
    this.#host = host;
    this.#saved = host.getState() ?? { uri };
    host.setState(this.#saved);
    // VS Code may destroy the page then.
    addEventListener('blur', () => host.setState(this.#saved));
  }

  get saved(): SavedState {
    return this.#saved;
  }

  keep(changes: Partial<SavedState>): void {
    this.#saved = { ...this.#saved, ...changes };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#host.setState(this.#saved), delay);
  }
}
