import { isSandboxError, type Sandbox, type ValueRef } from '../run/sandbox';
import { joinMessages, type TextOrMessage } from '../text/message';

/** The displayed form of a value. */
export interface Inspected {
  readonly text: TextOrMessage;
  readonly type: string;
  /** The number of items of a list; undefined for anything else. */
  readonly indexed?: number;
  /** The number of members of an object; undefined for anything else. */
  readonly named?: number;
}

/** The maximum number of listed members. */
const MAX_MEMBERS = 5000;

/** A function of JavaScript that returns the displayed form of a value. */
const SUMMARY = `(function (v) {
  var MOST = 5;
  function short(one) {
    if (typeof one === 'string') return JSON.stringify(one.length > 60 ? one.slice(0, 60) + '…' : one);
    if (typeof one === 'bigint') return one + 'n';
    if (typeof one === 'function') return 'ƒ ' + one.name + '()';
    if (typeof one !== 'object' || one === null) return Object.is(one, -0) ? '-0' : String(one);
    if (Array.isArray(one)) return '[' + (one.length > 0 ? '…' : '') + ']';
    if (one instanceof Date) return isNaN(one) ? 'Invalid Date' : one.toISOString();
    return Object.keys(one).length > 0 ? '{…}' : '{}';
  }
  if (typeof v === 'string') return { text: JSON.stringify(v.length > 10000 ? v.slice(0, 10000) + '…' : v), type: 'string' };
  if (typeof v !== 'object' || v === null) return { text: short(v), type: v === null ? 'null' : typeof v };
  if (Array.isArray(v)) {
    var items = v.slice(0, MOST).map(short);
    if (v.length > MOST) items.push('…');
    return { text: '(' + v.length + ') [' + items.join(', ') + ']', type: 'array', indexed: v.length };
  }
  if (v instanceof Date) return { text: short(v), type: 'Date' };
  var keys = Object.keys(v), members = keys.slice(0, MOST).map(function (key) { return key.slice(0, 60) + ': ' + short(v[key]); });
  if (keys.length > MOST) members.push('…');
  return { text: '{' + members.join(', ') + '}', type: 'object', named: keys.length };
})`;

export function inspect(value: ValueRef, sandbox: Sandbox): Inspected {
  const found = sandbox.evaluate(`JSON.stringify(${SUMMARY}(value))`, ['value'], [value]);
  if (isSandboxError(found)) return { text: joinMessages(['<', found.message, '>']), type: 'unknown' };
  return JSON.parse(sandbox.describe(found).text) as Inspected;
}

const SUMMARIES = `(function (summary) {
  return JSON.stringify(names.map(function (name) { return summary(value[name]); }));
})(${SUMMARY})`;

/**
 * The displayed forms of members of a value: much faster than one by one, as each evaluation has a cost. Undefined if
 * one of them cannot be read, or all together exceed a limit.
 */
export function inspectMembers(
  value: ValueRef,
  members: readonly string[],
  sandbox: Sandbox,
): readonly Inspected[] | undefined {
  const names = sandbox.fromJson(JSON.stringify(members));
  const found = sandbox.evaluate(SUMMARIES, ['value', 'names'], [value, names]);
  return isSandboxError(found) ? undefined : (JSON.parse(sandbox.describe(found).text) as Inspected[]);
}

/** The names of the members of an object. */
export function memberNames(value: ValueRef, sandbox: Sandbox): readonly string[] {
  const source = `JSON.stringify(Object.keys(value).slice(0, ${MAX_MEMBERS}))`;
  const found = sandbox.evaluate(source, ['value'], [value]);
  return isSandboxError(found) ? [] : (JSON.parse(sandbox.describe(found).text) as string[]);
}

const COMPLETABLE = `(function (v) {
  if (v === null || v === undefined) return '[]';
  var found = [], seen = {};
  for (var one = Object(v), own = true; one && one !== Object.prototype; one = Object.getPrototypeOf(one), own = false) {
    Object.getOwnPropertyNames(one).forEach(function (name) {
      if (found.length >= ${MAX_MEMBERS} || seen['$' + name] || name === 'constructor' || !/^[A-Za-z_$][\\w$]*$/.test(name)) return;
      seen['$' + name] = true;
      found.push({ name: name, isMethod: typeof v[name] === 'function' });
    });
  }
  return JSON.stringify(found);
})(value)`;

/** The members of a value that can be accessed with a dot, its own ones first. */
export function completableMembers(
  value: ValueRef,
  sandbox: Sandbox,
): readonly { readonly name: string; readonly isMethod: boolean }[] {
  const found = sandbox.evaluate(COMPLETABLE, ['value'], [value]);
  if (isSandboxError(found)) return [];
  return JSON.parse(sandbox.describe(found).text) as { name: string; isMethod: boolean }[];
}
