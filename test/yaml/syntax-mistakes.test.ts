import { describe, expect, it } from 'vitest';
import { parseJson } from '../../server/yaml/json/json';
import { parseYaml } from '../../server/yaml/read/parse';
import type { ParseResult } from '../../server/yaml/read/problem';
import { problemDigest, remedied, treeDigest } from '../support/tree';

/** Title, text, the expected tree and problems, and the text after all fixes. */
type Case = [string, string, unknown, readonly string[], string?];

const MERGE = 'a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> other\nc: 1\n';
const MERGE3 = 'a: 1\n<<<<<<< x\nb: 1\n||||||| base\nb: 0\n=======\nb: 2\n>>>>>>> y\nc: 1\n';

const QUOTES: readonly Case[] = [
  [
    'an unclosed quote',
    'a:\n  t: "Hello\n  b: 1\nc: 2\n',
    { a: { t: 'Hello', b: '1' }, c: '2' },
    ['syntax "Hello'],
    'a:\n  t: "Hello"\n  b: 1\nc: 2\n',
  ],
  ['a lone quote', "a:\n  t: '\n  b: 1\n", { a: { t: '', b: '1' } }, ["syntax '"], "a:\n  t: ''\n  b: 1\n"],
  [
    'a quote closed by a quote on a later line',
    'a:\n  - c: "x\n    d: "y"\n',
    { a: [{ c: 'x', d: 'y' }] },
    ['syntax "x'],
    'a:\n  - c: "x"\n    d: "y"\n',
  ],
  [
    'two unclosed quotes',
    'a: "x\nb: "y\nc: z\n',
    { a: 'x', b: 'y', c: 'z' },
    ['syntax "x', 'syntax "y'],
    'a: "x"\nb: "y"\nc: z\n',
  ],
  [
    'an unclosed quote in a flow map',
    'a: { b: "x }\nc: 1\n',
    { a: { b: 'x' }, c: '1' },
    ['syntax "x'],
    'a: { b: "x" }\nc: 1\n',
  ],
  ['an unclosed quote at the end', 'a: "x\n  y', { a: 'x ' }, ['syntax! "x']],
  [
    'an apostrophe in single quotes',
    "a: 'it's'\nb: 1\n",
    { a: "it's", b: '1' },
    ["syntax 'it's'"],
    "a: 'it''s'\nb: 1\n",
  ],
  [
    'quotes in double quotes',
    'a: "say "hi" now" # c\nb: 1\n',
    { a: 'say "hi" now', b: '1' },
    ['syntax "say "hi" now"'],
    'a: "say \\"hi\\" now" # c\nb: 1\n',
  ],
  [
    'text after a quoted scalar',
    'a: "x" and y\nb: 1\n',
    { a: '"x" and y', b: '1' },
    ['syntax "x" and y'],
    'a: \'"x" and y\'\nb: 1\n',
  ],
  ['an invalid escape', 'a: "x\\qy"\nb: 1\n', { a: 'x\\qy', b: '1' }, ['syntax \\q'], 'a: "x\\\\qy"\nb: 1\n'],
  [
    'several invalid escapes',
    'a: "\\d\\d\\\\\\n\\w" # \\q\nb: 1\n',
    { a: '\\d\\d\\\n\\w', b: '1' },
    ['syntax \\d'],
    'a: "\\\\d\\\\d\\\\\\n\\\\w" # \\q\nb: 1\n',
  ],
  ['an escape without its digits', 'a: "\\u12"\nb: 1\n', { a: '\\u12"', b: '1' }, ['syntax \\u']],
];

