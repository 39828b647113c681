import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestController, TestItem, TestRunRequest } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { ScenarioCoverage } from '../../client/tests/coverage';
import { FoundFaults } from '../../client/tests/faults';
import { ScenarioRunner } from '../../client/tests/runner';
import { TestTree } from '../../client/tests/tree';
import type {
  RunScenariosParams,
  ScenarioList,
  ScenarioProgress,
  ScenarioRunAnswer,
} from '../../server/protocol/messages';

/** The part of VS Code that the Test Explorer uses. */
vi.mock('vscode', () => ({
  TestTag: class {
    constructor(readonly id: string) {}
  },
  TestMessage: class {
    expectedOutput: string | undefined;
    actualOutput: string | undefined;
    constructor(readonly message: unknown) {}
    static diff(message: unknown, expected: string, actual: string) {
      return { message, expectedOutput: expected, actualOutput: actual };
    }
  },
  TestMessageStackFrame: class {
    constructor(readonly label: string) {}
  },
  MarkdownString: class {
    value = '';
    appendText(text: string) {
      this.value += text;
    }
    appendMarkdown(text: string) {
      this.value += text;
    }
    appendCodeblock(text: string) {
      this.value += text;
    }
  },
  Range: class {},
  Location: class {
    constructor(
      readonly uri: unknown,
      readonly range: unknown,
    ) {}
  },
  l10n: {
    t: (text: string, ...values: unknown[]) => text.replace(/\{(\d)\}/g, (_, at) => String(values[at])),
  },
  workspace: {
    getWorkspaceFolder: () => ({ uri: uriOf('/ws'), name: 'ws' }),
    asRelativePath: ({ path }: FakeUri) => path.replace('/ws/', ''),
  },
}));
vi.mock('vscode-languageclient', () => {
  class Named {
    constructor(readonly method: string) {}
  }
  return {
    NotificationType: Named,
    NotificationType0: Named,
    RequestType: Named,
    RequestType0: Named,
    ProgressType: class {},
  };
});

interface FakeUri {
  readonly path: string;
  with(change: { path?: string; fragment?: string }): FakeUri;
  toString(): string;
}

function uriOf(path: string, fragment = ''): FakeUri {
  return {
    path,
    with: (change) => uriOf(change.path ?? path, change.fragment),
    toString: () => `file://${path}${fragment && `#${fragment}`}`,
  };
}

class Items {
  private items: FakeItem[] = [];
  get = (id: string) => this.items.find((item) => item.id === id);
  replace(items: readonly FakeItem[]) {
    this.items = [...items];
    for (const item of items) item.parent = this.owner;
  }
  constructor(private readonly owner?: FakeItem) {}
  *[Symbol.iterator](): Iterator<[string, FakeItem]> {
    for (const item of this.items) yield [item.id, item];
  }
}

class FakeItem {
  readonly children = new Items(this);
  parent: FakeItem | undefined;
  tags: readonly { id: string }[] = [];
  sortText = '';
  description = '';
  constructor(
    readonly id: string,
    public label: string,
    readonly uri: FakeUri,
  ) {}
}

const RANGE = { start: { line: 3, character: 2 }, end: { line: 3, character: 9 } };
const file = (
  name: string,
  version: string,
  scenarios: readonly string[],
  promises: readonly string[] = [],
) => ({
  uri: `file:///ws/bot/${name}`,
  automata: 'file:///ws/bot/main.yaml',
  version,
  scenarios: scenarios.map((id) => ({ id, name: id, range: RANGE })),
  promises: promises.map((name) => ({ id: ` ${name}`, name, range: RANGE })),
});

let listed: ScenarioList;
let progress: readonly ScenarioProgress[];
let answer: ScenarioRunAnswer;
let asked: RunScenariosParams | undefined;
let outdated: string[];
let events: string[];
let covered: unknown[];
let messages: Record<string, unknown>[];
let tree: TestTree;
let runner: ScenarioRunner;
let faults: FoundFaults;
let controller: { readonly items: Items };

