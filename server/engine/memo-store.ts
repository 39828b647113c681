/** What queries are asked with. Strings and numbers are compared by value, objects by identity. */
export type Key = string | number | boolean | object | undefined;

/** What a store must know of the results that it holds. */
interface Stored {
  /** The revision in which the result was last used or verified. */
  readonly verifiedAt: number;
}

/** So few results are never worth looking through. */
const MIN_SWEEP_SIZE = 256;

/**
 * Results by a list of keys. Objects are held weakly. Of results by strings and numbers, those not used since the last
 * sweep are dropped whenever their number has doubled.
 */
export class MemoStore<Memo extends Stored> {
  private memo: Memo | undefined;
  private usedAt = 0;
  private byObject: WeakMap<object, MemoStore<Memo>> | undefined;
  private byValue: Map<Key, MemoStore<Memo>> | undefined;
  private sweepSize = MIN_SWEEP_SIZE;
  private sweptAt = 0;

  /** The result for these keys, made by `create` if there is none. */
  get(keys: readonly Key[], revision: number, create: () => Memo): Memo {
    let store: MemoStore<Memo> = this;
    for (const key of keys) store = store.child(key, revision);
    store.memo ??= create();
    return store.memo;
  }

  find(keys: readonly Key[]): Memo | undefined {
    let store: MemoStore<Memo> | undefined = this;
    for (const key of keys) store = isObject(key) ? store?.byObject?.get(key) : store?.byValue?.get(key);
    return store?.memo;
  }

  private child(key: Key, revision: number): MemoStore<Memo> {
    const known = isObject(key) ? this.byObject?.get(key) : this.byValue?.get(key);
    if (known) {
      known.usedAt = revision;
      return known;
    }
    const store = new MemoStore<Memo>();
    store.usedAt = revision;
    if (isObject(key)) {
      this.byObject ??= new WeakMap();
      this.byObject.set(key, store);
    } else {
      this.byValue ??= new Map();
      if (this.byValue.size >= this.sweepSize) this.sweep(this.byValue, revision);
      this.byValue.set(key, store);
    }
    return store;
  }

  private sweep(stores: Map<Key, MemoStore<Memo>>, revision: number): void {
    for (const [key, store] of stores) {
      if (Math.max(store.usedAt, store.memo?.verifiedAt ?? 0) < this.sweptAt) stores.delete(key);
    }
    this.sweepSize = Math.max(MIN_SWEEP_SIZE, stores.size * 2);
    this.sweptAt = revision;
  }
}

function isObject(key: Key): key is object {
  return typeof key === 'object' && key !== null;
}
