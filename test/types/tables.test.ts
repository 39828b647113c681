import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../server/expression/parse';
import { constantValue, typeOfValue } from '../../server/types/constant-value';
import { type Environment, infer } from '../../server/types/infer';
import { allMembers } from '../../server/types/member-lookup';
import { typeText } from '../../server/types/type-text';
import {
  BOOLEAN_TYPE,
  NUMBER_TYPE,
  STRING_TYPE,
  UNKNOWN,
  type ValueType,
} from '../../server/types/value-type';

const ALWAYS: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['aString', STRING_TYPE],
  ['aNumber', NUMBER_TYPE],
  ['aBoolean', BOOLEAN_TYPE],
  ['anything', UNKNOWN],
]);

describe('inference', () => {
  for (const { title, names, rows } of sections('inference.txt')) {
    it(title, () => {
      const actual = rows.map(({ text }) => `${text} → ${typeText(typeOf(text, names))}`);
      expect(actual).toEqual(rows.map(({ text, expected }) => `${text} → ${expected}`));
    });
  }
});

it('evaluation', () => {
  const names = new Map<string, ValueType>([
    ['n', typeOfValue(3)],
    ['list', typeOfValue([1, 2])],
  ]);
  const rows = sections('evaluation.txt').flatMap((section) => section.rows);
  const actual = rows.map(({ text }) => {
    const known = constantValue(infer(parsed(text), (name) => names.get(name)).type);
    return `${text} → ${known ? JSON.stringify(known.value) : '?'}`;
  });
  expect(actual).toEqual(rows.map(({ text, expected }) => `${text} → ${expected}`));
});

describe('members', () => {
  for (const { title, names, rows } of sections('members.txt')) {
    it(title, () => {
      for (const { text, expected } of rows) {
        const all = allMembers(typeOf(text, names)).map(
          ({ name, optional, type, library }) =>
            `${library?.deprecated ? '!' : ''}${name}${optional ? '?' : ''}: ${typeText(type)}`,
        );
        const wanted = expected.split('; ');
        const exact = wanted.at(-1) !== '…';
        const shown = exact ? all : all.slice(0, wanted.length - 1).concat('…');
        expect(`${text} → ${shown.join('; ')}`).toBe(`${text} → ${expected}`);
      }
    });
  }
});

interface Row {
  readonly text: string;
  readonly expected: string;
}

interface Section {
  readonly title: string;
  readonly names: ReadonlyMap<string, ValueType>;
  readonly rows: readonly Row[];
}

/** `== title`, then `name = expression`, then `expression → expected`; `#` begins a comment. */
function sections(file: string): Section[] {
  const found: { title: string; names: Map<string, ValueType>; rows: Row[] }[] = [];
  for (const line of readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (line.startsWith('== ')) {
      found.push({ title: line.slice(3), names: new Map(ALWAYS), rows: [] });
      continue;
    }
    if (found.length === 0) found.push({ title: file, names: new Map(ALWAYS), rows: [] });
    const section = found.at(-1);
    const arrow = line.indexOf(' → ');
    const given = /^(\w+) = (.*)$/.exec(line);
    if (section && given?.[1] && arrow < 0)
      section.names.set(given[1], typeOf(given[2] ?? '', section.names));
    else section?.rows.push({ text: line.slice(0, arrow), expected: line.slice(arrow + 3) });
  }
  return found;
}

function typeOf(text: string, names: ReadonlyMap<string, ValueType>): ValueType {
  const environment: Environment = (name) => names.get(name);
  return infer(parsed(text), environment).type;
}

function parsed(text: string) {
  const { ast } = parseExpression(text);
  if (ast === undefined) throw new Error(`${text} does not parse`);
  return ast;
}
