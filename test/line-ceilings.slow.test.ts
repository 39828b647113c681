import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * The folders have at most as many lines as the table of layers in ARCHITECTURE.md says, which is the only place of the
 * ceilings. It is a check of a release, so that work in progress may be larger.
 */

const ROOT = join(import.meta.dirname, '..');

/** A row for a folder: its name, other cells, and its ceiling, perhaps with a goal in brackets. */
const ROW = /^\|[^|]*`([a-z-]+)\/` \|.*\| ([\d.]+)(?: \(([\d.]+)\))? \|$/gm;

interface Ceiling {
  readonly folder: string;
  /** In thousands of lines. */
  readonly most: number;
  readonly goal: number | undefined;
}

function ceilings(): readonly Ceiling[] {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  return [...text.matchAll(ROW)].map(([, folder = '', most, goal]) => ({
    folder,
    most: Number(most),
    goal: goal === undefined ? undefined : Number(goal),
  }));
}

/** In thousands of lines, rounded like the ceilings. */
function sizeOf(folder: string): number {
  const inServer = join(ROOT, 'server', folder);
  const path = existsSync(inServer) ? inServer : join(ROOT, folder);
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const lines = files.map((file) => readFileSync(join(path, file), 'utf8').split('\n').length - 1);
  return Math.round(lines.reduce((sum, count) => sum + count, 0) / 100) / 10;
}

it('every folder of the server, and that of the extension, has a ceiling', () => {
  const folders = readdirSync(join(ROOT, 'server'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  const listed = ceilings().map(({ folder }) => folder);
  expect(listed.toSorted()).toEqual([...folders, 'client'].toSorted());
});

it('no folder has more lines than its ceiling', () => {
  const larger = ceilings().flatMap(({ folder, most }) => {
    const size = sizeOf(folder);
    return size > most ? [`${folder}: ${size} thousand lines, at most ${most}`] : [];
  });
  expect(larger).toEqual([]);
});

it('a ceiling above its goal is lowered when the folder becomes smaller', () => {
  const lowered = ceilings().flatMap(({ folder, goal }) => {
    const size = sizeOf(folder);
    return goal !== undefined && size <= goal
      ? [`${folder}: ${size} thousand lines, the goal is ${goal}`]
      : [];
  });
  expect(lowered).toEqual([]);
  expect(ceilings().filter(({ most, goal }) => goal !== undefined && goal >= most)).toEqual([]);
});
