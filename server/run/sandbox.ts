/**
 * Evaluates JavaScript without access to anything outside of itself. Values stay inside; the interpreter holds them by
 * number (`Ref`), so identity and mutation are those of JavaScript.
 */
export interface Sandbox {
  /**
   * The value of an expression, or of the body of a function if `isBody`. `names` are the variables that it may use,
   * with their values.
   */
  evaluate(source: string, names: readonly string[], values: readonly Ref[], isBody?: boolean): Ref | Fault;
  fromJson(json: string): Ref;
  /** A new object with members in their order. */
  object(entries: readonly (readonly [name: string, value: Ref])[]): Ref;
  list(items: readonly Ref[]): Ref;
  get(object: Ref, name: string): Ref | Fault;
  /** Undefined if it was assigned. */
  set(object: Ref, name: string, value: Ref): Fault | undefined;
  /** The object, kept, through which an expression sees the variables of several automata, innermost first. */
  contextOf(contexts: readonly Ref[]): Ref;
  describe(value: Ref): Described;
  /** Sets `Date` for everything that is evaluated from now on, in milliseconds since 1970. */
  setTime(milliseconds: number): void;
  /** The present end of the table of values. */
  mark(): number;
  /** Forgets all values since a mark, except kept ones. */
  release(mark: number): void;
  /** The value under a number that stays valid until it is dropped. */
  keep(value: Ref): Ref;
  drop(kept: Ref): void;
  dispose(): void;
}

/** A value inside a sandbox, valid until it is released. */
export type Ref = number & { readonly brand: 'Ref' };

/** Something was thrown, or a limit was reached. */
export interface Fault {
  /** `limit`: the time, the memory or the stack. */
  readonly kind: 'thrown' | 'limit';
  /** As in a console: `TypeError: cannot read property 'x' of undefined`. */
  readonly message: string;
}

