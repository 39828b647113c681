import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alwaysLoops } from '../../server/project/flow/always-loops';
import { reachedStates, stateFlow } from '../../server/project/flow/flow';
import { type FlowGraph, type FlowNode, flowGraph } from '../../server/project/flow/graph';
import { reachableFrom } from '../../server/project/flow/reach';
import { toScopePath } from '../../server/project/names/scope-path';
import type { Project } from '../../server/project/project';
import type { Workspace } from '../../server/project/workspace';
import { Checker } from '../../server/rules/run';
import { Unit } from '../../server/yaml/cut/unit';
import { countKeys } from '../support/executions';
import { addressOf, workspaceOf } from '../support/workspace';

function projectOf(workspace: Workspace): Project {
  const [project] = workspace.projectsOf(addressOf('main.yaml'));
  if (project === undefined) throw new Error('no project');
  return project;
}

function open(text: string): Workspace {
  return workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
}

/** An automata of random shape: its children, each an automata or the targets of a state. */
interface Model {
  readonly initial: number;
  readonly children: readonly (Model | readonly number[])[];
  readonly own: readonly number[];
}

const targets = fc.array(fc.nat(30), { maxLength: 2 });
const model: fc.Arbitrary<Model> = fc.letrec<{ automata: Model }>((tie) => ({
  automata: fc.record({
    initial: fc.nat(5),
    children: fc.array(fc.oneof({ maxDepth: 3, withCrossShrink: true }, targets, tie('automata')), {
      minLength: 1,
      maxLength: 6,
    }),
    own: fc.array(fc.nat(30), { maxLength: 1 }),
  }),
})).automata;

interface Plain {
  readonly path: string;
  readonly outer: string | undefined;
  readonly initial: string | undefined;
  readonly targets: readonly number[];
}

/** All scopes of a model, outer ones before inner ones; a target is a position in this list. */
function flatten(one: Model | readonly number[], path: string, outer?: string): Plain[] {
  if (!('children' in one)) return [{ path, outer, initial: undefined, targets: one }];
  const name = (index: number) => (path === '' ? `s${index}` : `${path}.s${index}`);
  const initial = name(one.initial % one.children.length);
  const below = one.children.flatMap((child, index) => flatten(child, name(index), path));
  return [{ path, outer, initial, targets: one.own }, ...below];
}

function textOf(
  one: Model | readonly number[],
  ids: ReadonlyMap<string, string>,
  all: readonly Plain[],
  path = '',
): unknown {
  const own = 'children' in one ? one.own : one;
  const entries = own.map((target, index) => [
    `e${index}`,
    `#${ids.get(all[target % all.length]?.path ?? '')}`,
  ]);
  const shared = { id: ids.get(path), transitions: Object.fromEntries(entries) };
  if (!('children' in one)) return shared;
  const name = (index: number) => (path === '' ? `s${index}` : `${path}.s${index}`);
  const states = one.children.map((child, index) => [`s${index}`, textOf(child, ids, all, name(index))]);
  return { ...shared, initial: `s${one.initial % one.children.length}`, states: Object.fromEntries(states) };
}

/** The reachable scopes, by applying all rules until nothing is added. */
function naivelyReached(all: readonly Plain[]): Set<string> {
  const active = new Set<string>();
  const entered = new Set(['']);
  for (let size = -1; size !== active.size + entered.size; ) {
    size = active.size + entered.size;
    for (const one of all) {
      if (entered.has(one.path)) {
        active.add(one.path);
        if (one.initial !== undefined) entered.add(one.initial);
      }
      if (active.has(one.path)) {
        if (one.outer !== undefined) active.add(one.outer);
        for (const target of one.targets) entered.add(all[target % all.length]?.path ?? '');
      }
    }
  }
  return active;
}