const EXPRESSIONS: readonly Case[] = [
  [
    'an expression without quotes',
    'a: {{x.y}} z # c\nb: 1\n',
    { a: '{{x.y}} z', b: '1' },
    ['unquoted-expression {{x.y}} z'],
    "a: '{{x.y}} z' # c\nb: 1\n",
  ],
  [
    'with quotes, a colon and a hash',
    "a: {{x ? 'y: z' : ' # '}}\nb: 1\n",
    { a: "{{x ? 'y: z' : ' # '}}", b: '1' },
    ["unquoted-expression {{x ? 'y: z' : ' # '}}"],
    "a: '{{x ? ''y: z'' : '' # ''}}'\nb: 1\n",
  ],
  [
    'unclosed',
    'a:\n  b: {{x\n  c: 1\n',
    { a: { b: '{{x', c: '1' } },
    ['unquoted-expression {{x'],
    "a:\n  b: '{{x'\n  c: 1\n",
  ],
  [
    'on several lines',
    'a: {{x\n  + y}}\n  and z\nb: 1\n',
    { a: '{{x + y}} and z', b: '1' },
    ['unquoted-expression {{x\n  + y}}\n  and z'],
  ],
  [
    'in items of a list',
    'a:\n  - {{x}}\n  - b: {{y}}\n    c: 1\n',
    { a: ['{{x}}', { b: '{{y}}', c: '1' }] },
    ['unquoted-expression {{x}}', 'unquoted-expression {{y}}'],
    "a:\n  - '{{x}}'\n  - b: '{{y}}'\n    c: 1\n",
  ],
  [
    'in a flow map',
    'a: {b: {{x}}, c: {{y}}}\nd: 1\n',
    { a: { b: '{{x}}', c: '{{y}}' }, d: '1' },
    ['unquoted-expression {{x}}', 'unquoted-expression {{y}}'],
    "a: {b: '{{x}}', c: '{{y}}'}\nd: 1\n",
  ],
  [
    'after text in a flow list',
    'a: [x {{b}} y, {{c}}]\nd: 1\n',
    { a: ['x {{b}} y', '{{c}}'], d: '1' },
    ['unquoted-expression x {{b}} y', 'unquoted-expression {{c}}'],
    "a: ['x {{b}} y', '{{c}}']\nd: 1\n",
  ],
  [
    'as a key',
    '{{x}}: 1\nb: 2\n',
    { '{{x}}': '1', b: '2' },
    ['unquoted-expression {{x}}'],
    "'{{x}}': 1\nb: 2\n",
  ],
  [
    'with a colon, after text',
    "a:\n  text: hi {{b ? 'x: y' : 1}}\n  c: 1\n",
    { a: { text: "hi {{b ? 'x: y' : 1}}", c: '1' } },
    ["syntax hi {{b ? 'x: y' : 1}}"],
    "a:\n  text: 'hi {{b ? ''x: y'' : 1}}'\n  c: 1\n",
  ],
  [
    'with a colon, above flow collections',
    "- t: hi {{b ? 'x' : 'y'}}\n  o: {e: t, p: {i: s}}\n- l: [1, {f: g}]\n- q: go {{c ? 'x' : 'y'}}\n",
    [
      { t: "hi {{b ? 'x' : 'y'}}", o: { e: 't', p: { i: 's' } } },
      { l: ['1', { f: 'g' }] },
      { q: "go {{c ? 'x' : 'y'}}" },
    ],
    ["syntax hi {{b ? 'x' : 'y'}}", "syntax go {{c ? 'x' : 'y'}}"],
    "- t: 'hi {{b ? ''x'' : ''y''}}'\n  o: {e: t, p: {i: s}}\n- l: [1, {f: g}]\n- q: 'go {{c ? ''x'' : ''y''}}'\n",
  ],
];

