import type { Engine, RevisionNumber } from './engine';

/** A value that is valid for one revision: worth sharing between requests, but not worth a memo. */
export class RevisionValue<Value> {
  private held: { readonly value: Value; readonly revision: RevisionNumber } | undefined;

  constructor(private readonly engine: Engine) {}

  get value(): Value | undefined {
    return this.held?.revision === this.engine.revision ? this.held.value : undefined;
  }

  set value(value: Value) {
    this.held = { value, revision: this.engine.revision };
  }
}
