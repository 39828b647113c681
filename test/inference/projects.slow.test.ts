import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { contextOf } from '../../server/inference/context';
import { areSuccessorsKnown, inheritedSuccessors, successors } from '../../server/inference/successors';
import { pathWithout, unsetPath } from '../../server/inference/unassigned-paths';
import { writersBefore } from '../../server/inference/writers';
import { toScopePath } from '../../server/project/names/scope-path';
import type { Project } from '../../server/project/project';
import type { Workspace } from '../../server/project/workspace';
import type * as Infer from '../../server/types/infer';
import { isSupertype } from '../../server/types/subtyping';
import { typeText as inWords } from '../../server/types/type-text';
import { draws } from '../support/depth';
import type { FixtureFile } from '../support/fixture';
import { projects } from '../support/projects';
import { digestOf } from '../support/type-digest';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

/** The number of compared expressions. */
let inferred = 0;

vi.mock('../../server/types/infer', async (original) => {
  const actual = await original<typeof Infer>();
  const infer: typeof Infer.infer = (...given) => {
    inferred++;
    return actual.infer(...given);
  };
  return { ...actual, infer };
});

beforeEach(() => {
  inferred = 0;
});

const RUNS = draws(25, 30);
/** Edited projects. Each is compared with a new one after each edit. */
const EDITED = draws(5, 6);

function automataOf(workspace: Workspace): Project | undefined {
  return [...workspace.allProjects].find((one) => one.isAutomata);
}

/** All that is known of the context of a workspace's automata, as plain data. */
function known(workspace: Workspace): unknown {
  const project = automataOf(workspace);
  if (project === undefined) return undefined;
  const context = contextOf(workspace, project);
  const names = [...context.names()].sort();
  const states = [...project.table.namesOf('flow')].sort();
  return {
    types: names.map((name) => [name, digestOf(context.typeOf(name)), context.isChanged(name)]),
    steps: states.map((state) => [
      state,
      [...successors(project, state)].sort(),
      [...inheritedSuccessors(project, state)].sort(),
      areSuccessorsKnown(project, state),
    ]),
    // Which of several shortest paths is shown depends on the order of the states.
    unset: names.map((name) => [
      name,
      states.filter((state) => unsetPath(project, name, toScopePath(state.split('\n'))) !== undefined),
      states.map((state) => pathWithout(project, name, toScopePath(state.split('\n')))?.length),
    ]),
    writers: names.flatMap((name) =>
      states.map((state) => {
        const { writers, certainty, complete } = writersBefore(project, name, toScopePath(state.split('\n')));
        return [name, state, [...writers].sort(), certainty, complete];
      }),
    ),
  };
}

const SYNTAX_FRAGMENTS = ['', "'", '{{', ':', '\n', '#', 'context.a', 'home', '1', '"', '[', '}}'] as const;

const edit = fc.record({
  file: fc.nat(9),
  at: fc.nat(600),
  length: fc.nat(6),
  text: fc.constantFrom(...SYNTAX_FRAGMENTS),
});

it('inference after edits of any project equals inference from scratch', () => {
  fc.assert(
    fc.property(projects, fc.array(edit, { minLength: 1, maxLength: 5 }), (drawn, edits) => {
      const texts = new Map(drawn.map(({ path, text }) => [path, text]));
      const paths = [...texts.keys()];
      const files = (): FixtureFile[] => [...texts].map(([path, text]) => ({ path, text }));
      const workspace = workspaceOf(files(), paths);
      known(workspace);
      for (const { file, at, length, text } of edits) {
        const path = paths[file % paths.length] ?? '';
        const old = texts.get(path) ?? '';
        const start = at % (old.length + 1);
        const end = Math.min(start + length, old.length);
        texts.set(path, old.slice(0, start) + text + old.slice(end));
        workspace.editFile(addressOf(path), (document) => document.edit(start, end, text));
        provideFiles(workspace, new Map(files().map((one) => [addressOf(one.path), one.text])));
        expect(known(workspace)).toEqual(known(workspaceOf(files(), paths)));
      }
    }),
    { numRuns: EDITED },
  );
}, 600_000);

