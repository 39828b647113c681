import type { Work } from './work';

/** How many characters or items a call of a method reads. */
type Cost = (value: { readonly length: number }, args: readonly unknown[], result: unknown) => number;

const lengthOf = (value: unknown) => (typeof value === 'string' || Array.isArray(value) ? value.length : 0);
const whole: Cost = ({ length }) => length;
const ofResult: Cost = (_, __, result) => lengthOf(result);
const trimmed: Cost = ({ length }, _, result) => length - lengthOf(result);

/** From where the search begins to what it finds, or to the end. */
const forwards: Cost = ({ length }, [, from], found) => {
  const end = typeof found === 'number' && found >= 0 ? found + 1 : length;
  return Math.max(0, end - (typeof from === 'number' ? from : 0));
};
const backwards: Cost = ({ length }, [, from], found) => {
  const end = Math.min(length, typeof from === 'number' ? from : length);
  return end - (typeof found === 'number' ? Math.max(0, found) : 0);
};

/** Slices of strings and `replace` with an expression are left out: the first copy nothing, the others call `exec`. */
const STRING_METHODS: Readonly<Record<string, Cost>> = {
  indexOf: forwards,
  lastIndexOf: backwards,
  split: whole,
  trim: trimmed,
  trimEnd: trimmed,
  trimStart: trimmed,
};
const ARRAY_METHODS: Readonly<Record<string, Cost>> = {
  indexOf: forwards,
  includes: whole,
  concat: ofResult,
  slice: ofResult,
  splice: whole,
  shift: whole,
  unshift: whole,
  reverse: whole,
};

/**
 * Counts the characters and items that V8 itself reads in methods of strings, arrays and regular expressions, which
 * coverage does not count. Characters that a regular expression reads more than once count once.
 */
export class ScanCounter {
  private counts: Record<string, number> = {};

  start(): void {
    for (const [name, cost] of Object.entries(STRING_METHODS)) this.wrap(String.prototype, name, cost);
    for (const [name, cost] of Object.entries(ARRAY_METHODS)) this.wrap(Array.prototype, name, cost);
    this.wrapExec();
  }

  /** What was read since the last call, by method. */
  take(): Work {
    const { counts } = this;
    this.counts = {};
    return counts;
  }

  private add(name: string, count: number): void {
    this.counts[name] = (this.counts[name] ?? 0) + count;
  }

  private wrap(prototype: object, name: string, cost: Cost): void {
    const original: (...args: unknown[]) => unknown = Reflect.get(prototype, name);
    const add = this.add.bind(this, `${prototype.constructor.name}.${name}`);
    const value = function (this: { readonly length: number }, ...args: unknown[]): unknown {
      const { length } = this;
      const result = Reflect.apply(original, this, args);
      add(cost({ length }, args, result));
      return result;
    };
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }

  /** `test`, `match`, `replace` and others call `exec` once it is not that of V8. */
  private wrapExec(): void {
    const original = RegExp.prototype.exec;
    const add = this.add.bind(this, 'RegExp.exec');
    RegExp.prototype.exec = function (text: string): RegExpExecArray | null {
      const from = this.global || this.sticky ? this.lastIndex : 0;
      const result = original.call(this, text);
      // One that is tried at a single place has seldom read more than a character if it does not match.
      const isTriedOnce = this.sticky || (this.source.startsWith('^') && !this.multiline);
      const end = result ? result.index + result[0].length : isTriedOnce ? from + 1 : text.length;
      add(Math.max(0, end - from));
      return result;
    };
  }
}
