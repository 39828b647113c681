import fc from 'fast-check';
import { expect, it } from 'vitest';
import { setChildren } from '../../client/webview/set-children';

interface Child {
  readonly name: string;
  remove(): void;
}

/** A parent element that counts how many children are put into their places. */
function parentOf(names: string) {
  const children: Child[] = [];
  const take = (child: Child) => {
    const at = children.indexOf(child);
    if (at >= 0) children.splice(at, 1);
  };
  const known = new Map<string, Child>();
  const childOf = (name: string) => {
    const child: Child = known.get(name) ?? { name, remove: () => take(child) };
    known.set(name, child);
    return child;
  };
  let moves = 0;
  const parent = {
    children,
    insertBefore: (child: Child, next: Child | null) => {
      moves++;
      take(child);
      children.splice(next ? children.indexOf(next) : children.length, 0, child);
    },
  };
  children.push(...[...names].map(childOf));
  return {
    set(wanted: string): { names: string; moves: number } {
      setChildren(parent, [...wanted].map(childOf));
      return { names: children.map(({ name }) => name).join(''), moves };
    },
  };
}

it.each([
  { before: 'abcdef', after: 'abcdef', moves: 0 },
  { before: 'abcdef', after: 'bcdefa', moves: 1 },
  { before: 'bcdefa', after: 'abcdef', moves: 1 },
  { before: 'abcdef', after: 'acefbd', moves: 2 },
  { before: 'abcdef', after: 'abxdef', moves: 1 },
  { before: 'abcdef', after: 'be', moves: 0 },
  { before: '', after: 'abc', moves: 3 },
  { before: 'abc', after: 'cba', moves: 2 },
])('moves $moves from $before to $after', ({ before, after, moves }) => {
  expect(parentOf(before).set(after)).toEqual({ names: after, moves });
});

it('puts children in any order', () => {
  const names = fc.uniqueArray(fc.constantFrom(...'abcdefghij'));
  fc.assert(
    fc.property(names, names, (before, after) => {
      expect(parentOf(before.join('')).set(after.join('')).names).toBe(after.join(''));
    }),
  );
});