/** Automata whose variables contain each other's values, so that all of them grow together. */
function circle(states: number, variables: number, extra = ''): string {
  const context = Array.from({ length: variables }, (_, i) => `  v${i}: '{{${i % 3 === 0 ? '[]' : i}}}'\n`);
  const all = Array.from({ length: states }, (_, i) => {
    const [to, from] = [i % variables, (i * 7 + 1) % variables];
    const value = i % 2 === 0 ? `context.v${from}` : `[context.v${from}, {a: context.v${to}}]`;
    const targets = `{CHAT: s${(i + 1) % states}, go: s${(i * 13) % states}}`;
    return `  s${i}:\n    outputs:\n      context.v${to}: '{{${value}}}'\n    transitions: ${targets}\n`;
  });
  return `type: automata\ninitial: s0\ncontext:\n${context.join('')}states:\n${all.join('')}${extra}`;
}

it('the analysis of many states whose variables depend on one another terminates', () => {
  const workspace = workspaceOf([{ path: 'main.yaml', text: circle(400, 40) }], ['main.yaml']);
  const project = automataOf(workspace);
  const context = project && contextOf(workspace, project);
  const types = [...(context?.names() ?? [])].map((name) => context?.typeOf(name).kind);
  expect(types).toHaveLength(40);
  // Each value is computed at most once per round: some rounds in which it grows, and one in which it is widened.
  expect(inferred).toBeGreaterThan(400);
  expect(inferred).toBeLessThanOrEqual(440 * 12);
});

it('a keystroke in one state does not infer the values of other states', () => {
  const extra = "  last:\n    outputs:\n      context.alone: '{{1 + 1}}'\n";
  const text = circle(400, 40, extra);
  const workspace = workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
  const project = automataOf(workspace);
  const told = () => project && inWords(contextOf(workspace, project).typeOf('alone'));
  expect(told()).toBe('number | undefined');
  const at = text.indexOf('1 + 1') + 1;
  for (const letter of ['2', '3']) {
    inferred = 0;
    workspace.editFile(addressOf('main.yaml'), (document) => document.edit(at, at, letter));
    expect(told()).toBe('number | undefined');
    expect([1, 2]).toContain(inferred);
  }
});

it('another assignment never narrows the type of a variable', () => {
  const values = [
    '1',
    "'{{[]}}'",
    "'{{[1]}}'",
    "'{{context.b}}'",
    "'{{({a: 1})}}'",
    "'{{null}}'",
    "'x'",
    'true',
  ];
  const value = fc.constantFrom(...values, "'{{context.a ? [context.b] : 2}}'", "'{{[...context.a, 2]}}'");
  const textOf = (assigned: readonly string[]) => {
    const states = assigned.map((one, i) => `  s${i}: {outputs: {context.${'ab'[i % 2]}: ${one}}}\n`);
    return `initial: s0\ncontext: {a: '', b: 0}\nstates:\n  start: {}\n${states.join('')}`;
  };
  const typesOf = (assigned: readonly string[]) => {
    const workspace = workspaceOf([{ path: 'main.yaml', text: textOf(assigned) }]);
    const project = automataOf(workspace);
    return ['a', 'b'].map((name) => project && contextOf(workspace, project).typeOf(name));
  };
  fc.assert(
    fc.property(fc.array(value, { maxLength: 4 }), value, (before, one) => {
      const [fewer, more] = [typesOf(before), typesOf([...before, one])];
      for (const [index, type] of fewer.entries()) {
        const grown = more[index];
        if (type === undefined || grown === undefined) throw new Error('not an automata');
        if (grown.kind === 'unknown') continue;
        expect(isSupertype(grown, type), `${inWords(type)} into ${inWords(grown)}`).toBe(true);
      }
    }),
    { numRuns: RUNS },
  );
});

it('editing an open JSON file changes the types that depend on it', () => {
  const main =
    "initial: home\ncontext:\n  file: !oneline data/a.json\n  list: '{{JSON.parse(context.file)}}'\nstates: {home: {outputs: {context.first: '{{context.list[0].name}}'}}}\n";
  const files = [
    { path: 'main.yaml', text: main },
    { path: 'data/a.json', text: '[{"name": "x"}]' },
  ];
  const workspace = workspaceOf(files, ['main.yaml', 'data/a.json']);
  const told = () => {
    const project = automataOf(workspace);
    return project && inWords(contextOf(workspace, project).typeOf('first'));
  };
  expect(told()).toBe('string | undefined');
  workspace.editFile(addressOf('data/a.json'), (document) => document.edit(10, 13, '123'));
  expect(told()).toBe('number | undefined');
  workspace.editFile(addressOf('data/a.json'), (document) => document.edit(2, 8, '"title"'));
  expect(told()).toBe('undefined');
});
