import type { TextOrMessage } from '../text/message';

/**
 * Evaluates JavaScript without access to anything outside of itself. Values stay inside; the interpreter holds them by
 * number (`ValueRef`), so identity and mutation are those of JavaScript.
 */
export interface Sandbox {
  /**
   * The value of an expression, or of the body of a function if `isBody`. `names` are the variables that it may use,
   * with their values.
   */
  evaluate(
    source: string,
    names: readonly string[],
    values: readonly ValueRef[],
    isBody?: boolean,
  ): ValueRef | SandboxError;
  fromJson(json: string): ValueRef;
  /** A new object with members in their order. */
  object(entries: readonly (readonly [name: string, value: ValueRef])[]): ValueRef;
  list(items: readonly ValueRef[]): ValueRef;
  get(object: ValueRef, name: string): ValueRef | SandboxError;
  /** Undefined if it was assigned. */
  set(object: ValueRef, name: string, value: ValueRef): SandboxError | undefined;
  /** The object, kept, through which an expression sees the variables of several automata, innermost first. */
  contextOf(contexts: readonly ValueRef[]): ValueRef;
  describe(value: ValueRef): ValueDescription;
  /** Sets `Date` for everything that is evaluated from now on, in milliseconds since 1970. */
  setTime(milliseconds: number): void;
  /** The present end of the table of values. */
  mark(): number;
  /** Forgets all values since a mark, except kept ones. */
  release(mark: number): void;
  /** The value under a number that stays valid until it is dropped. */
  keep(value: ValueRef): ValueRef;
  drop(kept: ValueRef): void;
  /** The values and everything that they refer to; undefined if that is too much. */
  save(values: readonly ValueRef[]): SavedValues | undefined;
  /** Values that were saved here or in another sandbox. They stay valid until they are dropped. */
  load(saved: SavedValues): readonly ValueRef[];
  /** Makes it as a new one, whatever was evaluated in it; false if it cannot be, so that a new one is needed. */
  reset(): boolean;
  dispose(): void;
}

/** A value inside a sandbox, valid until it is released. */
export type ValueRef = number & { readonly brand: 'Ref' };

/** Values outside of the sandbox, with all else that later evaluations can depend on. */
export interface SavedValues {
  /** A `SavedGraph` as JSON; the same for the same values. */
  readonly graph: string;
  /** The state of `Math.random`. */
  readonly random: number;
  readonly time: number;
  /**
   * Whether that is all that later evaluations can depend on: no value is more than data, such as a function, and no
   * code changed a built-in or global variable.
   */
  readonly isData: boolean;
}

/** Values that may refer to one another and to themselves. */
export interface SavedGraph {
  readonly values: readonly SavedValue[];
  readonly objects: readonly SavedObject[];
}

/** A primitive; one that JSON does not have by its kind and text; or the number of an object. */
export type SavedValue =
  | string
  | number
  | boolean
  | null
  | readonly [kind: 'undefined' | 'number' | 'bigint' | 'opaque', text?: string]
  | readonly [object: number];

/** Its kind, then its items, or its names each with the value after it. */
export type SavedObject = readonly ['array' | 'object' | 'date' | 'opaque', ...parts: SavedValue[]];

/** Something was thrown, or a limit was reached. */
export interface SandboxError {
  /** `limit`: the time, the memory or the stack. */
  readonly kind: 'thrown' | 'limit';
  /** As in a console: `TypeError: cannot read property 'x' of undefined`; a message if it is none of the engine. */
  readonly message: TextOrMessage;
}

export function isSandboxError(value: ValueRef | SandboxError | undefined): value is SandboxError {
  return typeof value === 'object';
}

export type ValueKind =
  | 'undefined'
  | 'null'
  | 'boolean'
  | 'number'
  | 'string'
  | 'object'
  | 'array'
  | 'function'
  | 'symbol'
  | 'bigint';

/** What can be said of a value outside of the sandbox. */
export interface ValueDescription {
  readonly kind: ValueKind;
  /** Whether a condition with this value holds. */
  readonly isTruthy: boolean;
  /** As JavaScript makes it a part of a text; empty if that throws. */
  readonly text: string;
  /** As JSON; undefined if it has none, as functions and cycles. */
  readonly json: string | undefined;
  /** Why there is no JSON. */
  readonly problem?: TextOrMessage;
}

/** What one evaluation may use. */
export const SANDBOX_LIMITS = {
  MAX_MILLISECONDS: 1000,
  MAX_MEMORY_BYTES: 64 * 1024 * 1024,
  MAX_STACK_BYTES: 128 * 1024,
  /** Longer texts and JSON of values are cut, in UTF-16 code units. */
  MAX_TEXT_LENGTH: 1_000_000,
  /** Built-ins refuse longer lists: the limit of time cannot interrupt them, and a list may be long without content. */
  MAX_LIST_LENGTH: 1_000_000,
  /** The same for lists that are sorted by the text of their items. */
  MAX_SORTED_LENGTH: 100_000,
  /** The same for texts, in UTF-16 code units. */
  MAX_LONG_TEXT_LENGTH: 2_000_000,
  /** The same for the product of the lengths of a text and of a text that is searched in it. */
  MAX_SEARCH: 1_000_000_000,
  /** Longer integers (`BigInt`) are refused, in decimal digits: the 65,536 bits of `engine-limits.ts`. */
  MAX_DIGITS: 19_728,
} as const;

export interface SandboxOptions {
  /** Decides what `Math.random` gives. */
  readonly seed: number;
  /** Milliseconds of a clock that never goes back, for the time limit. */
  readonly now: () => number;
  /**
   * Whether `save` tells data from what is more than data; otherwise nothing is data. Preparing the first sandboxes takes
   * several times as long with it.
   */
  readonly recognizesData?: boolean;
}
