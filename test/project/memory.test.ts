import { setFlagsFromString } from 'node:v8';
import { runInNewContext, runInThisContext } from 'node:vm';
import { expect, it } from 'vitest';
import { automata } from '../../bench/automata';
import { bindingsOf } from '../../server/expression/bindings';
import { guardedChains } from '../../server/expression/guards';
import { type Ast, parseExpression } from '../../server/expression/parse';
import type { SymbolEntry } from '../../server/project/names/symbols';
import { symbolsOf } from '../../server/project/names/unit-symbols';
import { effectsOf } from '../../server/types/effects';
import type { Node, Pair } from '../../server/yaml/tree/tree';
import { descendantsOf } from '../../server/yaml/tree/visit';
import { addressOf, workspaceOf } from '../support/workspace';

/** The memory of a large project, tested by counts of hidden classes and of shared texts. */

setFlagsFromString('--allow-natives-syntax');
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const haveSameClass: (a: object, b: object) => boolean = runInThisContext('(a, b) => %HaveSameMap(a, b)');

/** The number of hidden classes of objects. */
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

it('entries of one kind have one hidden class', () => {
  const byKind = new Map<string, object[]>();
  for (const { kind, value } of symbols()) byKind.set(kind, [...(byKind.get(kind) ?? []), value]);
  expect(byKind.size).toBeGreaterThan(15);
  for (const [kind, values] of byKind) expect([kind, classesOf(values)]).toEqual([kind, 1]);
});

it.each([
  ['block', 'a:\n  - b: 1\n    c: {d: [e, "f"], g:}\n  - h\nk: !t l\n'],
  ['JSON', '{"a": [{"b": 1, "c": {"d": ["e", null]}}, "h"], "k": true}'],
])('nodes of one kind have one hidden class (%s)', (_, text) => {
  const path = text.startsWith('{') ? 'a.json' : 'a.yaml';
  const workspace = workspaceOf([{ path, text: '' }], [path]);
  workspace.editFile(addressOf(path), (document) => document.edit(0, 0, text));
  const nodes: (Node | Pair)[] = [];
  for (const unit of workspace.document(addressOf(path))?.units ?? []) {
    for (const node of descendantsOf(unit.parsed.root))
      nodes.push(node, ...(node.kind === 'map' ? node.pairs : []));
  }
  expect(nodes.length).toBeGreaterThan(15);
  for (const kind of ['scalar', 'map', 'seq', 'pair'] as const)
    expect(classesOf(nodes.filter((node) => node.kind === kind))).toBe(1);
});

it('name uses have one hidden class', () => {
  const uses = symbols().flatMap(({ kind, value }) =>
    kind === 'contextUse' && 'use' in value && 'members' in value.use ? [value.use] : [],
  );
  expect(uses.length).toBeGreaterThan(20);
  expect(classesOf(uses)).toBe(1);
  expect(classesOf(uses.flatMap(({ members }) => members))).toBe(1);
});

it('empty results of expressions are shared', () => {
  const trees = ['context.a + 1', 'b'].map((text) => parseExpression(text).ast as Ast);
  for (const compute of [bindingsOf, effectsOf, guardedChains])
    expect(new Set(trees.map((tree) => compute(tree))).size).toBe(1);
  const others = ['(x) => x', 'delete a.x', 'a.b || c'].map((text) => parseExpression(text).ast as Ast);
  expect(
    others.map((tree) => [bindingsOf(tree).size, effectsOf(tree).members.size, guardedChains(tree).size]),
  ).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
});

it('the text on disk of an open file retains no units', async () => {
  const { files } = automata(1000);
  const workspace = workspaceOf([...files].map(([path, text]) => ({ path, text })));
  const address = addressOf('main.state.yaml');
  const { text } = workspace.document(address) ?? { text: '' };
  workspace.openFile(address, 'yaml', text);
  const units = (workspace.document(address)?.units ?? []).map((unit) => new WeakRef(unit));
  expect(units.length).toBeGreaterThan(20);
  workspace.editFile(address, (document) => document.edit(0, document.length, text.replaceAll(':', ': ')));
  workspace.refreshProjects(address);
  // A weak reference keeps its target until the end of the turn.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  expect(units.filter((unit) => unit.deref() !== undefined)).toEqual([]);
});
