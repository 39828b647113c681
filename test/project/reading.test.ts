import { beforeEach, expect, it, vi } from 'vitest';
import { automata } from '../../bench/automata';
import { runTask } from '../../server/engine/task';
import { completeAt } from '../../server/features/completion';
import { hoverAt } from '../../server/features/hover';
import { DEFAULT_WORKSPACE_SETTINGS } from '../../server/project/files/settings';
import { SymbolIndex } from '../../server/project/names/symbol-index';
import { Workspace } from '../../server/project/workspace';
import { findingsOfFile } from '../../server/rules/file-findings';
import { Checker } from '../../server/rules/run';
import { parseYaml } from '../../server/yaml/read/parse';
import { inEnglish } from '../support/english';
import { addressOf, ROOT, workspaceOf } from '../support/workspace';

/** A document whose kind is detected before it is added. */

vi.mock(import('../../server/yaml/read/parse'), async (original) => {
  const actual = await original();
  return { ...actual, parseYaml: vi.fn(actual.parseYaml) };
});

const PATH = 'main.state.yaml';
const ADDRESS = addressOf(PATH);
const [TEXT = ''] = automata(600).files.values();

beforeEach(() => {
  vi.mocked(parseYaml).mockClear();
});

function empty(): Workspace {
  const workspace = new Workspace();
  workspace.folders = [ROOT];
  workspace.configure(() => DEFAULT_WORKSPACE_SETTINGS);
  return workspace;
}

/** Reads a text, and returns the number of read units per step. */
function stepsOf(workspace: Workspace, text: string): number[] {
  const document = workspace.prepare(ADDRESS, 'yaml', text);
  const steps = workspace.precompute(ADDRESS, 'yaml', document);
  const counts: number[] = [];
  for (let isDone = false; !isDone; ) {
    const before = vi.mocked(parseYaml).mock.calls.length;
    isDone = steps.next().done === true;
    counts.push(vi.mocked(parseYaml).mock.calls.length - before);
  }
  return counts;
}

it('is parsed one unit per step, and not again when it is added', () => {
  const workspace = empty();
  const document = workspace.prepare(ADDRESS, 'yaml', TEXT);
  // The first step detects the kind of the file.
  const [first, ...others] = stepsOf(workspace, TEXT);
  expect(first).toBeLessThan(10);
  expect(Math.max(...others)).toBe(1);
  expect(workspace.source(ADDRESS)).toBeUndefined();
  const read = vi.mocked(parseYaml).mock.calls.length;
  expect(read).toBe(document.units.length);
  const replacing = vi.spyOn(SymbolIndex.prototype, 'replaceTask');
  workspace.openFile(ADDRESS, 'yaml', TEXT);
  expect(vi.mocked(parseYaml).mock.calls.length).toBe(read);
  expect(workspace.document(ADDRESS)).toBe(document);
  // The table of its project is also filled in advance.
  expect(replacing).not.toHaveBeenCalled();
  replacing.mockRestore();
});

it('becomes a project only if it is not included when it is added', () => {
  const workspace = empty();
  const states = addressOf('states');
  workspace.openFile(addressOf('outer.state.yaml'), 'yaml', 'type: automata\nstates: !include states\n');
  const inner = addressOf('states/one.yaml');
  const document = workspace.prepare(inner, 'yaml', TEXT);
  runTask(workspace.precompute(inner, 'yaml', document));
  workspace.setPaths([
    [states, { kind: 'folder', files: [inner] }],
    [inner, { kind: 'text', text: TEXT }],
  ]);
  expect(workspace.projectsOf(inner).map(({ root }) => root)).toEqual([addressOf('outer.state.yaml')]);
});

it('is not parsed again when it is read from disk', () => {
  const workspace = empty();
  stepsOf(workspace, TEXT);
  const read = vi.mocked(parseYaml).mock.calls.length;
  workspace.setPaths([[ADDRESS, { kind: 'text', text: TEXT }]]);
  expect(vi.mocked(parseYaml).mock.calls.length).toBe(read);
});