beforeEach(() => {
  listed = {
    files: [file('a.scenario.yaml', '1', ['one', 'two']), file('b.scenario.yaml', '1', ['three'])],
    automata: [{ uri: 'file:///ws/bot/main.yaml', version: '1' }],
  };
  [progress, answer, asked] = [[], {}, undefined];
  [outdated, events, covered, messages] = [[], [], [], []];
  const run = new Proxy({ token: { isCancellationRequested: false } } as Record<string, unknown>, {
    get: (target, name: string) =>
      target[name] ??
      ((item: FakeItem | string | undefined, more: unknown) => {
        if (name === 'failed' || name === 'errored')
          messages.push(...[more].flat().map((one) => one as Record<string, unknown>));
        if (name !== 'appendOutput') events.push(`${name} ${typeof item === 'object' ? item.id : ''}`.trim());
      }),
  });
  controller = { items: new Items() };
  const created = {
    ...controller,
    createTestItem: (id: string, label: string, uri: FakeUri) => new FakeItem(id, label, uri),
    invalidateTestResults: (items: readonly FakeItem[]) => outdated.push(...items.map(({ id }) => id)),
    createTestRun: () => run,
  } as unknown as TestController;
  let onProgress: ((one: ScenarioProgress) => void) | undefined;
  const client = {
    isRunning: () => true,
    protocol2CodeConverter: {
      asUri: (uri: string) => uriOf(uri.replace('file://', '')),
      asRange: (range: unknown) => range,
    },
    onProgress: (_type: unknown, _token: unknown, listener: typeof onProgress) => {
      onProgress = listener;
      return { dispose: () => undefined };
    },
    sendRequest: async ({ method }: { method: string }, params: RunScenariosParams) => {
      if (method === 'atomicState/scenarios') return listed;
      asked = params;
      for (const one of progress) onProgress?.(one);
      return answer;
    },
  } as unknown as BaseLanguageClient;
  tree = new TestTree(created, client);
  const coverage = {
    add: (_run: unknown, all: unknown[]) => covered.push(...all),
  } as unknown as ScenarioCoverage;
  faults = new FoundFaults(client);
  runner = new ScenarioRunner(created, client, tree, coverage, faults);
});

const shape = (items: Items): object =>
  Object.fromEntries(
    [...items].map(([, item]) => [
      `${item.label} (${item.tags.map(({ id }) => id).join()})`,
      shape(item.children),
    ]),
  );
const request = (include?: readonly TestItem[], exclude?: readonly TestItem[]) =>
  ({ include, exclude }) as TestRunRequest;
const runAll = async (hasCoverage = false) => {
  await tree.refresh();
  await runner.run(request(), runner.testsOf(request(), hasCoverage), hasCoverage);
};
const uri = 'file:///ws/bot/a.scenario.yaml';