const TEXTS: readonly Case[] = [
  [
    'a reserved character in brackets',
    'a: [@x, b]\nc: {d: @y z, e: 1}\n',
    { a: ['@x', 'b'], c: { d: '@y z', e: '1' } },
    ['syntax @x', 'syntax @y z'],
    "a: ['@x', b]\nc: {d: '@y z', e: 1}\n",
  ],
  [
    'a reserved character above more text',
    'a: @x\n  more\nb: 1\n',
    { a: '@x more', b: '1' },
    ['syntax @x\n  more'],
    "a: '@x\n  more'\nb: 1\n",
  ],
  [
    'a second colon',
    'a: note: this\nb: 1\n',
    { a: 'note: this', b: '1' },
    ['syntax note: this'],
    "a: 'note: this'\nb: 1\n",
  ],
  ['a backtick', 'a: `x` y\nb: 1\n', { a: '`x` y', b: '1' }, ['syntax `x` y'], "a: '`x` y'\nb: 1\n"],
  ['an at sign', 'a: @you # c\nb: 1\n', { a: '@you', b: '1' }, ['syntax @you'], "a: '@you' # c\nb: 1\n"],
  ['a percent sign', 'a: %x\nb: 1\n', { a: '%x', b: '1' }, ['syntax %x'], "a: '%x'\nb: 1\n"],
  [
    'asterisks',
    'a: *bold* text\nb: 1\n',
    { a: '*bold* text', b: '1' },
    ['syntax *bold* text'],
    "a: '*bold* text'\nb: 1\n",
  ],
  ['an ampersand', 'a: & b\nc: 1\n', { a: '& b', c: '1' }, ['syntax & b'], "a: '& b'\nc: 1\n"],
  ['a link', 'a: [x](y) z\nb: 1\n', { a: '[x](y) z', b: '1' }, ['syntax [x](y) z'], "a: '[x](y) z'\nb: 1\n"],
  ['single braces', 'a: {x} y\nb: 1\n', { a: '{x} y', b: '1' }, ['syntax {x} y'], "a: '{x} y'\nb: 1\n"],
  ['a block indicator', 'a: > x\nb: 1\n', { a: '> x', b: '1' }, ['syntax > x'], "a: '> x'\nb: 1\n"],
  ['a question mark', 'a: ? x\nb: 1\n', { a: '? x', b: '1' }, ['syntax ? x'], "a: '? x'\nb: 1\n"],
  ['a dash', 'a: - x\nb: 1\n', { a: '- x', b: '1' }, ['syntax! - x']],
  ['a closing brace', 'a: }x\nb: 1\n', { a: '}x', b: '1' }, ['syntax }x'], "a: '}x'\nb: 1\n"],
];

