/** A key of a query. Strings and numbers are compared by value, objects by identity. */
export type Key = string | number | boolean | object | undefined;

/** What a store needs to know about its results. */
interface Stored {
  /** The revision in which the result was last used or verified. */
  readonly verifiedAt: number;
}

/** Fewer results are never swept. */
const MIN_SWEEP_SIZE = 32;

/**
 * Results by lists of keys of one length. Keys that are objects are held weakly. Whenever the number of results for
 * strings and numbers has doubled, those not used since the last sweep are dropped.
 */
export class MemoStore<Memo extends Stored> implements Stored {
  verifiedAt = 0;
  private byObject: WeakMap<object, Memo | MemoStore<Memo>> | undefined;
  private byValue: Map<Key, Memo | MemoStore<Memo>> | undefined;
  private sweepSize = MIN_SWEEP_SIZE;
  private sweptAt = 0;

  /** The result for these keys, created by `create` if there is none. */
  get(keys: readonly Key[], revision: number, create: (keys: readonly Key[]) => Memo): Memo {
    let store: MemoStore<Memo> = this;
    const last = keys.length - 1;
    for (let index = 0; index < last; index++) {
      const key = keys[index];
      const known = store.child(key);
      const next = known instanceof MemoStore ? known : new MemoStore<Memo>();
      if (known === undefined) store.add(key, next, revision);
      next.verifiedAt = revision;
      store = next;
    }
    const known = store.child(keys[last]);
    if (known !== undefined && !(known instanceof MemoStore)) return known;
    const memo = create(keys);
    store.add(keys[last], memo, revision);
    return memo;
  }

  find(keys: readonly Key[]): Memo | undefined {
    let found: Memo | MemoStore<Memo> | undefined = this;
    // `get` stores the only result of a query without keys under `undefined`.
    for (const key of keys.length > 0 ? keys : [undefined])
      found = found instanceof MemoStore ? found.child(key) : undefined;
    return found instanceof MemoStore ? undefined : found;
  }

  private child(key: Key): Memo | MemoStore<Memo> | undefined {
    return isObject(key) ? this.byObject?.get(key) : this.byValue?.get(key);
  }

  private add(key: Key, child: Memo | MemoStore<Memo>, revision: number): void {
    if (isObject(key)) {
      this.byObject ??= new WeakMap();
      this.byObject.set(key, child);
      return;
    }
    this.byValue ??= new Map();
    if (this.byValue.size >= this.sweepSize) this.sweep(this.byValue, revision);
    this.byValue.set(key, child);
  }

  private sweep(children: Map<Key, Memo | MemoStore<Memo>>, revision: number): void {
    for (const [key, child] of children) if (child.verifiedAt < this.sweptAt) children.delete(key);
    this.sweepSize = Math.max(MIN_SWEEP_SIZE, children.size * 2);
    this.sweptAt = revision;
  }
}

function isObject(key: Key): key is object {
  return typeof key === 'object' && key !== null;
}
