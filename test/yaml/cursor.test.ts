import { describe, expect, it } from 'vitest';
import { type CursorContext, cursorContextAt, type Slot, slotOf } from '../../server/yaml/cursor/cursor';
import type { Notation } from '../../server/yaml/cut/unit';
import { parseJson } from '../../server/yaml/json/json';
import { parseYaml } from '../../server/yaml/read/parse';
import { CURSOR_MARK } from '../support/fixture';

/** The path from the root to a slot: names of keys and indexes of items. */
function pathOf(slot: Slot): string {
  const { owner } = slot;
  if (owner === undefined) return '';
  const container = owner.kind === 'pair' ? owner.parent : owner;
  const above = pathOf(slotOf(container));
  const step = owner.kind === 'pair' ? owner.name : String(slot.index);
  return above === '' ? step : `${above}.${step}`;
}

const QUOTES = { none: '', single: "'", double: '"', block: '|' };

/**
 * A cursor context on one line: its role, the path of its slot, the replaced text with the cursor and existing quotes; then the
 * siblings of a key, the column, and special properties.
 */
function summary(text: string, cursor: CursorContext | undefined, at: number): string {
  if (cursor === undefined) return 'nothing';
  const { start, end } = cursor.replace;
  const quote = QUOTES[cursor.quote];
  const word = `${quote}${text.slice(start, at)}${CURSOR_MARK}${text.slice(at, end)}${cursor.closed ? quote : ''}`;
  const path = `/${pathOf(cursor.slot)}`;
  const siblings = cursor.map?.pairs
    .filter((pair) => pair !== cursor.pair && pair.colon >= 0)
    .map((pair) => pair.name);
  const more = [
    siblings && `{${siblings.join(' ')}}`,
    `@${cursor.column}`,
    cursor.tag,
    cursor.outside && 'outside',
    cursor.list && 'list',
    cursor.partial && 'partial',
    cursor.needsBlank && 'blank',
  ];
  return [cursor.role, path, word, ...more.filter((part) => part)].join(' ');
}

function check(marked: string, expected: string, notation: Notation = 'yaml'): void {
  for (const eol of ['\n', '\r\n']) {
    const source = marked.replace(/\n/g, eol);
    const at = source.indexOf(CURSOR_MARK);
    const text = source.replace(CURSOR_MARK, '');
    const parsed = notation === 'json' ? parseJson(text) : parseYaml(text);
    expect(summary(text, cursorContextAt(text, parsed.root, at, notation), at)).toBe(expected);
  }
}

