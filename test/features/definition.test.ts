import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { definition } from '../../server/features/definition';
import { parseCases } from '../support/fixture';
import { parseMarks } from '../support/marks';
import { addressOf, feed, openFixture, workspaceOf } from '../support/workspace';

const FOLDER = join(import.meta.dirname, '../fixtures/definition');

/** Checks that every marked name, with the cursor anywhere on it, leads to its targets and to nothing else. */
function check(fixture: string): void {
  const { files, names, targets } = parseMarks(fixture);
  const workspace = workspaceOf(files);
  // The files of tags are asked for when they are first looked at: from the main file's folder, then from the root.
  for (let round = 0; round < 2; round++) {
    for (const { path, start } of names) definition(workspace, addressOf(path), start);
    feed(workspace, new Map(files.map((file) => [addressOf(file.path), file.text])));
  }
  expect(names.length).toBeGreaterThan(0);
  for (const { path, label, start, end } of names) {
    const expected = label.startsWith('@')
      ? label.split(' ').map((file) => `${addressOf(file.slice(1))} 0-0`)
      : targets
          .filter((target) => target.label === label)
          .map((target) => `${addressOf(target.path)} ${target.start}-${target.end}`);
    if (label !== '-') expect(expected, `targets of ${label}`).not.toEqual([]);
    for (let offset = start; offset <= end; offset++) {
      const found = definition(workspace, addressOf(path), offset);
      const text = files.find((file) => file.path === path)?.text ?? '';
      const where = `${path} at ${text.slice(Math.max(0, offset - 20), offset)}‸${text.slice(offset, offset + 20)}`;
      const sites = found?.targets.map((one) => `${one.address} ${one.selection.start}-${one.selection.end}`);
      expect(sites ?? [], where).toEqual(expected);
      if (found === undefined) continue;
      expect(found.origin.start, where).toBeLessThanOrEqual(start);
      expect(found.origin.end, where).toBe(end);
    }
  }
}

const DRESSES: [string, (text: string) => string][] = [
  ['as written', (text) => text],
  // Lines that begin a file, and the breaks before them, are no part of any text.
  ['CRLF', (text) => text.replace(/\n(?!===)/g, '\r\n').replace(/^(=== .*)\r$/gm, '$1')],
  ['beyond the BMP', (text) => text.replaceAll('text: x', "text: '𝒳😀 𐐷'")],
];

for (const file of readdirSync(FOLDER)) {
  describe(file.replace(/\.txt$/, ''), () => {
    const cases = parseCases(readFileSync(join(FOLDER, file), 'utf8'));
    for (const [dress, change] of DRESSES) {
      it.each(cases.map(({ title, body }) => [title, body]))(`%s (${dress})`, (_title, body) =>
        check(change(body)),
      );
    }
  });
}

describe('a target is the whole of what defines the name', () => {
  it.each<[string, string, string]>([
    [
      'a state with all below it',
      'initial: ho‸me\nstates:\n  home:\n    render: { text: x }\n  other: {}\n',
      'home:\n    render: { text: x }',
    ],
    [
      'a declaration with its value',
      "context:\n  x: '{{0}}'\ninitial: a\nstates: { a: { render: { text: '{{context.x‸}}' } } }",
      "x: '{{0}}'",
    ],
    [
      'the button event with its key',
      'initial: a\ntransitions:\n  g‸o: a\nstates: { a: { render: { buttons: [{ content: x, on_click: "go" }] } } }',
      'on_click: "go"',
    ],
    [
      'the module of a default result',
      "initial: a\nstates: { a: { tasks: [{ module_type: LLMModule }], render: { text: '{{‸reply}}' } } }",
      'module_type: LLMModule',
    ],
    [
      'a name behind a block scalar',
      "initial: a\ncontext:\n  x: |\n    text\n  y: 1\nstates: { a: { render: { text: '{{context.y‸}}' } } }",
      'y: 1',
    ],
  ])('%s', (_what, body, expected) => {
    const { fixture, workspace } = openFixture(body);
    const found = definition(workspace, addressOf('main.yaml'), fixture.cursor?.offset ?? -1);
    const text = fixture.files[0]?.text ?? '';
    expect(found?.targets.map(({ range }) => text.slice(range.start, range.end))).toEqual([expected]);
  });
});