describe('reachable states', { timeout: 60_000 }, () => {
  it('are those of a naive search', () => {
    fc.assert(
      fc.property(model, (automata) => {
        const all = flatten(automata, '');
        const ids = new Map(all.map(({ path }, index) => [path, `id${index}`]));
        const project = projectOf(open(JSON.stringify(textOf(automata, ids, all))));
        const { keys, complete } = reachedStates(project);
        expect(complete).toBe(true);
        const found = [...keys].map((key) => key.replaceAll('\n', '.')).sort();
        expect(found).toEqual([...naivelyReached(all)].sort());
        for (const { path, outer } of all) {
          const { isUnreachable } = stateFlow(project, toScopePath(path === '' ? [] : path.split('.')));
          const isOutermost =
            !keys.has(path.replaceAll('.', '\n')) && keys.has((outer ?? '').replaceAll('.', '\n'));
          expect(isUnreachable).toBe(isOutermost);
        }
      }),
      { numRuns: 100 },
    );
  });
});

const MANY = 1000;

/** States in cycles of ten, with only ALWAYS transitions. */
function circles(many: number): string {
  const states = Array.from({ length: many }, (_, i) => {
    const next = i % 10 === 9 ? i - 9 : i + 1;
    return `  s${i}:\n    render:\n      text: Hello\n    transitions:\n      ALWAYS: s${next}\n`;
  });
  return `type: automata\ninitial: s0\nstates:\n${states.join('')}`;
}

/** The graph with counted look-ups of its nodes. */
function counted(graph: FlowGraph): { graph: FlowGraph; looks: () => number } {
  let looks = 0;
  class Counted extends Map<string, FlowNode> {
    override get(key: string): FlowNode | undefined {
      looks++;
      return super.get(key);
    }
  }
  return { graph: { ...graph, nodes: new Counted(graph.nodes) }, looks: () => looks };
}

describe('a thousand states', { timeout: 60_000 }, () => {
  it('in cycles of ALWAYS are visited a few times each', () => {
    const project = projectOf(open(circles(MANY)));
    const { graph, looks } = counted(flowGraph(project));
    const loops = alwaysLoops(graph);
    expect(loops.size).toBe(MANY);
    expect([...loops.values()].every(({ keys }) => keys.length === 10)).toBe(true);
    expect(reachableFrom(graph).keys.size).toBe(11);
    expect(looks()).toBeLessThan(3 * MANY);
  });

  it('in one cycle do not overflow the stack', () => {
    const one = Array.from(
      { length: 2000 },
      (_, i) => `  s${i}: {transitions: {ALWAYS: s${(i + 1) % 2000}}}\n`,
    );
    const project = projectOf(open(`type: automata\ninitial: s0\nstates:\n${one.join('')}`));
    expect(reachedStates(project).keys.size).toBe(2001);
    expect(stateFlow(project, toScopePath(['s7'])).loop).toEqual({
      paths: [['s7'], ['s8'], ['s9'], ['s10'], ['s11']],
      isCut: true,
    });
  });

  it('are checked again only if an edited transition affects them', () => {
    const text = circles(MANY);
    const workspace = open(text);
    const project = projectOf(workspace);
    const checker = new Checker(workspace, () => ({}));
    const address = addressOf('main.yaml');
    const check = () => countKeys('findings of a group', Unit, () => checker.check(project, address));
    expect(check()).toBeGreaterThanOrEqual(MANY);
    expect(check()).toBe(0);
    const graph = flowGraph(project);
    const change = (from: string, to: string, after: string) => {
      const at = text.indexOf(from, text.indexOf(after));
      workspace.editFile(address, (document) => document.edit(at, at + from.length, to));
    };
    change('Hello', 'Hallo', '  s55:');
    // The state itself, and those whose findings show a cycle through it.
    expect(check()).toBe(5);
    expect(flowGraph(project)).toBe(graph);
    // The cycle is broken, and the states of the next one become reachable.
    change('s9', 's8', '  s8:');
    expect(flowGraph(project)).not.toBe(graph);
    expect(check()).toBeLessThan(30);
  });
});
