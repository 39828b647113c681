import { engine } from '../engine/engine';
import type { Address } from '../project/files/paths';

/** Reads all requested files, and resolves to those that it read. */
interface Loader {
  load(): Promise<Iterable<Address>>;
}

/**
 * Computes a result, and computes it again after what it requests was read, until it reads nothing pending. This takes
 * as many rounds as files refer to others; a round that reads no file for the first time is the last one, because
 * some files cannot be read.
 *
 * A promise is returned as it is: its function calls this itself.
 *
 * @param early is called before each wait, and returns an answer that does not wait
 */
export async function whenKnown<T>(
  loader: Loader,
  compute: () => T,
  early: () => { readonly answer: T } | undefined = () => undefined,
): Promise<T> {
  const files = new Set<Address>();
  for (;;) {
    const { value, isPending } = engine.observe(compute);
    if (!isPending || value instanceof Promise) return value;
    const known = early();
    if (known) return known.answer;
    const before = files.size;
    for (const address of await loader.load()) files.add(address);
    if (files.size === before) return compute();
  }
}
