import type { AnyNode } from 'acorn';
import { expect, describe as group, it } from 'vitest';
import { parseExpression } from '../../server/expression/parse';
import { children } from '../../server/expression/walk';
import { callOf, signaturesOf } from '../../server/shapes/call';
import { describe as tell } from '../../server/shapes/describe';
import { infer } from '../../server/shapes/infer';
import { memberOf, members } from '../../server/shapes/members';
import {
  FUNCTION,
  listOf,
  literal,
  MAX_LITERALS,
  member,
  NEVER,
  NUMBER,
  objectOf,
  type Shape,
  STRING,
  UNDEFINED,
  UNKNOWN,
} from '../../server/shapes/shape';
import { union } from '../../server/shapes/union';

const USER = objectOf(
  new Map([
    ['name', member(STRING)],
    ['score', member(NUMBER)],
  ]),
  true,
);
const NAMES = new Map<string, Shape>([['users', listOf(USER)]]);

function shapes(text: string) {
  const { ast } = parseExpression(text);
  if (ast === undefined) throw new Error(`${text} does not parse`);
  const inference = infer(ast, (name) => NAMES.get(name), 'the text');
  const of = (part: string): Shape => {
    const node = find(ast, text, part);
    if (node === undefined) throw new Error(`${part} is no part of ${text}`);
    return inference.at(node);
  };
  return { whole: inference.shape, of };
}

function find(node: AnyNode, text: string, part: string): AnyNode | undefined {
  if (text.slice(node.start, node.end) === part) return node;
  for (const child of children(node)) {
    const found = find(child, text, part);
    if (found) return found;
  }
  return undefined;
}

group('parts of an expression', () => {
  it('are known inside of callbacks, narrowed and joined', () => {
    expect(tell(shapes('users.map(u => u.name.trim())').of('u'))).toBe('{ name: string, score: number }');
    expect(tell(shapes('users.map(u => u.name.trim())').of('u.name'))).toBe('string');
    expect(tell(shapes("[1, 'a'].map(x => x)").of('x'))).toBe('"a" | 1');
    const checked = shapes("typeof other === 'string' ? other.length : 0");
    expect(tell(checked.of('other'))).toBe('unknown');
    expect(tell(checked.of('other.length'))).toBe('number');
  });

  it('are known in functions that nobody calls, as far as the call does not matter', () => {
    expect(tell(shapes('x => users[0].name + x.y').of('users[0].name'))).toBe('string');
    expect(tell(shapes('x => users[0].name + x.y').of('x.y'))).toBe('unknown');
  });

  it('are unknown in functions that anyone may call', () => {
    // What is handed to an unknown function may be called with anything.
    expect(tell(shapes('(() => { const f = u => u.name; f(users[0]); return f })()').of('u.name'))).toBe(
      'unknown',
    );
    expect(tell(shapes('other(u => u.name)').of('u.name'))).toBe('unknown');
  });

  it('are unknown where it is open how many arguments there are', () => {
    const groups = shapes("'ab'.replace(/(.)(.)/, (all, x, y, ...z) => all + x + y + z)");
    expect(['all', 'x', 'y', 'z'].map((name) => tell(groups.of(name)))).toEqual([
      'string',
      'unknown',
      'unknown',
      'unknown[]',
    ]);
  });

  it('are unknown when the whole is too much', () => {
    const nested = `${'['.repeat(30)}users${'].map(x => [x, x].map(y => y))'.repeat(30)}`;
    expect(shapes(nested).whole).toBeDefined();
    const sum = `users[0].name${' + 1'.repeat(1900)}`;
    expect(tell(shapes(sum).whole)).toBe('string | number');
  });

  it('know where a member is written', () => {
    const { whole } = shapes("({ 'a b': 1, c: 2 })");
    const lookup = memberOf(whole, 'a b');
    expect(lookup.kind === 'found' && lookup.origins).toEqual([{ start: 4, end: 7, of: 'the text' }]);
  });
});

group('members', () => {
  it('are found, missing or unknown', () => {
    expect(memberOf(USER, 'name').kind).toBe('found');
    expect(memberOf(USER, 'nope').kind).toBe('missing');
    expect(memberOf(USER, 'toString').kind).toBe('found');
    expect(memberOf(USER, '__proto__').kind).toBe('unknown');
    expect(memberOf(objectOf(USER.members, false), 'nope').kind).toBe('unknown');
    expect(memberOf(union(USER, UNDEFINED), 'nope').kind).toBe('missing');
    expect(memberOf(union(USER, STRING), 'length').kind).toBe('found');
    expect(memberOf(UNDEFINED, 'nope').kind).toBe('unknown');
    expect(memberOf(NEVER, 'nope').kind).toBe('unknown');
    expect(memberOf(UNKNOWN, 'nope').kind).toBe('unknown');
    expect(memberOf(FUNCTION, 'nope').kind).toBe('unknown');
  });

  it('of a union are optional when some alternative is without them', () => {
    const found = memberOf(union(USER, STRING), 'score');
    expect(found.kind === 'found' && found.optional).toBe(true);
    expect(members(union(USER, UNDEFINED)).some(({ name }) => name === 'score')).toBe(true);
  });
});

group('calls', () => {
  const none = { shapes: [], open: false };
  const callee = (text: string) => shapes(text).whole;

  it('have a result, cannot be, or are unknown', () => {
    expect(callOf(callee('users.map'), none).kind).toBe('result');
    expect(callOf(callee('users[0].name'), none).kind).toBe('not-callable');
    expect(callOf(callee('Math'), none).kind).toBe('not-callable');
    expect(callOf(callee('Date'), none)).toMatchObject({ kind: 'result', shape: STRING });
    expect(callOf(callee('other.f'), none).kind).toBe('unknown');
    expect(callOf(union(callee('parseInt'), STRING), none).kind).toBe('result');
    expect(callOf(NEVER, none).kind).toBe('unknown');
  });

  it('have signatures', () => {
    const texts = (text: string, construct = false) =>
      signaturesOf(callee(text), construct).map((each) => each.text);
    expect(texts('"".slice')).toEqual(['(start?: number, end?: number): string']);
    expect(texts('parseInt')).toEqual(['(string: string, radix?: number): number']);
    expect(texts('Date', true)).toHaveLength(4);
    expect(texts('x => x')).toEqual([]);
  });
});

group('bounds', () => {
  it('many literals become their kind', () => {
    const few = Array.from({ length: MAX_LITERALS }, (_, i) => literal(i));
    expect(union(...few).kind).toBe('union');
    expect(union(...few, literal(-1))).toBe(NUMBER);
  });

  it('a shape that contains itself many times stays small', () => {
    let shape: Shape = USER;
    for (let i = 0; i < 100; i++)
      shape = objectOf(
        new Map([
          ['a', member(shape)],
          ['b', member(shape)],
        ]),
        true,
      );
    expect('weight' in shape && shape.weight.nodes).toBeLessThan(20_000);
    expect(tell(shape)).toBe(
      '{ a: { a: { a: {…}, b: {…} }, b: { a: {…}, b: {…} } }, b: { a: { a: {…}, b: {…} }, b: { a: {…}, b: {…} } } }',
    );
  });
});
