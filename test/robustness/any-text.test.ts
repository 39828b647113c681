import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localNamesAt, pathAt } from '../../server/expression/completion-path';
import { freeNames } from '../../server/expression/names';
import { parseExpression } from '../../server/expression/parse';
import { parseTemplate } from '../../server/expression/template';
import { Lexer } from '../../server/expression/tokens';
import type { Range } from '../../server/text/range';
import { cursorContextAt } from '../../server/yaml/cursor/cursor';
import type { Notation } from '../../server/yaml/cut/unit';
import { parseJson } from '../../server/yaml/json/json';
import { parseYaml } from '../../server/yaml/read/parse';
import { valueOffsets } from '../../server/yaml/tree/scalar-map';
import { descendantsOf } from '../../server/yaml/tree/visit';
import { EXPRESSIONS } from '../expression/samples';
import { anyFile, anyValue } from '../support/any-text';
import { draws } from '../support/depth';
import { inEnglish } from '../support/english';
import { ODD_TEXTS } from './odd-texts';

/** What reads texts throws for none, and what it gives is within the text. */

type Check = (text: string, at: number) => void;

function expectWithin({ start, end }: Range, text: string): void {
  expect(0 <= start && start <= end && end <= text.length).toBe(true);
}

function expectAround(replace: Range, prefix: string, text: string, at: number): void {
  expectWithin(replace, text);
  expect(at).toBeLessThanOrEqual(replace.end);
  expect(prefix).toBe(text.slice(replace.start, at));
}

function checkCursor(text: string, at: number, notation: Notation): void {
  const { root } = PARSE[notation](text);
  const cursor = cursorContextAt(text, root, at, notation);
  if (cursor === undefined) return;
  const { replace, prefix } = cursor;
  expectAround(replace, prefix, text, at);
  expect(text.slice(replace.start, replace.end)).not.toMatch(/[\n\r]/);
}

const PARSE = { yaml: parseYaml, json: parseJson } satisfies Record<Notation, unknown>;

function checkTree(text: string, notation: Notation): void {
  const { problems, root } = PARSE[notation](text);
  for (const problem of problems) expectWithin(problem, text);
  for (const node of descendantsOf(root)) {
    expectWithin(node, text);
    if (node.kind === 'scalar') expect(valueOffsets(text, node)).toHaveLength(node.value.length + 1);
  }
}

const OF_FILES: Readonly<Record<string, Check>> = {
  'trees of YAML': (text) => checkTree(text, 'yaml'),
  'trees of JSON': (text) => checkTree(text, 'json'),
  'cursors in YAML': (text, at) => checkCursor(text, at, 'yaml'),
  'cursors in JSON': (text, at) => checkCursor(text, at, 'json'),
};

const OF_VALUES: Readonly<Record<string, Check>> = {
  'tokens are in order, not empty, and separated only by whitespace'(text) {
    const lexer = new Lexer(text);
    let at = 0;
    for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
      expect(text.slice(at, token.start).trim()).toBe('');
      expect(token.end).toBeGreaterThan(token.start);
      expect(lexer.brackets.filter(({ opener }) => opener.endsWith('{'))).toHaveLength(lexer.braces);
      at = token.end;
    }
    expect(text.slice(at).trim()).toBe('');
  },
  'expressions have a tree, a problem, or are empty'(text) {
    const { ast, problem, empty } = parseExpression(text);
    expect([ast !== undefined, problem !== undefined, empty].filter(Boolean)).toHaveLength(1);
    for (const { start, end } of ast ? freeNames(ast) : []) expect(text.slice(start, end)).not.toBe('');
    if (problem === undefined) return;
    expectWithin(problem, text);
    expect(problem.end).toBeGreaterThan(problem.start);
    expect(inEnglish(problem.message)).not.toMatch(/\(\d+:\d+\)|undefined/);
    expect(inEnglish(problem.message)).toMatch(/^[^\r\n]+\.$/);
  },
  'expressions and strays of a template are in order, disjoint, and at their braces'(text) {
    const { expressions, strays, whole } = parseTemplate(text);
    let at = 0;
    for (const { start, end, body, closed, firstClose } of expressions) {
      expect(start).toBeGreaterThanOrEqual(at);
      expect(text.slice(start, body.start)).toBe('{{');
      expect(body.end).toBeGreaterThanOrEqual(body.start);
      expect(text.slice(body.end, end)).toBe(closed ? '}}' : '');
      if (firstClose !== undefined) {
        expect(text.slice(firstClose, firstClose + 2)).toBe('}}');
        expect(firstClose).toBeGreaterThanOrEqual(body.start);
        expect(firstClose).toBeLessThan(body.end);
      }
      at = end;
    }
    expect(at).toBeLessThanOrEqual(text.length);
    for (const stray of strays) {
      expect(text.slice(stray, stray + 2)).toBe('}}');
      expect(expressions.some(({ start, end }) => stray >= start && stray < end)).toBe(false);
    }
    if (whole) expect(expressions).toHaveLength(1);
    // An expression of the service is never plain text.
    if (text.includes('{{')) expect(expressions.length).toBeGreaterThan(0);
  },
  'paths of members contain the cursor, and local names are sorted'(text, at) {
    const path = pathAt(text, at);
    if (path !== undefined) {
      expectAround(path.replace, path.prefix, text, at);
      expect(path.prefix).not.toMatch(/[\r\n]/);
    }
    const names = localNamesAt(text, at);
    expect(names).toEqual([...new Set(names)].sort());
  },
};

describe.each<[string, fc.Arbitrary<string>, Readonly<Record<string, Check>>, number]>([
  ['any file', anyFile, OF_FILES, draws(250, 400)],
  ['any value', anyValue, OF_VALUES, draws(2000, 2000)],
])('%s', (_, texts, checks, numRuns) => {
  it.each(Object.entries(checks))('%s', (_what, check) => {
    const atAny = (text: string, at: number) => check(text, at % (text.length + 1));
    fc.assert(fc.property(texts, fc.nat(), atAny), { numRuns });
    for (const text of [...ODD_TEXTS.map(([, odd]) => odd), ...EXPRESSIONS]) atAny(text, text.length >> 1);
  });
});