describe('keys in block style', () => {
  it.each<[string, string, string]>([
    ['an empty text', '‸', 'either / ‸ @0'],
    ['the first word', 'sta‸', 'either / sta‸ @0'],
    ['a word before others', 'te‸\na: 1', 'key / te‸ {a} @0'],
    ['a half-typed key at the end', 'a: 1\nte‸', 'key / te‸ {a} @0'],
    ['a half-typed key between others', 'a: 1\nte‸\nb: 2\n', 'key / te‸ {a b} @0'],
    ['in a word', 'a: 1\nt‸e\nb: 2\n', 'key / t‸e {a b} @0'],
    ['the start of a word', 'a: 1\n‸te\nb: 2\n', 'key / ‸te {a b} @0'],
    ['before an existing colon', 'a: 1\nte‸: x\nb: 2\n', 'key / te‸ {a b} @0'],
    ['within a key that has its colon', 'a: 1\nt‸ext: x\n', 'key / t‸ext {a} @0'],
    ['a dotted key', 'o:\n  context.sc‸ore: 1\n', 'key /o context.sc‸ore {} @2'],
    ['a blank line below a key', 'a:\n  ‸\n', 'either /a ‸ @2'],
    ['a blank line at the end of the text', 'a:\n  ‸', 'either /a ‸ @2'],
    ['a blank line, deeper than usual', 'a:\n      ‸\nb: 1', 'either /a ‸ @6'],
    ['a blank line above the first key of a map', 'a:\n  ‸\n  b: 1\n', 'key /a ‸ {b} @2'],
    ['a blank line between keys', 'a:\n  b: 1\n  ‸\n  c: 1\n', 'key /a ‸ {b c} @2'],
    ['a blank line with more blanks after', 'a:\n  b: 1\n  ‸   \n', 'key /a ‸    {b} @2'],
    ['a blank line further left, between two pairs', 'a:\n  b: 1\n‸\nc: 1\n', 'key / ‸ {a c} @0'],
    ['a blank line further left, inside a value', 'a:\n‸\n  b: 1\n', 'nothing'],
    ['a key above the map that is its value', 'a:\n  te‸\n    b: 1\n', 'key /a te‸ {} @2'],
    ['a blank line further left, above a map', 'a:\n  ‸\n    b: 1\n', 'key /a ‸ @2'],
    ['a column without a parent', 'a:\n    b: 1\n  ‸\n', 'nothing'],
    ['a blank line that continues a plain scalar', 'a: b\n  ‸\n', 'nothing'],
    ['a half-typed key below a half-typed key', 'a:\n  te\n  bu‸\n', 'either /a bu‸ @2 partial'],
    ['a blank line below a half-typed key', 'a:\n  te\n  ‸\nb: 1', 'either /a ‸ @2'],
    ['an incomplete line below', 'a:\n  ‸\n  te\n  b: 1\n', 'key /a ‸ {b} @2'],
    ['an incomplete line above', 'a:\n  te\n  ‸\n  b: 1\n', 'key /a ‸ {b} @2'],
    ['an unclosed quote above', 'a:\n  t: "Hello\n  te‸\n  b: 1\nc: "x"\n', 'key /a te‸ {t b} @2'],
    ['an unclosed quote below', 'a:\n  te‸\n  t: "Hello\n  b: 1\nc: "x"\n', 'key /a te‸ {t b} @2'],
    ['an expression without quotes above', 'a:\n  t: {{x\n  te‸\n', 'key /a te‸ {t} @2'],
    ['an unclosed flow map above', 'a:\n  t: { x: 1\n  te‸\n', 'key /a te‸ {t} @2'],
    ['after a literal block', 'a:\n  t: |\n    x\n  ‸\nb: 1\n', 'key /a ‸ {t} @2'],
    ['after a literal block, at the root', 'a:\n  t: |\n    x\n\n‸', 'key / ‸ {a} @0'],
    ['a key in quotes', 'a:\n  "te‸": 1\n', 'key /a "te‸" {} @2'],
    ['a quoted word on its own line', 'a:\n  "te‸"\n', 'either /a "te‸" @2'],
    ['an unclosed quoted word', "a:\n  'te‸\nb: 1", "either /a 'te‸ @2"],
    ['between the lines of a value further right', 'a:\n  b:\n    - c: 1\n  ‸\n      d: 1', 'nothing'],
    ['between the lines of a block further right', 'a:\n  b: |\n    c\n‸\n    d\n', 'nothing'],
    ['further left than a block', 'a:\n  b: |\n      c\n    ‸\n      d\n', 'nothing'],
    ['as far right as a block', 'a:\n  b: |\n      c\n      ‸\n      d\n', 'value /a.b |‸ @2 partial'],
    ['further left than quoted text', 'a:\n  b: "c\n  ‸\n    d"\n', 'nothing'],
    ['before a dash', 'a:\n  ‸- b\n', 'nothing'],
    ['in the indentation', 'a:\n ‸ b: 1\n', 'nothing'],
    ['left of a state', '  home:\n    render: {}\n‸', 'key / ‸ @0 outside'],
    ['a word left of a state', '  home:\n    render: {}\ntra‸', 'key / tra‸ @0 outside'],
    ['beyond the BMP', '"😀": 1\nte‸', 'key / te‸ {😀} @0'],
  ])('%s', (_title, text, expected) => check(text, expected));
});

