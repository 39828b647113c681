import { afterAll, describe, expect, it, vi } from 'vitest';
import { automata, MAIN } from '../bench/automata';
import { stateRange } from '../bench/workloads/edit';
import { generate } from '../bench/workloads/generate';
import { WORKLOADS } from '../bench/workloads/workload';
import { runTask } from '../server/engine/task';
import { completeAt } from '../server/features/completion';
import { MAX_COMPLETION_ITEMS } from '../server/features/completion/prefilter';
import { tokensOf } from '../server/features/semantic-tokens';
import { NameReader } from '../server/inference/name-reader';
import { SymbolIndex } from '../server/project/names/symbol-index';
import { Project } from '../server/project/project';
import type { Workspace } from '../server/project/workspace';
import { CompletionProvider, completionClient } from '../server/protocol/completion';
import { DiagnosticsProvider } from '../server/protocol/findings';
import { PullReports } from '../server/protocol/reports';
import { SemanticTokens } from '../server/protocol/semantic-tokens';
import { readSettings } from '../server/protocol/settings';
import { findingsOfFile } from '../server/rules/file-findings';
import { Checker } from '../server/rules/run';
import { Unit } from '../server/yaml/cut/unit';
import { countExecutions, countKeys } from './support/executions';
import { addressOf, workspaceOf } from './support/workspace';

/**
 * The cost of a keystroke depends on its state, not on its file. The tests count executions for one letter, which are
 * independent of the machine. `npm run bench` measures the same in milliseconds.
 */
interface Cost {
  /** Units that are cut, and therefore parsed, again. */
  readonly units: number;
  /** Units that are checked by rules. */
  readonly checked: number;
  /** Inferred values of outputs, including intermediate ones. */
  readonly values: number;
  /** Executions of each query. */
  readonly executions: ReadonlyMap<string, number>;
  readonly variables: number;
}

/** A workspace in which everything was computed once. Cases share it, as each one restores the text. */
class Opened {
  private readonly workspace: Workspace;
  private readonly checker: Checker;

  constructor(
    readonly files: ReadonlyMap<string, string>,
    private readonly path: string,
  ) {
    this.workspace = workspaceOf(
      [...files].map(([name, text]) => ({ path: name, text })),
      [path],
    );
    this.checker = new Checker(this.workspace, () => ({}));
    this.look();
  }

  /** Types a letter, removes it and types it again; only the last edit is counted. */
  costAt(at: number): Cost {
    const [project] = this.workspace.projectsOf(addressOf(this.path));
    this.type(at, at, 'x');
    this.type(at, at + 1, '');
    const before = new Set(this.units);
    const outputTypes = vi.spyOn(NameReader.prototype, 'outputType');
    let executions = new Map<string, number>();
    const checked = countKeys('findings of a group', Unit, () => {
      executions = countExecutions(() => this.type(at, at, 'x'));
    });
    const values = outputTypes.mock.calls.length;
    vi.restoreAllMocks();
    const units = this.units.filter((unit) => !before.has(unit)).length;
    const variables = [...(project?.table.namesOf('contextValue') ?? [])].length;
    this.type(at, at + 1, '');
    return { units, checked, values, executions, variables };
  }

  private get units(): readonly Unit[] {
    const document = this.workspace.document(addressOf(this.path));
    if (document === undefined) throw new Error(`There is no ${this.path}.`);
    return document.units;
  }

  private type(from: number, to: number, letter: string): void {
    this.workspace.editFile(addressOf(this.path), (document) => document.edit(from, to, letter));
    this.look();
  }

  private look(): void {
    const address = addressOf(this.path);
    for (const name of this.files.keys()) findingsOfFile(this.checker, addressOf(name));
    const [project] = this.workspace.projectsOf(address);
    const source = project?.source(address);
    if (project && source) for (const unit of source.document.units) tokensOf(project, source, unit);
  }
}

/** The maximum number of executions of queries for a letter. */
type Limits = Readonly<Record<string, number>>;

