import type { Address } from '../project/files/paths';
import type { ExpressionValue } from '../run/sandbox/expression-values';
import type { Range } from '../text/range';
import type { Document } from '../yaml/cut/document';

/** The values of expressions in the last conversation. They are shown only in texts that have not changed since. */
export class RunValues {
  private texts: ReadonlyMap<Address, string> = new Map();
  private values: readonly ExpressionValue[] = [];

  /** @param texts that were run */
  set(texts: ReadonlyMap<Address, string>, values: Iterable<ExpressionValue>): void {
    this.texts = texts;
    this.values = [...values];
  }

  clear(): void {
    this.set(new Map(), []);
  }

  /** The values of the expressions that a range touches. */
  in(address: Address, { text }: Document, range: Range): readonly ExpressionValue[] {
    if (this.values.length === 0 || this.texts.get(address) !== text) return [];
    return this.values.filter(
      ({ place }) => place.address === address && place.start <= range.end && place.end >= range.start,
    );
  }
}
