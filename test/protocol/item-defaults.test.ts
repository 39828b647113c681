import { expect, it } from 'vitest';
import type { CompletionItem, Range } from 'vscode-languageserver-protocol';
import { withItemDefaults } from '../../server/protocol/item-defaults';

const WORD: Range = { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } };
const WIDER: Range = { start: { line: 1, character: 0 }, end: { line: 1, character: 5 } };
const EVERYTHING = new Set(['editRange', 'insertTextFormat', 'insertTextMode', 'data']);

function item(label: string, range: Range, format: 1 | 2 = 1): CompletionItem {
  return { label, textEdit: { range, newText: `${label}:` }, insertTextFormat: format, insertTextMode: 1 };
}

it('moves values that all items share to the defaults', () => {
  const list = { isIncomplete: false, items: [item('a', WORD), item('b', WORD)] };
  expect(withItemDefaults(list, EVERYTHING)).toEqual({
    isIncomplete: false,
    itemDefaults: { editRange: WORD, insertTextFormat: 1, insertTextMode: 1 },
    items: [
      { label: 'a', textEditText: 'a:' },
      { label: 'b', textEditText: 'b:' },
    ],
  });
});

it('keeps values that differ in the items', () => {
  const list = { isIncomplete: false, items: [item('a', WORD, 2), item('b', WIDER)] };
  const { itemDefaults, items } = withItemDefaults(list, EVERYTHING);
  expect(itemDefaults).toEqual({ insertTextMode: 1 });
  expect(items.map((one) => [one.textEdit, one.insertTextFormat])).toEqual([
    [{ range: WORD, newText: 'a:' }, 2],
    [{ range: WIDER, newText: 'b:' }, 1],
  ]);
});

it('returns the same list for a client without defaults, and for an empty list', () => {
  const list = { isIncomplete: false, items: [item('a', WORD)] };
  expect(withItemDefaults(list, new Set())).toBe(list);
  const empty = { isIncomplete: true, items: [] };
  expect(withItemDefaults(empty, EVERYTHING)).toBe(empty);
});

it('moves both ranges of an edit for insert and replace to the defaults', () => {
  const textEdit = { newText: 'x', insert: WORD, replace: WIDER };
  const list = { isIncomplete: false, items: [{ label: 'x', textEdit }] };
  expect(withItemDefaults(list, EVERYTHING).itemDefaults).toEqual({
    editRange: { insert: WORD, replace: WIDER },
  });
});
