import { describe, expect, it, vi } from 'vitest';
import { automata, MAIN } from '../bench/automata';
import { runTask } from '../server/engine/task';
import { complete } from '../server/features/completion';
import { MOST_ITEMS } from '../server/features/completion/fitting';
import { tokensOf } from '../server/features/semantic-tokens';
import { NameReader } from '../server/inference/names';
import { RememberedValues } from '../server/inference/remembered-values';
import { KeptParts } from '../server/project/kept-parts';
import { Project } from '../server/project/project';
import { Table } from '../server/project/table';
import { Completion, completionClient } from '../server/protocol/completion';
import { Findings } from '../server/protocol/findings';
import { Reports } from '../server/protocol/reports';
import { SemanticTokens } from '../server/protocol/semantic-tokens';
import { readSettings } from '../server/protocol/settings';
import { findingsOfFile } from '../server/rules/file-findings';
import { Checker } from '../server/rules/run';
import { addressOf, workspaceOf } from './support/workspace';

/**
 * A keystroke costs what its state costs, not what its file costs: counts of what is done anew for one letter, which
 * no machine and no clock can change. `npm run bench` measures the same in milliseconds.
 */
interface Cost {
  /** Units cut anew, and so parsed and read. */
  readonly units: number;
  /** Units that the rules are run on. */
  readonly checked: number;
  /** Results that are made from all states, brought up to date. */
  readonly wholes: number;
  /** Parts of those that are made anew: a variable, a value. */
  readonly parts: number;
  /** Nodes of the graph and variables whose part of a result is made anew. */
  readonly kept: number;
  /** Values of outputs that are worked out, also those on the way to another. */
  readonly values: number;
  /** Values of variables that are looked at anew. */
  readonly looked: number;
  /** Units whose colours are made anew. */
  readonly coloured: number;
}

/** Types a letter behind the first `mark` of a file, takes it away and types it again, which is what is counted. */
function costOf(lines: number, statesPerFile: number | undefined, path: string, mark: string): Cost {
  const { files } = automata(lines, statesPerFile);
  const workspace = workspaceOf(
    [...files].map(([name, text]) => ({ path: name, text })),
    [path],
  );
  const address = addressOf(path);
  const checker = new Checker(workspace, () => ({}));
  const documentOf = () => {
    const document = workspace.document(address);
    if (document === undefined) throw new Error(`There is no ${path}.`);
    return document;
  };
  const look = () => {
    for (const name of files.keys()) findingsOfFile(checker, addressOf(name));
  };
  const colour = () => {
    const [project] = workspace.projectsOf(address);
    const source = project?.source(address);
    if (project && source) for (const unit of source.document.units) tokensOf(project, source, unit);
  };
  look();
  colour();
  const at = documentOf().text.indexOf(mark) + mark.length;
  expect(at, mark).toBeGreaterThanOrEqual(mark.length);
  for (const [from, to, letter] of [
    [at, at, 'x'],
    [at, at + 1, ''],
  ] as const) {
    workspace.editFile(address, (document) => document.edit(from, to, letter));
    look();
    colour();
  }
  const before = new Set(documentOf().units);
  const checkedBefore = checker.checked;
  const track = vi.spyOn(Table.prototype, 'track');
  const trackApart = vi.spyOn(Table.prototype, 'trackApart');
  const outputShape = vi.spyOn(NameReader.prototype, 'outputShape');
  const lookedAt = vi.spyOn(RememberedValues.prototype, 'valueOf');
  const madePart = vi.spyOn(KeptParts.prototype, 'make');
  workspace.editFile(address, (document) => document.edit(at, at, 'x'));
  look();
  const checked = checker.checked - checkedBefore;
  const kept = madePart.mock.calls.length;
  const wholes = trackApart.mock.calls.length - kept;
  const parts = track.mock.calls.length - checked - wholes - kept;
  const values = outputShape.mock.calls.length;
  const looked = lookedAt.mock.calls.length;
  const tracked = track.mock.calls.length;
  colour();
  const coloured = track.mock.calls.length - tracked;
  vi.restoreAllMocks();
  const units = documentOf().units.filter((unit) => !before.has(unit)).length;
  return { units, checked, wholes, parts, kept, values, looked, coloured };
}

/** Nothing but the state itself. */
const OWN: Cost = { units: 1, checked: 1, wholes: 0, parts: 0, kept: 0, values: 0, looked: 0, coloured: 1 };
/** What is assigned to the variables is made of texts of this state, and told where in these. */
const VALUES: Cost = { ...OWN, wholes: 1, parts: 10, values: 20, looked: 10 };
/** How states lead to one another is another thing now, and with it what is assigned when: a look at each variable. */
const FLOW: Cost = { ...VALUES, checked: 2, wholes: 4, kept: 5, parts: Number.POSITIVE_INFINITY };

