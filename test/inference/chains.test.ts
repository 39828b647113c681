import { expect, it } from 'vitest';
import { contextOf } from '../../server/inference/context';
import { typeText as inWords } from '../../server/types/type-text';
import { addressOf, workspaceOf } from '../support/workspace';

const PATH = 'main.automata.yaml';

/** The type of the last of many variables, each computed from the previous one, initially and after an edit. */
function lastOf(length: number): readonly string[] {
  const value = (index: number) => (index === 0 ? '1' : `context.v${index - 1} + 1`);
  const context = Array.from({ length }, (_, index) => `  v${index}: '{{${value(index)}}}'\n`).join('');
  const text = `initial: a\ncontext:\n${context}states:\n  a: {render: {text: Hello}}\n`;
  const workspace = workspaceOf([{ path: PATH, text }], [PATH]);
  const [project] = workspace.projectsOf(addressOf(PATH));
  if (project === undefined) throw new Error('There is no project.');
  const last = () => inWords(contextOf(workspace, project).typeOf(`v${length - 1}`));
  const before = last();
  const end = text.indexOf("{{1}}'") + '{{1'.length;
  workspace.editFile(addressOf(PATH), (document) => document.edit(end, end, ' + "x"'));
  return [before, last()];
}

it('infers the type of the last variable of a chain', () => {
  const [before, after] = lastOf(60);
  expect(before).not.toBe('unknown');
  expect(after).not.toBe(before);
});

it.each([150, 5_000])('returns unknown for a chain of %i variables without throwing', (length) => {
  expect(lastOf(length)).toEqual(['unknown', 'unknown']);
});
