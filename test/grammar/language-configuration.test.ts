import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Tokenize, tokenizer } from './engine';

/** The actions of VS Code while a user types, computed from language-configuration.json. */

interface Pair {
  readonly open: string;
  readonly close: string;
  readonly notIn: readonly string[];
}

interface EnterRule {
  readonly beforeText: string;
  readonly action: { readonly indent: string; readonly appendText?: string };
}

interface Configuration {
  readonly autoClosingPairs: readonly Pair[];
  readonly autoCloseBefore: string;
  readonly wordPattern: { readonly pattern: string; readonly flags: string };
  readonly onEnterRules: readonly EnterRule[];
  readonly indentationRules: {
    readonly increaseIndentPattern: string;
    readonly decreaseIndentPattern: string;
  };
}

const CONFIGURATION: Configuration = JSON.parse(
  readFileSync(new URL('../../language-configuration.json', import.meta.url), 'utf8'),
);

describe('words', () => {
  const words = (text: string): readonly string[] => {
    const { pattern, flags } = CONFIGURATION.wordPattern;
    return Array.from(text.matchAll(new RegExp(pattern, `g${flags}`)), ([word]) => word);
  };

  test.each([
    ['{{context.reply}}', ['context', 'reply']],
    ['home_page_state', ['home_page_state']],
    ['go-home', ['go', 'home']],
    ['#intro.first_1', ['intro', 'first_1']],
    ["a['b'] - $c", ['a', 'b', '$c']],
    ['1.5 + x.1a', ['1.5', 'x', '1a']],
    ['élan: 变量 😀', ['élan', '变量']],
  ])('%s', (text, expected) => expect(words(text)).toEqual(expected));
});

describe('enter', () => {
  /** The start of the next line with a tab size of 2: the number of spaces, or a text. */
  const enter = (line: string): number | string => {
    const own = /^ */.exec(line)?.[0].length ?? 0;
    const rule = CONFIGURATION.onEnterRules.find(({ beforeText }) => new RegExp(beforeText).test(line));
    if (!rule) return own;
    const text = ' '.repeat(own + (rule.action.indent === 'indent' ? 2 : 0)) + (rule.action.appendText ?? '');
    return text.trim() === '' ? text.length : text;
  };

  test.each([
    ['tasks:', 2],
    ['  render: # comment', 4],
    ['  "quoted key":', 4],
    ['  context.reply:', 4],
    ['  text: |', 4],
    ['  text: >-', 4],
    ['  base: &anchor', 4],
    ['  code: !tag |2+', 4],
    ['  - name: x', 4],
    ["  - content: 'a: b' # comment", 4],
    ['  - module_config:', 6],
    ['  - text: |', 6],
    ['  -', 4],
    ['  - - ', 4],
    ['  text: value', 2],
    ['  text: # no key: here', 4],
    ['# note:', 0],
    ['  Follow these rules:', 2],
    ["  text: 'unfinished", 4],
    ["  text: 'it''s: unfinished", 4],
    ["  - text: 'unfinished", 6],
    ['  "quoted key": "a \\"quote\\"', 4],
    ["  text: 'finished' # it's so", 2],
    ["  - - text: 'finished'", 6],
    ['  - - text: value', 6],
    ['  - - on_click:', 8],
    ['  - - on_click: |', 8],
    ['  url: http://x', 2],
    ['  - item', '  - '],
    ["  - 'it''s: x' # comment", '  - '],
    ['- "say \\"so\\""', '- '],
    ['  - http://x#y # z', '  - '],
    ['  - - item', 2],
    ['  - "unfinished', 4],
    ['  - {a: 1}', 2],
    ['  - *alias', 2],
    ['  - >-', 2],
    ['  -item', 2],
  ])('%s', (line, next) => expect(enter(line)).toBe(next));
});

describe('indentation', () => {
  const { increaseIndentPattern, decreaseIndentPattern } = CONFIGURATION.indentationRules;

  test.each(['tasks:', '  - module_config:', '  text: >-', '  a: [', '  - {', '  -'])(
    'increases after %s',
    (line) => {
      expect(line).toMatch(new RegExp(increaseIndentPattern));
    },
  );

  test.each(['text: value', '# note:', 'a: []', "a: 'b:'", 'a b c:'])('does not change after %s', (line) => {
    expect(line).not.toMatch(new RegExp(increaseIndentPattern));
  });

  test.each([
    [']', true],
    ['  }},', true],
    ["]'", true],
    ['- a', false],
    ['key: ]', false],
    ['', false],
  ])('%j closes: %s', (line, closes) => expect(new RegExp(decreaseIndentPattern).test(line)).toBe(closes));
});

