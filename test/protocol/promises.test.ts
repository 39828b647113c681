import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgressType } from 'vscode-languageserver-protocol/node';
import type {
  ExploreAnswer,
  RunScenariosParams,
  ScenarioList,
  ScenarioProgress,
} from '../../server/protocol/messages';
import { Client } from './client';

const MAIN = `initial: home
context: { approved: false, name: '' }
states:
  home:
    render: { text: Home, buttons: [{ content: Ask, on_click: ask }, { content: Pay, on_click: pay }] }
    transitions: { ask: review, pay: payout, CHAT: named }
  review:
    outputs: { context.approved: '{{true}}' }
    render: { text: Fine, buttons: [{ content: Back, on_click: back }] }
    transitions: { back: home }
  payout:
    render: { text: Here, buttons: [{ content: Back, on_click: back }] }
    transitions: { back: home }
  named:
    inputs: { said: { type: IM, user_input: true } }
    outputs: { context.name: '{{said}}' }
    transitions: { ALWAYS: home }
`;
const PROMISES = `promises:
  - always_reachable: home
  - never:
      state: payout
      where: '{{!context.approved}}'
  - always: '{{context.name.trim() !== 5}}'
  - always: '{{context.cart.total > 0}}'
scenarios:
  - name: always_reachable home
    steps: [{ expect: { state: home } }]
`;
const NEVER = 'never state: payout, where: {{!context.approved}}';

let editor: Client;
let path: string;

beforeAll(async () => {
  path = 'a.scenario.yaml';
  editor = await Client.start({ 'main.yaml': MAIN, [path]: PROMISES });
});

afterAll(() => editor.stop());

/** Runs tests of the file, and returns what was reported of each after it has started. */
async function run(ids?: readonly string[]): Promise<readonly ScenarioProgress[]> {
  const progressToken = `run ${ids?.join()}`;
  const reported: ScenarioProgress[] = [];
  const listener = editor.connection.onProgress(
    new ProgressType<ScenarioProgress>(),
    progressToken,
    (one) => {
      reported.push(one);
    },
  );
  const chosen = [{ uri: editor.uri(path), ...(ids && { ids }) }];
  const params: RunScenariosParams = { chosen, coverage: false, progressToken };
  await editor.connection.sendRequest('atomicState/runScenarios', params);
  listener.dispose();
  const started = reported.filter(({ kind }) => kind === 'started').map(({ id }) => id);
  const ended = reported.filter(({ kind }) => kind !== 'started');
  // What is refused need not start.
  const wereRun = ended.flatMap(({ id, kind }) => (kind === 'refused' && !started.includes(id) ? [] : [id]));
  expect(started.toSorted()).toEqual(wereRun.toSorted());
  return ended;
}

describe('promises in the editor', () => {
  it('are listed with their places, in one line, and with ids that no scenario has', async () => {
    const { files } = await editor.connection.sendRequest<ScenarioList>('atomicState/scenarios');
    const { promises = [], scenarios = [] } = files[0] ?? {};
    expect(promises.map(({ name, range: { start, end } }) => [name, start.line, end.line])).toEqual([
      ['always_reachable home', 1, 1],
      [NEVER, 2, 4],
      ['always {{context.name.trim() !== 5}}', 5, 5],
      ['always {{context.cart.total > 0}}', 6, 6],
    ]);
    const ids = [...promises, ...scenarios].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are proven, refuted with a conversation, undecided with a reason, or wrong', async () => {
    expect(await run()).toEqual([
      expect.objectContaining({ id: 'always_reachable home', kind: 'ended', failures: [] }),
      expect.objectContaining({ id: ' always_reachable home', kind: 'ended', failures: [] }),
      expect.objectContaining({
        id: ` ${NEVER}`,
        kind: 'refuted',
        fault: {
          code: 'promise-refuted',
          message: `Promise \`${NEVER}\` is refuted by this conversation.`,
          location: {
            uri: editor.uri(path),
            range: { start: { line: 2, character: 4 }, end: { line: 4, character: 36 } },
          },
          steps: ['click: Pay'],
          scenario: expect.stringMatching(/automata: main\.yaml(?:.|\n)*click: Pay/),
        },
      }),
      expect.objectContaining({ kind: 'undecided', why: 'Only some values of `said` were tried.' }),
      expect.objectContaining({
        kind: 'refused',
        message: "`always` failed: TypeError: cannot read property 'total' of undefined.",
        location: {
          uri: editor.uri(path),
          range: expect.objectContaining({ start: { line: 6, character: 12 } }),
        },
      }),
    ]);
  });

  it('run alone, and are refused with a problem of their file', async () => {
    expect(await run([' always_reachable home'])).toEqual([
      expect.objectContaining({ id: ' always_reachable home', kind: 'ended' }),
    ]);
    await editor.open(path, PROMISES.replace('always_reachable: home', 'never: { sate: home }'));
    const reported = await run([` ${NEVER}`]);
    expect(reported).toEqual([
      expect.objectContaining({ kind: 'refused', message: expect.stringContaining('`sate`') }),
    ]);
  });

  it('are decided by explorations of their automata, with refuted ones among the findings', async () => {
    await editor.change(path, [{ text: PROMISES }], 2);
    const explore = async () => {
      const uri = editor.uri('main.yaml');
      const answer = await editor.connection.sendRequest<ExploreAnswer>('atomicState/explore', { uri });
      if ('refused' in answer) throw new Error(answer.refused);
      return answer;
    };
    const answer = await explore();
    expect(answer.findings).toEqual([
      expect.objectContaining({
        code: 'promise-refuted',
        location: expect.objectContaining({ uri: editor.uri(path) }),
        steps: ['click: Pay'],
      }),
    ]);
    expect(answer.promises.map(({ title, result }) => `${title}: ${result}`)).toEqual([
      'always_reachable home: proven',
      `${NEVER}: refuted`,
      'always {{context.name.trim() !== 5}}: undecided',
    ]);
    expect(answer.errors.map(({ message }) => message)).toEqual([expect.stringContaining('`always` failed')]);
    await editor.change(path, [{ text: PROMISES.replace('always_reachable', 'sometimes') }], 3);
    expect((await explore()).errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('A promise must have exactly one of'),
    ]);
  });
});
