import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { addFields, type Edit, removeItem, removePair } from '../../server/rules/edits';
import { Document } from '../../server/yaml/cut/document';
import type { Unit } from '../../server/yaml/cut/unit';
import type { MapNode, Node, SeqNode } from '../../server/yaml/tree/tree';
import type { Writable } from '../../server/yaml/write/values';

/** Compares edited texts with edited data, for any layout of the text. */

type Data = { [key: string]: Data } | Data[] | string | number | boolean | null;

const key = fc.constantFrom('name', 'text', 'on_click', 'a b', 'type', 'x', "it's", 'yes', '1', 'long_key');
const leaf = fc.oneof(
  fc.constantFrom(
    'plain',
    'two words',
    '',
    "it's",
    'say "so"',
    'a: b',
    '# no',
    'one\ntwo\n',
    '\n\nlast',
    'yes',
    ' ',
  ),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const tree: fc.Arbitrary<Data> = fc.letrec<{ data: Data }>((tie) => ({
  data: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.dictionary(key, tie('data'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('data'), { minLength: 1, maxLength: 3 }),
  ),
})).data;
const root = fc.dictionary(key, tree, { minKeys: 1, maxKeys: 4, noNullPrototype: true });

/** Variants of the same data as text. */
const WRITINGS: Record<string, (data: Data) => string> = {
  block: (data) => stringify(data),
  'block with four spaces and indented lists': (data) => stringify(data, { indent: 4 }),
  'block with lists at the column of their key': (data) =>
    stringify(data, { indentSeq: false, lineWidth: 20 }),
  'block with comments': (data) => stringify(data).replace(/^([^|>"'\n]*: \d+)$/gm, '# above\n$1 # behind'),
  'block with CRLF': (data) => stringify(data).replace(/\n/g, '\r\n'),
  'block without a last line break': (data) => stringify(data).replace(/\n$/, ''),
  flow: (data) => stringify(data, { collectionStyle: 'flow', lineWidth: 0 }),
  'flow over lines': (data) => stringify(data, { collectionStyle: 'flow', lineWidth: 20 }),
  'JSON on one line': (data) => JSON.stringify(data),
  'JSON on several lines': (data) => JSON.stringify(data, null, 2),
  'JSON with commas first': (data) => JSON.stringify(data, null, 1).replace(/,\n( *)/g, '\n$1, '),
};

function unitOf(text: string, writing: string): Unit {
  const notation = writing.startsWith('JSON') ? 'json' : 'yaml';
  const [unit] = Document.open(text, notation, () => false).units;
  if (unit === undefined) throw new Error('A document has a unit.');
  return unit;
}

function apply(text: string, edits: readonly Edit[]): string {
  return edits
    .map((edit, index) => ({ ...edit, index }))
    .sort((a, b) => b.range.start - a.range.start || b.index - a.index)
    .reduce((result, { range, text }) => result.slice(0, range.start) + text + result.slice(range.end), text);
}

interface Place {
  readonly node: MapNode | SeqNode;
  readonly data: Data;
}

/** All maps and lists of a text with their data. */
function places(node: Node | undefined, data: Data): Place[] {
  if (node?.kind === 'map' && typeof data === 'object' && data !== null && !Array.isArray(data)) {
    const inner = node.pairs.flatMap((pair) => places(pair.value, data[pair.name] ?? null));
    return [{ node, data }, ...inner];
  }
  if (node?.kind === 'seq' && Array.isArray(data)) {
    return [{ node, data }, ...node.items.flatMap((item, index) => places(item, data[index] ?? null))];
  }
  return [];
}

/** Applies an edit at a place of a text in each variant, and compares the data of the result. */
function check(change: (unit: Unit, place: Place, pick: number) => Edit[] | undefined): void {
  for (const [writing, write] of Object.entries(WRITINGS)) {
    let done = 0;
    fc.assert(
      fc.property(root, fc.nat(), fc.nat(), (data, which, pick) => {
        const copy: Data = structuredClone(data);
        const text = write(copy);
        // The writer is not tested here.
        fc.pre(isDeepStrictEqual(parse(text), data));
        const unit = unitOf(text, writing);
        const all = places(unit.parsed.root, copy);
        const place = all[which % all.length];
        fc.pre(place !== undefined);
        // The callback makes the same change in the data.
        const edits = change(unit, place, pick);
        if (edits === undefined) return;
        done++;
        const after = apply(text, edits);
        expect(parse(after), `${writing}\n${text}\n=>\n${after}`).toEqual(copy);
      }),
      { numRuns: 50 },
    );
    // The number of places at which an edit is possible varies; zero would mean that nothing was tested.
    expect(done, writing).toBeGreaterThan(0);
  }
}

describe('edits of maps and lists', () => {
  it('remove a pair', () => {
    check((unit, { node, data }, pick) => {
      const pair = node.kind === 'map' ? node.pairs[pick % node.pairs.length] : undefined;
      if (pair === undefined || typeof data !== 'object' || data === null || Array.isArray(data))
        return undefined;
      const edits = removePair(unit, pair);
      if (edits !== undefined) delete data[pair.name];
      return edits;
    });
  });

  it('remove an item', () => {
    check((unit, { node, data }, pick) => {
      const index = node.kind === 'seq' ? pick % node.items.length : 0;
      const item = node.kind === 'seq' ? node.items[index] : undefined;
      if (node.kind !== 'seq' || item === undefined || !Array.isArray(data)) return undefined;
      const edits = removeItem(unit, node, item);
      if (edits !== undefined) data.splice(index, 1);
      return edits;
    });
  });

  it('add fields', () => {
    const values: Record<string, Writable> = {
      new_text: "it's: new",
      new_map: { a: { b: 1 }, c: '' },
      new_list: ['x', 1],
    };
    check((unit, { node, data }, pick) => {
      if (node.kind !== 'map' || typeof data !== 'object' || data === null || Array.isArray(data))
        return undefined;
      const names = Object.keys(values).slice(pick % 3);
      const fields = names.map((name, index) => {
        return { name, value: values[name] ?? '', index: (pick + index) % (node.pairs.length + 1) };
      });
      Object.assign(data, structuredClone(Object.fromEntries(names.map((name) => [name, values[name]]))));
      return addFields(unit, node, fields);
    });
  });

  it.each([
    ['context:\n  a: |+\n    x\n\n\n', 'context:\n  a: |+\n    x\n\n\n  b: 1\n'],
    ['context:\n  a: |+\n    x\n\n\n  c: 1\n', 'context:\n  a: |+\n    x\n\n\n  b: 1\n  c: 1\n'],
    ['context:\n  a: |2+\r\n    x\r\n\r\n', 'context:\n  a: |2+\r\n    x\r\n\r\n  b: 1\r\n'],
    ['context:\n  a: |+\n    x', 'context:\n  a: |+\n    x\n  b: 1'],
  ])('add a field after a text that keeps its blank lines: %j', (text, expected) => {
    const unit = unitOf(text, 'block');
    const { root } = unit.parsed;
    const map = root?.kind === 'map' ? root.pairs[0]?.value : undefined;
    const edits = map?.kind === 'map' ? addFields(unit, map, [{ name: 'b', value: 1, index: 1 }]) : [];
    expect(apply(text, edits)).toBe(expected);
  });
});
