import { expect, it } from 'vitest';
import { Document } from '../../server/yaml/cut/document';
import type { Notation } from '../../server/yaml/cut/unit';
import { enclosingRanges } from '../../server/yaml/tree/enclosing';

const always = () => true;

/** The texts of the keys that hold the `|` in a text, from the outside in. */
function keysAround(marked: string, notation: Notation = 'yaml'): string[] {
  const offset = marked.indexOf('|');
  const document = Document.open(marked.replace('|', ''), notation, always);
  return [...enclosingRanges(document, offset)].flatMap(([unit, ranges]) =>
    ranges
      .map(({ start, end }) => unit.text.slice(start, end))
      .map((text) => text.replaceAll('"', ''))
      .filter((text) => /^\w+$/.test(text))
      .reverse(),
  );
}

it.each([
  ['a value', 'states:\n  a:\n    render:\n      text: Hi|\n', ['a', 'render', 'text', 'Hi']],
  ['a key without a value', 'states:\n  a:\n    render:|\n', ['a', 'render']],
  ['a blank line below the fields', 'states:\n  a:\n    render:\n      text: Hi\n      |\n', ['a', 'render']],
  ['a blank line in the column of the key', 'states:\n  a:\n    render:\n      text: Hi\n    |\n', ['a']],
  ['a comment', 'states:\n  a:\n    render:\n      # Greets|\n', ['a', 'render']],
  ['a comment after a key', 'states:\n  a:\n    render: # Greets|\n', ['a', 'render']],
  ['a dash', 'states:\n  a:\n    b:\n      -|\n        text: Hi\n', ['a', 'b', 'text']],
])('%s', (_, marked, keys) => {
  expect([...new Set(keysAround(marked))].filter((key) => key !== 'states')).toEqual(keys);
});

it.each([
  ['after brackets that the editor has closed', '{ "states": { "a": { "inputs": {}| } } }', ['a', 'inputs']],
  ['after a colon', '{ "states": { "a": { "render":| } } }', ['a', 'render']],
  ['on a blank line', '{ "states": { "a": { "render": {\n|\n} } } }', ['a', 'render']],
  ['after a comma', '{ "states": { "a": { "inputs": {},| "render": {} } } }', ['a']],
])('in JSON, %s', (_, marked, keys) => {
  const found = keysAround(marked, 'json');
  expect([...new Set(found)].filter((key) => key !== 'states')).toEqual(keys);
});