describe.each([
  ['in one file', undefined, MAIN],
  ['in files of twenty states', 20, 'state/0.yaml'],
] as const)('a keystroke %s costs what its state costs', (_, statesPerFile, path) => {
  it.each<readonly [string, string, Cost]>([
    ['in a text of a state that assigns nothing', 'is it true', OWN],
    ['in a text of a state that assigns', 'to question 1', VALUES],
    ['in an expression', 'context.answer_1.includes', VALUES],
    ['in an output', "context.answer_1: '{{verdict", { ...VALUES, checked: 3 }],
    ['in a target', 'target: ask_1', FLOW],
    ['in the event of a button', 'on_click: next_1', { ...OWN, wholes: 2, kept: 1 }],
    ['in the event of a transition', '    next_1', FLOW],
  ])('%s', (__, mark, most) => {
    const small = costOf(500, statesPerFile, path, mark);
    const large = costOf(1_500, statesPerFile, path, mark);
    for (const one of Object.keys(most) as (keyof Cost)[])
      expect(small[one], one).toBeLessThanOrEqual(most[one]);
    // Three times as many states: not one thing more.
    const { parts, ...same } = large;
    expect(same).toEqual({ ...small, parts: undefined });
    if (most !== FLOW) expect(parts).toBe(small.parts);
  });

  it('in the name of a state', () => {
    const mark = `\n${statesPerFile === undefined ? '  ' : ''}think_1`;
    const small = costOf(500, statesPerFile, path, mark);
    const large = costOf(1_500, statesPerFile, path, mark);
    // The state itself, and the one that leads there.
    expect(large.checked).toBe(2);
    expect({ ...large, parts: undefined }).toEqual({ ...small, parts: undefined });
  });
});