const KEYS: readonly Case[] = [
  [
    'without colon above its list',
    'a:\n  b: 1\n  tas\n  - c: 1\n    d: 2\n  e: 1\n',
    { a: { b: '1', tas: [{ c: '1', d: '2' }], e: '1' } },
    ['syntax tas'],
  ],
  [
    'without colon above its list at the root',
    't\n- b\n- c\nd: 1\n',
    { t: ['b', 'c'], d: '1' },
    ['syntax t'],
  ],
  ['without colon', 'a:\n  b: 1\n  c\nd: 2\n', { a: { b: '1', c: null }, d: '2' }, ['syntax c']],
  [
    'without colon above others',
    'a:\n  b\n  c: 1\n  d\n\n  e: 2\n',
    { a: { c: '1', d: null, e: '2' } },
    ['syntax b', 'syntax d'],
  ],
  ['several lines without colon', 'a:\n  b\n  c d\n  e: 1\n', { a: { e: '1' } }, ['syntax b', 'syntax c d']],
  ['without colon after a dash', 'a:\n  - b\n    c: 1\n', { a: [{ c: '1' }] }, ['syntax b']],
  [
    'without colon above its map',
    'a:\n  render\n    text: x\n    image: y\n  b: 1\n',
    { a: { render: { text: 'x', image: 'y' }, b: '1' } },
    ['syntax render'],
  ],
  ['of one letter without colon above its map', 'a: 1\nb\n  c: 1\n', { a: '1', b: { c: '1' } }, ['syntax b']],
  [
    'without a space after the colon',
    'a:\n  text:hi you\n  b: 1\n  c:d\n',
    { a: { text: 'hi you', b: '1', c: 'd' } },
    ['syntax text:hi you', 'syntax c:d'],
    'a:\n  text: hi you\n  b: 1\n  c: d\n',
  ],
  [
    'in the column of a dash',
    'a:\n  - b: 1\n    c: 2\n  - b: 3\n  c: 4\n  d: 5\n  - b: 6\ne: 7\n',
    { a: [{ b: '1', c: '2' }, { b: '3', c: '4', d: '5' }, { b: '6' }], e: '7' },
    ['syntax! c: 4'],
    'a:\n  - b: 1\n    c: 2\n  - b: 3\n    c: 4\n    d: 5\n  - b: 6\ne: 7\n',
  ],
  [
    'without the dash of its item',
    'a:\n  - b: 1\n    c: 2\n  b: 3\n    c: 4\nd: 5\n',
    {
      a: [
        { b: '1', c: '2' },
        { b: '3', c: '4' },
      ],
      d: '5',
    },
    ['syntax! b: 3'],
    'a:\n  - b: 1\n    c: 2\n  - b: 3\n    c: 4\nd: 5\n',
  ],
  [
    'without the dash of its item, with all keys in its column',
    'a:\n  - b: 1\n    c: 2\n  b: 3\n  c: 4\nd: 5\n',
    {
      a: [
        { b: '1', c: '2' },
        { b: '3', c: '4' },
      ],
      d: '5',
    },
    ['syntax! b: 3'],
    'a:\n  - b: 1\n    c: 2\n  - b: 3\n    c: 4\nd: 5\n',
  ],
  ['deeper than a value', 'a: 1\n  b: 2\nc: 3\n', { a: '1 b: 2', c: '3' }, ['syntax! b: 2']],
  ['between two columns', 'a:\n   b: 1\n  c: 2\nd: 3\n', { a: { b: '1' }, c: '2', d: '3' }, ['syntax! c: 2']],
  ['further left than the first', ' a: 1\nb: 2\nc: 3\n', { a: '1' }, ['syntax! b: 2']],
  ['an item among keys', 'a: 1\n- b\nc: 1\n', { a: '1', '': null, c: '1' }, ['syntax! - b']],
];

