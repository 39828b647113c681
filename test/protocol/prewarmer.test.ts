import { afterEach, expect, it, vi } from 'vitest';
import { automata, MAIN } from '../../bench/automata';
import { runTask } from '../../server/engine/task';
import { hoverOfName } from '../../server/features/hover';
import { references } from '../../server/features/references';
import { NameReader } from '../../server/inference/name-reader';
import { warm } from '../../server/inference/warm';
import type { Project } from '../../server/project/project';
import type { Workspace } from '../../server/project/workspace';
import { ChangeSignal } from '../../server/protocol/change-signal';
import { Prewarmer } from '../../server/protocol/prewarmer';
import { findingsAt, findingsOfFile } from '../../server/rules/file-findings';
import { Checker } from '../../server/rules/run';
import { WorkMonitor } from '../../server/watchdog/work-monitor';
import { inEnglish } from '../support/english';
import { countExecutions } from '../support/executions';
import { addressOf, workspaceOf } from '../support/workspace';

/** Computes results of a whole project in advance, step by step. */

const ADDRESS = addressOf(MAIN);
const SIZES = [500, 1_500] as const;

afterEach(() => vi.restoreAllMocks());

function opened(lines: number, text = automata(lines).files.get(MAIN) ?? '') {
  const workspace = workspaceOf([{ path: MAIN, text }], [MAIN]);
  return { workspace, project: projectIn(workspace), text };
}

function projectIn(workspace: Workspace): Project {
  const [project] = workspace.projectsOf(ADDRESS);
  if (project === undefined) throw new Error('There is no project.');
  return project;
}

/** The number of values that each step infers, including intermediate ones. */
function valuesByStep(workspace: Workspace, project: Project): number[] {
  const spy = vi.spyOn(NameReader.prototype, 'outputType');
  const steps = warm(workspace, project);
  const counts: number[] = [];
  for (let isDone = false; !isDone; ) {
    const before = spy.mock.calls.length;
    isDone = steps.next().done === true;
    counts.push(spy.mock.calls.length - before);
  }
  spy.mockRestore();
  return counts;
}

/** The remaining computations. */
function missing(workspace: Workspace, project: Project): ReadonlyMap<string, number> {
  return countExecutions(() => runTask(warm(workspace, project)));
}

it('a step costs the same in a small file and in a large one', () => {
  const [small, large] = SIZES.map((lines) => {
    const { workspace, project } = opened(lines);
    return valuesByStep(workspace, project);
  });
  expect(large?.length).toBeGreaterThan((small?.length ?? 0) * 2);
  expect(Math.max(...(large ?? []))).toBe(Math.max(...(small ?? [])));
});

it('a request after warming infers only types at its position', () => {
  const [small, large] = SIZES.map((lines) => {
    const { workspace, project, text } = opened(lines);
    runTask(warm(workspace, project));
    const spy = vi.spyOn(NameReader.prototype, 'outputType');
    findingsAt(new Checker(workspace, () => ({})), ADDRESS, text.indexOf('context.answer_1.includes'));
    const calls = spy.mock.calls.length;
    spy.mockRestore();
    return calls;
  });
  expect(large).toBe(small);
});

it('warming again computes nothing, even after a letter', () => {
  const { workspace, project, text } = opened(500);
  expect(missing(workspace, project).size).toBeGreaterThan(10);
  expect(missing(workspace, project)).toEqual(new Map());
  const at = text.indexOf('target: ask_1') + 'target: ask_1'.length;
  workspace.editFile(ADDRESS, (document) => document.edit(at, at, 'x'));
  expect(missing(workspace, project)).toEqual(new Map());
});