/** Only the state itself. */
const OWN: Limits = {
  units: 1,
  checked: 1,
  values: 0,
  symbols: 1,
  facts: 1,
  tokens: 1,
  'findings of a group': 3,
  'types of variables': 0,
  'type of a value': 0,
  'context components': 0,
  'flow node': 0,
  'flow graph': 0,
  'reached states': 0,
  successors: 0,
  'all steps': 0,
  'states without an assignment': 0,
  'dead assignments': 0,
};
/** The values assigned to the variables are inferred from texts of this state. */
const VALUES: Limits = {
  ...OWN,
  values: 20,
  // One for each variable that it assigns, and for one that reads these.
  'types of variables': 3,
  'type of a value': 10,
};
/** The graph changes, so its consequences are computed for the variables of neighbouring states. */
const FLOW: Limits = {
  ...VALUES,
  checked: 2,
  'findings of a group': 4,
  'flow node': 1,
  'flow graph': 1,
  'reached states': 1,
  successors: 2,
  'dead assignments': 1,
};

/** Queries that may be executed once per variable of a component: they read its type from those of the component. */
const PER_VARIABLE = 'type of a variable';

function expectSameCost(small: Cost, large: Cost): void {
  const withoutVariables = ({ executions, variables: _, ...cost }: Cost) => ({
    ...cost,
    executions: [...executions].filter(([query]) => query !== PER_VARIABLE).sort(),
  });
  expect(withoutVariables(large)).toEqual(withoutVariables(small));
  for (const { executions, variables } of [small, large])
    expect(executions.get(PER_VARIABLE) ?? 0).toBeLessThanOrEqual(variables);
}

describe.each([
  ['in one file', undefined, MAIN],
  ['in files of twenty states', 20, 'state/0.yaml'],
] as const)('the cost of a keystroke %s depends only on its state', (_, statesPerFile, path) => {
  const opened = new Map<number, Opened>();
  /** The cost of a letter after the first `mark` of a file. */
  const cost = (lines: number, mark: string): Cost => {
    const one = opened.get(lines) ?? new Opened(automata(lines, statesPerFile).files, path);
    opened.set(lines, one);
    const at = one.files.get(path)?.indexOf(mark) ?? -1;
    expect(at, mark).toBeGreaterThanOrEqual(0);
    return one.costAt(at + mark.length);
  };
  afterAll(() => opened.clear());

  it.each<readonly [string, string, Limits]>([
    ['in a text of a state without assignments', 'is it true', OWN],
    ['in a text of a state with assignments', 'to question 1', VALUES],
    ['in an expression', 'context.answer_1.includes', VALUES],
    ['in an output', "context.answer_1: '{{verdict", { ...VALUES, checked: 3, 'findings of a group': 5 }],
    ['in a target', 'target: ask_1', FLOW],
    ['in the event of a button', 'on_click: next_1', { ...OWN, successors: 1 }],
    ['in the event of a transition', '    next_1', FLOW],
  ])('%s', (__, mark, limits) => {
    const small = cost(500, mark);
    const { executions, units, checked, values } = small;
    const counts: Limits = { ...Object.fromEntries(executions), units, checked, values };
    for (const [name, limit] of Object.entries(limits))
      expect(counts[name] ?? 0, name).toBeLessThanOrEqual(limit);
    // Only an output changes a type.
    if (!mark.includes('{{')) expect(counts[PER_VARIABLE] ?? 0).toBe(0);
    // Three times as many states: nothing more is executed.
    expectSameCost(small, cost(1_500, mark));
  });

  it('in the name of a state', () => {
    const mark = `\n${statesPerFile === undefined ? '  ' : ''}think_1`;
    const small = cost(500, mark);
    const large = cost(1_500, mark);
    // The state itself, and the one with a transition to it.
    expect(large.checked).toBe(2);
    expectSameCost(small, large);
  });
});

