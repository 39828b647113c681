import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CancellationTokenSource, ProgressType } from 'vscode-languageserver-protocol/node';
import type {
  ExploreAnswer,
  ListedScenarioFile,
  RunScenariosParams,
  ScenarioList,
  ScenarioProgress,
  ScenarioRunAnswer,
} from '../../server/protocol/messages';
import { Client } from './client';

const MAIN = 'type: automata\ninitial: home\ncontext: { score: 0 }\nstates: !include state\n';
const STATES = `home:
  outputs: { context.score: '{{context.score + 1}}' }
  render:
    text: Score {{context.score}}
    buttons: [{ content: Go, on_click: go }]
  transitions:
    go:
      - condition: '{{context.score > 5}}'
        target: win
      - target: home
win:
  render: { text: Won }
`;
const SCENARIOS = `scenarios:
  - name: counts
    steps:
      - click: Go
      - expect: { text: Score 2 }
  - name: counts wrongly
    steps:
      - expect: { text: Score 7 }
  - name: counts
    steps:
      - expect: { context: { score: 1 } }
`;
const NO_AUTOMATA = 'scenarios:\n  - name: lost\n    steps: [{ click: Go }]\n';

let editor: Client;
let runs = 0;

beforeAll(async () => {
  const files = {
    'bot/main.yaml': MAIN,
    'bot/state/1.yaml': STATES,
    'bot/main.scenario.yaml': SCENARIOS,
    'other/no.scenario.yaml': NO_AUTOMATA,
  };
  // With the bundle of the interpreter.
  editor = await Client.start(files, { ownProcess: true });
});

afterAll(() => editor.stop());

const versions = new Map<string, number>();

/** Opens a file with a text, or replaces that of an open one. */
async function edit(path: string, text: string): Promise<void> {
  const version = (versions.get(path) ?? 0) + 1;
  versions.set(path, version);
  if (version === 1) await editor.open(path, text);
  else await editor.change(path, [{ text }], version);
}

const list = (client = editor) => client.connection.sendRequest<ScenarioList>('atomicState/scenarios');

/** Runs scenarios, and returns the progress reports with the answer. */
async function run(
  chosen: readonly { path: string; ids?: readonly string[] }[],
  { coverage = false, client = editor } = {},
) {
  runs++;
  const progressToken = `run ${runs}`;
  const reported: ScenarioProgress[] = [];
  const listener = client.connection.onProgress(
    new ProgressType<ScenarioProgress>(),
    progressToken,
    (one) => {
      reported.push(one);
    },
  );
  const params: RunScenariosParams = {
    chosen: chosen.map(({ path, ids }) => ({ uri: client.uri(path), ...(ids && { ids }) })),
    coverage,
    progressToken,
  };
  const answer = await client.connection.sendRequest<ScenarioRunAnswer>('atomicState/runScenarios', params);
  listener.dispose();
  return { answer, reported };
}

const summary = (reported: readonly ScenarioProgress[]) =>
  reported.flatMap((one) =>
    one.kind === 'ended' || one.kind === 'refused'
      ? [
          `${one.id}: ${one.kind === 'refused' ? one.message : one.failures.map(({ message }) => message).join()}`,
        ]
      : [],
  );