it.each(['the disk', 'the editor'])('shares its units with a different text of %s', (first) => {
  const workspace = empty();
  const onDisk = TEXT.replace('to question 1', 'to questiom 1');
  const texts = first === 'the disk' ? [onDisk, TEXT] : [TEXT, onDisk];
  // The first is not added yet when the second comes.
  const documents = texts.map((text) => workspace.prepare(ADDRESS, 'yaml', text));
  for (const document of documents) runTask(workspace.precompute(ADDRESS, 'yaml', document));
  workspace.setPaths([[ADDRESS, { kind: 'text', text: onDisk }]]);
  workspace.openFile(ADDRESS, 'yaml', TEXT);
  expect(workspace.document(ADDRESS)?.text).toBe(TEXT);
  const units = documents[0]?.units.length ?? 0;
  expect(vi.mocked(parseYaml).mock.calls.length).toBe(units + 1);
});

it('is parsed again only in the edited unit', () => {
  const workspace = empty();
  const document = workspace.prepare(ADDRESS, 'yaml', TEXT);
  runTask(workspace.precompute(ADDRESS, 'yaml', document));
  const at = TEXT.indexOf('to question 1');
  const edited = document.edit(at, at, 'x');
  workspace.discardPrepared(ADDRESS, document);
  workspace.prepareEdited(ADDRESS, edited);
  const read = vi.mocked(parseYaml).mock.calls.length;
  runTask(workspace.precompute(ADDRESS, 'yaml', edited));
  workspace.openFile(ADDRESS, 'yaml', edited.text);
  expect(vi.mocked(parseYaml).mock.calls.length).toBe(read + 1);
});

it('has the same findings as a document that is added at once', () => {
  const wrong = TEXT.replace('LLMModule', 'LLMModul').replace('target: ask_1', 'target: nowhere');
  const texts = (workspace: Workspace) =>
    findingsOfFile(new Checker(workspace, () => ({})), ADDRESS).map(
      ({ finding, start }) => `${start} ${inEnglish(finding.message)}`,
    );
  const workspace = empty();
  stepsOf(workspace, wrong);
  workspace.openFile(ADDRESS, 'yaml', wrong);
  const found = texts(workspace);
  expect(found.length).toBeGreaterThan(1);
  expect(found).toEqual(texts(workspaceOf([{ path: PATH, text: wrong }], [PATH])));
});

it('gives provisional answers only about the format', () => {
  const text = TEXT.replace('  render:\n', '  r\n  render:\n');
  const workspace = empty();
  const document = workspace.prepare(ADDRESS, 'yaml', text);
  const before = vi.mocked(parseYaml).mock.calls.length;
  const provisional = <T>(mark: string, ask: (view: Workspace, offset: number) => T) =>
    workspace.provisionalAnswer(ADDRESS, 'yaml', document, (view) =>
      ask(view, text.indexOf(mark) + mark.length - 1),
    );
  const hovered = (mark: string) =>
    provisional(mark, (view, offset) => inEnglish(hoverAt(view, ADDRESS, offset)?.markdown));
  expect(hovered('module_type')?.answer).toContain('**module_type**');
  expect(hovered('module_type: LLMModule')?.answer).toContain('LLMModule');
  for (const name of ['target: think_0', '{{context.user_name', 'on_click: go_home', 'answer_0'])
    expect(hovered(name), name).toBeUndefined();
  const labels = provisional('  r\n', (view, offset) =>
    completeAt(view, ADDRESS, offset).items.map(({ label }) => label),
  );
  expect(labels?.answer).toContain('render');
  const targets = provisional('target: think_0', (view, offset) => completeAt(view, ADDRESS, offset));
  expect(targets).toBeUndefined();
  // Each request reads the units that it needs.
  expect(vi.mocked(parseYaml).mock.calls.length - before).toBeLessThan(10);
});
