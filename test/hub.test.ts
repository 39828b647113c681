import { describe, expect, it, vi } from 'vitest';
import { automata, MAIN } from '../bench/automata';
import { definition } from '../server/features/definition';
import { hover } from '../server/features/hover';
import type { Address } from '../server/project/paths';
import { Table } from '../server/project/table';
import type { Workspace } from '../server/project/workspace';
import { addressOf, workspaceOf } from './support/workspace';

/**
 * What is asked about a state that everybody leads to costs what there is to say, once it was asked before: counts of
 * what is looked up, which no machine and no clock can change. `npm run bench -- --hub` measures the same.
 */

type Question = (workspace: Workspace, address: Address, offset: number) => unknown;

/** How many look-ups a question takes when it is asked again, and when it is asked again behind a letter elsewhere. */
function lookUps(
  question: Question,
  uses: number,
  statesPerFile?: number,
): { again: number; behind: number } {
  const { files, hub } = automata(uses * 6, statesPerFile, uses);
  const path = statesPerFile === undefined ? MAIN : 'state/0.yaml';
  const workspace = workspaceOf(
    [...files].map(([name, text]) => ({ path: name, text })),
    [path],
  );
  const address = addressOf(path);
  const textOf = () => workspace.document(address)?.text ?? '';
  const ask = () => {
    const mark = `CHAT: ${hub.slice(0, 2)}`;
    const at = textOf().indexOf(mark);
    expect(at).toBeGreaterThan(0);
    expect(question(workspace, address, at + mark.length)).toBeTruthy();
  };
  const type = (letter: string) => {
    const at = textOf().indexOf('is it true');
    expect(at).toBeGreaterThan(0);
    workspace.editFile(address, (document) => document.edit(at, at, letter));
  };
  ask();
  type('x');
  ask();
  const spies = (['get', 'has', 'inOrder', 'note'] as const).map((name) => vi.spyOn(Table.prototype, name));
  const count = () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  ask();
  const again = count();
  type('y');
  const typed = count();
  ask();
  const behind = count() - typed;
  vi.restoreAllMocks();
  return { again, behind };
}

const QUESTIONS: readonly (readonly [string, Question])[] = [
  ['hover', hover],
  ['definition', definition],
];

describe.each([
  ['in one file', undefined],
  ['in files of twenty states', 20],
])('a state that is used everywhere, %s', (_, statesPerFile) => {
  it.each(QUESTIONS)('%s', (__, question) => {
    const few = lookUps(question, 150, statesPerFile);
    expect(few.again).toBeGreaterThan(0);
    expect(few.behind).toBeLessThanOrEqual(few.again);
    expect(lookUps(question, 600, statesPerFile)).toEqual(few);
  });
});