describe('closing pairs', async () => {
  const tokenize = await tokenizer('source.atomic-state');

  test.each([
    // `{{` closes itself in every style, `|` is the cursor
    ['text: |', '{{', 'text: {{|}}'],
    ["text: '|'", '{{', "text: '{{|}}'"],
    ['text: "|"', '{{', 'text: "{{|}}"'],
    ['text: hello |', '{{', 'text: hello {{|}}'],
    ['text: >-\n  hello | there', '{{', 'text: >-\n  hello {{|}} there'],
    ['{"text": "|"}', '{{', '{"text": "{{|}}"}'],
    // ... and typing the closing braces moves over them
    ['text: |', "'{{context.reply}}'", "text: '{{context.reply}}'|"],
    ['text: |', '"{{f(a)}} b"', 'text: "{{f(a)}} b"|'],
    // quotes in the notation of the scalar stay as typed
    ["text: '{{a[|]}}'", "''key''", "text: '{{a[''key''|]}}'"],
    ['text: "{{a[|]}}"', '\\"key\\"', 'text: "{{a[\\"key\\"|]}}"'],
    // elsewhere they close
    ['text: |', "'", "text: '|'"],
    ['text: |\n  {{a[|]}}', "'", "text: |\n  {{a['|']}}"],
    ["text: '{{|}}'", '`', "text: '{{`|`}}'"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text to be coloured
    ["text: '{{`a |`}}'", '${', "text: '{{`a ${|}`}}'"],
    // no closing in words of text, in text, or in comments
    ['text: it|', "'s", "text: it's|"],
    ['text: |-\n  say |', '"hi', 'text: |-\n  say "hi|'],
    ['# note |', '{', '# note {|'],
    ['text: |word', '(', 'text: (|word'],
  ])('%j + %j', (before, typed, after) => {
    const cursor = before.lastIndexOf('|');
    const text = before.slice(0, cursor) + before.slice(cursor + 1);
    expect(type(tokenize, text, cursor, typed)).toBe(after);
  });
});

/** The kind of token that VS Code derives from the scopes. */
function tokenType(tokenize: Tokenize, text: string, offset: number): string {
  const before = text.slice(0, offset + 1).split('\n');
  const column = (before.at(-1) ?? '').length - 1;
  const token = tokenize(text).find(
    ({ line, start, end }) => line === before.length - 1 && start <= column && column < end,
  );
  const kinds = (token?.scopes ?? []).map(
    (scope) => /\b(?:comment|string|regex|meta\.embedded)\b/.exec(scope)?.[0],
  );
  const kind = kinds.findLast((found) => found !== undefined);
  return kind === undefined || kind === 'meta.embedded' ? 'other' : kind;
}

/** Types the characters one by one; the result has a `|` at the cursor. */
function type(tokenize: Tokenize, start: string, offset: number, typed: string): string {
  let text = start;
  let cursor = offset;
  let closed: number[] = []; // offsets of what the editor has closed itself
  for (const character of typed) {
    const pair = CONFIGURATION.autoClosingPairs.find(({ open }) => open === character);
    const isQuote = /['"`]/.test(character);
    const [previous = '', next = '\n'] = [text[cursor - 1], text[cursor]];
    if (closed.includes(cursor) && next === character && !(isQuote && previous === '\\')) {
      closed = closed.filter((at) => at !== cursor);
      cursor += 1;
      continue;
    }
    const allowed = (at: string, position: number): boolean =>
      pair !== undefined && !pair.notIn.includes(tokenType(tokenize, at, position));
    const neutral = `${text.slice(0, cursor)}0${text.slice(cursor)}`;
    const closes =
      pair !== undefined &&
      CONFIGURATION.autoCloseBefore.includes(next) &&
      !(isQuote && /\w/.test(previous)) &&
      (previous === '' || previous === '\n' || allowed(text, cursor - 1)) &&
      allowed(neutral, cursor);
    const inserted = closes ? character + (pair?.close ?? '') : character;
    text = text.slice(0, cursor) + inserted + text.slice(cursor);
    closed = closed.map((at) => (at >= cursor ? at + inserted.length : at));
    cursor += 1;
    if (closes) closed.push(cursor);
  }
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}