const REST: readonly Case[] = [
  ['a tab', 'a:\n\t- b\n', { a: ['b'] }, ['tab \t'], 'a:\n  - b\n'],
  [
    'only tabs',
    'a:\n\tb:\n\t\tc: 1\n\td: 1\n',
    { a: { b: { c: '1' }, d: '1' } },
    ['tab \t', 'tab \t\t', 'tab \t'],
    'a:\n  b:\n    c: 1\n  d: 1\n',
  ],
  [
    'a tab after spaces',
    'a:\n  b: 1\n\tc: 1\n',
    { a: { b: '1', c: '1' } },
    ['tab! \t'],
    'a:\n  b: 1\n  c: 1\n',
  ],
  ['an unclosed flow map', 'a: { x: 1\nb: 2\n', { a: { x: '1' }, b: '2' }, ['syntax {']],
  ['an unclosed flow list on several lines', 'a: [x,\n  y\nb: 2\n', { a: ['x', 'y'], b: '2' }, ['syntax! [']],
  [
    'a missing comma between lines',
    'a: {b: 1\n  c: 2}\nd: 1\n',
    { a: { b: '1', c: '2' }, d: '1' },
    ['syntax 1'],
    'a: {b: 1,\n  c: 2}\nd: 1\n',
  ],
  [
    'a superfluous bracket',
    'a: {b: 1}}\nc: 1\n',
    { a: { b: '1' }, c: '1' },
    ['syntax }'],
    'a: {b: 1}\nc: 1\n',
  ],
  [
    'a missing brace before the next map of a list',
    'a:\n  b: [{c: 1, d: 2, {c: 3}]\n  e: 1\n',
    { a: { b: [{ c: '1', d: '2' }, { c: '3' }], e: '1' } },
    ['syntax {'],
    'a:\n  b: [{c: 1, d: 2}, {c: 3}]\n  e: 1\n',
  ],
  [
    'a missing brace at the start of a line',
    'a:\n  b: [\n    {c: 1},\n    c: 2, d: 3}\n  ]\n  e: 1\n',
    { a: { b: [{ c: '1' }, { c: '2', d: '3' }], e: '1' } },
    ['syntax }'],
    'a:\n  b: [\n    {c: 1},\n    {c: 2, d: 3}\n  ]\n  e: 1\n',
  ],
  [
    'a missing brace after a bracket',
    'a:\n  b: [cd: 2, e: 3}, {f: 4}]\n  e: 1\n',
    { a: { b: [{ cd: '2', e: '3' }, { f: '4' }], e: '1' } },
    ['syntax }'],
    'a:\n  b: [{cd: 2, e: 3}, {f: 4}]\n  e: 1\n',
  ],
  [
    'block text in brackets',
    'a:\n  b: {c: >-\n    d {{e}}\n    f: g\n    }\n  h: 1\n',
    { a: { b: { c: '>- d {{e}} f: g' }, h: '1' } },
    ['syntax >-'],
  ],
  [
    'block text in brackets that end with its last line',
    'a:\n  b: [e, {c: |\n    d}]\n  h: 1\n',
    { a: { b: ['e', { c: '| d' }], h: '1' } },
    ['syntax |'],
  ],
  ['a superfluous comma', 'a: {b: 1,, c: 2}\n', { a: { b: '1', c: '2' } }, ['syntax ,']],
  [
    'a comment without a space',
    'a: |#c\n  x\nb: 1\n',
    { a: 'x\n', b: '1' },
    ['syntax #c'],
    'a: | #c\n  x\nb: 1\n',
  ],
  [
    'an unclosed bracket at the end of a line',
    'a:\n  b: [\n  c: 1\n  d: [2]\n',
    { a: { b: [], c: '1', d: ['2'] } },
    ['syntax ['],
  ],
  [
    'an unclosed quote in an unclosed bracket',
    'a:\n  b: ["3", "\n  c: 1\n',
    { a: { b: ['3', ''], c: '1' } },
    ['syntax [', 'syntax "'],
  ],
  [
    'an unclosed quote in an unclosed bracket above another one',
    'a:\n  b: {c: "5\n  d: 1\ne:\n  f: "t\n  g: 1\n\n...\n',
    { a: { b: { c: '5' }, d: '1' }, e: { f: 't', g: '1' } },
    ['syntax {', 'syntax "5', 'syntax "t'],
  ],
  [
    'nested unclosed brackets',
    'a:\n  b: { e: x, p: { ch\n  c: 1\n',
    { a: { b: { e: 'x', p: { ch: null } }, c: '1' } },
    ['syntax {', 'syntax {'],
  ],
  [
    'a letter in an unclosed bracket',
    '- a: {e\n- a: {b: 1}\n  c: 2\n',
    [{ a: { e: null } }, { a: { b: '1' }, c: '2' }],
    ['syntax {'],
  ],
  ['a second document', 'a: 1\n---\nb: 1\n', { a: '1' }, ['syntax! ---']],
  ['an anchor without name', 'a: &\nb: 1\n', { a: null, b: '1' }, ['syntax &']],
  ['an alias without name', 'a: *\nb: 1\n', { a: '*', b: '1' }, ['syntax *']],
  ['a merge conflict', MERGE, { a: '1', b: '1', c: '1' }, ['syntax <<<<<<< HEAD']],
  ['a merge conflict with the common ancestor', MERGE3, { a: '1', b: '1', c: '1' }, ['syntax <<<<<<< x']],
  ['a single conflict marker', '>>>>>>> x\na: 1\n', { a: '1' }, ['syntax >>>>>>> x']],
];

