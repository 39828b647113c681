import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CancellationTokenSource, ProgressType } from 'vscode-languageserver-protocol/node';
import type { AutomataComparison, CompareAnswer } from '../../server/protocol/messages';
import type { Client } from './client';
import { startClient } from './started';

const MAIN = 'initial: home\ncontext: { tries: 0 }\nstates: !include state\n';
const HOME = `home:
  render:
    text: Welcome
    buttons: [{ content: Start, on_click: start }]
  transitions: { start: quiz }
`;
const QUIZ = `quiz:
  outputs: { context.tries: '{{context.tries + 1}}' }
  render:
    text: 'Question {{context.tries}}'
    buttons: [{ content: Answer, on_click: answer }]
  transitions:
    answer:
      - { condition: '{{context.tries >= 2}}', target: done }
      - quiz
done:
  properties: { is_final: true }
  render: { text: The end }
`;

describe('a comparison with a revision', () => {
  const folders: string[] = [];

  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  function git(folder: string, ...args: readonly string[]): void {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'core.autocrlf=false'];
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }

  /** A client of a folder whose files are committed with the tag `first`. */
  async function start(options = {}): Promise<Client> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atomic-state-')));
    folders.push(folder);
    const files = { 'bot/main.yaml': MAIN, 'bot/state/home.yaml': HOME, 'bot/state/quiz.yaml': QUIZ };
    const client = await startClient(files, { folder, ...options });
    git(folder, 'init', '--quiet', '.');
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '--message', 'first');
    git(folder, 'tag', 'first');
    return client;
  }

  const ask = (client: Client, revision = 'HEAD', path = 'bot/main.yaml') =>
    client.connection.sendRequest<CompareAnswer>('atomicState/compare', { uri: client.uri(path), revision });

  async function compared(client: Client, revision = 'HEAD'): Promise<AutomataComparison> {
    const answer = await ask(client, revision);
    if ('refused' in answer) throw new Error(answer.refused);
    return answer;
  }

  it('finds no change in the same texts, whatever their layout is', async () => {
    const client = await start();
    await client.open(
      'bot/state/home.yaml',
      `# The first.\n${HOME.replace('text: Welcome', "text: 'Welcome'")}`,
    );
    const { title, structure, behaviour, undecided, graph, marks } = await compared(client);
    expect([title, structure, behaviour]).toEqual(['bot/main.yaml', [], []]);
    expect(undecided).toEqual({ conversations: 0, why: [] });
    expect(graph.nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(['home', 'quiz', 'done']));
    expect(marks).toEqual({ nodes: {}, edges: {} });
  });

  it('compares the text in the editor, saved or not, and shows both versions of each conversation', async () => {
    const client = await start();
    await client.open('bot/state/home.yaml', HOME.replace('Welcome', 'Good evening'));
    const { behaviour, structure, marks } = await compared(client, 'first');
    expect(behaviour).toHaveLength(1);
    const [change] = behaviour;
    expect(change).toMatchObject({
      kind: 'text',
      title: 'People see other content in `home`',
      location: { uri: client.uri('bot/state/home.yaml'), version: 'after' },
    });
    const textOf = (version: 'before' | 'after') =>
      change?.turns.map((turn) =>
        turn[version]?.outputs.flatMap((one) => (one.kind === 'message' ? one.text : [])),
      );
    expect([textOf('before'), textOf('after')]).toEqual([[['Welcome']], [['Good evening']]]);
    expect(structure).toContainEqual(
      expect.objectContaining({ change: 'changed', before: 'Welcome', after: 'Good evening' }),
    );
    expect(Object.values(marks.nodes)).toEqual(['changed']);
  });

  it('says where something was in the old version', async () => {
    const client = await start();
    const text = QUIZ.slice(0, QUIZ.indexOf('done:')).replace('target: done', 'target: quiz');
    await client.open('bot/state/quiz.yaml', text);
    const { marks, places, structure } = await compared(client);
    const [removed] = Object.entries(marks.nodes).filter(([, mark]) => mark === 'removed');
    expect(removed && places[removed[0]]).toEqual({
      uri: client.uri('bot/state/quiz.yaml'),
      range: { start: { line: 9, character: 0 }, end: { line: 9, character: 4 } },
      version: 'before',
    });
    expect(structure).toContainEqual(
      expect.objectContaining({
        change: 'removed',
        title: 'state `done` removed',
        location: expect.objectContaining({ version: 'before' }),
      }),
    );
  });

  it('speaks Chinese', async () => {
    const client = await start({ ownProcess: true, locale: 'zh-cn' });
    await client.open('bot/state/home.yaml', HOME.replace('Welcome', 'Hello'));
    const { behaviour } = await compared(client);
    expect(behaviour[0]?.title).toMatch(/^`home` \p{Script=Han}/u);
  });

  it('says why there is nothing to compare with', async () => {
    const client = await start();
    const refusal = async (...args: [revision?: string, path?: string]) => {
      const answer = await ask(client, ...args);
      return 'refused' in answer ? answer.refused : answer;
    };
    expect(await refusal('nowhere')).toBe('`nowhere` is not a branch, tag or commit of this repository.');
    expect(await refusal('--output=x')).toBe(
      '`--output=x` is not a branch, tag or commit of this repository.',
    );
    await client.open('new/main.yaml', MAIN.replace('!include state', '{home: {render: {text: Hi}}}'));
    expect(await refusal('HEAD', 'new/main.yaml')).toBe(
      '`new/main.yaml` is not in `HEAD`, so there is no earlier version to compare with.',
    );
    rmSync(join(client.folder, '.git'), { recursive: true });
    expect(await refusal()).toBe('`main.yaml` is not in a Git repository.');
  });

  it('runs nothing in a workspace that is not trusted', async () => {
    const client = await start({ options: { trusted: false } });
    const answer = await ask(client);
    expect(answer).toMatchObject({ refused: expect.stringContaining('Trust this workspace to run it.') });
  });

  it('reports its progress, and can be cancelled', async () => {
    const client = await start();
    // A conversation with more steps than an exploration tries.
    const endless = QUIZ.replace('>= 2', '>= 100000');
    await client.open('bot/state/quiz.yaml', endless);
    const cancel = new CancellationTokenSource();
    const listener = client.connection.onProgress(
      new ProgressType<{ steps: number }>(),
      'token',
      ({ steps }) => {
        expect(steps).toBeGreaterThan(0);
        cancel.cancel();
      },
    );
    const params = { uri: client.uri('bot/main.yaml'), revision: 'HEAD', progressToken: 'token' };
    const answer = client.connection.sendRequest('atomicState/compare', params, cancel.token);
    await expect(answer).rejects.toMatchObject({ code: -32800 });
    listener.dispose();
  });
});
