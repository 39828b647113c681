import type { AnyNode } from 'acorn';
import { expect, describe as group, it } from 'vitest';
import { parseExpression } from '../../server/expression/parse';
import { childNodes } from '../../server/expression/walk';
import { resolveCall, signaturesOf } from '../../server/types/call';
import { infer } from '../../server/types/infer';
import { allMembers, lookUpMember } from '../../server/types/member-lookup';
import { typeText } from '../../server/types/type-text';
import { unionType } from '../../server/types/union';
import {
  arrayType,
  FUNCTION_TYPE,
  literalType,
  MAX_UNION_LITERALS,
  memberType,
  NEVER,
  NUMBER_TYPE,
  objectType,
  STRING_TYPE,
  UNDEFINED_TYPE,
  UNKNOWN,
  type ValueType,
} from '../../server/types/value-type';

const USER = objectType(
  new Map([
    ['name', memberType(STRING_TYPE)],
    ['score', memberType(NUMBER_TYPE)],
  ]),
  true,
);
const NAMES = new Map<string, ValueType>([['users', arrayType(USER)]]);

function types(text: string) {
  const { ast } = parseExpression(text);
  if (ast === undefined) throw new Error(`${text} does not parse`);
  const inference = infer(ast, (name) => NAMES.get(name), 'the text');
  const of = (part: string): ValueType => {
    const node = find(ast, text, part);
    if (node === undefined) throw new Error(`${text} does not contain ${part}`);
    return inference.at(node);
  };
  return { whole: inference.type, of };
}

function find(node: AnyNode, text: string, part: string): AnyNode | undefined {
  if (text.slice(node.start, node.end) === part) return node;
  for (const child of childNodes(node)) {
    const found = find(child, text, part);
    if (found) return found;
  }
  return undefined;
}

group('parts of an expression', () => {
  it('have types inside callbacks and after type checks', () => {
    expect(typeText(types('users.map(u => u.name.trim())').of('u'))).toBe('{ name: string, score: number }');
    expect(typeText(types('users.map(u => u.name.trim())').of('u.name'))).toBe('string');
    expect(typeText(types("[1, 'a'].map(x => x)").of('x'))).toBe('"a" | 1');
    const checked = types("typeof other === 'string' ? other.length : 0");
    expect(typeText(checked.of('other'))).toBe('unknown');
    expect(typeText(checked.of('other.length'))).toBe('number');
  });

  it('have types in functions that are not called, unless they depend on arguments', () => {
    expect(typeText(types('x => users[0].name + x.y').of('users[0].name'))).toBe('string');
    expect(typeText(types('x => users[0].name + x.y').of('x.y'))).toBe('unknown');
  });

  it('have unknown types in functions that are passed on or returned', () => {
    // A function that is passed to an unknown function may be called with any arguments.
    expect(typeText(types('(() => { const f = u => u.name; f(users[0]); return f })()').of('u.name'))).toBe(
      'unknown',
    );
    expect(typeText(types('other(u => u.name)').of('u.name'))).toBe('unknown');
  });

  it('have unknown types if the number of arguments is unknown', () => {
    const groups = types("'ab'.replace(/(.)(.)/, (all, x, y, ...z) => all + x + y + z)");
    expect(['all', 'x', 'y', 'z'].map((name) => typeText(groups.of(name)))).toEqual([
      'string',
      'unknown',
      'unknown',
      'unknown[]',
    ]);
  });

  it('are widened in expressions that are too large', () => {
    const nested = `${'['.repeat(30)}users${'].map(x => [x, x].map(y => y))'.repeat(30)}`;
    expect(types(nested).whole).toBeDefined();
    const sum = `users[0].name${' + 1'.repeat(1900)}`;
    expect(typeText(types(sum).whole)).toBe('string | number');
  });

  it('have members with origins', () => {
    const { whole } = types("({ 'a b': 1, c: 2 })");
    const lookup = lookUpMember(whole, 'a b');
    expect(lookup.kind === 'found' && lookup.origins).toEqual([{ start: 4, end: 7, of: 'the text' }]);
  });
});

group('members', () => {
  it('are found, missing or unknown', () => {
    expect(lookUpMember(USER, 'name').kind).toBe('found');
    expect(lookUpMember(USER, 'nope').kind).toBe('missing');
    expect(lookUpMember(USER, 'toString').kind).toBe('found');
    expect(lookUpMember(USER, '__proto__').kind).toBe('unknown');
    expect(lookUpMember(objectType(USER.members, false), 'nope').kind).toBe('unknown');
    expect(lookUpMember(unionType(USER, UNDEFINED_TYPE), 'nope').kind).toBe('missing');
    expect(lookUpMember(unionType(USER, STRING_TYPE), 'length').kind).toBe('found');
    expect(lookUpMember(UNDEFINED_TYPE, 'nope').kind).toBe('unknown');
    expect(lookUpMember(NEVER, 'nope').kind).toBe('unknown');
    expect(lookUpMember(UNKNOWN, 'nope').kind).toBe('unknown');
    expect(lookUpMember(FUNCTION_TYPE, 'nope').kind).toBe('unknown');
  });

  it('of a union are optional if an alternative does not have them', () => {
    const found = lookUpMember(unionType(USER, STRING_TYPE), 'score');
    expect(found.kind === 'found' && found.optional).toBe(true);
    expect(allMembers(unionType(USER, UNDEFINED_TYPE)).some(({ name }) => name === 'score')).toBe(true);
  });
});

group('calls', () => {
  const none = { types: [], open: false };
  const callee = (text: string) => types(text).whole;

  it('have a result, are not callable, or are unknown', () => {
    expect(resolveCall(callee('users.map'), none).kind).toBe('result');
    expect(resolveCall(callee('users[0].name'), none).kind).toBe('not-callable');
    expect(resolveCall(callee('Math'), none).kind).toBe('not-callable');
    expect(resolveCall(callee('Date'), none)).toMatchObject({ kind: 'result', type: STRING_TYPE });
    expect(resolveCall(callee('other.f'), none).kind).toBe('unknown');
    expect(resolveCall(unionType(callee('parseInt'), STRING_TYPE), none).kind).toBe('result');
    expect(resolveCall(NEVER, none).kind).toBe('unknown');
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
  it('widens a union of many literals', () => {
    const few = Array.from({ length: MAX_UNION_LITERALS }, (_, i) => literalType(i));
    expect(unionType(...few).kind).toBe('union');
    expect(unionType(...few, literalType(-1))).toBe(NUMBER_TYPE);
  });

  it('limits the size of a type with shared parts', () => {
    let type: ValueType = USER;
    for (let i = 0; i < 100; i++)
      type = objectType(
        new Map([
          ['a', memberType(type)],
          ['b', memberType(type)],
        ]),
        true,
      );
    expect('weight' in type && type.weight.nodes).toBeLessThan(20_000);
    expect(typeText(type)).toBe(
      '{ a: { a: { a: {…}, b: {…} }, b: { a: {…}, b: {…} } }, b: { a: { a: {…}, b: {…} }, b: { a: {…}, b: {…} } } }',
    );
  });
});
