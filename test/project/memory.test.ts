import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, it } from 'vitest';
import { automata } from '../../bench/automata';
import type { SymbolEntry } from '../../server/project/symbols';
import { symbolsOf } from '../../server/project/unit-symbols';
import type { Node, Pair } from '../../server/yaml/tree';
import { nodesOf } from '../../server/yaml/visit';
import { addressOf, workspaceOf } from '../support/workspace';

/** What a large project is kept in, told by counts: hidden classes of objects, and texts that are shared. */

setFlagsFromString('--allow-natives-syntax');
const haveSameClass: (a: object, b: object) => boolean = runInThisContext('(a, b) => %HaveSameMap(a, b)');

/** How many hidden classes objects have. */
function classesOf(objects: readonly object[]): number {
  const classes: object[] = [];
  for (const object of objects) if (!classes.some((one) => haveSameClass(one, object))) classes.push(object);
  return classes.length;
}

function symbols(): SymbolEntry[] {
  const { files } = automata(1000, 20);
  const workspace = workspaceOf([...files].map(([path, text]) => ({ path, text })));
  const [project] = workspace.projectsOf(addressOf('main.state.yaml'));
  return [...(project?.members ?? [])].flatMap(({ source, prefix }) =>
    source.document.units.flatMap((unit) => symbolsOf(source, unit, prefix, true)),
  );
}

it('all that is known of one kind is of one hidden class', () => {
  const byKind = new Map<string, object[]>();
  for (const { kind, value } of symbols()) byKind.set(kind, [...(byKind.get(kind) ?? []), value]);
  expect(byKind.size).toBeGreaterThan(15);
  for (const [kind, values] of byKind) expect([kind, classesOf(values)]).toEqual([kind, 1]);
});

it.each([
  ['block', 'a:\n  - b: 1\n    c: {d: [e, "f"], g:}\n  - h\nk: !t l\n'],
  ['JSON', '{"a": [{"b": 1, "c": {"d": ["e", null]}}, "h"], "k": true}'],
])('all nodes of a kind are of few hidden classes (%s)', (_, text) => {
  const path = text.startsWith('{') ? 'a.json' : 'a.yaml';
  const workspace = workspaceOf([{ path, text: '' }], [path]);
  workspace.editFile(addressOf(path), (document) => document.edit(0, 0, text));
  const nodes: (Node | Pair)[] = [];
  for (const unit of workspace.document(addressOf(path))?.units ?? []) {
    for (const node of nodesOf(unit.parsed.root))
      nodes.push(node, ...(node.kind === 'map' ? node.pairs : []));
  }
  expect(nodes.length).toBeGreaterThan(15);
  for (const kind of ['scalar', 'map', 'seq', 'pair'] as const)
    expect(classesOf(nodes.filter((node) => node.kind === kind))).toBe(1);
});

it('names and expressions of a unit are of few hidden classes', () => {
  const uses = symbols().flatMap(({ kind, value }) =>
    kind === 'contextUse' && 'use' in value && 'members' in value.use ? [value.use] : [],
  );
  expect(uses.length).toBeGreaterThan(20);
  expect(classesOf(uses)).toBe(1);
  expect(classesOf(uses.flatMap(({ members }) => members))).toBe(1);
});
