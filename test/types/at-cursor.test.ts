import { expect, describe as group, it } from 'vitest';
import { callAt, memberAt } from '../../server/types/at-cursor';
import { typeText } from '../../server/types/type-text';
import {
  arrayType,
  memberType,
  NUMBER_TYPE,
  objectType,
  STRING_TYPE,
  type ValueType,
} from '../../server/types/value-type';

const USER = objectType(
  new Map([
    ['name', memberType(STRING_TYPE)],
    ['score', memberType(NUMBER_TYPE)],
  ]),
  true,
);
const NAMES = new Map<string, ValueType>([
  ['user', USER],
  ['users', arrayType(USER)],
]);
const names = (name: string) => NAMES.get(name);

group('memberAt', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['user.|', 'user'],
    ['user.na|', 'user na'],
    ['user.na|me', 'user name'],
    ['user.|name', 'user name'],
    ['user?.|', 'user'],
    ['1 + user.| + 2', 'user'],
    ['users[0].|', 'user?'],
    ['users.map(u => u.|', 'user'],
    ['users.map(u => u.|)', 'user'],
    ['users.map(({ na| }) => 1)', 'user na pattern'],
    ['users.map(({ na|', 'user na pattern'],
    ['users.map(({ | }))', 'user pattern'],
    ['users.map(({ name: n| }) => 1)', undefined],
    ['users.map(({ name: n|', undefined],
    ['JSON.stringify({ na| })', undefined],
    ['users[nobody].na|', 'user na'],
    ["user['na|']", 'user na'],
    ["user['|", 'user'],
    ['users.filter(u => u.score).map(v => ({ n: v.|', 'user'],
    ['user.name.|', 'text'],
    ['other.|', 'unknown'],
    ['use|r', undefined],
    ["'user.|'", undefined],
    ['users[0|]', undefined],
    ['', undefined],
  ];

  it.each(cases)('%s', (marked, expected) => {
    const offset = marked.indexOf('|');
    const body = marked.replace('|', '');
    const found = memberAt(body, Math.max(offset, 0), names);
    const actual = found && [
      short(found.receiver),
      ...(found.name.end > found.name.start ? [body.slice(found.name.start, found.name.end)] : []),
      ...(found.inPattern ? ['pattern'] : []),
    ];
    expect(actual?.join(' ')).toBe(expected);
  });
});

group('callAt', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['parseInt(|', '(string: string, radix?: number): number 0'],
    ["parseInt('a', |", '(string: string, radix?: number): number 1'],
    ["parseInt('a,b'|", '(string: string, radix?: number): number 0'],
    ['parseInt(user.name, Math.max(1, 2), |)', '(string: string, radix?: number): number 2'],
    ['Math.max(1, user.na|me)', '(...values: number[]): number 1'],
    ["'a'.padStart(2, |)", '(targetLength: number, padString?: string): string 1'],
    ['users.map(u => Math.abs(|', '(x: number): number 0'],
    ['new Date(|', 'DateConstructor 0 new'],
    ['parseInt|(1)', undefined],
    ['parseInt(1)|', undefined],
    ['user.name', undefined],
  ];

  it.each(cases)('%s', (marked, expected) => {
    const offset = marked.indexOf('|');
    const found = callAt(marked.replace('|', ''), Math.max(offset, 0), names);
    const actual = found && `${typeText(found.callee)} ${found.argument}${found.construct ? ' new' : ''}`;
    expect(actual).toBe(expected);
  });
});

function short(type: ValueType): string {
  const text = typeText(type);
  return text
    .replace('{ name: string, score: number }', 'user')
    .replace(' | undefined', '?')
    .replace('string', 'text');
}
