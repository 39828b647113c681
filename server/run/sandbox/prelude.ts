/**
 * Runs inside of the sandbox before anything else, and saves the built-ins that it uses, since expressions may
 * replace them. Its own lists and descriptors have no prototype, so that members which expressions add to prototypes,
 * such as setters and `toJSON`, do not apply to them. Values have the indexes of `values`; kept ones have negative
 * numbers. Lists from outside are JSON.
 */
export const PRELUDE = `(function (maxText, maxList, maxSorted, maxLong, maxSearch, saves, isShared) {
  'use strict';
  var stringify = JSON.stringify, parse = JSON.parse, isArray = Array.isArray, text = String;
  var create = Function, ownKeys = Reflect.ownKeys, apply = Reflect.apply;
  var setPrototype = Object.setPrototypeOf, construct = Reflect.construct, NotAllowed = TypeError, Malformed = SyntaxError;
  function bare(list) { return setPrototype(list, null); }
  var values = bare([]), kept = bare([]), free = bare([]), functions = bare([]);
  var count = 0, freeCount = 0, keptCount = 0, functionCount = 0;
  var cut = Function.prototype.call.bind(String.prototype.slice);
  var isExtensible = Object.isExtensible, prototypeOf = Object.getPrototypeOf, is = Object.is, define = Object.defineProperty;
  var describeOwn = Object.getOwnPropertyDescriptor, timeOf = Date.prototype.getTime, plain = Object.prototype;
  var sourceOf = Function.prototype.toString, lists = Array.prototype, dates = Date.prototype, NewMap = Map;
  var call = Function.prototype.call, entryOf = call.bind(Map.prototype.get), setEntry = call.bind(Map.prototype.set);
  var hasOwn = call.bind(Object.prototype.hasOwnProperty), find = call.bind(String.prototype.indexOf), maxNames = 10000, maxPattern = 20000;
  var search = call.bind(RegExp.prototype.exec);
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
    return construct(RealDate, given, new.target);
  };
  FixedDate.prototype = RealDate.prototype;
  RealDate.prototype.constructor = FixedDate;
  FixedDate.now = function () { return now; };
  FixedDate.parse = RealDate.parse;
  FixedDate.UTC = RealDate.UTC;
  globalThis.Date = FixedDate;
  // mulberry32: small, and its numbers are the same everywhere.
  var state = 0, multiply = Math.imul;
  function draw() {
    state = (state + 0x6d2b79f5) >>> 0;
    var mixed = multiply(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + multiply(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
  Math.random = function random() { return draw() / 4294967296; };
  function guard(owner, names, check) {
    for (var i = 0; i < names.length; i++) guardOne(owner, names[i], check);
  }
  function guardOne(owner, name, check) {
    var real = owner[name];
    if (typeof real !== 'function') return;
    var made = { guarded() { check(this, arguments, name); return apply(real, this, arguments); } }.guarded;
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
  function checkSort(list, given) {
    checkList(list);
    if (given[0] !== undefined || list === null || list === undefined) return;
    if (list.length > maxSorted)
      throw new TooLong('a list of more than ' + maxSorted + ' items can only be sorted with a function');
    // Every item is compared with some others, about 20 at most.
    checkItems(list, function (one) { return 20 * (typeof one === 'string' ? one.length : workOf(one)); });
  }
  function checkJoin(list) {
    checkList(list);
    checkItems(list, workOf);
  }
  // The engine converts integers in a time that grows with the square of their length.
  var sizes = bare([10n ** 6400n, 10n ** 1600n, 10n ** 400n, 10n ** 100n]), works = bare([4e7, 4e6, 3e5, 2e4]);
  function workOf(one) {
    if (typeof one !== 'bigint') return 0;
    for (var i = 0; i < 4; i++) if (one > sizes[i] || one < -sizes[i]) return works[i];
    return 1000;
  }
  function checkItems(list, measure) {
    if (!isArray(list) || proxies.has(list)) return;
    var total = 0;
    for (var i = 0; i < list.length; i++) total += measure(list[i]);
    checkWork(total, 'the items of this list are too long');
  }
  function checkParts(_, given) {
    var total = 0;
    for (var i = 0; i < given.length; i++) total += workOf(given[i]);
    checkWork(total, 'the parts of this text are too long');
  }
  function checkWork(total, message) { if (total > maxSearch) throw new TooLong(message); }
  function checkFind(list, given) {
    checkList(list);
    var one = given[0];
    if (typeof one === 'string' && one.length > 1000 && isArray(list))
      checkWork(list.length * one.length, 'the searched text is too long');
  }
  function checkEntries(_, given) {
    var entries = given[0];
    if (!isArray(entries)) return;
    limit(entries.length);
    checkItems(entries, function (entry) {
      var name = isArray(entry) && !proxies.has(entry) ? entry[0] : undefined;
      return typeof name === 'string' ? name.length : workOf(name);
    });
  }
  // The engine sorts marks in a time that grows with the square of their number.
  var marks = /\\p{M}{1000}/u;
  function checkMarks(text, given) {
    checkLong(text);
    checkLong(given[0]);
    if ((typeof text === 'string' && search(marks, text)) || (typeof given[0] === 'string' && search(marks, given[0])))
      throw new TooLong('a text with more than 1000 marks on one character cannot be used');
  }
  function checkLong(text) {
    if (typeof text === 'string' && text.length > maxLong)
      throw new TooLong('a text of more than ' + maxLong + ' characters cannot be used');
  }
  function checkSearch(text, given) {
    checkLong(text);
    var part = given[0];
    if (typeof part === 'string' && part.length > 1000) checkWork(text.length * part.length, 'the searched text is too long');
    checkPattern(part);
    checkReplacement(text, given[1]);
  }
  // Each occurrence of a group may be replaced by nothing, so that the memory does not limit the work.
  function checkReplacement(text, made) {
    if (typeof made === 'string' && made.length > 1000 && find(made, '$') >= 0)
      checkWork(text.length * made.length, 'the replaced text is too long');
  }
  function checkPattern(pattern) {
    if (typeof pattern === 'string' && pattern.length > maxPattern)
      throw new TooLong('a regular expression of more than ' + maxPattern + ' characters cannot be used');
  }
  var define = Object.defineProperty, TooLong = RangeError, list = Array.prototype;
  guard(list, ['copyWithin', 'entries', 'every', 'fill', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex',
    'flatMap', 'forEach', 'keys', 'map', 'reduce', 'reduceRight', 'reverse',
    'shift', 'slice', 'some', 'splice', 'toReversed', 'toSpliced', 'unshift',
    'values', 'with'], checkList);
  define(list, Symbol.iterator, { value: list.values, writable: true, enumerable: false, configurable: true });
  guard(list, ['sort', 'toSorted'], checkSort);
  guard(list, ['join', 'toLocaleString'], checkJoin);
  guard(list, ['includes', 'indexOf', 'lastIndexOf'], checkFind);
  guard(Object, ['fromEntries'], checkEntries);
  guard(prototypeOf(Int8Array.prototype), ['join', 'sort', 'toLocaleString', 'toSorted'], checkList);
  guard(list, ['concat'], checkLists);
  guard(list, ['flat'], function (one, given) {
    if (isArray(one)) nestedLength(one, given[0] === undefined ? 1 : +given[0], 0);
  });
  guard(String.prototype, ['includes', 'indexOf', 'lastIndexOf', 'replace', 'replaceAll', 'split'], checkSearch);
  guard(String.prototype, ['localeCompare', 'normalize'], checkMarks);
  guard(String.prototype, ['concat'], checkParts);
  guard(String.prototype, ['match', 'matchAll', 'search'], function (text, given) {
    checkLong(text);
    checkPattern(given[0]);
  });
  var RealRegExp = RegExp;
  globalThis.RegExp = new Proxy(RealRegExp, {
    __proto__: null,
    apply: function (_, self, given) {
      checkPattern(given[0]);
      return apply(RealRegExp, self, given);
    },
    construct: function (_, given, target) {
      checkPattern(given[0]);
      return construct(RealRegExp, given, target);
    },
  });
  RegExp.prototype.constructor = RegExp;
  guard(RegExp.prototype, ['compile'], function (_, given) { checkPattern(given[0]); });
  guard(RegExp.prototype, [Symbol.replace], function (_, given) { checkReplacement(text(given[0]), given[1]); });
  guard(String.prototype, ['toLocaleLowerCase', 'toLocaleUpperCase', 'toLowerCase', 'toUpperCase', 'trim', 'trimEnd', 'trimStart', Symbol.iterator], checkLong);
  guard(String, ['raw'], function (_, given) {
    checkList(given[0].raw);
    checkParts(_, given);
  });
  guard(JSON, ['parse'], function (_, given) { checkLong(given[0]); });
  guard(JSON, ['stringify'], function (_, given) {
    checkJson(given[0]);
    if (isArray(given[1]) && given[1].length > maxNames)
      throw new TooLong('a list of more than ' + maxNames + ' names cannot be used');
  });
  // Throws if the JSON of a value has too many values. A value that occurs several times counts as often.
  function checkJson(root) {
    if (typeof root === 'string') checkLong(root);
    if (typeof root !== 'object' || root === null || proxies.has(root)) return;
    left = maxList;
    if (!countValues(root, 0)) checkNested(root);
  }
  // How many values may still follow.
  var left = 0, keysOf = Object.keys;
  // False if the value is nested deeply, or contains itself.
  function countValues(one, depth) {
    if (depth === 50) return false;
    var isList = isArray(one), parts = isList ? one : keysOf(one), length = parts.length;
    if (isList) limit(length);
    for (var i = 0; i < length; i++) {
      var part = isList ? one[i] : one[parts[i]];
      left -= typeof part === 'string' ? 1 + part.length * (maxList / maxLong) : 1;
      if (left < 0) throw new TooLong('the JSON of this value is too long');
      if (typeof part === 'object' && part !== null && !proxies.has(part) && !countValues(part, depth + 1)) return false;
    }
    return true;
  }
  // The same without recursion. Each value is read once.
  function checkNested(root) {
    var sizes = new NewMap(), frames = bare([{ parts: [root], at: 0, size: 0 }]);
    while (frames.length > 0) {
      var frame = frames[frames.length - 1], size = 1;
      if (frame.at < frame.parts.length) {
        var one = frame.parts[frame.at++];
        if (typeof one === 'string') size += one.length * (maxList / maxLong);
        else if (typeof one === 'object' && one !== null && !proxies.has(one)) {
          size = entryOf(sizes, one);
          if (size === undefined) {
            // JSON refuses a value that contains itself.
            setEntry(sizes, one, 0);
            if (isArray(one)) limit(one.length);
            frames[frames.length] = { parts: isArray(one) ? one : partsOf(one), at: 0, size: 1, object: one };
            continue;
          }
        }
      } else {
        size = frame.size;
        frames.length--;
        setEntry(sizes, frame.object, size);
        if (frames.length === 0) return;
        frame = frames[frames.length - 1];
      }
      frame.size += size;
      if (frame.size > maxList) throw new TooLong('the JSON of this value is too long');
    }
  }
  function partsOf(object) {
    var keys = ownKeys(object), parts = bare([]);
    for (var i = 0; i < keys.length; i++) {
      var own = describeOwn(object, keys[i]);
      if (typeof keys[i] === 'string' && own.enumerable) parts[parts.length] = keys[i], parts[parts.length] = own.value;
    }
    return parts;
  }
  // A proxy looks like what it stands for, and cannot be saved.
  var proxies = new Set(), RealProxy = Proxy, revocable = Proxy.revocable;
  proxies.has = proxies.has, proxies.add = proxies.add;
  function noted(proxy) { proxies.add(proxy); return proxy; }
  // The engine compares each name of a proxy with all others.
  function checkedNames(names) {
    if (names === null || typeof names !== 'object') return names;
    var length = names.length, checked = bare([]);
    if (length > maxNames) throw new TooLong('a proxy with more than ' + maxNames + ' members cannot be used');
    for (var i = 0; i < length; i++) checked[i] = names[i];
    return checked;
  }
  function handlerOf(handler) {
    if (handler === null || typeof handler !== 'object') return handler;
    return new RealProxy(handler, {
      __proto__: null,
      get: function (own, name) {
        var trap = own[name];
        if (name !== 'ownKeys' || typeof trap !== 'function') return trap;
        return function (target) { return checkedNames(apply(trap, own, bare([target]))); };
      },
    });
  }
  RealProxy.revocable = function (target, handler) {
    var made = revocable(target, handlerOf(handler));
    noted(made.proxy);
    return made;
  };
  globalThis.Proxy = new RealProxy(RealProxy, {
    __proto__: null,
    construct: function (_, given) { return noted(new RealProxy(given[0], handlerOf(given[1]))); },
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
    if (!saves) return false;
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
        return one - one === 0 && !is(one, -0) ? one : bare(['number', is(one, -0) ? '-0' : text(one)]);
      case 'undefined':
        return bare(['undefined']);
      case 'bigint':
        return bare(['bigint', text(one)]);
      case 'object':
        return one === null ? null : bare([saving.numberOf(one)]);
      default:
        saving.isData = false;
        return bare(['opaque', typeof one === 'function' ? apply(sourceOf, one, []) : text(one)]);
    }
  }
  // Runs no code of authors. What is more than data is saved as far as it can be, for comparisons only.
  function savedObject(one, saving) {
    if (proxies.has(one)) {
      saving.isData = false;
      return bare(['opaque']);
    }
    var prototype = prototypeOf(one), keys = ownKeys(one), count = keys.length, kind = 'opaque';
    if (prototype === dates && count === 0) return bare(['date', savedValue(apply(timeOf, one, []), saving)]);
    if (prototype === lists && isArray(one)) {
      var isWhole = keys[count - 1] === 'length' && count === one.length + 1 && describeOwn(one, 'length').writable;
      if (isWhole) kind = 'array', count--;
    } else if (prototype === plain && !isArray(one)) kind = 'object';
    if (!isExtensible(one)) kind = 'opaque';
    var parts = bare([kind]);
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
  function valuesOf(refs) {
    var given = parse(refs);
    for (var i = 0; i < given.length; i++) given[i] = value(given[i]);
    return given;
  }
  function kindOf(one) { return one === null ? 'null' : isArray(one) ? 'array' : typeof one; }
  // What was thrown: the name and message of an error, or a value as text; neither if reading it fails.
  function explained(thrown) {
    try {
      if (typeof thrown === 'object' && thrown !== null) {
        var message = thrown.message, name = thrown.name, stack = thrown.stack;
        if (typeof name !== 'string') name = '';
        if (typeof stack !== 'string') stack = '';
        if (typeof message === 'string' && name + message !== '')
          return {
            __proto__: null, name: cut(name, 0, maxShown), message: cut(message, 0, maxShown),
            stack: cut(stack, 0, maxShown),
          };
      }
      return { __proto__: null, shown: cut(shown(thrown), 0, maxShown) };
    } catch (error) {
      return { __proto__: null };
    }
  }
  // The last description, as far as it is known.
  var described = null;
  function addText(result, one) {
    try {
      var all = text(one);
      result.text = cut(all, 0, maxText);
      if (all.length > maxText) result.wholeLength = all.length;
    } catch (error) { result.textFault = explained(error), result.text = ''; }
  }
  var maxShown = 1000;
  function shown(one) {
    if (typeof one === 'string') return stringify(cut(one, 0, maxShown));
    if (typeof one !== 'object' || one === null) return text(one);
    var json;
    try {
      checkJson(one);
      json = stringify(one);
    } catch (error) {
      if (!(error instanceof TooLong) && !(error instanceof NotAllowed)) throw error;
    }
    return json === undefined ? text(one) : json;
  }
  function ownerOf(contexts, name) {
    for (var i = 0; i < contexts.length; i++) {
      if (hasOwn(contexts[i], name)) return contexts[i];
    }
    return contexts[0];
  }
  // Only strict code fails if it assigns a global variable, which other expressions would see.
  if (isShared) Object.freeze(globalThis);
  if (saves) noteBuiltIns();
  return {
    begin: function (seed) { state = seed >>> 0; },
    compile: function (names, source, isBody) {
      var made;
      try {
        made = create(names, isBody ? source : '"use strict"; return (' + source + '\\n)');
      } catch (error) {
        if (isBody || !(error instanceof Malformed)) throw error;
        // It may be valid in sloppy mode, such as \`000\` and a variable \`package\`.
        made = create(names, 'return (' + source + '\\n)');
      }
      functions[functionCount] = made;
      return functionCount++;
    },
    run: function (index, refs) {
      isChecked = false;
      return put(apply(functions[index], undefined, valuesOf(refs)));
    },
    nothing: function () { return put(undefined); },
    fromJson: function (json) { return put(parse(json)); },
    object: function (names, refs) {
      var made = {}, members = parse(names), given = valuesOf(refs);
      for (var i = 0; i < members.length; i++) {
        define(made, members[i], {
          __proto__: null, value: given[i], writable: true, enumerable: true, configurable: true,
        });
      }
      return put(made);
    },
    list: function (refs) { return put(valuesOf(refs)); },
    get: function (ref, name) { return put(value(ref)[name]); },
    set: function (ref, name, one) { value(ref)[name] = value(one); },
    has: function (ref, name) { return hasOwn(value(ref), name) ? 1 : 0; },
    isGiven: function (ref) { return value(ref) === undefined ? 0 : 1; },
    contextOf: function (refs) {
      var contexts = valuesOf(refs);
      if (contexts.length === 1) return keep(contexts[0]);
      return keep(noted(new RealProxy(contexts[0], {
        __proto__: null,
        get: function (_, name) { return ownerOf(contexts, name)[name]; },
        set: function (_, name, one) { ownerOf(contexts, name)[name] = one; return true; },
        has: function (_, name) { return name in ownerOf(contexts, name); },
        deleteProperty: function (_, name) { return delete ownerOf(contexts, name)[name]; },
        ownKeys: function () {
          var keys = bare([]), found = new NewMap();
          for (var i = contexts.length - 1; i >= 0; i--) {
            for (var own = ownKeys(contexts[i]), k = 0; k < own.length; k++) {
              if (entryOf(found, own[k])) continue;
              setEntry(found, own[k], true);
              keys[keys.length] = own[k];
            }
          }
          return keys;
        },
        getOwnPropertyDescriptor: function (_, name) {
          var found = describeOwn(ownerOf(contexts, name), name);
          if (found) found.configurable = true;
          return found;
        },
      })));
    },
    names: function (ref) { return stringify(keysOf(value(ref))); },
    // The JSON of an object whose members have JSON or are undefined; empty for other objects.
    plainJson: function (ref) {
      try {
        var object = value(ref), names = keysOf(object);
        checkJson(object);
        for (var i = 0; i < names.length; i++) {
          var one = object[names[i]], kind = typeof one;
          if (kind === 'function' || kind === 'symbol' || kind === 'bigint') return '';
          if (kind === 'number' && one - one !== 0) return '';
        }
        var json = stringify(object);
        return json === undefined || json.length > maxText ? '' : json;
      } catch (error) { return ''; }
    },
    describe: function (ref) {
      described = null;
      var one = value(ref), kind = kindOf(one), result = { __proto__: null, kind: kind, isTruthy: !!one };
      described = result;
      addText(result, one);
      if (kind === 'function' || kind === 'symbol' || kind === 'undefined') return stringify(result);
      if (kind === 'bigint') {
        result.problem = 'bigint';
        return stringify(result);
      }
      try {
        checkJson(one);
        var json = stringify(one);
        if (json === undefined) result.problem = 'none';
        else if (json.length > maxText) result.problem = 'long-json';
        else result.json = json;
      } catch (error) {
        result.problem = error instanceof NotAllowed ? 'cycle' : error instanceof TooLong ? 'long' : 'unreadable';
      }
      return stringify(result);
    },
    // Runs no code of authors.
    described: function () { return described === null ? '{}' : stringify(described); },
    explain: function (thrown) { return stringify(explained(thrown)); },
    setTime: function (time) { now = time; },
    // The time, and a seed, for code that runs in another realm.
    realm: function () { return stringify({ __proto__: null, time: now, seed: draw() }); },
    mark: function () { return count; },
    release: function (mark) { while (count > mark) values[--count] = undefined; },
    keep: function (ref) { return keep(value(ref)); },
    save: function (refs) {
      var objects = bare([]), numbers = new NewMap(), roots = bare([]), saved = bare([]), given = valuesOf(refs);
      var saving = {
        isData: isUntouched(),
        numberOf: function (one) {
          var number = entryOf(numbers, one);
          if (number === undefined) setEntry(numbers, one, (number = objects.length)), (objects[number] = one);
          return number;
        },
      };
      for (var i = 0; i < given.length; i++) roots[i] = savedValue(given[i], saving);
      for (var k = 0; k < objects.length; k++) saved[k] = savedObject(objects[k], saving);
      var graph = stringify({ __proto__: null, values: roots, objects: saved });
      if (graph.length > maxText) return '';
      return stringify({ __proto__: null, random: state, time: now, isData: saving.isData }) + '\\n' + graph;
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
