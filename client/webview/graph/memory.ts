import type { Host, Saved } from './host';

/** How long changes are gathered before they are written down, in milliseconds. */
const delay = 250;

/** What the page remembers of itself over a reload, and how that is written down. */
export class Memory {
  readonly #host: Host;
  #saved: Saved;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param uri a file of the project that is drawn */
  constructor(host: Host, uri: string) {
    this.#host = host;
    this.#saved = host.getState() ?? { uri };
    host.setState(this.#saved);
  }

  get saved(): Saved {
    return this.#saved;
  }

  keep(changes: Partial<Saved>): void {
    this.#saved = { ...this.#saved, ...changes };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#host.setState(this.#saved), delay);
  }
}