describe('values in block style', () => {
  it.each<[string, string, string]>([
    ['an empty value', 'a: ‸', 'value /a ‸ @0'],
    ['an empty value above others', 'a: ‸\nb: 1', 'value /a ‸ @0'],
    ['right after the colon', 'a:‸', 'value /a ‸ @0 blank'],
    ['right after the colon, before a word', 'a:‸ b', 'nothing'],
    ['a half-typed value', 'a: va‸', 'value /a va‸ @0'],
    ['within a value', 'a: v‸al\nb: 1', 'value /a v‸al @0'],
    ['before a value', 'a: ‸val', 'value /a ‸val @0'],
    ['before the spaces before a value', 'a: ‸  val', 'nothing'],
    ['after a value', 'a: val ‸', 'value /a val ‸ @0'],
    ['after a quoted value', 'a: "val"‸', 'nothing'],
    ['after a quoted value and a space', 'a: "val" ‸', 'nothing'],
    ['a value whose map is below', 'a: ‸\n  b: 1', 'nothing'],
    ['a single-quoted value', "a: 'v‸al'", "value /a 'v‸al' @0"],
    ['an empty double-quoted value', 'a: "‸"', 'value /a "‸" @0'],
    ['an escaped quote at the end', 'a: "v‸\\"', 'value /a "v‸\\ @0'],
    ['an unclosed quote', 'a: "v‸\nb: 1', 'value /a "v‸ @0'],
    ['an unclosed quote before other words', 'a: "v‸al ue\nb: 1', 'value /a "v‸al @0'],
    ['spaces after an unclosed quote', "a: '{{ ‸\nb: 1", "value /a '{{ ‸ @0"],
    ['a literal block', 'a: |\n  x ‸y\n  z\n', 'value /a |x ‸y @0 partial'],
    ['a folded block', 'a: >-\n  x\n  z‸\nb: 1', 'value /a |z‸ @0 partial'],
    ['after the header of a block scalar', 'a: |‸\n  x\n', 'nothing'],
    ['a plain scalar on two lines', 'a: one\n  tw‸o\nb: 1', 'value /a tw‸o @0 partial'],
    ['a quoted scalar on two lines', 'a: "one\n  tw‸o"\nb: 1', 'value /a "tw‸o" @0 partial'],
    ['the first line of quoted text', 'a: "o‸ne\n  two"\nb: 1', 'value /a "o‸ne @0 partial'],
    ['the indentation of quoted text', 'a: "one\n ‸ two"\nb: 1', 'nothing'],
    ['a value on its own line', 'a:\n  va‸l\n', 'either /a va‸l @2'],
    ['several words on their own line', 'a:\n  go {{ x‸ }}\n', 'either /a go {{ x‸ @2'],
    ['an expression without quotes', 'a: {{‸\nb: 1', 'value /a {{‸ @0'],
    ['a comment', 'a: 1 # x‸', 'nothing'],
    ['a comment line', '# a‸\nb: 1', 'nothing'],
    ['no comment: a hash in a word', 'a: x#y‸', 'value /a x#y‸ @0'],
    ['no comment: a hash in quotes', "a: '#y‸'", "value /a '#y‸' @0"],
    ['after a flow map', 'a: { b: 1 }‸', 'nothing'],
    ['an alias', 'a: &x 1\nb: *x‸', 'nothing'],
    ['an anchor', 'a: &x‸', 'nothing'],
    ['a tag', 'a: !‸', 'value /a !‸ @0'],
    ['a half-typed tag', 'a: !inc‸', 'value /a !inc‸ @0'],
    ['after a tag', 'a: !include ‸', 'value /a ‸ @0 !include'],
    ['a path after a tag', 'a: !include st‸\nb: 1', 'value /a st‸ @0 !include'],
    ['a quoted path after a tag', "a: !oneline 'co‸de/x'", "value /a 'co‸de/x' @0 !oneline"],
    ['a tag on its own line', 'a:\n  !inc‸', 'either /a !inc‸ @2'],
  ])('%s', (_title, text, expected) => check(text, expected));
});

describe('lists in block style', () => {
  it.each<[string, string, string]>([
    ['an empty item', 'a:\n  - ‸', 'either /a.0 ‸ @4'],
    ['an empty item before another', 'a:\n  - ‸\n  - x: 1\n', 'either /a.0 ‸ @4'],
    ['an empty item after another', 'a:\n  - x: 1\n  - ‸\n', 'either /a.1 ‸ @4'],
    ['a dash without a space', 'a:\n  -‸', 'item /a -‸ @2 list'],
    ['a half-typed item', 'a:\n  - te‸\n', 'either /a.0 te‸ @4'],
    ['a half-typed item above its other keys', 'a:\n  - te‸\n    b: 1\n', 'key /a.0 te‸ {b} @4'],
    ['the dash of an item above its other keys', 'a:\n  - ‸\n    b: 1\n', 'key /a.0 ‸ {b} @4'],
    ['a key of an item', 'a:\n  - b: 1\n    te‸\n  - c: 1', 'key /a.0 te‸ {b} @4'],
    ['a blank line in an item', 'a:\n- b: 1\n  ‸\n- c: 1', 'key /a.0 ‸ {b} @2'],
    ['the first key of an item', 'a:\n  - b‸: 1\n    c: 2\n', 'key /a.0 b‸ {c} @4'],
    ['the column of the dashes', 'a:\n  - b: 1\n  ‸\n', 'item /a ‸ @2 list'],
    ['the column of the dashes and of keys', 'a:\n- b: 1\n‸\nc: 1', 'key / ‸ {a c} @0 list'],
    ['a key in the column of the dashes below it', 'a:\n  te‸\n  - b: 1\n', 'key /a te‸ {} @2'],
    ['a list in a list', 'a:\n  - - x: 1\n      ‸\n', 'key /a.0.0 ‸ {x} @6'],
    ['two dashes', 'a:\n  - - ‸\n', 'either /a.0.0 ‸ @6'],
    ['many spaces after the dash', 'a:\n  -   ‸\n', 'either /a.0 ‸ @6'],
    ['a map in an item', 'a:\n  - b:\n      ‸\n', 'either /a.0.b ‸ @6'],
    ['a value in an item', 'a:\n  - b: ‸\n    c: 1', 'value /a.0.b ‸ @4'],
  ])('%s', (_title, text, expected) => check(text, expected));
});

