import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { matchScopes } from '../../server/compare/matching';
import type { Program } from '../../server/run/conversation/program';
import { programOfFiles } from '../run/conversation';
import { parseCases } from '../support/fixture';
import { parseVersions } from './versions';

const FIXTURE = join(import.meta.dirname, '../fixtures/compare/matching.txt');

/** Every scope whose path differs, and those that were removed or added. */
function differences(before: Program, after: Program): string[] {
  const matching = matchScopes(before, after);
  const lines: string[] = [];
  for (const { path } of before.scopes.values()) {
    const newPath = matching.newPathOf(path);
    if (newPath?.join('.') !== path.join('.'))
      lines.push(`${path.join('.')} -> ${newPath?.join('.') ?? ''}`.trim());
    if (newPath) expect(matching.oldPathOf(newPath)).toEqual(path);
  }
  for (const { path } of after.scopes.values())
    if (matching.oldPathOf(path) === undefined) lines.push(`-> ${path.join('.')}`);
  return lines;
}

describe('states and automata of two versions', () => {
  for (const { title, body } of parseCases(readFileSync(FIXTURE, 'utf8')))
    it(title, () => {
      const { before, after, expected } = parseVersions(body);
      expect(differences(before, after)).toEqual(expected);
    });
});

it('each scope of a version is the same in itself', () => {
  const program = chain(20, 's');
  expect(differences(program, program)).toEqual([]);
});

/** States that lead to one another, each with its own text. */
function chain(count: number, prefix: string): Program {
  const states = Array.from(
    { length: count },
    (_, index) =>
      `  ${prefix}${index}:\n    render: { text: 'Text ${index}', buttons: [{ content: Go, on_click: go }] }\n` +
      `    transitions: { go: ${prefix}${(index + 1) % count} }\n`,
  );
  return programOfFiles([{ path: 'main.yaml', text: `initial: ${prefix}0\nstates:\n${states.join('')}` }]);
}

it('finds hundreds of renamed states', () => {
  expect(differences(chain(300, 'old'), chain(300, 'new'))).toEqual(
    Array.from({ length: 300 }, (_, index) => `old${index} -> new${index}`),
  );
});
