import { isSandboxError, type Sandbox, type SandboxError, type ValueRef } from '../run/sandbox/sandbox';
import { joinMessages, msg, type TextOrMessage } from '../text/message';

/** The displayed form of a value. */
export interface Inspected {
  readonly text: TextOrMessage;
  readonly type: string;
  /** The number of items of a list; undefined for anything else. */
  readonly indexed?: number;
  /** The number of members of an object; undefined for anything else. */
  readonly named?: number;
}

/** The maximum number of listed members, and the total length of their names in UTF-16 code units. */
const MAX_MEMBERS = 5000;
const MAX_NAMES_LENGTH = 150_000;

/**
 * The JSON of what a function of this file returned. Undefined if it failed, or is not of the expected type because
 * the conversation has replaced the built-ins that it uses.
 */
function read<T>(
  found: ValueRef | SandboxError,
  sandbox: Sandbox,
  isExpected: (data: T) => boolean,
): T | undefined {
  if (isSandboxError(found)) return undefined;
  const { json } = sandbox.describe(found);
  const data = json === undefined ? undefined : (JSON.parse(json) as T);
  return data !== undefined && data !== null && isExpected(data) ? data : undefined;
}

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
  const found = sandbox.evaluate(`${SUMMARY}(value)`, ['value'], [value]);
  const problem = isSandboxError(found) ? found.message : msg('a value that cannot be shown');
  const unknown = { text: joinMessages(['<', problem, '>']), type: 'unknown' };
  return read<Inspected>(found, sandbox, ({ text }) => typeof text === 'string') ?? unknown;
}

const SUMMARIES = `(function (summary) {
  return names.map(function (name) { return summary(value[name]); });
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
  const isExpected = (all: Inspected[]) =>
    Array.isArray(all) && all.every((one) => typeof one?.text === 'string');
  return read(found, sandbox, isExpected);
}

/** The names of the members of an object. */
export function memberNames(value: ValueRef, sandbox: Sandbox): readonly string[] {
  const source = `((length) => Object.keys(value).slice(0, ${MAX_MEMBERS}).filter((name) =>
    (length += name.length) <= ${MAX_NAMES_LENGTH}))(0)`;
  const found = sandbox.evaluate(source, ['value'], [value]);
  return read<string[]>(found, sandbox, Array.isArray) ?? [];
}

const COMPLETABLE = `(function (v) {
  if (v === null || v === undefined) return [];
  var found = [], seen = {};
  for (var one = Object(v), own = true; one && one !== Object.prototype; one = Object.getPrototypeOf(one), own = false) {
    Object.getOwnPropertyNames(one).forEach(function (name) {
      if (found.length >= ${MAX_MEMBERS} || seen['$' + name] || name === 'constructor' || !/^[A-Za-z_$][\\w$]*$/.test(name)) return;
      seen['$' + name] = true;
      found.push({ name: name, isMethod: typeof v[name] === 'function' });
    });
  }
  return found;
})(value)`;

/** The members of a value that can be accessed with a dot, its own ones first. */
export function completableMembers(
  value: ValueRef,
  sandbox: Sandbox,
): readonly { readonly name: string; readonly isMethod: boolean }[] {
  const found = sandbox.evaluate(COMPLETABLE, ['value'], [value]);
  return read<{ name: string; isMethod: boolean }[]>(found, sandbox, Array.isArray) ?? [];
}
