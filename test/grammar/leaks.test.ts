import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GrammarFiles, type Tokenize, tokenizer } from './engine';
import { GRAMMAR_SETS } from './hosts';

/**
 * Text after a scalar is coloured as after an empty scalar, for any incomplete content. The scalars end correctly for YAML;
 * their content is arbitrary.
 */

interface Scalar {
  readonly name: string;
  /** The text of a scalar with this content, and the rest of the value after it. */
  readonly write: (content: string) => string;
}

const NEXT = "\nnext: [plain, \"quoted\", 'it''s'] # comment\nlist:\n- a: {b: c}\n";

function oneLine(content: string): string {
  return content.replace(/\n/g, ' ');
}

function indented(content: string): string {
  return content.replace(/\n/g, '\n    ');
}

function singleQuoted(content: string): string {
  return `'${indented(content).replace(/'/g, "''")}'`;
}

function doubleQuoted(content: string): string {
  return JSON.stringify(oneLine(content));
}

const SCALARS: readonly Scalar[] = [
  { name: 'plain', write: (content) => `k: text ${oneLine(content)}` },
  { name: 'plain over lines', write: (content) => `k: text\n    ${indented(content)}` },
  { name: 'single-quoted', write: (content) => `k: ${singleQuoted(content)}` },
  { name: 'double-quoted', write: (content) => `k: ${doubleQuoted(content)}` },
  { name: 'literal', write: (content) => `k: |\n    ${indented(content)}` },
  { name: 'folded', write: (content) => `- k: >-\n      ${indented(content)}` },
  { name: 'item', write: (content) => `- ${singleQuoted(content)}` },
  { name: 'flow', write: (content) => `k: {a: ${singleQuoted(content)}, b: ${doubleQuoted(content)}, c: d}` },
];

/** In plain YAML, the editor's grammar determines the end of a scalar; these must be on one line. */
const SCALARS_OF_ANY_EDITOR = SCALARS.filter(({ name }) => name !== 'plain over lines');

const UNFINISHED = [
  '{{',
  '{{a',
  '{{ a }',
  '{{ foo(',
  '{{ foo(bar[',
  '{{ {a: {b: 1} }}',
  '{{ [1, {a: }}',
  "{{ 'a",
  '{{ "a',
  "{{ it's }}",
  '{{ `a',
  '{{ `a ${b',
  '{{ `a ${`b ${c',
  '{{ /* a',
  '{{ // a',
  '{{ a / b',
  '{{ /a',
  '{{ /[a',
  '{{ function f(a',
  '{{ (a, b',
  '{{ a => {',
  '{{ a ? b :',
  '{{ new',
  '{{ class A {',
  '{{ if (a) {',
  '{{ "\\',
  '{{ \\',
  '{{ a.',
  '{{ a\nb',
  "{{ 'a\nb",
  '{{ `a\nb\nc',
  '{{ a {{ b',
  '{{ }} }} {{',
  '{{- if .Values.x }}',
  '{{#each a}}',
  '${{ a',
  '{% if a %}',
];

/** The scopes of the text after the scalar, and of the closing quote or bracket before it. */
function tail(tokenize: Tokenize, scalar: Scalar, content: string): readonly string[] {
  const written = scalar.write(content);
  const line = written.split('\n').length; // the first line of NEXT
  return tokenize(`${written}${NEXT}`)
    .filter((token) => token.line >= line)
    .map((token) => `${token.line - line}:${token.start} ${token.text} ${token.scopes.join(' ')}`);
}

/** The flow mapping after a broken value: the key `c` and the closing brace. */
function checkFlow(tokenize: Tokenize, content: string): void {
  const text = `k: {a: ${singleQuoted(content)}, b: ${doubleQuoted(content)}, c: d}`;
  const tokens = tokenize(text).filter((token) => token.text.trim() !== '');
  const brace = tokens.at(-1);
  expect([brace?.text, brace?.scopes.at(-1)]).toEqual(['}', 'punctuation.definition.mapping.end.yaml']);
  const key = tokens.findLast((token) => token.text === 'c');
  expect(key?.scopes.at(-1)).toBe('entity.name.tag.yaml');
}

