import type { TextOrMessage } from '../../text/message';

/**
 * Evaluates JavaScript without access to anything outside. Values stay inside; the interpreter refers to them by
 * number (`ValueRef`), so identity and mutation are those of JavaScript.
 */
export interface Sandbox {
  /** The value of an expression. `names` are the variables that it may use, with their values. */
  evaluate(source: string, names: readonly string[], values: readonly ValueRef[]): ValueRef | SandboxError;
  /**
   * Runs the body of a function in a realm of its own: what it changes there, such as global variables, ends with it.
   *
   * @param params the variable `params`, as JSON
   */
  runCode(body: string, params: string): ValueDescription | SandboxError;
  /** Runs a step, whose slow evaluations have a time limit together: later ones are refused. */
  step<T>(run: () => T, time?: StepTime): T;
  /** `undefined`. */
  nothing(): ValueRef;
  fromJson(json: string): ValueRef;
  /** Creates an object with members in this order. */
  object(entries: readonly (readonly [name: string, value: ValueRef])[]): ValueRef;
  list(items: readonly ValueRef[]): ValueRef;
  get(object: ValueRef, name: string): ValueRef | SandboxError;
  /** Undefined on success. */
  set(object: ValueRef, name: string, value: ValueRef): SandboxError | undefined;
  /** Whether an object has a member of its own. */
  has(object: ValueRef, name: string): boolean;
  /** The names of the members of an object. */
  names(object: ValueRef): readonly string[];
  /** A kept object through which an expression sees the variables of several automata, innermost first. */
  contextOf(contexts: readonly ValueRef[]): ValueRef;
  describe(value: ValueRef): ValueDescription;
  /** Whether a value is not `undefined`. */
  isGiven(value: ValueRef): boolean;
  /** The JSON of an object; undefined if a member has none, unless the member is `undefined`. */
  plainJson(object: ValueRef): string | undefined;
  /** Sets the time of `Date` for all later evaluations, in milliseconds since 1970. */
  setTime(milliseconds: number): void;
  /** The current end of the table of values. */
  mark(): number;
  /** Releases all values since a mark, except kept ones. */
  release(mark: number): void;
  /** A reference to the value that stays valid until it is dropped. */
  keep(value: ValueRef): ValueRef;
  drop(kept: ValueRef): void;
  /** Saves the values and everything that they refer to; undefined if that is too much. */
  save(values: readonly ValueRef[]): SavedValues | undefined;
  /** Loads values that this or another sandbox saved. They stay valid until they are dropped. */
  load(saved: SavedValues): readonly ValueRef[];
  /** Resets it to a new sandbox; false if that is not possible, so that a new one is needed. */
  reset(): boolean;
  dispose(): void;
}

/** What is left for the slow evaluations of a step that is interrupted and continued. */
export interface StepTime {
  milliseconds: number;
}

export function newStepTime(): StepTime {
  return { milliseconds: SANDBOX_LIMITS.MAX_STEP_MILLISECONDS };
}

/** A reference to a value inside a sandbox, valid until it is released. */
export type ValueRef = number & { readonly brand: 'Ref' };

/** Values outside of the sandbox, with everything else that later evaluations can depend on. */
export interface SavedValues {
  /** A `SavedGraph` as JSON; equal for equal values. */
  readonly graph: string;
  /** The state of `Math.random`. */
  readonly random: number;
  readonly time: number;
  /**
   * Whether later evaluations can depend on nothing else: all values are plain data, without functions, and no code
   * changed a built-in or global variable.
   */
  readonly isData: boolean;
}

/** Values that may refer to one another and to themselves. */
export interface SavedGraph {
  readonly values: readonly SavedValue[];
  readonly objects: readonly SavedObject[];
}

/** A primitive; one without JSON by its kind and text; or the number of an object. */
export type SavedValue =
  | string
  | number
  | boolean
  | null
  | readonly [kind: 'undefined' | 'number' | 'bigint' | 'opaque', text?: string]
  | readonly [object: number];

/** Its kind, followed by its items, or by alternating names and values. */
export type SavedObject = readonly ['array' | 'object' | 'date' | 'opaque', ...parts: SavedValue[]];

/** An exception, or an exceeded limit. */
export interface SandboxError {
  /** `limit`: the time, the memory or the stack. */
  readonly kind: 'thrown' | 'limit';
  /** As in a console: `TypeError: cannot read property 'x' of undefined`; a message if it is not from the engine. */
  readonly message: TextOrMessage;
  /** The line of the evaluated code on which it was thrown, from 1, as the error says: code can change that. */
  readonly line?: number;
}

export function isSandboxError(
  value: ValueRef | ValueDescription | SandboxError | undefined,
): value is SandboxError {
  return typeof value === 'object' && 'message' in value;
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

/** A description of a value for use outside of the sandbox. */
export interface ValueDescription {
  readonly kind: ValueKind;
  /** Whether the value is truthy. */
  readonly isTruthy: boolean;
  /** Its conversion to a string; empty if that fails. */
  readonly text: string;
  /** The length of this text before it was cut, in UTF-16 code units. */
  readonly wholeLength?: number;
  /** Why the conversion to a string failed. */
  readonly textFault?: SandboxError;
  /** As JSON; undefined for functions, cycles and the like. */
  readonly json: string | undefined;
  /** Why there is no JSON. */
  readonly problem?: TextOrMessage;
}

/** Limits of one evaluation, and of the evaluations of a step. */
export const SANDBOX_LIMITS = {
  MAX_MILLISECONDS: 1000,
  MAX_STEP_MILLISECONDS: 2000,
  /** Faster calls do not count for the limit of a step: on a busy machine, thousands of them may take long. */
  MIN_SLOW_MILLISECONDS: 50,
  MAX_MEMORY_BYTES: 64 * 1024 * 1024,
  MAX_STACK_BYTES: 128 * 1024,
  /** Longer strings and JSON are cut, in UTF-16 code units. */
  MAX_TEXT_LENGTH: 1_000_000,
  /** Built-ins reject longer lists: the time limit cannot interrupt them, and sparse lists may be long. */
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

/**
 * What sandboxes are used for: conversations of a user (`conversation`) last for any time, those of scenarios,
 * explorations and comparisons (`batch`) end before the next one starts, and there are many. The engine creates a sandbox
 * fast only if no other one uses its memory, so each use has its own.
 */
export type SandboxUse = 'conversation' | 'batch';

export interface SandboxOptions {
  /** The seed of `Math.random`. */
  readonly seed: number;
  /** A monotonic clock in milliseconds, for the time limit. */
  readonly now: () => number;
  /**
   * Whether `save` can recognise plain data; otherwise nothing counts as data. It makes preparing the first sandboxes
   * several times slower.
   */
  readonly recognizesData?: boolean;
}