const JSON_CASES: readonly Case[] = [
  ['strict', '{"a": [1, "x"], "b": {}}', { a: ['1', 'x'], b: {} }, []],
  ['comments and trailing commas', '{"a": 1, // c\n}', { a: '1' }, ['comment // c', 'trailing-comma ,']],
  ['a name without value', '{"a": 1,\n"b"\n,"c": 2}', { a: '1', b: null, c: '2' }, ['syntax "b"']],
  ['a name at the end', '{"a": 1,\n"b"\n}', { a: '1', b: null }, ['syntax "b"']],
  ['a name and its colon at the end', '{"a": 1,\n"b":\n}', { a: '1', b: null }, ['syntax :']],
  ['an incomplete word at the end', '{"a": 1,\n"b": t\n}', { a: '1', b: null }, ['syntax! t']],
  ['a colon without value', '{"a": , "b": 1}', { a: null, b: '1' }, ['syntax ,']],
  ['a missing comma', '{"a": 1\n"b": 2}', { a: '1', b: '2' }, ['syntax 1'], '{"a": 1,\n"b": 2}'],
  ['a name alone on its line', '{\n"a"\n"b": 1}', { a: null, b: '1' }, ['syntax "a"']],
  ['an unclosed name', '{\n"a\n  "b": 1}', { a: null, b: '1' }, ['syntax "a']],
  ['only the quote of a name', '{\n  "\n  "b": 1}', { '': null, b: '1' }, ['syntax "']],
  ['a name with its colon', '{\n"a":\n"b": 1}', { a: null, b: '1' }, ['syntax :']],
  ['only the quote of a value', '{\n  "a": "\n  "b": 1}', { a: '', b: '1' }, ['syntax "']],
  [
    'unclosed brackets at the ends of lines',
    '{\n  "a": {\n  "b": [\n  "c": 1}',
    { a: {}, b: [], c: '1' },
    ['syntax {', 'syntax ['],
  ],
  [
    'an object unclosed on its line, by the depth below',
    '{\n  "x": {\n    "a": {"b": 1\n  },\n  "c": [{"d": 2,\n  "e": 3\n}',
    { x: { a: { b: '1' } }, c: [{ d: '2' }], e: '3' },
    ['syntax {', 'syntax [', 'syntax {'],
    '{\n  "x": {\n    "a": {"b": 1}\n  },\n  "c": [{"d": 2}],\n  "e": 3\n}',
  ],
  [
    'an unclosed object with an unclosed name',
    '{\n  "x": {\n    "a": {"t\n    "b": {"u": 1},\n    "c": {"v": 2}\n  }\n}',
    { x: { a: { t: null }, b: { u: '1' }, c: { v: '2' } } },
    ['syntax {', 'syntax "t'],
  ],
  [
    'an unclosed object with a name without value',
    '{\n  "x": {\n    "a": {"t"\n    "b": {"v": 2}\n  }\n}',
    { x: { a: { t: null }, b: { v: '2' } } },
    ['syntax {'],
  ],
  ['an unclosed object', '{"a": {"b": 1}', { a: { b: '1' } }, ['syntax! {']],
  ['the wrong bracket', '{"a": [1, 2}', { a: ['1', '2'] }, ['syntax }']],
  [
    'an expression without quotes',
    '{"a": {{x["y"]}}, "b": 1}',
    { a: '{{x["y"]}}', b: '1' },
    ['unquoted-expression {{x["y"]}}'],
    '{"a": "{{x[\\"y\\"]}}", "b": 1}',
  ],
  [
    'double quotes inside an expression',
    '{"a": "{{x["y"]}}", "b": 1}',
    { a: '{{x["y"]}}', b: '1' },
    ['syntax "{{x["y"]}}"'],
    `{"a": "{{x['y']}}", "b": 1}`,
  ],
  [
    'quotes escaped twice',
    '{"a": "x {{y[\\\\"z\\\\"]}}", "b": 1}',
    { a: 'x {{y[\\\\"z\\\\"]}}', b: '1' },
    ['syntax "x {{y[\\\\"z\\\\"]}}"'],
    `{"a": "x {{y['z']}}", "b": 1}`,
  ],
  [
    'quotes inside text',
    '{"a": "say "hi" now", "b": 1}',
    { a: 'say "hi" now', b: '1' },
    ['syntax "say "hi" now"'],
    '{"a": "say \\"hi\\" now", "b": 1}',
  ],
  ['single quotes', `{'a': 'x "y"'}`, { a: 'x "y"' }, ["syntax 'a'", `syntax 'x "y"'`]],
  ['a word of another language', '{"a": True}', { a: 'true' }, ['syntax True'], '{"a": true}'],
  ['text without quotes', '{"a": home}', { a: 'home' }, ['syntax home'], '{"a": "home"}'],
  ['an unclosed string', '{"a": "x,\n"b": 1}', { a: 'x', b: '1' }, ['syntax "x'], '{"a": "x",\n"b": 1}'],
  ['text after the end', '{"a": 1} home', { a: '1' }, ['syntax! home']],
  ['valid text that looks like quotes in an expression', '[{"a": "{{x"}, "}}"]', [{ a: '{{x' }, '}}'], []],
  [
    'a missing opening bracket, by the depth below',
    '{\n  "a":\n    "b": 1\n  },\n  "c": 2\n}',
    { a: { b: '1' }, c: '2' },
    ['syntax :'],
  ],
  [
    'a missing opening bracket of a list',
    '{"a": {"b": 1}, {"b": 2}], "c": 3}',
    { a: [{ b: '1' }, { b: '2' }], c: '3' },
    ['syntax {'],
    '{"a": [{"b": 1}, {"b": 2}], "c": 3}',
  ],
  [
    'a missing closing bracket of a list',
    '{"a": [{"b": 1}, {"c": 2}, "d": 3}',
    { a: [{ b: '1' }, { c: '2' }], d: '3' },
    ['syntax }'],
    '{"a": [{"b": 1}, {"c": 2}], "d": 3}',
  ],
  ['exchanged brackets', '{"a": {["b": 1}]}', { a: [{ b: '1' }] }, ['syntax {['], '{"a": [{"b": 1}]}'],
  [
    'a name without its closing quote',
    '{"a": "x", "b: {"c": 1}}',
    { a: 'x', b: { c: '1' } },
    ['syntax "b'],
    '{"a": "x", "b": {"c": 1}}',
  ],
  ['a comma in a string', '{"a": "x,"\n"b": 1}', { a: 'x', b: '1' }, ['syntax "x,"'], '{"a": "x",\n"b": 1}'],
  ['a quote after a character', '{"a": v"1"}', { a: 'v1' }, ['syntax v"1"'], '{"a": "v1"}'],
  [
    'a merge conflict',
    '{\n<<<<<<< x\n"a": 1\n=======\n"a": 2\n>>>>>>> y\n}',
    { a: '1' },
    ['syntax <<<<<<< x'],
  ],
];

