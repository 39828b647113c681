import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { automata } from '../../bench/automata';
import { openDocument } from '../../server/format/shape';
import { parseAny, parseYaml } from '../../server/yaml/parse';
import { DEFAULT_LIMITS, type Parsed } from '../../server/yaml/problem';
import { parseSimple } from '../../server/yaml/simple';
import type { Node, Pair } from '../../server/yaml/tree';

/** Texts in plain notation are read without the library, and come to the very tree that it gives. */

/** All of a tree, its links included. */
function written(node: Node | undefined, parent: Node['parent']): unknown {
  if (node === undefined) return undefined;
  const { parent: link, ...rest } = node;
  const isLinked = link === parent;
  if (node.kind === 'seq') return { ...rest, isLinked, items: node.items.map((item) => written(item, node)) };
  if (node.kind !== 'map') return { ...rest, isLinked };
  const pairOf = (pair: Pair) => ({
    ...pair,
    parent: pair.parent === node,
    key: written(pair.key, pair),
    value: written(pair.value, pair),
  });
  return { ...rest, isLinked, pairs: node.pairs.map(pairOf) };
}

function all({ root, problems, openAliases }: Parsed): unknown {
  return { root: written(root, undefined), problems, openAliases };
}

function expectSame(text: string): boolean {
  const simple = parseSimple(text, DEFAULT_LIMITS);
  if (simple) expect(all(simple), JSON.stringify(text)).toEqual(all(parseAny(text)));
  return simple !== undefined;
}

const SIMPLE: Readonly<Record<string, string>> = {
  'nothing but comments': '# a\n\n  # b\n',
  'keys and values': 'a: b\nc_1.d-e f: some text\n4: 5\n',
  'no last break': 'a: b',
  'a map in a map': '  a:\n    b:\n\n      c: d\n    e:\n  f: g\n',
  comments: '# first\na: b # behind\n  # deeper\nc: # and so on\n# between\n  d: e\n',
  'lists at both depths':
    'a:\n- b\n- c: d\n  e: f\nb:\n  - - g\n    - h\n  -\n    i: j\n  -   k: l\n      m: n\n',
  'single quotes': "a: 'it''s {{b: c}} # no'  # yes\nb: ''\nc: ''''\n",
  'double quotes': 'a: "b\\n\\"c\\" \\\\ \\/"\nb: ""\n',
  'quotes over lines': 'a: \'one\n  two  \n\n\n  three\n  \'\nb: "x \\n\n    y\\"\n\n    z"\n',
  'a literal block': 'a: |\n  one\n    two\n\n  three\n\n\nb: |-\n   x\n   # no comment\n\n',
  'a folded block': 'a:\n  - >-\n    one\n    two\n\n    three\n  - >\n    four\n',
  'what is no text': 'a: true\nb: FALSE\nc: null\nd: Null\ne: -12\nf: 007\ntrue: x\n5: y\n',
  'text that looks like it': 'a: truely\nb: nullify\nc: 12th\nd: 5 pm\n',
  'nothing in brackets': 'a: {}\nb: []  # none\n',
  'tags of the format': 'states: !include state\na: !oneline  code/a.js # c\n',
  'any script': 'zustände: größer\n名字: 你好 🚀\n',
};

const LEFT: Readonly<Record<string, string>> = {
  'a list at the root': '- a\n',
  'a text at the root': 'a\n',
  'a key without its colon': 'a: b\nc\n',
  'a key over lines': 'a\nb: c\n',
  'a text over lines': 'a: b\n  c\n',
  'a colon in a text': 'a: b: c\n',
  'a colon at its end': 'a: b:\n',
  'what stands too deep': 'a:\n    b: c\n   d: e\n',
  'what stands deeper than a value': 'a: b\n  c: d\n',
  'an open quote': "a: 'b\nc: d\n",
  'a quote over lines that are not deeper': 'a: "b\nc"\n',
  'text behind a quote': "a: 'b' c\n",
  'a comment right behind a quote': "a: 'b'# c\n",
  'other escapes': 'a: "\\u0041"\n',
  'an escaped break': 'a: "b\\\n  c"\n',
  braces: 'a: {b: c}\nd: {{e}}\n',
  brackets: 'a: [b]\n',
  'anchors and aliases': 'a: &b c\nd: *b\n',
  'other tags': 'a: !!str b\n',
  'a tag of nothing': 'a: !include\n',
  'explicit keys': '? a\n: b\n',
  'quoted keys': "'a': b\n",
  floats: 'a: 1.5\n',
  'numbers of other kinds': 'a: 0x1f\nb: +5\nc: 1e3\n',
  'nothing, by a sign': 'a: ~\n',
  'a header with a number': 'a: |2\n    b\n',
  'a block that keeps its end': 'a: |+\n  b\n\n',
  'a block without its last break': 'a: |\n  b',
  'a block that is not as deep as it began': 'a: |\n    b\n  c\n',
  'folded lines that stand out': 'a: >\n  b\n    c\n',
  tabs: 'a:\tb\n',
  'other breaks': 'a: b\r\nc: d\r\n',
  marks: '---\na: b\n',
  merges: '<<: b\n',
  conflicts: 'a: |\n  <<<<<<< x\n  b\n',
};

describe('a text in plain notation', () => {
  it.each(Object.entries(SIMPLE))('is read at once: %s', (_, text) => {
    expect(expectSame(text)).toBe(true);
  });

  it.each(Object.entries(LEFT))('and no more than that: %s', (_, text) => {
    expect(parseSimple(text, DEFAULT_LIMITS)).toBeUndefined();
    expect(all(parseYaml(text))).toEqual(all(parseAny(text)));
  });

  it('is what most state files are', () => {
    const texts = [...automata(300).files.values(), ...automata(300, 20).files.values()];
    const units = texts.flatMap((text) => openDocument(text, 'yaml').units);
    expect(units.length).toBeGreaterThan(30);
    for (const unit of units) expect(expectSame(unit.text), unit.text).toBe(true);
  });

  it('is as deep as the limit allows at most', () => {
    const deep = Array.from({ length: 8 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('');
    expect(parseSimple(deep, { ...DEFAULT_LIMITS, maxDepth: 5 })).toBeUndefined();
    expect(parseSimple(deep, { ...DEFAULT_LIMITS, maxDepth: 50 })).toBeDefined();
  });
});

it('whatever is changed in a text, the tree is the same', () => {
  const bits = [...Object.values(SIMPLE), ...Object.values(LEFT)];
  const more = [
    ' ',
    '\n',
    ': ',
    ':',
    '- ',
    '-',
    '#',
    ' #',
    "'",
    '"',
    '\\',
    '|',
    '>',
    '1',
    '.',
    '!',
    '~',
    'é',
  ];
  const change = fc.record({
    at: fc.nat(400),
    removed: fc.nat(3),
    added: fc.constantFrom('', ...more, ...bits),
  });
  let simple = 0;
  fc.assert(
    fc.property(fc.constantFrom(...bits), fc.array(change, { maxLength: 3 }), (start, changes) => {
      let text = start;
      for (const { at, removed, added } of changes) {
        const from = at % (text.length + 1);
        text = text.slice(0, from) + added + text.slice(from + removed);
      }
      if (expectSame(text)) simple++;
    }),
    { numRuns: 1000 },
  );
  expect(simple).toBeGreaterThan(50);
});
