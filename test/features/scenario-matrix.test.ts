import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completeAt } from '../../server/features/completion';
import { definitionAt } from '../../server/features/definition';
import { highlights } from '../../server/features/highlight';
import { hoverAt } from '../../server/features/hover';
import { references } from '../../server/features/references';
import { prepareRename, renameSymbol } from '../../server/features/rename';
import { tokensOf } from '../../server/features/semantic-tokens';
import { inEnglish } from '../support/english';
import type { FixtureFile } from '../support/fixture';
import { type MarkedName, parseMarks } from '../support/marks';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

/**
 * Every kind of name that a scenario contains has every feature. The fixture is a project with marked names, and a row for
 * each label: a part of its hover, the type of its semantic token (`-`: none), and a new name (`-`: not renamable).
 */
const FIXTURE = readFileSync(join(import.meta.dirname, '../fixtures/scenario-matrix.txt'), 'utf8');
const [BODY = '', TABLE = ''] = FIXTURE.split(/^--> .*\n/m);
const { files, names, targets } = parseMarks(BODY.replace(/\n$/, ''));
const SCENARIOS = 'a.scenario.yaml';

interface Row {
  readonly label: string;
  readonly hover: string;
  readonly colour: string;
  readonly newName: string;
}

const ROWS: readonly Row[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [label = '', hover = '', colour = '', newName = ''] = line.split(' | ');
    return { label, hover, colour, newName };
  });

function opened(of: readonly FixtureFile[] = files) {
  const workspace = workspaceOf(of, [SCENARIOS]);
  provideFiles(workspace, new Map(of.map(({ path, text }) => [addressOf(path), text])));
  return workspace;
}

const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? '';
const byPlace = (a: MarkedName, b: MarkedName) =>
  a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1;

it('has exactly one row for each name of the scenarios', () => {
  const inScenarios = names.filter(({ path }) => path === SCENARIOS).map(({ label }) => label);
  expect([...new Set(ROWS.map(({ label }) => label))].sort()).toEqual([...new Set(inScenarios)].sort());
});

