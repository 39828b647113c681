import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeLenses, lensText } from '../../server/features/code-lens';
import { inEnglish } from '../support/english';
import { parseCases } from '../support/fixture';
import { parseMarks } from '../support/marks';
import { LINE_BREAKS } from '../support/text-variants';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

const FIXTURE = join(import.meta.dirname, '../fixtures/code-lens.txt');
const CASES = parseCases(readFileSync(FIXTURE, 'utf8')).map(({ title, body }) => [title, body]);

/** Checks that the marked keys have the lenses, with their titles and the texts of the places that they show. */
function check(body: string): void {
  const { files, targets } = parseMarks(body);
  const workspace = workspaceOf(files);
  provideFiles(workspace, new Map(files.map(({ path, text }) => [addressOf(path), text])));
  for (const { path } of files) {
    const found = codeLenses(workspace, addressOf(path)).map(({ range, root, path: state }) => {
      const text = lensText(workspace, root, state);
      const shown = text?.sites.map(({ address, selection }) =>
        workspace.document(address)?.text.slice(selection.start, selection.end),
      );
      return `${range.start}-${range.end} ${inEnglish(text?.title)}: ${shown?.join(' ')}`;
    });
    const marked = targets.filter((target) => target.path === path).sort((a, b) => a.start - b.start);
    expect(found, path).toEqual(marked.map(({ start, end, label }) => `${start}-${end} ${label}`));
  }
}

describe.each(LINE_BREAKS)('%s', (_name, convert) => {
  it.each(CASES)('%s', (_title, body = '') => check(convert(body)));
});

it('shows lenses at the same states while text is typed in a state', () => {
  const text = 'initial: a\nstates:\n  a:\n    render: { text: x }\n  b: {}\n';
  const workspace = workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
  const address = addressOf('main.yaml');
  const at = text.indexOf('{ text');
  for (const typed of ['{', "'", '[', 'x: ', '\n']) {
    workspace.editFile(address, (document) => document.edit(at, at, typed));
    const found = codeLenses(workspace, address).map(({ path }) => path.join('.'));
    expect(found, typed).toEqual(['a', 'b']);
    workspace.editFile(address, (document) => document.edit(at, at + typed.length, ''));
  }
});