describe.each([2, 3])(
  'the cost of a keystroke in %i levels of nested automata depends only on its state',
  (levels) => {
    const plain = WORKLOADS.find(({ name }) => name === 'plain');
    const project = (lines: number) => {
      if (plain === undefined) throw new Error('There is no such workload.');
      return generate({ ...plain.shape, levels }, lines);
    };
    /** The executions for a letter after a mark in the edited state, in a file with a number of lines. */
    const opened = new Map<number, { readonly one: Opened; readonly path: string; readonly state: string }>();
    const cost = (lines: number, mark: RegExp) => {
      const { one, path, state } = opened.get(lines) ?? open(lines);
      const text = one.files.get(path) ?? '';
      const { start, end } = stateRange(text, state);
      const found = mark.exec(text.slice(start, end));
      expect(found).not.toBeNull();
      return one.costAt(start + (found?.index ?? 0) + (found?.[0].length ?? 0));
    };
    const open = (lines: number) => {
      const { files, path, state } = project(lines);
      const made = { one: new Opened(files, path), path, state };
      opened.set(lines, made);
      return made;
    };
    afterAll(() => opened.clear());

    it.each<readonly [string, RegExp, Limits]>([
      ['in a text', /Step \d+ of the way/, VALUES],
      ['in an expression', /of the way, with \{\{\w+/, VALUES],
      ['in a target', /target: \w/, FLOW],
    ])('%s', (_, mark, limits) => {
      const small = cost(500, mark);
      const counts: Limits = { ...Object.fromEntries(small.executions), ...small, executions: 0 };
      for (const [name, limit] of Object.entries(limits))
        expect(counts[name] ?? 0, name).toBeLessThanOrEqual(limit);
      const large = cost(1_500, mark);
      expect([large.units, large.checked]).toEqual([small.units, small.checked]);
    });
  },
);

describe('the cost of suggestions depends only on the shown items', () => {
  const workspaces = new Map<
    number,
    { readonly files: ReadonlyMap<string, string>; readonly workspace: Workspace }
  >();
  /** A workspace that the cases share: each one restores the text. */
  function opened(lines: number) {
    const { files } = automata(lines);
    const known = workspaces.get(lines) ?? {
      files,
      workspace: workspaceOf(
        [...files].map(([path, text]) => ({ path, text })),
        [MAIN],
      ),
    };
    workspaces.set(lines, known);
    return known;
  }

  /** Look-ups, reads and comparisons for one list, after a typed letter. */
  function costOfList(lines: number, mark: string, letter: string) {
    const { files, workspace } = opened(lines);
    const address = addressOf(MAIN);
    const at = (files.get(MAIN)?.indexOf(mark) ?? -1) + mark.length;
    expect(at, mark).toBeGreaterThanOrEqual(mark.length);
    const ask = () => {
      workspace.editFile(address, (document) => document.edit(at, at, letter));
      const { items } = completeAt(workspace, address, at + letter.length);
      workspace.editFile(address, (document) => document.edit(at, at + letter.length, ''));
      return items.length;
    };
    // Results from all names are computed once.
    ask();
    const spies = {
      looked: [vi.spyOn(SymbolIndex.prototype, 'get'), vi.spyOn(SymbolIndex.prototype, 'has')],
      sorted: [vi.spyOn(Project.prototype, 'sorted')],
      lowered: [vi.spyOn(String.prototype, 'toLowerCase')],
      matched: [vi.spyOn(RegExp.prototype, 'test'), vi.spyOn(RegExp.prototype, 'exec')],
    };
    const items = ask();
    const counts = Object.entries(spies).map(([name, all]): [string, number] => [
      name,
      all.reduce((sum, spy) => sum + spy.mock.calls.length, 0),
    ]);
    vi.restoreAllMocks();
    return { items, ...Object.fromEntries(counts) };
  }

  it('resolves no target of an existing state to find missing states', () => {
    const { files } = automata(2_000);
    const text = files.get(MAIN)?.replace('target: ask_1', 'target: ask_none') ?? '';
    const workspace = workspaceOf([{ path: MAIN, text }], [MAIN]);
    const mark = 'target: ask_2';
    const offset = text.indexOf(mark) + mark.length - 1;
    let labels: readonly string[] = [];
    const executions = countExecutions(() => {
      labels = completeAt(workspace, addressOf(MAIN), offset).items.map(({ label }) => label);
    });
    expect(labels).toContain('ask_none');
    expect(executions.get('target') ?? 0).toBeLessThan(5);
  });

  it('reads how a text is quoted once for the fixes of all variables in it', () => {
    const uses = 'Hello {{name}}, how are you? '.repeat(50);
    const text = `initial: home\nstates:\n  home:\n    render: { text: "${uses}" }\n`;
    const workspace = workspaceOf([{ path: MAIN, text }], [MAIN]);
    const checker = new Checker(workspace, () => ({}));
    let found = 0;
    const executions = countExecutions(() => {
      found = findingsOfFile(checker, addressOf(MAIN)).length;
    });
    expect(found).toBeGreaterThanOrEqual(50);
    expect(executions.get('first quote')).toBe(1);
  });

  it('infers the type of an edited assignment only for its readers', () => {
    const { files } = automata(2_000);
    const workspace = workspaceOf(
      [...files].map(([path, text]) => ({ path, text })),
      [MAIN],
    );
    const address = addressOf(MAIN);
    const mark = "context.answer_1: '{{verdict";
    const at = (files.get(MAIN)?.indexOf(mark) ?? 0) + mark.length;
    completeAt(workspace, address, at);
    const sorted = vi.spyOn(Project.prototype, 'sorted');
    // Each of these letters changes its meaning, or makes it unknown.
    [...'.length + ""'].forEach((letter, index) => {
      const executions = countExecutions(() => {
        workspace.editFile(address, (document) => document.edit(at + index, at + index, letter));
        completeAt(workspace, address, at + index + 1);
      });
      expect(executions.get('type of a value') ?? 0, letter).toBeLessThan(20);
    });
    const longest = Math.max(0, ...sorted.mock.calls.map(([entries]) => entries.length));
    vi.restoreAllMocks();
    expect(longest).toBeLessThan(20);
  });

  it.each([
    ['in a target', 'target: ask_1', 'x'],
    ['in an expression', "context.answer_1: '{{", 'x'],
    ['after `context.`', "context.answer_1: '{{", 'context.x'],
    ['after the result of a task', "context.answer_1: '{{verdict", '.'],
  ])('%s, with few matches', (_, mark, letter) => {
    // With more than a few hundred states, there are more items of each kind than are shown.
    expect(costOfList(18_000, mark, letter)).toEqual(costOfList(9_000, mark, letter));
  });
});

it('typing a name that other states use as well checks only its own state', () => {
  const states = Array.from({ length: 200 }, (_, i) => {
    return `  s${i}:\n    inputs:\n      message: {type: IM}\n    outputs:\n      context.v${i}: '{{1}}'\n    render:\n      text: '{{message + context.v${i}}}'\n      buttons:\n        - content: Go\n          on_click: go\n    transitions:\n      go: s0\n      CHAT: s${(i + 1) % 200}\n`;
  });
  const text = `type: automata\ninitial: s0\nstates:\n${states.join('')}`;
  const workspace = workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
  const checker = new Checker(workspace, () => ({}));
  const address = addressOf('main.yaml');
  const check = () =>
    countKeys('findings of a group', Unit, () => {
      const [project] = workspace.projectsOf(address);
      if (project) checker.check(project, address);
    });
  expect(check()).toBeGreaterThan(200);
  const at = text.indexOf("'{{1}}'", 3000) + 3;
  [...'message+'].forEach((letter, index) => {
    workspace.editFile(address, (document) => document.edit(at + index, at + index, letter));
    expect(check(), letter).toBe(1);
  });
});

describe('the size of answers after a letter', () => {
  /** An automata with a letter typed after a mark, and the answers to a client. */
  function sent(mark: string, letter: string, states: number) {
    const { files } = automata(states * 17);
    const workspace = workspaceOf(
      [...files].map(([path, text]) => ({ path, text })),
      [MAIN],
    );
    const address = addressOf(MAIN);
    const findings = new DiagnosticsProvider(
      workspace,
      () => readSettings({}),
      (uri) => uri,
    );
    const reports = new PullReports(findings, { toUri: (uri) => uri, versionOf: () => 1 });
    const before = runTask(reports.document(address, undefined));
    const at = (workspace.document(address)?.text.indexOf(mark) ?? 0) + mark.length;
    workspace.editFile(address, (document) => document.edit(at, at, letter));
    const after = runTask(reports.document(address, before.resultId));
    const completion = new CompletionProvider(workspace, findings);
    const client = completionClient({}, {}, readSettings({}).completion);
    const document = workspace.document(address);
    const list = completion.list(
      address,
      document?.positionAt(at + letter.length) ?? { line: 0, character: 0 },
      client,
    );
    return { diagnostics: JSON.stringify(after).length, list, completion: JSON.stringify(list).length };
  }

  it('unchanged diagnostics are not sent again', () => {
    expect(sent('is it true', 'x', 250).diagnostics).toBeLessThan(100);
  });

  it('an unknown target sends only its own finding', () => {
    const { diagnostics } = sent('target: ask_1', 'x', 250);
    expect(diagnostics).toBeGreaterThan(100);
    expect(diagnostics).toBeLessThan(2_000);
  });

  it('only matching states are offered, of hundreds', () => {
    const all = sent('target: ', ' ', 250);
    expect(all.list.isIncomplete).toBe(true);
    expect(all.list.items.length).toBe(MAX_COMPLETION_ITEMS);
    expect(all.completion).toBeLessThan(100_000);
    const few = sent('target: ', 'lobby_1', 250);
    expect(few.list.items.length).toBeGreaterThan(5);
    expect(few.list.items.every(({ label }) => /l.*o.*b.*b.*y.*_.*1/.test(label))).toBe(true);
    expect(few.completion).toBeLessThan(20_000);
  });

  it('all of a few states are offered, and the client filters them', () => {
    const { list } = sent('target: ', 'x', 50);
    expect(list.isIncomplete).toBe(false);
    expect(list.items.length).toBeGreaterThanOrEqual(50);
  });
});

it('a file is not parsed again when it is opened or saved unchanged', () => {
  const address = addressOf(MAIN);
  const text = automata(200).files.get(MAIN) ?? '';
  const workspace = workspaceOf([{ path: MAIN, text }]);
  const read = workspace.document(address);
  expect(read?.units.length).toBeGreaterThan(10);
  workspace.openFile(address, 'yaml', text);
  expect(workspace.document(address)).toBe(read);
  workspace.setPaths([[address, { kind: 'text', text }]]);
  workspace.closeFile(address);
  workspace.setPaths([[address, { kind: 'text', text }]]);
  expect(workspace.document(address)).toBe(read);
  workspace.openFile(address, 'yaml', `${text}\n`);
  expect(workspace.document(address)).not.toBe(read);
});

it('a new file checks only units with paths again', () => {
  const { files } = automata(500, 20);
  const workspace = workspaceOf([...files].map(([path, text]) => ({ path, text })));
  const checker = new Checker(workspace, () => ({}));
  const look = () =>
    countKeys('findings of a group', Unit, () => {
      for (const path of files.keys()) findingsOfFile(checker, addressOf(path));
    });
  expect(look()).toBeGreaterThan(30);
  workspace.setPaths([[addressOf('other/some.yaml'), { kind: 'text', text: 'type: automata\n' }]]);
  // `states: !include state` names another folder.
  expect(look()).toBeLessThanOrEqual(1);
});

it('a new file indexes only its own units', () => {
  const { files } = automata(500, 20);
  const workspace = workspaceOf([...files].map(([path, text]) => ({ path, text })));
  const replace = vi.spyOn(SymbolIndex.prototype, 'replaceTask');
  workspace.setPaths([[addressOf('other/some.yaml'), { kind: 'text', text: 'type: automata\n' }]]);
  expect(replace).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});

describe('semantic tokens of a new document', () => {
  function tokensOfFile(lines: number) {
    const workspace = workspaceOf(
      [...automata(lines).files].map(([path, text]) => ({ path, text })),
      [MAIN],
    );
    return new SemanticTokens(workspace);
  }

  it('cost as much as the requested range', () => {
    const [small, large] = [500, 1_500].map((lines) => {
      const tokens = tokensOfFile(lines);
      let numbers = 0;
      const executions = countExecutions(() => {
        const range = { start: position(150), end: position(210) };
        numbers = tokens.range(addressOf(MAIN), range)?.data.length ?? 0;
      });
      return { executions, numbers };
    });
    expect(large).toEqual(small);
    expect(large?.executions.get('tokens')).toBeGreaterThan(0);
    expect(large?.executions.get('tokens')).toBeLessThan(10);
    expect(large?.numbers).toBeGreaterThan(100);
  });

  it('are computed one unit per step for a whole file', () => {
    const steps = tokensOfFile(500).full(addressOf(MAIN));
    const units: number[] = [];
    for (let isDone = false; !isDone; ) {
      const executions = countExecutions(() => {
        isDone = steps.next().done === true;
      });
      units.push(executions.get('tokens') ?? 0);
    }
    expect(Math.max(...units)).toBe(1);
    expect(units.length).toBeGreaterThan(30);
  });

  const position = (line: number) => ({ line, character: 0 });
});