describe.each(ROWS)('$label', ({ label, hover, colour, newName }) => {
  const isFile = label.startsWith('@');
  const address = addressOf(SCENARIOS);
  const here = names.filter((one) => one.path === SCENARIOS && one.label === label);
  const definitions = isFile
    ? [{ path: label.slice(1), label, start: 0, end: 0 }]
    : targets.filter((one) => one.label === label);
  const all = [...names, ...(isFile ? [] : definitions)].filter((one) => one.label === label).sort(byPlace);

  it('hover', () => {
    const workspace = opened();
    for (const { start } of here)
      expect(inEnglish(hoverAt(workspace, address, start)?.markdown ?? ''), `${start}`).toContain(hover);
  });

  it('definition', () => {
    const workspace = opened();
    for (const { start, end } of here) {
      const found = definitionAt(workspace, address, start);
      expect(found?.origin).toEqual({ start, end });
      // An assignment is a definition of an undeclared variable only.
      const expected = definitions.filter(({ path, start: at }) => {
        return label !== 'context' || textOf(path).slice(0, at).endsWith('context:\n  ');
      });
      expect(found?.targets.map((one) => [one.address, one.selection.start])).toEqual(
        expected.map((one) => [addressOf(one.path), one.start]),
      );
    }
  });

  it('references and highlights, from both sides', () => {
    const workspace = opened();
    for (const mark of isFile ? here : all) {
      const found = references(workspace, addressOf(mark.path), mark.start);
      expect(
        found.map(({ address: file, range }) => [file, range.start, range.end]),
        `${mark.path} ${mark.start}`,
      ).toEqual(all.map((one) => [addressOf(one.path), one.start, one.end]));
      const lit = highlights(workspace, addressOf(mark.path), mark.start);
      const same = all.filter(({ path }) => path === mark.path);
      expect(lit.map(({ range }) => [range.start, range.end])).toEqual(
        same.map(({ start, end }) => [start, end]),
      );
    }
  });

  it('rename, from both sides', () => {
    const workspace = opened();
    for (const { path, start, end } of isFile ? here : all) {
      const at = addressOf(path);
      const prepared = prepareRename(workspace, at, start);
      if (newName === '-') {
        expect(prepared.kind).toBe('refused');
        continue;
      }
      expect(prepared, `${path} ${start}`).toMatchObject({ kind: 'ready', range: { start, end } });
      const renamed = renameSymbol(workspace, at, start, newName);
      expect(renamed, `${path} ${start}`).toMatchObject({ kind: 'edits' });
      if (renamed.kind !== 'edits') continue;
      const after = files.map((file) => {
        const edits = [...(renamed.changes.get(addressOf(file.path)) ?? [])].reverse();
        const text = edits.reduce(
          (old, { range, text: added }) => old.slice(0, range.start) + added + old.slice(range.end),
          file.text,
        );
        return { path: file.path, text };
      });
      const edited = [...renamed.changes.values()].reduce((sum, edits) => sum + edits.length, 0);
      expect(edited).toBe(all.length);
      // The names of the changed text are the same ones.
      const later = opened(after);
      const [first] = renamed.changes.get(address) ?? [];
      const found = references(later, address, (first?.range.start ?? 0) + 1);
      expect(found).toHaveLength(all.length);
    }
  });

  it('semantic token', () => {
    const workspace = opened();
    const [project] = workspace.projectsOf(address);
    const source = project?.source(address);
    if (project === undefined || source === undefined) throw new Error('no project');
    for (const { start, end } of here) {
      const found = source.document.units.flatMap((unit) => {
        const by = source.document.startOf(unit);
        return tokensOf(project, source, unit).filter(
          (token) => token.start + by === start && token.end + by === end,
        );
      });
      const shown = found.map(({ type, modifiers }) => [type, ...modifiers].join('.'));
      expect(shown).toEqual(colour === '-' ? [] : [colour]);
    }
  });

  it('completion, before and after the first letter', () => {
    for (const { start, end } of here) {
      const text = textOf(SCENARIOS);
      const name = text.slice(start, end);
      for (const typed of ['', name.slice(0, 1)]) {
        const changed = text.slice(0, start) + typed + text.slice(end);
        const of = files.map((file) => (file.path === SCENARIOS ? { ...file, text: changed } : file));
        const list = completeAt(opened(of), address, start + typed.length, { findings: () => [] });
        const labels = list.items.map((item) => item.label);
        const line = text.slice(text.lastIndexOf('\n', start) + 1, text.indexOf('\n', start));
        expect(
          labels.some((one) => one === name || one.split('.').includes(name)),
          `${typed} in ${line}: ${labels}`,
        ).toBe(true);
      }
    }
  });
});

it('an ambiguous name refers to all of its candidates', () => {
  const states = `initial: home
context: { x: 1 }
states:
  home:
    render: { buttons: [{ content: Go, on_click: go }] }
    transitions: { go: { target: end, condition: '{{context.x}}' } }
  end:
    render: { buttons: [{ content: Go, on_click: go }] }
    transitions: { go: home }
`;
  const scenario = 'scenarios:\n  - steps:\n      - click: Go\n      - click: Go\n';
  const workspace = opened([
    { path: 'main.yaml', text: states },
    { path: SCENARIOS, text: scenario },
  ]);
  const found = (path: string, offset: number) =>
    references(workspace, addressOf(path), offset).map(({ address, range }) => [address, range.start]);
  const buttons = [...states.matchAll(/Go/g)].map(({ index }) => [addressOf('main.yaml'), index] as const);
  const clicks = [...scenario.matchAll(/Go/g)].map(({ index }) => [addressOf(SCENARIOS), index] as const);
  const [[, inHome = 0] = [], [, inEnd = 0] = []] = buttons;
  expect(found('main.yaml', inHome)).toEqual([...clicks, buttons[0]]);
  expect(found('main.yaml', inEnd)).toEqual([clicks[1], buttons[1]]);
  expect(found(SCENARIOS, clicks[0]?.[1] ?? 0)).toEqual([...clicks, buttons[0]]);
  expect(found(SCENARIOS, clicks[1]?.[1] ?? 0)).toEqual([...clicks, ...buttons]);
});
