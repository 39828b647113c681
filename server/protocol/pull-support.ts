/**
 * Whether a client that declares support for pull diagnostics requests them: some declare it, but show only published
 * diagnostics. A client is assumed to pull until it opens a document without requesting its diagnostics.
 */
export class PullSupport {
  /** Whether diagnostics are published, because the client does not request them. */
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

  /** Called when a client that pulls must have requested diagnostics; returns whether it has not. */
  expectPull(): boolean {
    this.isMissing ||= !this.hasPulled;
    return this.isMissing;
  }
}
