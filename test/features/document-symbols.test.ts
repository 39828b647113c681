import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentSymbols, type OutlineEntry } from '../../server/features/document-symbols';
import type { Address } from '../../server/project/files/paths';
import type { Workspace } from '../../server/project/workspace';
import { parseCases, parseFixture } from '../support/fixture';
import { LINE_BREAKS } from '../support/text-variants';
import { addressOf, workspaceOf } from '../support/workspace';

const FOLDER = join(import.meta.dirname, '../fixtures/document-symbols');
const EXPECTED = '.outline';

/** Checks the outline of each file with an expected one: `kind name detail (lines) [selection]`. */
function check(body: string, change: (text: string) => string): void {
  const all = parseFixture(body).files;
  const files = all
    .filter((file) => !file.path.endsWith(EXPECTED))
    .map(({ path, text }) => ({ path, text: change(text) }));
  const workspace = workspaceOf(files);
  for (const { path, text } of all.filter((file) => file.path.endsWith(EXPECTED))) {
    const source = path.slice(0, -EXPECTED.length);
    expect(outline(workspace, addressOf(source))).toBe(text.trimEnd());
  }
}

function outline(workspace: Workspace, address: Address): string {
  const document = workspace.document(address);
  const lines: string[] = [];
  const visit = (entries: readonly OutlineEntry[], indent: string) => {
    for (const { kind, name, detail, range, selection, children } of entries) {
      const [first, last] = [range.start, range.end].map((at) => (document?.positionAt(at).line ?? 0) + 1);
      const selected = document?.text.slice(selection.start, selection.end);
      const parts = [kind, name, detail, `(${first}-${last})`].filter((part) => part !== '');
      lines.push(indent + parts.join(' ') + (selected === name ? '' : ` [${selected}]`));
      visit(children, `${indent}  `);
    }
  };
  visit(documentSymbols(workspace, address), '');
  return lines.join('\n');
}

for (const file of readdirSync(FOLDER)) {
  describe(file.replace(/\.txt$/, ''), () => {
    const cases = parseCases(readFileSync(join(FOLDER, file), 'utf8'));
    for (const [variant, change] of LINE_BREAKS) {
      it.each(cases.map(({ title, body }) => [title, body]))(`%s (${variant})`, (_title, body) =>
        check(body, change),
      );
    }
  });
}

it('moves the outline when lines are inserted above', () => {
  const text = 'initial: a\nstates:\n  a:\n    inputs: { x: 1 }\n  b:\n    inputs: { y: 1 }\n';
  const workspace = workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
  const address = addressOf('main.yaml');
  const before = outline(workspace, address);
  workspace.editFile(address, (document) => document.edit(0, 0, '# one\n# two\n'));
  const shifted = before.replace(/\d+(?=[-)])/g, (line) => `${Number(line) + 2}`).replace('(3-', '(1-');
  expect(outline(workspace, address)).toBe(shifted);
});