describe('the Test Explorer', () => {
  it('lists scenarios by folder and file, and automata to explore', async () => {
    await tree.refresh();
    expect(shape(controller.items)).toEqual({
      'bot (automata,run,scenario)': {
        'main.yaml (automata)': {},
        'a.scenario.yaml (run,scenario)': { 'one (run,scenario)': {}, 'two (run,scenario)': {} },
        'b.scenario.yaml (run,scenario)': { 'three (run,scenario)': {} },
      },
    });
  });

  it('lists promises beside scenarios; they can be run, but not debugged, and have no coverage', async () => {
    listed = {
      files: [
        file('a.scenario.yaml', '1', ['one'], ['never a']),
        file('b.scenario.yaml', '1', [], ['never b']),
      ],
      automata: [],
    };
    await tree.refresh();
    expect(shape(controller.items)).toEqual({
      'bot (run,scenario)': {
        'a.scenario.yaml (run,scenario)': { 'one (run,scenario)': {}, 'never a (run)': {} },
        'b.scenario.yaml (run)': { 'never b (run)': {} },
      },
    });
    const idsOf = (items: readonly TestItem[]) => items.map(({ id }) => id);
    expect(idsOf(runner.testsOf(request(), false))).toEqual(['one', ' never a', ' never b']);
    expect(idsOf(runner.testsOf(request(), true))).toEqual(['one']);
    expect(idsOf(runner.scenariosOf(request()))).toEqual(['one']);
    await runAll();
    expect(asked?.chosen).toEqual([
      { uri, ids: ['one', ' never a'] },
      { uri: 'file:///ws/bot/b.scenario.yaml', ids: [' never b'] },
    ]);
  });

  it('shows what refutes a promise, and skips one that is not decided, with the reason', async () => {
    listed = { files: [file('a.scenario.yaml', '1', [], ['never a', 'always b', 'never c'])], automata: [] };
    const fault = {
      code: 'promise-refuted',
      message: 'Refuted.',
      location: { uri, range: RANGE },
      steps: ['click: Pay'],
      scenario: 'scenarios: []',
    };
    progress = [
      { uri, id: ' never a', kind: 'refuted', fault, milliseconds: 1 },
      { uri, id: ' always b', kind: 'undecided', why: 'A limit.' },
      { uri, id: ' never c', kind: 'ended', failures: [], milliseconds: 1 },
    ];
    await runAll();
    expect(events.filter((one) => !one.startsWith('enqueued'))).toEqual([
      ...['failed  never a', 'skipped  always b', 'passed  never c', 'end'],
    ]);
    expect(messages).toEqual([
      expect.objectContaining({
        message: expect.objectContaining({ value: expect.stringContaining('click: Pay') }),
        location: expect.objectContaining({ range: RANGE }),
        contextValue: 'atomicState.finding',
      }),
    ]);
    const [a, b] = tree.itemsOf(['promise'], undefined);
    expect([a?.description, b?.description]).toEqual(['refuted', 'not decided: A limit.']);
    expect(a && faults.scenarioOf(a)).toMatchObject({ code: 'promise-refuted', text: 'scenarios: []' });
    expect(String(a && faults.scenarioOf(a)?.main)).toBe('file:///ws/bot/main.yaml');
  });

  it('keeps existing items, and marks results of changed files as outdated', async () => {
    await tree.refresh();
    const [before] = tree.itemsOf(['file'], undefined);
    listed = { ...listed, files: [file('a.scenario.yaml', '2', ['one', 'new'])] };
    await tree.refresh();
    const [now, ...others] = tree.itemsOf(['file'], undefined);
    expect(now).toBe(before);
    expect(others).toEqual([]);
    expect(tree.itemsOf(['scenario'], undefined).map(({ id }) => id)).toEqual(['one', 'new']);
    expect(outdated).toEqual([uri]);
  });

  it('runs the included scenarios without the excluded ones', async () => {
    await tree.refresh();
    const [a, b] = tree.itemsOf(['file'], undefined);
    const [, two] = tree.itemsOf(['scenario'], undefined);
    if (!a || !b || !two) throw new Error('There are two files.');
    expect(runner.scenariosOf(request([a])).map(({ id }) => id)).toEqual(['one', 'two']);
    expect(runner.scenariosOf(request(undefined, [two, b])).map(({ id }) => id)).toEqual(['one']);
    await runner.run(request([two]), [two], true);
    expect(asked).toMatchObject({ chosen: [{ uri, ids: ['two'] }], coverage: true });
  });

  it('shows each result as it arrives, and skips scenarios that were not run', async () => {
    progress = [
      { uri, id: 'one', kind: 'started' },
      { uri, id: 'one', kind: 'ended', failures: [], milliseconds: 1 },
      { uri, id: 'two', kind: 'refused', message: 'No automata was found.' },
    ];
    await runAll();
    expect(events).toEqual([
      ...['enqueued one', 'enqueued two', 'enqueued three'],
      ...['started one', 'passed one', 'errored two', 'skipped three', 'end'],
    ]);
    expect(messages).toEqual([expect.objectContaining({ message: 'No automata was found.' })]);
  });

  it('shows a failure at the expectation, with a diff and a link', async () => {
    const location = { uri, range: RANGE };
    const source = { uri: 'file:///ws/bot/main.yaml', range: RANGE, state: 'home' };
    const failure = { message: '`text` differs.', expected: 'a', actual: 'b', location, source };
    progress = [{ uri, id: 'one', kind: 'ended', failures: [failure], milliseconds: 1 }];
    await runAll();
    expect(events).toContain('failed one');
    expect(messages).toEqual([
      expect.objectContaining({
        expectedOutput: 'a',
        actualOutput: 'b',
        location: expect.objectContaining({ range: RANGE }),
        contextValue: 'atomicState.failure',
        stackTrace: [{ label: 'expectation' }, { label: 'home' }],
      }),
    ]);
    expect(messages[0]?.message).toMatchObject({
      value:
        '`text` differs. Expected “a”, got “b”.\n\n[From bot/main.yaml, line 4](file:///ws/bot/main.yaml#L4,3)',
    });
  });

  it('reports coverage, and an error if the run failed', async () => {
    answer = { coverage: [{ uri: 'file:///ws/bot/main.yaml', files: [], nodes: {}, edges: {} }] };
    await runAll(true);
    expect(covered).toHaveLength(1);
    events = [];
    answer = { isFailed: true };
    await runAll();
    expect(events.filter((one) => /^errored|^skipped/.test(one))).toHaveLength(3);
    expect(events).not.toContain('skipped one');
  });
});
