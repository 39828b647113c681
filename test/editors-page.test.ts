import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PAGE = readFileSync(join(import.meta.dirname, '../docs/editors.md'), 'utf8');
/** The sections that each show how to set up one editor. */
const SECTIONS = PAGE.split(/^## /m)
  .slice(1)
  .filter((section) => !section.startsWith('Editors with JSON Schema'));
const MARK = /^\*\*Tested: (in the editor|with the messages of|no\b)/m;

it('each set-up in docs/editors.md says whether it is tested', () => {
  const blocks = SECTIONS.flatMap((section) => {
    const [name = ''] = section.split('\n');
    // What is before each block, after the one above it; a section without any says it for itself.
    const texts = section.split(/^```\w*\n.*?^```$/ms);
    return texts.slice(0, Math.max(1, texts.length - 1)).map((text) => [name, MARK.exec(text)?.[1]]);
  });
  expect(blocks).toEqual([
    ['Neovim', 'in the editor'],
    ['Neovim', 'in the editor'],
    ['Helix', 'with the messages of'],
    ['Emacs', 'in the editor'],
    ['Emacs', 'with the messages of'],
    ['Kakoune', 'no'],
    ['Sublime Text', 'no'],
    ['CodeMirror', 'with the messages of'],
    ['Zed', 'no'],
  ]);
});

it('the query for Helix selects blocks that are one expression', () => {
  const query = readFileSync(join(import.meta.dirname, '../queries/helix/yaml/injections.scm'), 'utf8');
  const [, written = ''] = /#match\? @\S+ (".*")\)/.exec(query) ?? [];
  const pattern = new RegExp(JSON.parse(written));
  expect(
    ['|\n  {{ a }}\n', '>-\n  {{ a\n    .b }}\n', '|+\n\n  {{ a }}'].filter((one) => !pattern.test(one)),
  ).toEqual([]);
  expect(['|\n  a\n', '|\n  a {{ b }}\n', '|\n  {{ a }} b\n'].filter((one) => pattern.test(one))).toEqual([]);
});
