import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { renameSymbol } from '../../server/features/rename';
import { mentionsOf, wordOf } from '../../server/features/symbols/mentions';
import { unitFacts } from '../../server/project/source';
import type { Workspace } from '../../server/project/workspace';
import { type FixtureFile, parseCases } from '../support/fixture';
import { parseMarks } from '../support/marks';
import { projects } from '../support/projects';
import { workspaceOf } from '../support/workspace';

/**
 * What is told from the names alone is what a copy of the project tells: whoever leaves out the copy refuses the
 * same renamings.
 */

const proof = vi.hoisted(() => ({ isUsed: true, wasSure: 0 }));

vi.mock('../../server/features/rename/safety', async (load) => {
  const real = await load<typeof import('../../server/features/rename/safety')>();
  const isCertainlySafe: typeof real.isCertainlySafe = (...all) => {
    const isSure = proof.isUsed && real.isCertainlySafe(...all);
    if (isSure) proof.wasSure++;
    return isSure;
  };
  return { ...real, isCertainlySafe };
});

/** The number of runs can be raised for a long night: `ATOMIC_STATE_RUNS=10000`. */
const RUNS = Number(process.env.ATOMIC_STATE_RUNS ?? 10);
/** Names that mean something somewhere, or need quotes, or are nowhere. */
const NAMES = ['fresh_name', 'result', 'yes', 'let', 'initial', 'x', 'fine'];
/** How many words of the texts themselves are tried. */
const MOST_WORDS = 6;

afterEach(() => {
  proof.isUsed = true;
  proof.wasSure = 0;
});

function compare(files: readonly FixtureFile[]): void {
  const workspace = workspaceOf(files);
  const words = new Set(files.flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []));
  const names = [
    ...NAMES,
    ...[...words].filter((_, index) => index % Math.ceil(words.size / MOST_WORDS) === 0),
  ];
  for (const { address, offset, word } of placesOf(workspace)) {
    for (const name of names) {
      const { wasSure } = proof;
      const found = renameSymbol(workspace, address, offset, name);
      // Else the copy was asked anyway.
      if (proof.wasSure === wasSure) continue;
      proof.isUsed = false;
      expect(renameSymbol(workspace, address, offset, name), `${word} to ${name} in ${address}`).toEqual(
        found,
      );
      proof.isUsed = true;
    }
  }
}

function placesOf(workspace: Workspace) {
  return [...workspace.allProjects].flatMap((project) =>
    [...project.members].flatMap(({ source }) =>
      source.document.units.flatMap((unit, index) =>
        mentionsOf(unitFacts(source, unit)).map((mention) => ({
          address: source.address,
          offset: source.document.startAt(index) + mention.start,
          word: wordOf(mention),
        })),
      ),
    ),
  );
}

it('of all names of the fixtures', () => {
  const folder = join(import.meta.dirname, '../fixtures/rename');
  for (const file of readdirSync(folder)) {
    for (const { body } of parseCases(readFileSync(join(folder, file), 'utf8')))
      compare(parseMarks(body.replace(/^-[-/]>[\s\S]*/m, '')).files);
  }
  expect(proof.wasSure).toBeGreaterThan(300);
}, 120_000);

it('of all names of any project', () => {
  fc.assert(fc.property(projects, compare), { numRuns: RUNS });
  expect(proof.wasSure).toBeGreaterThan(RUNS);
}, 240_000);
