import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StateEdge, StateGraph, StateNode } from '../../server/drawing/state-graph';
import { type PlacedGraph, stateGraph } from '../../server/features/state-graph';
import { drawnProject, stateAt } from '../../server/features/state-graph/state-at';
import type { Workspace } from '../../server/project/workspace';
import { findingsOfFile } from '../../server/rules/file-findings';
import { Checker } from '../../server/rules/run';
import { parseCases, parseFixture } from '../support/fixture';
import { describeRealFiles } from '../support/real-files';
import { stateFilesIn } from '../support/state-files';
import { LINE_BREAKS } from '../support/text-variants';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

const FIXTURE = join(import.meta.dirname, '../fixtures/state-graph.txt');
const CASES = parseCases(readFileSync(FIXTURE, 'utf8')).map(({ title, body }) => [title, body]);

function graphOf(workspace: Workspace, path: string): PlacedGraph {
  const checker = new Checker(workspace, () => ({}));
  const project = drawnProject(workspace, addressOf(path));
  if (project === undefined) throw new Error(`no project of ${path}`);
  return stateGraph(project, (address) => findingsOfFile(checker, address));
}

/** An `id` on one line; the root is `/`. */
function shown(id: string): string {
  return `/${id.replaceAll('\n', '/')}`;
}

function lines({ nodes, edges }: StateGraph): string[] {
  return [...nodes.map(nodeLine), ...edges.map(edgeLine)];
}

function nodeLine(node: StateNode): string {
  const { errors, warnings } = node.problems;
  return [
    `${node.kind} ${shown(node.id)}`,
    node.id.split('\n').at(-1) === node.name ? undefined : `named ${node.name}`,
    node.parent === undefined || shown(node.id).startsWith(shown(node.parent)) ? undefined : 'astray',
    node.text === undefined ? undefined : `"${node.text}"`,
    node.isInitial ? 'initial' : undefined,
    node.isFinal ? 'final' : undefined,
    node.isCached ? 'cached' : undefined,
    node.isReachable ? undefined : 'unreachable',
    node.inputs.length > 0 ? `inputs ${node.inputs.join(',')}` : undefined,
    node.tasks.length > 0 ? `tasks ${node.tasks.join(',')}` : undefined,
    errors > 0 ? `errors ${errors}` : undefined,
    warnings > 0 ? `warnings ${warnings}` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

function edgeLine({ from, to, kind, event, condition, raisedBy }: StateEdge): string {
  const by = raisedBy === undefined ? '' : ` by ${raisedBy.map(shown).join(' ')}`;
  const when = (condition === undefined ? '' : ` if ${condition}`) + by;
  return `${shown(from)} -${kind}${event === '' ? '' : ` ${event}`}${when}> ${shown(to)}`;
}

describe.each(LINE_BREAKS)('%s', (_name, convert) => {
  it.each(CASES)('%s', (_title, body = '') => {
    const { files } = parseFixture(body);
    const expected = files.find(({ path }) => path === 'graph')?.text.trimEnd();
    const converted = files
      .filter(({ path }) => path !== 'graph')
      .map(({ path, text }) => ({ path, text: convert(text) }));
    const workspace = workspaceOf(converted);
    const { graph, places } = graphOf(workspace, converted[0]?.path ?? '');
    expect(lines(graph).join('\n')).toBe(expected);
    // All drawn elements have a place, with a range that contains the selection.
    const ids = [...graph.nodes, ...graph.edges].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      const site = places.get(id);
      expect(site, shown(id)).toBeDefined();
      if (site === undefined) continue;
      expect(site.range.start).toBeLessThanOrEqual(site.selection.start);
      expect(site.range.end).toBeGreaterThanOrEqual(site.selection.end);
    }
    // An element is found by its place.
    for (const { id, kind } of graph.nodes) {
      const site = places.get(id);
      if (site === undefined || kind === 'missing' || kind === 'unseen' || id === '') continue;
      expect(stateAt(workspace, site.address, site.selection.start)?.id).toBe(id);
    }
    for (const { id, from, kind } of graph.edges) {
      const site = places.get(id);
      const around = places.get(from);
      if (site === undefined || around === undefined || kind === 'initial') continue;
      // States that merge a transition share its place, outside of their own text.
      const isOutside = site.selection.start < around.range.start || site.selection.end > around.range.end;
      if (!isOutside || around.address !== site.address)
        expect(stateAt(workspace, site.address, site.selection.start)?.edge).toBe(id);
    }
  });
});

describeRealFiles((folder) => {
  it('have no missing states and no edges without nodes', () => {
    const workspace = workspaceOf(stateFilesIn(folder));
    let states = 0;
    for (const project of workspace.allProjects) {
      const { graph } = stateGraph(project);
      const ids = new Set(graph.nodes.map(({ id }) => id));
      for (const { from, to } of graph.edges) expect(ids.has(from) && ids.has(to)).toBe(true);
      if (project.isAutomata) expect(graph.nodes.filter(({ kind }) => kind === 'missing')).toEqual([]);
      states += graph.nodes.filter(({ kind }) => kind === 'state').length;
    }
    expect(states).toBeGreaterThan(30);
  });
});

it('contains the states of a standalone states file', () => {
  const workspace = workspaceOf([]);
  const text = 'a:\n  transitions: { CHAT: b }\nb:\n  transitions: { CHAT: c, go: a }\n';
  workspace.openFile(addressOf('some.yaml'), 'atomic-state', text);
  const { graph } = graphOf(workspace, 'some.yaml');
  const ways = ['/a -chat CHAT> /b', '/b -chat CHAT> /c', '/b -event go> /a'];
  expect(lines(graph)).toEqual(['state /a', 'state /b', 'unseen /c', ...ways]);
  expect(stateAt(workspace, addressOf('some.yaml'), 0)).toMatchObject({ id: 'a' });
});

describe('the graph', () => {
  it('is the same after edits as from scratch', () => {
    const text = 'initial: a\nstates:\n  a:\n    transitions:\n      go: b\n  b: {}\n';
    const path = 'main.yaml';
    const typed = workspaceOf([{ path, text }], [path]);
    graphOf(typed, path);
    let whole = text;
    const edit = (at: string, insert: string) => {
      const offset = whole.indexOf(at);
      whole = whole.slice(0, offset) + insert + whole.slice(offset);
      typed.editFile(addressOf(path), (document) => document.edit(offset, offset, insert));
      provideFiles(typed, new Map());
      const read = workspaceOf([{ path, text: whole }]);
      expect(graphOf(typed, path)).toEqual(graphOf(read, path));
    };
    edit('  b: {}', '      on: c\n');
    edit('  b: {}', "  c:\n    render: { text: '# Hello' }\n");
    edit('  a:', '  z: { states: { y: {} }, initial: y }\n');
    edit('initial', '# a line more\n');
    edit('a\n', 'z');
  });
});