describe('flow style', () => {
  it.each<[string, string, string]>([
    ['an empty map', 'a: { ‸ }', 'key /a ‸ {} @0'],
    ['an empty map without spaces', 'a: {‸}', 'key /a ‸ {} @0'],
    ['a half-typed key', 'a: { te‸ }', 'key /a te‸ {} @0'],
    ['after a comma', 'a: { b: 1, ‸ }', 'key /a ‸ {b} @0'],
    ['before a key', 'a: { ‸ b: 1 }', 'key /a ‸ {b} @0'],
    ['a value', 'a: { b: ‸ }', 'value /a.b ‸ @0'],
    ['a half-typed value', 'a: { b: va‸ }', 'value /a.b va‸ @0'],
    ['a value between others', 'a: { b: ‸, c: 1 }', 'value /a.b ‸ @0'],
    ['a quoted value', 'a: { b: "va‸" }', 'value /a.b "va‸" @0'],
    ['an unclosed quote', 'a: { b: "va‸ }\nc: 1', 'value /a.b "va‸ @0'],
    ['after a complete value', 'a: { b: 1 ‸ }', 'nothing'],
    ['after the map', 'a: { b: 1 } ‸', 'nothing'],
    ['a list', 'a: [ ‸ ]', 'value /a.0 ‸ @0'],
    ['a half-typed item', 'a: [x, y‸]', 'value /a.1 y‸ @0'],
    ['an item after a comma', 'a: [x, ‸]', 'value /a.1 ‸ @0'],
    ['after a complete item', 'a: ["x" ‸]', 'nothing'],
    ['a map in a list', 'a: [{ b: 1 }, { ‸ }]', 'key /a.1 ‸ {} @0'],
    ['unclosed at the end', 'a: { b: 1, ‸', 'key /a ‸ {b} @0'],
    ['unclosed above other keys', 'a: { b: ‸\nc: 1', 'value /a.b ‸ @0'],
    ['on several lines', 'a: {\n  b: 1, # x\n  ‸\n  c: 1\n}', 'key /a ‸ {b c} @2'],
    ['a comment', 'a: {\n  b: 1, # x‸\n}', 'nothing'],
  ])('%s', (_title, text, expected) => check(text, expected));
});

describe('JSON', () => {
  it.each<[string, string, string]>([
    ['an empty text', '‸', 'either / ‸ @0'],
    ['an empty object', '{‸}', 'key / ‸ {} @0'],
    ['a key', '{ "te‸" }', 'key / "te‸" {} @0'],
    ['an unclosed key', '{\n  "te‸\n}', 'key / "te‸ {} @2'],
    ['an unclosed key before the brace', '{ "te‸ }', 'key / "te‸ {} @0'],
    ['a key that has its colon', '{ "t‸e": 1, "b": 2 }', 'key / "t‸e" {b} @0'],
    ['a word without quotes', '{ te‸ }', 'key / te‸ {} @0'],
    ['after a comma', '{\n  "a": 1,\n  ‸\n}', 'key / ‸ {a} @2'],
    ['after a comment', '{\n  "a": 1, // it\'s\n  ‸\n}', 'key / ‸ {a} @2'],
    ['above another key', '{\n  ‸\n  "a": 1\n}', 'key / ‸ {a} @2'],
    ['before an existing value', '{ "a": ‸ 1 }', 'nothing'],
    ['a missing comma', '{\n  "a": 1\n  ‸\n}', 'nothing'],
    ['a value', '{ "a": ‸ }', 'value /a ‸ @0'],
    ['a value right after the colon', '{ "a":‸ }', 'value /a ‸ @0'],
    ['a value above others', '{\n  "a": ‸\n  "b": 1\n}', 'value /a ‸ @2'],
    ['a value without quotes', '{ "a": st‸ }', 'value /a st‸ @0'],
    ['a quoted value', '{ "a": "s‸t" }', 'value /a "s‸t" @0'],
    ['an unclosed quoted value', '{\n  "a": "s‸\n}', 'value /a "s‸ @2'],
    ['an escaped quote', '{ "a": "s\\"t‸" }', 'value /a "s\\"t‸" @0'],
    ['an item', '{ "a": ["x", ‸] }', 'value /a.1 ‸ @0'],
    ['an object in a list', '[{}, { ‸ }]', 'key /1 ‸ {} @0'],
    ['a line comment', '{ // a‸\n}', 'nothing'],
    ['a block comment', '{ /* "a": ‸ */ }', 'nothing'],
    ['no comment: an address', '{ "a": "https://x‸" }', 'value /a "https://x‸" @0'],
    ['unclosed at the end', '{ "a": { "b": 1,\n  ‸', 'key /a ‸ {b} @2'],
    ['after the root', '{ "a": 1 }\n‸', 'nothing'],
  ])('%s', (_title, text, expected) => check(text, expected, 'json'));
});
