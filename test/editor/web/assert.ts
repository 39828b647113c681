/** The part of `node:assert/strict` that the suites use, for a browser. */

function check(holds: boolean, message: string | undefined, otherwise: string): void {
  if (!holds) {
    throw new Error(message === undefined ? otherwise : `${message}\n${otherwise}`);
  }
}

const shown = (value: unknown) => JSON.stringify(value, undefined, 1) ?? String(value);

function areSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) {
    return true;
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return false;
  }
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && areSame(memberOf(one, name), memberOf(other, name)))
  );
}

function memberOf(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

export default {
  ok: (value: unknown, message?: string) => check(Boolean(value), message, `${shown(value)} is not true`),
  equal: (actual: unknown, expected: unknown, message?: string) =>
    check(Object.is(actual, expected), message, `${shown(actual)} is not ${shown(expected)}`),
  notEqual: (actual: unknown, expected: unknown, message?: string) =>
    check(!Object.is(actual, expected), message, `it is ${shown(expected)}`),
  deepEqual: (actual: unknown, expected: unknown, message?: string) =>
    check(areSame(actual, expected), message, `${shown(actual)} is not ${shown(expected)}`),
  notDeepEqual: (actual: unknown, expected: unknown, message?: string) =>
    check(!areSame(actual, expected), message, `it is ${shown(expected)}`),
  match: (text: string, pattern: RegExp, message?: string) =>
    check(pattern.test(text), message, `${shown(text)} does not match ${pattern}`),
};
