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
  /** As in a console: `TypeError: cannot read property 'x' of undefined`. */
  readonly message: string;
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
  readonly problem?: string;
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
  /** The same for the product of the lengths of a text and of a text that is searched in it. */
  MAX_SEARCH: 1_000_000_000,
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
export const PRELUDE = `(function (maxText, maxList, maxSearch) {
  'use strict';
  var stringify = JSON.stringify, parse = JSON.parse, isArray = Array.isArray, text = String;
  var create = Function, ownKeys = Reflect.ownKeys, apply = Reflect.apply;
  var values = [], count = 0, kept = [], free = [], freeCount = 0, keptCount = 0, functions = [], functionCount = 0;
  var cut = Function.prototype.call.bind(String.prototype.slice);
  var isExtensible = Object.isExtensible, prototypeOf = Object.getPrototypeOf, is = Object.is, define = Object.defineProperty;
  var describeOwn = Object.getOwnPropertyDescriptor, timeOf = Date.prototype.getTime, plain = Object.prototype;
  var sourceOf = Function.prototype.toString, lists = Array.prototype, dates = Date.prototype, NewMap = Map;
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
  var state = 0;
  Math.random = function () {
    state = (state + 0x6d2b79f5) >>> 0;
    var mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  function guard(owner, names, check) {
    for (var i = 0; i < names.length; i++) guardOne(owner, names[i], check);
  }
  function guardOne(owner, name, check) {
    var real = owner[name];
    if (typeof real !== 'function') return;
    var made = { guarded() { check(this, arguments); return apply(real, this, arguments); } }.guarded;
    define(made, 'name', { value: real.name, configurable: true });
    define(made, 'length', { value: real.length, configurable: true });
    define(owner, name, { value: made, writable: true, enumerable: false, configurable: true });
  }
  function limit(length) {
    if (length > maxList) throw new TooLong('a list of more than ' + maxList + ' items cannot be used');
  }
  function checkList(list) { if (list !== null && list !== undefined) limit(list.length); }
  function checkLists(list, more) {
    var length = isArray(list) ? list.length : 0;
    for (var i = 0; i < more.length; i++) length += isArray(more[i]) ? more[i].length : 1;
    limit(length);
  }
  function nestedLength(list, depth, length) {
    length += list.length;
    limit(length);
    if (depth >= 1)
      for (var i = 0; i < list.length; i++)
        if (isArray(list[i])) length = nestedLength(list[i], depth - 1, length);
    return length;
  }
  function checkSearch(text, given) {
    var part = given[0];
    if (typeof part === 'string' && part.length > 1000 && text.length * part.length > maxSearch)
      throw new TooLong('the searched text is too long');
  }
  var define = Object.defineProperty, TooLong = RangeError, list = Array.prototype;
  guard(list, ['copyWithin', 'entries', 'every', 'fill', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex',
    'flatMap', 'forEach', 'includes', 'indexOf', 'join', 'keys', 'lastIndexOf', 'map', 'reduce', 'reduceRight', 'reverse',
    'shift', 'slice', 'some', 'sort', 'splice', 'toLocaleString', 'toReversed', 'toSorted', 'toSpliced', 'unshift',
    'values', 'with'], checkList);
  define(list, Symbol.iterator, { value: list.values, writable: true, enumerable: false, configurable: true });
  guard(list, ['concat'], checkLists);
  guard(list, ['flat'], function (one, given) {
    if (isArray(one)) nestedLength(one, given[0] === undefined ? 1 : +given[0], 0);
  });
  guard(String.prototype, ['includes', 'indexOf', 'lastIndexOf', 'replace', 'replaceAll', 'split'], checkSearch);
  // A proxy looks like what it stands for, and cannot be saved.
  var proxies = new Set(), NewSet = Set, RealProxy = Proxy, revocable = Proxy.revocable;
  function noted(proxy) { proxies.add(proxy); return proxy; }
  RealProxy.revocable = function (target, handler) {
    var made = revocable(target, handler);
    noted(made.proxy);
    return made;
  };
  globalThis.Proxy = new RealProxy(RealProxy, {
    construct: function (_, given) { return noted(new RealProxy(given[0], given[1])); },
  });
  // All objects that are there before code of authors runs, with their members.
  var builtIns = [], isChecked = true;
  function noteBuiltIns() {
    var seen = new Set(), found = [globalThis];
    var iterators = [[].values(), new Map().values(), new Set().values(), ''.matchAll(/a/g), ''[Symbol.iterator]()];
    iterators.push(function* () {}, async function () {}, async function* () {});
    for (var i = 0; i < iterators.length; i++) found.push(prototypeOf(iterators[i]));
    function add(one) {
      if (one === null || (typeof one !== 'object' && typeof one !== 'function') || seen.has(one)) return;
      seen.add(one);
      found.push(one);
    }
    for (var at = 0; at < found.length; at++) {
      var object = found[at], keys = ownKeys(object), members = [];
      add(prototypeOf(object));
      for (var k = 0; k < keys.length; k++) {
        var own = describeOwn(object, keys[k]);
        members.push('value' in own ? own.value : own.get);
        add(own.value);
        add(own.get);
        add(own.set);
      }
      builtIns.push({ object: object, prototype: prototypeOf(object), keys: keys, members: members });
    }
  }
  function isUntouched() {
    if (isChecked) return true;
    for (var i = 0; i < builtIns.length; i++) {
      var known = builtIns[i], keys = ownKeys(known.object);
      if (keys.length !== known.keys.length || prototypeOf(known.object) !== known.prototype) return false;
      for (var k = 0; k < keys.length; k++) {
        if (keys[k] !== known.keys[k]) return false;
        var own = describeOwn(known.object, keys[k]);
        if (!is('value' in own ? own.value : own.get, known.members[k])) return false;
      }
    }
    return (isChecked = true);
  }
  function savedValue(one, saving) {
    switch (typeof one) {
      case 'boolean':
      case 'string':
        return one;
      case 'number':
        return one - one === 0 && !is(one, -0) ? one : ['number', is(one, -0) ? '-0' : text(one)];
      case 'undefined':
        return ['undefined'];
      case 'bigint':
        return ['bigint', text(one)];
      case 'object':
        return one === null ? null : [saving.numberOf(one)];
      default:
        saving.isData = false;
        return ['opaque', typeof one === 'function' ? apply(sourceOf, one, []) : text(one)];
    }
  }
  // Runs no code of authors. What is more than data is saved as far as it can be, for comparisons only.
  function savedObject(one, saving) {
    if (proxies.has(one)) {
      saving.isData = false;
      return ['opaque'];
    }
    var prototype = prototypeOf(one), keys = ownKeys(one), count = keys.length, kind = 'opaque';
    if (prototype === dates && count === 0) return ['date', savedValue(apply(timeOf, one, []), saving)];
    if (prototype === lists && isArray(one)) {
      var isWhole = keys[count - 1] === 'length' && count === one.length + 1 && describeOwn(one, 'length').writable;
      if (isWhole) kind = 'array', count--;
    } else if (prototype === plain && !isArray(one)) kind = 'object';
    if (!isExtensible(one)) kind = 'opaque';
    var parts = [kind];
    for (var i = 0; i < count; i++) {
      var own = describeOwn(one, keys[i]);
      if (typeof keys[i] !== 'string' || !own.writable || !own.enumerable || !own.configurable) kind = 'opaque';
      if (kind !== 'array') parts[parts.length] = text(keys[i]);
      parts[parts.length] = savedValue(own.value, saving);
    }
    if (kind === 'opaque') saving.isData = false;
    parts[0] = kind;
    return parts;
  }
  function loadedValue(saved, objects) {
    if (!isArray(saved)) return saved;
    switch (saved[0]) {
      case 'undefined':
        return undefined;
      case 'number':
        return +saved[1];
      case 'bigint':
        return BigInt(saved[1]);
      default:
        return objects[saved[0]];
    }
  }
  function ownerOf(contexts, name) {
    for (var i = 0; i < contexts.length; i++) {
      if (Object.prototype.hasOwnProperty.call(contexts[i], name)) return contexts[i];
    }
    return contexts[0];
  }
  noteBuiltIns();
  return {
    begin: function (seed) { state = seed >>> 0; },
    compile: function (names, source, isBody) {
      var made = create(names, isBody ? source : 'return (' + source + '\\n)');
      functions[functionCount] = made;
      return functionCount++;
    },
    run: function (index, refs) {
      var given = [];
      isChecked = false;
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
      return keep(noted(new RealProxy(contexts[0], {
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
      })));
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
    save: function (refs) {
      var objects = [], numbers = new NewMap(), roots = [], saved = [];
      var saving = {
        isData: isUntouched(),
        numberOf: function (one) {
          var number = numbers.get(one);
          if (number === undefined) numbers.set(one, (number = objects.length)), (objects[number] = one);
          return number;
        },
      };
      for (var i = 0; i < refs.length; i++) roots[i] = savedValue(value(refs[i]), saving);
      for (var k = 0; k < objects.length; k++) saved[k] = savedObject(objects[k], saving);
      var graph = stringify({ values: roots, objects: saved });
      if (graph.length > maxText) return '';
      return stringify({ random: state, time: now, isData: saving.isData }) + '\\n' + graph;
    },
    load: function (json, random, time) {
      var saved = parse(json), objects = [], refs = [];
      for (var i = 0; i < saved.objects.length; i++) {
        var kind = saved.objects[i][0];
        objects[i] = kind === 'array' ? [] : kind === 'object' ? {} : new RealDate(loadedValue(saved.objects[i][1], []));
      }
      for (var k = 0; k < objects.length; k++) {
        var one = objects[k], parts = saved.objects[k];
        if (parts[0] === 'array') for (var at = 1; at < parts.length; at++) one[at - 1] = loadedValue(parts[at], objects);
        if (parts[0] !== 'object') continue;
        for (var m = 1; m < parts.length; m += 2) {
          var member = loadedValue(parts[m + 1], objects);
          if (parts[m] !== '__proto__') one[parts[m]] = member;
          else define(one, parts[m], { value: member, writable: true, enumerable: true, configurable: true });
        }
      }
      for (var r = 0; r < saved.values.length; r++) refs[r] = keep(loadedValue(saved.values[r], objects));
      state = random;
      now = time;
      return stringify(refs);
    },
    drop: function (ref) { kept[-1 - ref] = undefined; free[freeCount++] = -1 - ref; },
  };
})`;
