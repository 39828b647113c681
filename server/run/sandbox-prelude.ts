/**
 * Runs inside of the sandbox before anything else, and saves the built-ins that it uses, since expressions may
 * replace them. Values have the indexes of `values`; kept ones have negative numbers.
 */
export const PRELUDE = `(function (maxText, maxList, maxSorted, maxLong, maxSearch, saves) {
  'use strict';
  var stringify = JSON.stringify, parse = JSON.parse, isArray = Array.isArray, text = String;
  var create = Function, ownKeys = Reflect.ownKeys, apply = Reflect.apply;
  var values = [], count = 0, kept = [], free = [], freeCount = 0, keptCount = 0, functions = [], functionCount = 0;
  var cut = Function.prototype.call.bind(String.prototype.slice);
  var isExtensible = Object.isExtensible, prototypeOf = Object.getPrototypeOf, is = Object.is, define = Object.defineProperty;
  var describeOwn = Object.getOwnPropertyDescriptor, timeOf = Date.prototype.getTime, plain = Object.prototype;
  var sourceOf = Function.prototype.toString, lists = Array.prototype, dates = Date.prototype, NewMap = Map;
  var call = Function.prototype.call, sizeOf = call.bind(Map.prototype.get), setSize = call.bind(Map.prototype.set);
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
  function checkSort(list, given) {
    checkList(list);
    if (given[0] === undefined && list !== null && list !== undefined && list.length > maxSorted)
      throw new TooLong('a list of more than ' + maxSorted + ' items can only be sorted with a function');
  }
  function checkLong(text) {
    if (typeof text === 'string' && text.length > maxLong)
      throw new TooLong('a text of more than ' + maxLong + ' characters cannot be used');
  }
  function checkSearch(text, given) {
    checkLong(text);
    var part = given[0];
    if (typeof part === 'string' && part.length > 1000 && text.length * part.length > maxSearch)
      throw new TooLong('the searched text is too long');
  }
  var define = Object.defineProperty, TooLong = RangeError, list = Array.prototype;
  guard(list, ['copyWithin', 'entries', 'every', 'fill', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex',
    'flatMap', 'forEach', 'includes', 'indexOf', 'join', 'keys', 'lastIndexOf', 'map', 'reduce', 'reduceRight', 'reverse',
    'shift', 'slice', 'some', 'splice', 'toLocaleString', 'toReversed', 'toSpliced', 'unshift',
    'values', 'with'], checkList);
  define(list, Symbol.iterator, { value: list.values, writable: true, enumerable: false, configurable: true });
  guard(list, ['sort', 'toSorted'], checkSort);
  guard(prototypeOf(Int8Array.prototype), ['join', 'toLocaleString'], checkList);
  guard(list, ['concat'], checkLists);
  guard(list, ['flat'], function (one, given) {
    if (isArray(one)) nestedLength(one, given[0] === undefined ? 1 : +given[0], 0);
  });
  guard(String.prototype, ['includes', 'indexOf', 'lastIndexOf', 'replace', 'replaceAll', 'split'], checkSearch);
  guard(String.prototype, ['localeCompare', 'match', 'matchAll', 'normalize', 'search', 'toLocaleLowerCase',
    'toLocaleUpperCase', 'toLowerCase', 'toUpperCase', 'trim', 'trimEnd', 'trimStart', Symbol.iterator], checkLong);
  guard(String, ['raw'], function (_, given) { checkList(given[0].raw); });
  guard(JSON, ['parse'], function (_, given) { checkLong(given[0]); });
  guard(JSON, ['stringify'], function (_, given) { checkJson(given[0]); });
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
    var sizes = new NewMap(), frames = [{ parts: [root], at: 0, size: 0 }];
    while (frames.length > 0) {
      var frame = frames[frames.length - 1], size = 1;
      if (frame.at < frame.parts.length) {
        var one = frame.parts[frame.at++];
        if (typeof one === 'string') size += one.length * (maxList / maxLong);
        else if (typeof one === 'object' && one !== null && !proxies.has(one)) {
          size = sizeOf(sizes, one);
          if (size === undefined) {
            // JSON refuses a value that contains itself.
            setSize(sizes, one, 0);
            if (isArray(one)) limit(one.length);
            frames[frames.length] = { parts: isArray(one) ? one : partsOf(one), at: 0, size: 1, object: one };
            continue;
          }
        }
      } else {
        size = frame.size;
        frames.length--;
        setSize(sizes, frame.object, size);
        if (frames.length === 0) return;
        frame = frames[frames.length - 1];
      }
      frame.size += size;
      if (frame.size > maxList) throw new TooLong('the JSON of this value is too long');
    }
  }
  function partsOf(object) {
    var keys = ownKeys(object), parts = [];
    for (var i = 0; i < keys.length; i++) {
      var own = describeOwn(object, keys[i]);
      if (typeof keys[i] === 'string' && own.enumerable) parts[parts.length] = keys[i], parts[parts.length] = own.value;
    }
    return parts;
  }
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
  if (saves) noteBuiltIns();
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
        result.problem = error instanceof TypeError ? 'cycle' : error instanceof TooLong ? 'long' : 'unreadable';
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
