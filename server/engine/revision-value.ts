import type { Engine, Revision } from './engine';

/** A value that is good for one revision: for what is worth reusing at once, and not worth keeping. */
export class RevisionValue<Value> {
  private held: { readonly value: Value; readonly revision: Revision } | undefined;

  constructor(private readonly engine: Engine) {}

  get value(): Value | undefined {
    return this.held?.revision === this.engine.revision ? this.held.value : undefined;
  }

  set value(value: Value) {
    this.held = { value, revision: this.engine.revision };
  }
}
