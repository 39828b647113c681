import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { renameSymbol } from '../../server/features/rename';
import { mentionsOf } from '../../server/features/symbols/mentions';
import type { Address } from '../../server/project/files/paths';
import { unitFacts } from '../../server/project/files/source';
import type { Workspace } from '../../server/project/workspace';
import { draws, stepOf } from '../support/depth';
import { type FixtureFile, parseCases } from '../support/fixture';
import { parseMarks } from '../support/marks';
import { projects } from '../support/projects';
import { workspaceOf } from '../support/workspace';

/** A rename that is proved safe by its names has the same result as one that is tried on a copy of the project. */

const proof = vi.hoisted(() => ({ isUsed: true, wasSure: 0, NOT_SURE: new Error('not sure') }));

vi.mock('../../server/features/rename/safety', async (load) => {
  const real = await load<typeof import('../../server/features/rename/safety')>();
  const isCertainlySafe: typeof real.isCertainlySafe = (...all) => {
    if (!proof.isUsed) return false;
    // The copy is tried anyway: there is nothing to compare.
    if (!real.isCertainlySafe(...all)) throw proof.NOT_SURE;
    proof.wasSure++;
    return true;
  };
  return { ...real, isCertainlySafe };
});

/** Random projects. More, and each name at each place: `ATOMIC_STATE_RUNS=10000`. */
const RUNS = draws(4, 10);
/** Each place is renamed to a sample of the names, in turn. */
const NAMES_IN_TURN = stepOf(10, 4);
/** Unused names, names with a meaning in some texts, and names that need quotes. */
const NAMES = ['fresh_name', 'result', 'yes', 'let', 'initial', 'x', 'fine'];
/** New names that are taken from the texts themselves. */
const MAX_WORDS = 6;

let turn = 0;

afterEach(() => {
  turn = 0;
  proof.isUsed = true;
  proof.wasSure = 0;
});

function compare(files: readonly FixtureFile[]): void {
  const workspace = workspaceOf(files);
  const words = new Set(files.flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []));
  const names = [
    ...NAMES,
    ...[...words].filter((_, index) => index % Math.ceil(words.size / MAX_WORDS) === 0),
  ];
  for (const { address, offset, word } of placesOf(workspace)) {
    for (const name of names) {
      if (turn++ % NAMES_IN_TURN !== 0) continue;
      const found = certainRename(workspace, address, offset, name);
      if (found === undefined) continue;
      proof.isUsed = false;
      expect(renameSymbol(workspace, address, offset, name), `${word} to ${name} in ${address}`).toEqual(
        found,
      );
      proof.isUsed = true;
    }
  }
}

/** The result without a copy; undefined if it needs one, or is refused before. */
function certainRename(workspace: Workspace, address: Address, offset: number, name: string) {
  const { wasSure } = proof;
  try {
    const found = renameSymbol(workspace, address, offset, name);
    return proof.wasSure === wasSure ? undefined : found;
  } catch (error) {
    if (error === proof.NOT_SURE) return undefined;
    throw error;
  }
}

function placesOf(workspace: Workspace) {
  return [...workspace.allProjects].flatMap((project) =>
    [...project.members].flatMap(({ source }) =>
      source.document.units.flatMap((unit, index) =>
        mentionsOf(unitFacts(source, unit)).map((mention) => ({
          address: source.address,
          offset: source.document.startAt(index) + mention.start,
          word: mention.name,
        })),
      ),
    ),
  );
}

it('a rename without a copy has the same result for all names of the fixtures', () => {
  const folder = join(import.meta.dirname, '../fixtures/rename');
  for (const file of readdirSync(folder)) {
    for (const { body } of parseCases(readFileSync(join(folder, file), 'utf8')))
      compare(parseMarks(body.replace(/^-[-/]>[\s\S]*/m, '')).files);
  }
  expect(proof.wasSure).toBeGreaterThan(1200 / NAMES_IN_TURN);
}, 120_000);

it('a rename without a copy has the same result for all names of random projects', () => {
  fc.assert(fc.property(projects, compare), { numRuns: RUNS });
  expect(proof.wasSure).toBeGreaterThan(RUNS);
}, 240_000);
