import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changedScopes } from '../../server/compare/describe';
import type { StructureChange } from '../../server/compare/difference';
import { matchScopes } from '../../server/compare/matching';
import { compareStructure } from '../../server/compare/structure';
import { pathOfKey } from '../../server/project/names/scope-path';
import { parseCases, parseFixture } from '../support/fixture';
import { type ComparedCase, parseVersions } from './versions';

const FIXTURES = join(import.meta.dirname, '../fixtures/compare');
const readFixture = (name: string) => readFileSync(join(FIXTURES, name), 'utf8');

/** A change as a line, with the text at its place. */
function lineOf({ change, kind, name, was, place }: StructureChange, { textAt }: ComparedCase): string {
  const former = was === undefined ? '' : ` (was ${was})`;
  const text = place ? textAt(place).replaceAll('\n', '↵') : '';
  return `${change} ${kind} ${name}${former} «${text}»`;
}

function linesOf(compared: ComparedCase): string[] {
  const { before, after } = compared;
  const changes = compareStructure(before, after, matchScopes(before, after));
  return changes.map((change) => lineOf(change, compared));
}

describe('two versions', () => {
  for (const { title, body } of parseCases(readFixture('structure.txt')))
    it(title, () => {
      const compared = parseVersions(body);
      expect(linesOf(compared)).toEqual(compared.expected);
    });
});

describe('an edit of an automata', () => {
  const edits = readFixture('edits.txt');
  const base = edits.slice(0, edits.indexOf('\n## '));
  for (const { title, body } of parseCases(edits))
    it(title, () => {
      const { files } = parseFixture(body);
      const [old = '', changed = '', expected = ''] = files.map(({ text }) => text);
      expect(base.split(old)).toHaveLength(2);
      const compared = parseVersions(
        `=== before/main.yaml\n${base}\n=== after/main.yaml\n${base.replace(old, () => changed)}\n=== expected\n${expected}`,
      );
      expect(linesOf(compared)).toEqual(compared.expected);
    });
});

it('names the states in which more than transitions changed', () => {
  const { before, after } = parseVersions(`=== before/main.yaml
initial: a
states:
  a: { render: { text: A }, transitions: { go: b } }
  b: { render: { text: B } }
  c: { render: { text: C } }
  part:
    initial: d
    states:
      d: { render: { text: D } }
=== after/main.yaml
initial: a
states:
  a: { render: { text: A }, transitions: { go: c } }
  b: { render: { text: Other } }
  part:
    initial: d
    states:
      d: { render: { text: D, image: d.png } }
`);
  const changes = compareStructure(before, after, matchScopes(before, after));
  expect(changes).toHaveLength(4);
  expect([...changedScopes(changes)].map(pathOfKey)).toEqual([['b'], ['part', 'd']]);
});