describe('scenarios in the editor', () => {
  it('are listed from all files, open or not, with ranges and unique ids', async () => {
    const { files, automata } = await list();
    expect(files.map(({ uri, automata: main }) => [uri, main])).toEqual([
      [editor.uri('bot/main.scenario.yaml'), editor.uri('bot/main.yaml')],
      [editor.uri('other/no.scenario.yaml'), undefined],
    ]);
    expect(files[0]?.scenarios).toEqual([
      {
        id: 'counts',
        name: 'counts',
        range: { start: { line: 1, character: 4 }, end: { line: 4, character: 33 } },
      },
      expect.objectContaining({ id: 'counts wrongly', name: 'counts wrongly' }),
      expect.objectContaining({ id: 'counts (2)', name: 'counts' }),
    ]);
    expect(automata.map(({ uri }) => uri)).toEqual([editor.uri('bot/main.yaml')]);
  });

  it('run one by one, with progress when each starts and ends', async () => {
    const { answer, reported } = await run([{ path: 'bot/main.scenario.yaml' }]);
    expect(reported.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'started counts',
      'ended counts',
      'started counts wrongly',
      'ended counts wrongly',
      'started counts (2)',
      'ended counts (2)',
    ]);
    expect(answer.coverage).toBeUndefined();
    expect(summary(reported)).toEqual(['counts: ', 'counts wrongly: `text` differs.', 'counts (2): ']);
  });

  it('have failures with both values, the expectation and the source of the value', async () => {
    const { reported } = await run([{ path: 'bot/main.scenario.yaml', ids: ['counts wrongly'] }]);
    const ended = reported.find(({ kind }) => kind === 'ended');
    expect(ended).toMatchObject({
      failures: [
        {
          expected: 'Score 7',
          actual: 'Score 1',
          location: {
            uri: editor.uri('bot/main.scenario.yaml'),
            range: { start: { line: 7, character: 24 }, end: { line: 7, character: 31 } },
          },
          source: {
            uri: editor.uri('bot/state/1.yaml'),
            range: { start: { line: 3, character: 4 } },
            state: 'home',
          },
        },
      ],
    });
  });

  it('have coverage of files and of the graph', async () => {
    const { answer } = await run([{ path: 'bot/main.scenario.yaml' }], { coverage: true });
    const [automata] = answer.coverage ?? [];
    expect(automata).toMatchObject({ uri: editor.uri('bot/main.yaml'), nodes: { home: 4, win: 0 } });
    const edges = Object.entries(automata?.edges ?? {}).map(([id, count]) => [
      id.replace(/\n+/g, ' '),
      count,
    ]);
    expect(edges).toEqual([
      ['home go 0', 0],
      ['home go 1', 1],
    ]);
    const graph = await editor.connection.sendRequest<{ graph: { edges: readonly { id: string }[] } }>(
      'atomicState/stateGraph',
      { uri: editor.uri('bot/main.yaml') },
    );
    const drawn = graph.graph.edges.map(({ id }) => id);
    expect(Object.keys(automata?.edges ?? {}).filter((id) => !drawn.includes(id))).toEqual([]);
    const file = automata?.files.find(({ uri }) => uri === editor.uri('bot/state/1.yaml'));
    const shown = file?.statements.map(({ kind, name, range, count }) => [
      `${kind} ${name}`.trim(),
      range.start.line,
      count,
    ]);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['state home', 0, 4],
        ['output context.score', 1, 4],
        ['expression', 3, 4],
        ['transition go', 6, 1],
        ['state win', 10, 0],
      ]),
    );
    const transition = file?.statements.find(({ kind }) => kind === 'transition');
    expect(transition?.branches?.map(({ count, range }) => [range.start.line, count])).toEqual([
      [7, 0],
      [9, 1],
    ]);
    expect(file?.unreached).toEqual(
      [
        { start: { line: 7, character: 8 }, end: { line: 8, character: 19 } },
        { start: { line: 10, character: 0 }, end: { line: 11, character: 23 } },
      ].toSorted((a, b) => b.start.line - a.start.line),
    );
  });

  it('are those of open editors, and run texts of open editors', async () => {
    const before = await list();
    await edit('bot/state/1.yaml', STATES.replace('score + 1', 'score + 7'));
    const { reported } = await run([{ path: 'bot/main.scenario.yaml' }]);
    expect(summary(reported).map((line) => line.replace(/^[^:]*: /, ''))).toEqual([
      '`text` differs.',
      '',
      '`context.score` differs.',
    ]);
    const versionsOf = ({ files }: ScenarioList) => files.map(({ version }) => version);
    const [now, then] = [versionsOf(await list()), versionsOf(before)];
    expect(now[0]).not.toBe(then[0]);
    expect(now[1]).toBe(then[1]);
    await edit('bot/main.scenario.yaml', SCENARIOS.replace('counts wrongly', 'renamed'));
    const [file] = (await list()).files as readonly ListedScenarioFile[];
    expect(file?.scenarios.map(({ id }) => id)).toEqual(['counts', 'renamed', 'counts (2)']);
    await edit('bot/main.scenario.yaml', SCENARIOS);
    await edit('bot/state/1.yaml', STATES);
    expect(versionsOf(await list())).toEqual(then);
  });

  it('are refused with a reason if they cannot run', async () => {
    const lost = await run([{ path: 'other/no.scenario.yaml', ids: ['lost'] }]);
    expect(summary(lost.reported)).toEqual(['lost: No automata was found for this file.']);
    await edit('bot/main.scenario.yaml', `${SCENARIOS}    steps: 5\n    nonsense: 1\n`);
    const broken = await run([{ path: 'bot/main.scenario.yaml', ids: ['counts'] }]);
    expect(broken.reported).toEqual([
      expect.objectContaining({
        id: 'counts',
        kind: 'refused',
        location: expect.objectContaining({ uri: editor.uri('bot/main.scenario.yaml') }),
      }),
    ]);
    await edit('bot/main.scenario.yaml', SCENARIOS);
  });

  it('do not run in a workspace that is not trusted', async () => {
    const files = {
      'main.yaml': MAIN.replace('!include state', '{ home: {} }'),
      'a.scenario.yaml': NO_AUTOMATA,
    };
    const client = await Client.start(files, { options: { trusted: false } });
    try {
      expect((await list(client)).files).toHaveLength(1);
      const { reported } = await run([{ path: 'a.scenario.yaml', ids: ['lost'] }], { client });
      expect(summary(reported)).toEqual([expect.stringMatching(/^lost: .*[Tt]rust/)]);
    } finally {
      await client.stop();
    }
  });

  it('can be cancelled, and do not block other requests', async () => {
    const endless = `${STATES}slow:\n  outputs: { context.score: '{{(() => { for (let i = 0; i < 3e5; i++); return 1 })()}}' }\n  transitions: { go: slow }\n  render: { text: x, buttons: [{ content: Go, on_click: go }] }\n`;
    await edit('bot/state/1.yaml', endless);
    const steps = Array.from({ length: 2000 }, () => '      - click: Go\n').join('');
    await edit(
      'bot/main.scenario.yaml',
      `scenarios:\n  - name: long\n    start: { state: slow }\n    steps:\n${steps}`,
    );
    const source = new CancellationTokenSource();
    let isOver = false;
    const running = editor.connection
      .sendRequest(
        'atomicState/runScenarios',
        { chosen: [{ uri: editor.uri('bot/main.scenario.yaml') }], coverage: false },
        source.token,
      )
      .then(
        () => 'ended',
        () => 'cancelled',
      )
      .finally(() => {
        isOver = true;
      });
    expect((await list()).files[0]?.scenarios).toHaveLength(1);
    expect(isOver).toBe(false);
    source.cancel();
    expect(await running).toBe('cancelled');
    await edit('bot/main.scenario.yaml', SCENARIOS);
    await edit('bot/state/1.yaml', STATES);
  });
});

describe('exploration in the editor', () => {
  it('finds faults, with scenarios that reproduce them', async () => {
    const answer = await editor.connection.sendRequest<ExploreAnswer>('atomicState/explore', {
      uri: editor.uri('bot/main.yaml'),
    });
    if ('refused' in answer) throw new Error(answer.refused);
    expect(answer.states).toEqual({ reached: 2, all: 2 });
    const [finding] = answer.findings;
    expect(answer.findings.map(({ code }) => code)).toEqual(['dead-end']);
    expect(finding).toMatchObject({ location: { uri: editor.uri('bot/state/1.yaml') } });
    expect(finding?.steps).toEqual(Array.from({ length: 6 }, () => 'click: Go'));
    await edit('bot/found.scenario.yaml', finding?.scenario ?? '');
    const { reported } = await run([{ path: 'bot/found.scenario.yaml' }]);
    expect(reported.map(({ kind }) => kind)).toEqual(['started', 'ended']);
  });

  it('is refused with a reason', async () => {
    const answer = await editor.connection.sendRequest<ExploreAnswer>('atomicState/explore', {
      uri: editor.uri('nothing/main.yaml'),
    });
    expect(answer).toEqual({ refused: 'No automata was found for this file.' });
  });
});