/** A tree without the styles of quotes, which some fixes change. */
function meaning(tree: unknown): string | undefined {
  return JSON.stringify(tree)?.replace(/[\\"']+/g, '"');
}

/** Where each problem of YAML has a fix, the text is read as after all fixes. */
function expectReadAsFixed(parse: typeof parseYaml, text: string, { root, problems }: ParseResult): void {
  const edits = problems.flatMap(({ remedy }) => remedy?.edits ?? []);
  const isEachFixed = problems.every(({ remedy }) => remedy !== undefined);
  if (
    parse !== parseYaml ||
    !isEachFixed ||
    new Set(edits.map(({ range }) => range.start)).size < edits.length
  )
    return;
  expect(meaning(treeDigest(parse(remedied(text, problems)).root))).toEqual(meaning(treeDigest(root)));
}

function check(parse: typeof parseYaml, one: Case): void {
  for (const lineBreak of ['\n', '\r\n']) checkWith(parse, lineBreak, one);
}

function checkWith(parse: typeof parseYaml, lineBreak: string, [, text, tree, expected, put]: Case): void {
  const converted = (one: string) => one.replaceAll('\n', lineBreak);
  const parsed = parse(converted(text));
  const found = treeDigest(parsed.root);
  const normalized: unknown = JSON.parse(JSON.stringify(found).replaceAll('\\r\\n', '\\n'));
  expect(normalized).toEqual(tree);
  expect(problemDigest(converted(text), parsed)).toEqual(expected.map(converted));
  if (put === undefined) {
    expectReadAsFixed(parse, converted(text), parsed);
    return;
  }
  expect(remedied(converted(text), parsed.problems)).toBe(converted(put));
  const right = parse(converted(put));
  expect(problemDigest(converted(put), right)).toEqual([]);
  expect(meaning(treeDigest(right.root))).toEqual(meaning(found));
}

describe.each([
  ['quotes', QUOTES],
  ['expressions', EXPRESSIONS],
  ['text with special characters', TEXTS],
  ['keys', KEYS],
  ['other mistakes', REST],
])('broken YAML: %s', (_title, cases) => {
  for (const one of cases) it(one[0], () => check(parseYaml, one));
});

describe('broken JSON', () => {
  for (const one of JSON_CASES) it(one[0], () => check(parseJson, one));
});

it('JSON with too many mistakes is not read to its end', () => {
  const { root, problems } = parseJson(`{${'"a" = 1, '.repeat(50_000)}"b": 2}`);
  expect(problems.length).toBeLessThan(25_000);
  expect(problems.some(({ recovered }) => !recovered)).toBe(true);
  expect(root?.kind).toBe('map');
});

it('quotes may continue on deeper lines', () => {
  const text = "a:\n  t: 'one\n    two\n\n    three'\n  b: 1\n";
  expect(problemDigest(text, parseYaml(text))).toEqual([]);
});

it.each(['a: 1\n---\n', 'a: 1\n--- # next\n\n'])(
  'the fix of a second document without content: %j',
  (text) => {
    const fixed = remedied(text, parseYaml(text).problems);
    expect(fixed.trim()).toBe('a: 1');
    expect(parseYaml(fixed).problems).toEqual([]);
  },
);

describe('the fix of a tab next to spaces', () => {
  it.each([
    ['below a key', 'a:\n  b:\n\tc:\n\t  d: 1\n', 'a:\n  b:\n    c:\n      d: 1\n'],
    ['below a key of four spaces', 'a:\n    b:\n\tc: 1\n', 'a:\n    b:\n        c: 1\n'],
    ['next to a key', 'a:\n  b:\n    c: 1\n\td: 1\n', 'a:\n  b:\n    c: 1\n    d: 1\n'],
    ['next to a key after a comment', 'a:\n  b: 1 # x:\n\tc: 1\n', 'a:\n  b: 1 # x:\n  c: 1\n'],
    ['in an item', 'a:\n  - b: 1\n\tc: 1\n', 'a:\n  - b: 1\n    c: 1\n'],
    ['after spaces', 'a:\n  b:\n  \tc: 1\n', 'a:\n  b:\n    c: 1\n'],
    ['above its value', 'a:\n  b:\n    c: 1\n\td:\n    e: 1\n', 'a:\n  b:\n    c: 1\n  d:\n    e: 1\n'],
  ])('continues the line above: %s', (_, text, fixed) => {
    const { problems } = parseYaml(text);
    expect(remedied(text, problems)).toBe(fixed);
    expect(parseYaml(fixed).problems).toEqual([]);
  });
});