export function isFault(value: Ref | Fault | undefined): value is Fault {
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
export interface Described {
  readonly kind: ValueKind;
  /** Whether a condition with this value holds. */
  readonly isTruthy: boolean;
  /** As JavaScript makes it a part of a text; empty if that throws. */
  readonly text: string;
  /** As JSON; undefined if it has none, as functions and cycles. */
  readonly json: string | undefined;
  /** Why there is no JSON. */
  readonly problem?: string;
}

/** What one evaluation may use. */
export const LIMITS = {
  MAX_MILLISECONDS: 1000,
  MAX_MEMORY_BYTES: 64 * 1024 * 1024,
  MAX_STACK_BYTES: 128 * 1024,
  /** Longer texts and JSON of values are cut, in UTF-16 code units. */
  MAX_TEXT_LENGTH: 1_000_000,
} as const;

export interface SandboxOptions {
  /** Decides what `Math.random` gives. */
  readonly seed: number;
  /** Milliseconds of a clock that never goes back, for the time limit. */
  readonly now: () => number;
}

/**
 * Runs inside of the sandbox before anything else, and keeps the built-ins that it uses, since expressions may replace
 * them. Values have the numbers of `values`; those that are kept have negative numbers.
 */
export const PRELUDE = `(function (seed, maxText) {
  'use strict';
  var stringify = JSON.stringify, parse = JSON.parse, isArray = Array.isArray, text = String;
  var create = Function, ownKeys = Reflect.ownKeys, apply = Reflect.apply;
  var values = [], count = 0, kept = [], free = [], freeCount = 0, keptCount = 0, functions = [], functionCount = 0;
  var cut = Function.prototype.call.bind(String.prototype.slice);
  function value(ref) { return ref < 0 ? kept[-1 - ref] : values[ref]; }
  function put(one) { values[count] = one; return count++; }
  function keep(one) {
    var at = freeCount > 0 ? free[--freeCount] : keptCount++;
    kept[at] = one;
    return -1 - at;
  }
  var now = 0, RealDate = Date;
  var FixedDate = function Date() {
    if (new.target === undefined) return text(new RealDate(now));
    var given = arguments.length === 0 ? [now] : arguments;
    return Reflect.construct(RealDate, given, new.target);
  };
  FixedDate.prototype = RealDate.prototype;
  RealDate.prototype.constructor = FixedDate;
  FixedDate.now = function () { return now; };
  FixedDate.parse = RealDate.parse;
  FixedDate.UTC = RealDate.UTC;
  globalThis.Date = FixedDate;
  // mulberry32: small, and its numbers are the same everywhere.
  var state = seed >>> 0;
  Math.random = function () {
    state = (state + 0x6d2b79f5) >>> 0;
    var mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  function ownerOf(contexts, name) {
    for (var i = 0; i < contexts.length; i++) {
      if (Object.prototype.hasOwnProperty.call(contexts[i], name)) return contexts[i];
    }
    return contexts[0];
  }
  return {
    compile: function (names, source, isBody) {
      var made = create(names, isBody ? source : 'return (' + source + '\\n)');
      functions[functionCount] = made;
      return functionCount++;
    },
    run: function (index, refs) {
      var given = [];
      for (var i = 0; i < refs.length; i++) given[i] = value(refs[i]);
      return put(apply(functions[index], undefined, given));
    },
    fromJson: function (json) { return put(parse(json)); },
    object: function (names, refs) {
      var made = {};
      for (var i = 0; i < names.length; i++) {
        Object.defineProperty(made, names[i], {
          value: value(refs[i]), writable: true, enumerable: true, configurable: true,
        });
      }
      return put(made);
    },
    list: function (refs) {
      var made = [];
      for (var i = 0; i < refs.length; i++) made[i] = value(refs[i]);
      return put(made);
    },
    get: function (ref, name) { return put(value(ref)[name]); },
    set: function (ref, name, one) { value(ref)[name] = value(one); },
    contextOf: function (refs) {
      if (refs.length === 1) return keep(value(refs[0]));
      var contexts = [];
      for (var i = 0; i < refs.length; i++) contexts[i] = value(refs[i]);
      return keep(new Proxy(contexts[0], {
        get: function (_, name) { return ownerOf(contexts, name)[name]; },
        set: function (_, name, one) { ownerOf(contexts, name)[name] = one; return true; },
        has: function (_, name) { return name in ownerOf(contexts, name); },
        deleteProperty: function (_, name) { return delete ownerOf(contexts, name)[name]; },
        ownKeys: function () {
          var keys = [];
          for (var i = contexts.length - 1; i >= 0; i--) keys = keys.concat(ownKeys(contexts[i]));
          return keys.filter(function (key, at) { return keys.indexOf(key) === at; });
        },
        getOwnPropertyDescriptor: function (_, name) {
          var found = Object.getOwnPropertyDescriptor(ownerOf(contexts, name), name);
          if (found) found.configurable = true;
          return found;
        },
      }));
    },
    describe: function (ref) {
      var one = value(ref);
      var kind = one === null ? 'null' : isArray(one) ? 'array' : typeof one;
      var result = { kind: kind, isTruthy: !!one, text: '' };
      try { result.text = cut(text(one), 0, maxText); } catch (error) {}
      if (kind === 'function' || kind === 'symbol' || kind === 'undefined') return stringify(result);
      try {
        var json = stringify(one);
        if (json === undefined) result.problem = 'it has no JSON';
        else if (json.length > maxText) result.problem = 'its JSON is longer than ' + maxText + ' characters';
        else result.json = json;
      } catch (error) {
        result.problem = error instanceof TypeError ? 'it refers to itself' : 'it cannot be read';
      }
      return stringify(result);
    },
    setTime: function (time) { now = time; },
    mark: function () { return count; },
    release: function (mark) { while (count > mark) values[--count] = undefined; },
    keep: function (ref) { return keep(value(ref)); },
    drop: function (ref) { kept[-1 - ref] = undefined; free[freeCount++] = -1 - ref; },
  };
})`;