it('files that are found later are warmed as well, with the same findings', () => {
  const { files } = automata(2_500, 20);
  const workspace = workspaceOf([{ path: MAIN, text: files.get(MAIN) ?? '' }], [MAIN]);
  const project = projectIn(workspace);
  runTask(warm(workspace, project));
  const others = [...files].filter(([path]) => path !== MAIN);
  workspace.setPaths([
    [addressOf('state'), { kind: 'folder', files: others.map(([path]) => addressOf(path)) }],
    ...others.map(([path, text]) => [addressOf(path), { kind: 'text', text }] as const),
  ]);
  const values = valuesByStep(workspace, project);
  expect(values.some((count) => count > 0)).toBe(true);
  expect(Math.max(...values)).toBeLessThan(20);
  expect(missing(workspace, project)).toEqual(new Map());
  const scratch = workspaceOf([...files].map(([path, text]) => ({ path, text })));
  const found = (one: Workspace) => {
    const checker = new Checker(one, () => ({}));
    return [...files.keys()].flatMap((path) =>
      findingsOfFile(checker, addressOf(path)).map(({ finding, start }) => [path, start, finding.message]),
    );
  };
  expect(found(workspace)).toEqual(found(scratch));
});

it('hover of states and references infer no types', () => {
  const { workspace, project, text } = opened(500);
  const spy = vi.spyOn(NameReader.prototype, 'outputType');
  const hovered = (mark: string) => hoverOfName(workspace, ADDRESS, text.indexOf(mark) + mark.length);
  expect(inEnglish(hovered('target: ask_1')?.markdown)).toContain('**state** `ask_1`');
  expect(inEnglish(hovered('on_click: next_1')?.markdown)).toContain('**event** `next_1`');
  expect(hovered('{{context.answer_1')).toBeUndefined();
  const offset = text.indexOf('target: ask_1') + 'target: ask_1'.length;
  expect(references(workspace, ADDRESS, offset).length).toBeGreaterThan(1);
  expect(spy).not.toHaveBeenCalled();
  spy.mockRestore();
  expect(missing(workspace, project).get('type of a value')).toBeGreaterThan(0);
});

it('requests that wait for a project share one warming', async () => {
  const { workspace, project } = opened(500);
  const alone = valuesByStep(workspace, project).reduce((sum, one) => sum + one, 0);
  const again = opened(500);
  const preparing = new Prewarmer(
    again.workspace,
    new ChangeSignal(),
    { whenRead: () => undefined },
    new WorkMonitor(),
  );
  const spy = vi.spyOn(NameReader.prototype, 'outputType');
  await Promise.all([preparing.whenWarm(ADDRESS), preparing.whenWarm(ADDRESS), preparing.whenWarm(ADDRESS)]);
  expect(spy.mock.calls.length).toBe(alone);
  expect(preparing.whenWarm(ADDRESS)).toBeUndefined();
});

it('warming waits for a file that is being read', async () => {
  const { workspace } = opened(500);
  let end = (): void => undefined;
  let reading: Promise<void> | undefined = new Promise((resolve) => {
    end = resolve;
  });
  const preparing = new Prewarmer(
    workspace,
    new ChangeSignal(),
    { whenRead: () => reading },
    new WorkMonitor(),
  );
  const spy = vi.spyOn(NameReader.prototype, 'outputType');
  const over = preparing.whenWarm(ADDRESS);
  reading = undefined;
  expect(spy).not.toHaveBeenCalled();
  end();
  await over;
  expect(spy).toHaveBeenCalled();
  expect(missing(workspace, projectIn(workspace))).toEqual(new Map());
});

it('no request waits for a warm project, even after a letter', async () => {
  const { workspace, text } = opened(500);
  const preparing = new Prewarmer(
    workspace,
    new ChangeSignal(),
    { whenRead: () => undefined },
    new WorkMonitor(),
  );
  await preparing.whenWarm(ADDRESS);
  expect(preparing.whenWarm(ADDRESS)).toBeUndefined();
  const at = text.indexOf('target: ask_1') + 'target: ask_1'.length;
  workspace.editFile(ADDRESS, (document) => document.edit(at, at, 'x'));
  expect(countExecutions(() => expect(preparing.whenWarm(ADDRESS)).toBeUndefined())).toEqual(new Map());
  // Results of many new states are computed first.
  const states = Array.from(
    { length: 40 },
    (_, index) => `  new_${index}:\n    render: {text: Hello}\n`,
  ).join('');
  const end = workspace.document(ADDRESS)?.length ?? 0;
  workspace.editFile(ADDRESS, (document) => document.edit(end, end, states));
  expect(preparing.whenWarm(ADDRESS)).toBeDefined();
});