/** Pieces that open, close or escape something; a few of them are a difficult case. */
const PIECES = fc.oneof(
  fc.constantFrom(
    ...[
      '{{',
      '}}',
      '{',
      '}',
      "'",
      '"',
      '`',
      '$',
      '${',
      '/',
      '//',
      '/*',
      '*/',
      '\\',
      '(',
      ')',
      '[',
      ']',
      '=>',
    ],
    ...[
      'a',
      ' ',
      ',',
      ':',
      '.',
      '?',
      'b.c',
      "''",
      '\\"',
      '#',
      ' #',
      '\n',
      'function f(',
      '0',
      '|',
      '-',
      '!x',
    ],
  ),
  fc.string({ maxLength: 3 }),
);
/** No line break of Unicode and no control character: YAML has none of them in text. */
const CONTENT = fc
  .array(PIECES, { maxLength: 14 })
  .map((pieces) => `{{${pieces.join('')}`.replace(/[^\n\x20-\x7e]/g, 'é'));

describe('state files', async () => {
  const tokenize = await tokenizer('source.atomic-state');

  describe.each(SCALARS)('$name', (scalar) => {
    const expected = tail(tokenize, scalar, 'text');
    const check = (content: string): void => {
      expect(tail(tokenize, scalar, content)).toEqual(expected);
    };

    test.each(UNFINISHED)('%j', check);

    test('anything', () => {
      fc.assert(fc.property(CONTENT, check), { numRuns: 150 });
    });
  });

  test.each(UNFINISHED)('the rest of a flow mapping after %j', (content) => checkFlow(tokenize, content));

  test('the rest of a flow mapping after anything', () => {
    fc.assert(
      fc.property(CONTENT, (content) => checkFlow(tokenize, content)),
      { numRuns: 300 },
    );
  });
});

/**
 * Plain YAML is compared with the editor's grammar: with our grammars injected, a line differs only in
 * scalars that contain an expression.
 */
async function pair(host: GrammarFiles, root: string): Promise<readonly [Tokenize, Tokenize]> {
  return [await tokenizer(root, host), await tokenizer(root, host, false)];
}

function checkInjected(
  [injected, bare]: readonly [Tokenize, Tokenize],
  scalar: Scalar,
  content: string,
): void {
  expect(tail(injected, scalar, content)).toEqual(tail(bare, scalar, content));
}

describe.each(GRAMMAR_SETS)('plain YAML, %s', async (_, host) => {
  const both = await pair(host, 'source.yaml');

  describe.each(SCALARS_OF_ANY_EDITOR)('$name', (scalar) => {
    test.each(UNFINISHED)('%j', (content) => checkInjected(both, scalar, content));

    test('anything', () => {
      fc.assert(
        fc.property(CONTENT, (content) => checkInjected(both, scalar, content)),
        { numRuns: 40 },
      );
    });
  });
});

describe.each(GRAMMAR_SETS)('JSON, %s', async (_, host) => {
  const [injected, bare] = await pair(host, 'source.json');

  test('anything', () => {
    const write = (content: string): string => `{"a": [${doubleQuoted(content)}, true],\n "b": null}`;
    const rest = (tokenize: Tokenize, content: string): readonly string[] =>
      tokenize(write(content))
        .slice(-20)
        .filter((token) => token.line > 0 || /true|null/.test(token.text))
        .map((token) => `${token.text} ${token.scopes.join(' ')}`);
    fc.assert(
      fc.property(CONTENT, (content) => {
        expect(rest(injected, content)).toEqual(rest(bare, content));
      }),
      { numRuns: 100 },
    );
  });
});
