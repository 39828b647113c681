/**
 * Whether a client that declares to pull diagnostics does so: some declare it, but show only published ones. It is
 * assumed to pull until it opens a document without requesting its diagnostics.
 */
export class PullSupport {
  /** Diagnostics are to be published. */
  isMissing = false;
  private hasPulled = false;

  /** @param onPull called at the first request that arrives while diagnostics are published */
  constructor(private readonly onPull: () => void) {}

  /** A request for diagnostics has arrived. */
  onRequest(): void {
    this.hasPulled = true;
    if (!this.isMissing) return;
    this.isMissing = false;
    this.onPull();
  }

  /** A client that pulls would have requested the diagnostics of an open document by now; returns whether it has not. */
  expectPull(): boolean {
    this.isMissing ||= !this.hasPulled;
    return this.isMissing;
  }
}
