import { describe, expect, it, vi } from 'vitest';
import { automata, MAIN } from '../../bench/automata';
import { completeAt } from '../../server/features/completion';
import { childrenOf, contextNames } from '../../server/project/names/resolve';
import { ROOT_PATH } from '../../server/project/names/scope-path';
import type { Project } from '../../server/project/project';
import type { Workspace } from '../../server/project/workspace';
import { Document } from '../../server/yaml/cut/document';
import { countExecutions } from '../support/executions';
import { addressOf, workspaceOf } from '../support/workspace';

/** Lists in the order of files and text equal those computed from scratch. */

const ADDRESS = addressOf('main.yaml');

function block(name: string, variable: string): string {
  return `  ${name}:\n    outputs:\n      context.${variable}: 1\n      context.${variable}_too: 2\n    transitions:\n      ${name}_on: a\n`;
}

const HEAD = 'type: automata\ninitial: a\nstates:\n';
const BLOCKS = ['a', 'b', 'c', 'd'].map((name) => block(name, `of_${name}`));

function open(text: string): Workspace {
  return workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
}

function projectOf(workspace: Workspace): Project {
  const [project] = workspace.projectsOf(ADDRESS);
  if (project === undefined) throw new Error('There is no project.');
  return project;
}

function listsOf(workspace: Workspace) {
  const project = projectOf(workspace);
  const [root] = project.scopes(ROOT_PATH);
  return {
    children: childrenOf(project, ROOT_PATH).map(({ name }) => name.text),
    variables: root && contextNames(project, root),
    events: project.inOrder('event', '').map(({ name }) => name.text),
  };
}

/** Replaces the whole text, except equal text at both ends. */
function become(workspace: Workspace, text: string): void {
  workspace.editFile(ADDRESS, (document) => {
    const old = document.text;
    const most = Math.min(old.length, text.length);
    let front = 0;
    while (front < most && old[front] === text[front]) front++;
    let back = 0;
    while (back < most - front && old.at(-1 - back) === text.at(-1 - back)) back++;
    return document.edit(front, old.length - back, text.slice(front, text.length - back));
  });
}

describe('sorted lists after an edit', () => {
  const [a = '', b = '', c = '', d = ''] = BLOCKS;
  const text = HEAD + BLOCKS.join('');
  it.each([
    ['an edited value', text.replace('context.of_b: 1', 'context.of_b: 12')],
    ['a renamed state', HEAD + a + block('x', 'of_b') + c + d],
    ['renamed variables', HEAD + a + block('b', 'other') + c + d],
    ['reordered variables', HEAD + a + b.replaceAll('of_b', 'z').replaceAll('z_too', 'of_b') + c + d],
    ['two swapped states', HEAD + b + a + c + d],
    ['a state moved to the end', HEAD + b + c + d + a],
    ['an inserted state', HEAD + a + block('x', 'of_x') + b + c + d],
    ['a removed state', HEAD + a + c + d],
    ['a duplicate name', HEAD + a + block('d', 'of_a') + c + d],
    ['reversed states', HEAD + d + c + b + a],
  ])('%s', (_, after) => {
    const workspace = open(text);
    const first = listsOf(workspace);
    expect(first).toEqual(listsOf(open(text)));
    become(workspace, after);
    expect(workspace.document(ADDRESS)?.text).toBe(after);
    expect(listsOf(workspace)).toEqual(listsOf(open(after)));
    become(workspace, text);
    expect(listsOf(workspace)).toEqual(first);
  });
});

/** The number of sorted entries, and the executions, for suggestions after a letter. */
function lookedAt(lines: number, mark: string) {
  const { files } = automata(lines);
  const workspace = workspaceOf(
    [...files].map(([path, text]) => ({ path, text })),
    [MAIN],
  );
  const address = addressOf(MAIN);
  const at = (workspace.document(address)?.text.indexOf(mark) ?? -1) + mark.length;
  expect(at).toBeGreaterThan(mark.length);
  const type = () => {
    workspace.editFile(address, (document) => document.edit(at, at, 'x'));
    expect(completeAt(workspace, address, at + 1)).toBeDefined();
    workspace.editFile(address, (document) => document.edit(at, at + 1, ''));
  };
  type();
  const indexOf = vi.spyOn(Document.prototype, 'indexOf');
  const executions = countExecutions(type);
  const placed = indexOf.mock.calls.length;
  vi.restoreAllMocks();
  return { placed, executions };
}

describe('completion sorts only changed entries', () => {
  it.each(['target: ask_1', 'initial: lob'])('%s', (mark) => {
    const small = lookedAt(500, mark);
    expect(lookedAt(1_500, mark)).toEqual(small);
    expect(small.placed).toBeLessThan(50);
    expect(small.executions.size).toBeGreaterThan(0);
    // The list of all names is computed once, not after each letter.
    for (const [query, count] of small.executions) expect(count, query).toBeLessThan(20);
  });
});