describe('suggestions right after a letter cost what is shown', () => {
  /** What is looked up, read and compared for one list, behind a letter that was typed. */
  function costOfList(lines: number, mark: string, letter: string) {
    const { files } = automata(lines);
    const workspace = workspaceOf(
      [...files].map(([path, text]) => ({ path, text })),
      [MAIN],
    );
    const address = addressOf(MAIN);
    const at = (files.get(MAIN)?.indexOf(mark) ?? -1) + mark.length;
    expect(at, mark).toBeGreaterThanOrEqual(mark.length);
    const ask = () => {
      workspace.editFile(address, (document) => document.edit(at, at, letter));
      const { items } = complete(workspace, address, at + letter.length);
      workspace.editFile(address, (document) => document.edit(at, at + letter.length, ''));
      return items.length;
    };
    // What is made of all names is made once.
    ask();
    const spies = {
      looked: [vi.spyOn(Table.prototype, 'get'), vi.spyOn(Table.prototype, 'has')],
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

  it('what an assignment comes to is told to those alone that read it', () => {
    const { files } = automata(5_000);
    const workspace = workspaceOf(
      [...files].map(([path, text]) => ({ path, text })),
      [MAIN],
    );
    const address = addressOf(MAIN);
    const mark = "context.answer_1: '{{verdict";
    const at = (files.get(MAIN)?.indexOf(mark) ?? 0) + mark.length;
    complete(workspace, address, at);
    const sorted = vi.spyOn(Project.prototype, 'sorted');
    // With each of these letters it comes to something else, or is not known any more.
    [...'.length + ""'].forEach((letter, index) => {
      workspace.editFile(address, (document) => document.edit(at + index, at + index, letter));
      complete(workspace, address, at + index + 1);
    });
    const longest = Math.max(...sorted.mock.calls.map(([entries]) => entries.length));
    vi.restoreAllMocks();
    expect(sorted).toHaveBeenCalled();
    expect(longest).toBeLessThan(20);
  });

  it.each([
    ['in a target', 'target: ask_1', 'x'],
    ['in an expression', "context.answer_1: '{{", 'x'],
    ['behind `context.`', "context.answer_1: '{{", 'context.x'],
    ['behind the result of a task', "context.answer_1: '{{verdict", '.'],
  ])('%s, where little fits', (_, mark, letter) => {
    // Beyond a few hundred states there are more of everything than is shown.
    expect(costOfList(30_000, mark, letter)).toEqual(costOfList(12_000, mark, letter));
  });
});

it('a name that other states have as well, letter by letter, has only its state checked again', () => {
  const states = Array.from({ length: 200 }, (_, i) => {
    return `  s${i}:\n    inputs:\n      message: {type: IM}\n    outputs:\n      context.v${i}: '{{1}}'\n    render:\n      text: '{{message + context.v${i}}}'\n      buttons:\n        - content: Go\n          on_click: go\n    transitions:\n      go: s0\n      CHAT: s${(i + 1) % 200}\n`;
  });
  const text = `type: automata\ninitial: s0\nstates:\n${states.join('')}`;
  const workspace = workspaceOf([{ path: 'main.yaml', text }], ['main.yaml']);
  const checker = new Checker(workspace, () => ({}));
  const address = addressOf('main.yaml');
  const check = () => {
    const [project] = workspace.projectsOf(address);
    const before = checker.checked;
    if (project) checker.check(project, address);
    return checker.checked - before;
  };
  expect(check()).toBeGreaterThan(200);
  const at = text.indexOf("'{{1}}'", 3000) + 3;
  [...'message+'].forEach((letter, index) => {
    workspace.editFile(address, (document) => document.edit(at + index, at + index, letter));
    expect(check(), letter).toBe(1);
  });
});

describe('what is sent after a letter, in bytes of JSON', () => {
  /** An automata with a letter typed behind a mark, and what a client is answered. */
  function sent(mark: string, letter: string, states: number) {
    const { files } = automata(states * 17);
    const workspace = workspaceOf(
      [...files].map(([path, text]) => ({ path, text })),
      [MAIN],
    );
    const address = addressOf(MAIN);
    const findings = new Findings(
      workspace,
      () => readSettings({}),
      (uri) => uri,
    );
    const reports = new Reports(findings, { toUri: (uri) => uri, versionOf: () => 1 });
    const before = runTask(reports.document(address, undefined));
    const at = (workspace.document(address)?.text.indexOf(mark) ?? 0) + mark.length;
    workspace.editFile(address, (document) => document.edit(at, at, letter));
    const after = runTask(reports.document(address, before.resultId));
    const completion = new Completion(workspace, findings);
    const client = completionClient({}, undefined, readSettings({}).completion);
    const document = workspace.document(address);
    const list = completion.list(
      address,
      document?.positionAt(at + letter.length) ?? { line: 0, character: 0 },
      client,
    );
    return { diagnostics: JSON.stringify(after).length, list, completion: JSON.stringify(list).length };
  }

  it('diagnostics that stay are not sent again', () => {
    expect(sent('is it true', 'x', 400).diagnostics).toBeLessThan(100);
  });

  it('a name that leads nowhere costs its own finding', () => {
    const { diagnostics } = sent('target: ask_1', 'x', 400);
    expect(diagnostics).toBeGreaterThan(100);
    expect(diagnostics).toBeLessThan(2_000);
  });

  it('of hundreds of states, those are offered that fit', () => {
    const all = sent('target: ', ' ', 400);
    expect(all.list.isIncomplete).toBe(true);
    expect(all.list.items.length).toBe(MOST_ITEMS);
    expect(all.completion).toBeLessThan(100_000);
    const few = sent('target: ', 'lobby_1', 400);
    expect(few.list.items.length).toBeGreaterThan(5);
    expect(few.list.items.every(({ label }) => /l.*o.*b.*b.*y.*_.*1/.test(label))).toBe(true);
    expect(few.completion).toBeLessThan(20_000);
  });

  it('fewer are offered at once, and the client filters them', () => {
    const { list } = sent('target: ', 'x', 50);
    expect(list.isIncomplete).toBe(false);
    expect(list.items.length).toBeGreaterThan(50);
  });
});

it('a file that was read is not read again as it is opened, or saved as it was', () => {
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

it('a file that comes to be has only those checked again that name files', () => {
  const { files } = automata(500, 20);
  const workspace = workspaceOf([...files].map(([path, text]) => ({ path, text })));
  const checker = new Checker(workspace, () => ({}));
  const look = () => {
    const before = checker.checked;
    for (const path of files.keys()) findingsOfFile(checker, addressOf(path));
    return checker.checked - before;
  };
  expect(look()).toBeGreaterThan(30);
  workspace.setPaths([[addressOf('other/some.yaml'), { kind: 'text', text: 'type: automata\n' }]]);
  // `states: !include state`
  expect(look()).toBe(1);
});

it('a file that others are read beside is not read off again', () => {
  const { files } = automata(500, 20);
  const workspace = workspaceOf([...files].map(([path, text]) => ({ path, text })));
  const replace = vi.spyOn(Table.prototype, 'replacing');
  workspace.setPaths([[addressOf('other/some.yaml'), { kind: 'text', text: 'type: automata\n' }]]);
  expect(replace).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});

describe('colours that are asked for the first time', () => {
  function setUp(lines: number) {
    const workspace = workspaceOf(
      [...automata(lines).files].map(([path, text]) => ({ path, text })),
      [MAIN],
    );
    return { tokens: new SemanticTokens(workspace), track: vi.spyOn(Table.prototype, 'track') };
  }

  it('cost what is in sight', () => {
    const [small, large] = [500, 1_500].map((lines) => {
      const { tokens, track } = setUp(lines);
      const data = tokens.range(addressOf(MAIN), { start: position(150), end: position(210) })?.data;
      const units = track.mock.calls.length;
      vi.restoreAllMocks();
      return { units, numbers: data?.length };
    });
    expect(large).toEqual(small);
    expect(large?.units).toBeLessThan(10);
    expect(large?.numbers).toBeGreaterThan(100);
  });

  it('are found a unit at a step, those of a whole file', () => {
    const { tokens, track } = setUp(500);
    const steps = tokens.full(addressOf(MAIN));
    const units: number[] = [];
    for (let isDone = false; !isDone; ) {
      const before = track.mock.calls.length;
      isDone = steps.next().done === true;
      units.push(track.mock.calls.length - before);
    }
    vi.restoreAllMocks();
    expect(Math.max(...units)).toBe(1);
    expect(units.length).toBeGreaterThan(30);
  });

  const position = (line: number) => ({ line, character: 0 });
});
