import { describe, expect, test } from 'vitest';
import { type GrammarToken, tokenizer } from './engine';
import { SINGLE_FILE } from './hosts';

/**
 * An expression is coloured as VS Code colours the same JavaScript in a script, in whatever kind of scalar it
 * is written. The expectations are the tokens of VS Code's own grammar.
 */

const EXPRESSIONS = [
  "context.questions[context.idx]['congrats']",
  "[...context.memory, {'user': u, b, c: reply}]",
  'JSON.parse(a).b.c(1, 0x1f, .5e3)',
  "a == 0 ? b : c && !d || typeof e === 'x' ?? f?.g",
  'xs.map(x => x.a + 1).filter((a, {b}) => { return a > b; })',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text to be coloured
  '`t ${a.b} \\n ${`n`}`',
  '/ab+[c]\\/d/gi.test(s)',
  'x.replace(/a\\/b/g, "c").split(/,/)',
  '(function f(a, b = 1) { var q = new Date(); let z; const k=1; return this.x; })()',
  '(() => { for (const i of a) { if (i) continue; else break } })()',
  '[null, undefined, NaN, Infinity, true, false, 1_000]',
  'Math.max(1,2) + String(a) + Object.keys(b) + Math.PI',
  'a /* c */ + b',
  "'a\\n\\u0041\\x41' + '\\\\' + \"\\\"\"",
  'a++ - --b ** 2 % c >>> 1 | ~d & e ^ f',
  'async () => await y',
  'async x => await x',
  "a instanceof B && 'k' in o",
  'void 0, delete a.b',
  "{a: 1, 'b': 2, default: 3, 'a b': c ? 'x' : 'y', ...f}",
  'a?.[0]?.(1)?.b',
  '_a.$b.A_CONST + CONST + Foo.bar',
  'context.x = 0',
  'x += 1',
  'arguments.length + context.questions.length',
  'parseInt(a) + isNaN(b)',
  'a < b && a >= 1 || b <= 2 || a !== b && a != c',
  'foo(a)(b)',
  'a.length()',
  'new Map([[1,2]])',
  'new Date().getTime()',
  "a ? 'x' : 1",
  'a ? b : c ? d : e',
  'String.raw`a`',
  'payload.index + 1',
  'y.A_B.c',
  'fn(function(a){})',
  'a + "it\'s" + \'say "x"\'',
  'a / 2 / b + (a + b) / c',
  '{a: {b: {c: 1}}}',
  'x ? {a: 1} : [2]',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text to be coloured
  "`a ${x ? `b ${y}` : ''} c`",
  'a[b][c].d',
  '-1.5e-3 + 0b11 + 0o17',
  'x => ({...x, y: 1})',
  '({a, b}) => a + b',
  '([a, b]) => a',
  '(...xs) => xs.length',
  'a << 2 >> 1',
  'élan.où + 变量',
  "'é😀' + x",
  'function(){ return 1 }',
  'class A extends B {}',
  'JSON.stringify({a:{b:1}})',
  'a.map(({x, y = 2}) => x)',
  '(() => { try { throw 1 } catch { } finally {} })()',
  'super.x',
];

interface Style {
  readonly name: string;
  /** The text before and after the expression: the line of the scalar, and previous lines. */
  readonly before: string;
  readonly after: string;
  /** Escapes JavaScript for this style. */
  readonly encode: (character: string) => string;
  /** Undefined: YAML cannot write this expression in that style. */
  readonly accepts?: (expression: string) => boolean;
}

const asIs = (character: string): string => character;
const doubled = (character: string): string => (character === "'" ? "''" : character);
const escaped = (character: string): string => (/["\\]/.test(character) ? `\\${character}` : character);

const STYLES: readonly Style[] = [
  {
    name: 'plain',
    before: 'k: text {{ ',
    after: ' }} text',
    encode: asIs,
    accepts: (text) => !/ #|: /.test(text),
  },
  { name: 'single-quoted', before: "k: '{{ ", after: " }}'", encode: doubled },
  { name: 'double-quoted', before: 'k: "{{ ', after: ' }}"', encode: escaped },
  { name: 'literal', before: 'k: |\n  text {{', after: '}} text', encode: asIs },
  { name: 'folded', before: 'k: >-\n  {{ ', after: ' }}', encode: asIs },
  { name: 'single-quoted in flow', before: "- {k: ['{{", after: "}}']}", encode: doubled },
  { name: 'double-quoted in flow', before: '[{"k": "text {{', after: '}} text"}]', encode: escaped },
  { name: 'over lines', before: 'k: "{{\n    ', after: '\n  }}"', encode: escaped },
];

/** The innermost scope that affects a theme: not those around the expression or of its structure. */
function colour(token: GrammarToken): string {
  const structure =
    /^(?:source|new|switch-\w+)\b|^meta\.(?!brace|object-literal\.key)|\.(?:yaml|atomic-state)$|^string\.unquoted/;
  return token.scopes.filter((scope) => !structure.test(scope)).at(-1) ?? 'none';
}

/** The colour of each UTF-16 unit of a line from `start`, as many as `widths` has, each of that many units. */
function colours(
  tokens: readonly GrammarToken[],
  line: number,
  start: number,
  widths: readonly number[],
): string[] {
  const units = tokens
    .filter((token) => token.line === line)
    .flatMap((token) => Array.from({ length: token.end - token.start }, () => colour(token)));
  let offset = start;
  return widths.map((width) => {
    const unit = units[offset] ?? 'missing';
    offset += width;
    return unit;
  });
}

const tokenizeState = tokenizer('source.atomic-state');
const tokenizeScript = tokenizer('source.js', SINGLE_FILE);

async function check(style: Style, expression: string): Promise<void> {
  const units = expression.split('');
  const script = colours(
    (await tokenizeScript)(`x = ${expression}`),
    0,
    4,
    units.map(() => 1),
  );

  const encoded = units.map((unit) => style.encode(unit));
  const lines = style.before.split('\n');
  const text = `${style.before}${encoded.join('')}${style.after}\nnext: plain`;
  const tokens = (await tokenizeState)(text);
  const widths = encoded.map((unit) => unit.length);
  const state = colours(tokens, lines.length - 1, (lines.at(-1) ?? '').length, widths);

  const described = (list: readonly string[]): readonly string[] =>
    list.map((scope, index) => `${units[index]} ${units[index] === ' ' ? '' : scope}`);
  expect(described(state)).toEqual(described(script));
  expect(tokens.at(-1)?.scopes).toEqual(['source.atomic-state', 'string.unquoted.plain.out.yaml']);
}

describe.each(STYLES)('$name', (style) => {
  test.each(EXPRESSIONS.filter((text) => style.accepts?.(text) ?? true))('%s', (expression) =>
    check(style, expression),
  );
});
