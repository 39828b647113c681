import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Range } from 'vscode-languageserver-protocol';
import type { GraphChange } from '../../server/drawing/graph-change';
import type { StateGraph } from '../../server/drawing/state-graph';
import type { Client } from './client';
import { changeAndAwaitDrawing, inLine, startGraphProject } from './drawn-bot';

const HOME = 'home:\n  transitions:\n    CHAT: quiz\n    go: { target: home }\n';

interface Answer {
  readonly graph: StateGraph;
  readonly places: Readonly<Record<string, { uri: string; range: Range; selection: Range }>>;
  readonly title: string;
  readonly version?: number;
}

interface Difference extends Partial<Answer> {
  readonly change?: GraphChange;
  readonly resultId: string;
}

let editor: Client;

beforeAll(async () => {
  editor = await startGraphProject(
    HOME,
    async (found) => (await graphOf('bot/state/home.yaml', found)) !== null,
  );
});

afterAll(() => editor.stop());

function graphOf(path: string, client = editor): Promise<Answer | null> {
  return client.connection.sendRequest('atomicState/stateGraph', { uri: client.uri(path) });
}

function stateAt(path: string, line: number, character: number): Promise<unknown> {
  return editor.connection.sendRequest('atomicState/stateAt', editor.at(path, line, character));
}

describe('the state graph', () => {
  it('has the states of the project of any of its files, with locations', async () => {
    const answer = await graphOf('bot/state/home.yaml');
    expect(answer?.graph.nodes.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'automata ',
      'state home',
      'state quiz',
    ]);
    expect(answer).toMatchObject({ title: 'bot/main.yaml', version: 1 });
    expect(answer?.graph.nodes[1]).toMatchObject({ id: 'home', parent: '', isInitial: true });
    const chat = answer?.graph.edges.find(({ kind }) => kind === 'chat');
    expect(chat).toMatchObject({ from: 'home', to: 'quiz', event: 'CHAT' });
    expect(answer?.places[chat?.id ?? '']).toMatchObject({
      uri: editor.uri('bot/state/home.yaml'),
      selection: inLine(2, 10, 14),
    });
    expect(answer?.places.home).toEqual({
      uri: editor.uri('bot/state/home.yaml'),
      range: { start: { line: 0, character: 0 }, end: { line: 3, character: 24 } },
      selection: inLine(0, 0, 4),
    });
    expect(answer?.places.quiz?.uri).toBe(editor.uri('bot/state/quiz.yaml'));
    expect(Object.keys(await graphOf('bot/main.yaml').then((main) => main?.places ?? {}))).toHaveLength(6);
  });

  it('comes without the places if they are not requested, but with their files', async () => {
    const uri = editor.uri('bot/state/home.yaml');
    const { graph, ...whole } = (await graphOf('bot/state/home.yaml')) ?? {};
    expect(await editor.connection.sendRequest('atomicState/stateGraph', { uri, places: false })).toEqual({
      ...whole,
      graph,
      places: {},
      files: ['bot/main.yaml', 'bot/state/home.yaml', 'bot/state/quiz.yaml'].map((path) => editor.uri(path)),
    });
  });

  it('is null for other files', async () => {
    await editor.open('values.yaml', 'a: 1\n');
    expect(await graphOf('values.yaml')).toBeNull();
    expect(await graphOf('no-such.yaml')).toBeNull();
    expect(await stateAt('values.yaml', 0, 0)).toBeNull();
  });

  it('has the state and the transition at a position', async () => {
    expect(await stateAt('bot/state/home.yaml', 0, 2)).toEqual({ id: 'home' });
    expect(await stateAt('bot/state/home.yaml', 2, 11)).toEqual({ id: 'home', edge: 'home\n\nCHAT\n\n0' });
    expect(await stateAt('bot/state/home.yaml', 4, 0)).toMatchObject({ id: 'home' });
  });

  it('is announced as changed after an edit, and has the problems of the new text', async () => {
    await changeAndAwaitDrawing(editor, inLine(2, 10, 14), 'gone');
    const answer = await graphOf('bot/state/home.yaml');
    expect(answer?.version).toBe(2);
    expect(answer?.graph.nodes.find(({ id }) => id === 'home')?.problems.errors).toBe(1);
    expect(answer?.graph.nodes.at(-1)).toMatchObject({ id: 'gone', kind: 'missing' });
  });

  it('comes as the difference from an earlier answer, with its numbers of problems if no findings are wanted', async () => {
    const uri = editor.uri('bot/state/home.yaml');
    const request = (previousResultId: string | undefined, more: object = {}): Promise<Difference> =>
      editor.connection.sendRequest('atomicState/stateGraph', { uri, previousResultId, ...more });
    const first = await request('');
    const { graph } = await request('of another server');
    expect(graph).toEqual(first.graph);
    const second = await request('');
    const third = await request(second.resultId);
    expect(third).toEqual({ ...second, graph: undefined, resultId: expect.any(String) });
    expect(third.resultId).not.toBe(second.resultId);
    // The server keeps the last answer only.
    expect((await request(second.resultId)).graph).toEqual(graph);

    const { resultId } = await request('');
    await changeAndAwaitDrawing(editor, inLine(2, 10, 14), 'quiz');
    const quick = await request(resultId, { findings: false });
    // Nothing of `home` is sent, whose problem was solved.
    const quiz = { id: 'quiz', isReachable: true };
    expect(quick.change?.nodes).toMatchObject({ from: 2, deleted: 2, added: [quiz] });
    expect(quick.change?.edges.added).toMatchObject([{ from: 'home', to: 'quiz', event: 'CHAT' }]);
    const home = { id: 'home', problems: { errors: 0, warnings: 0 } };
    const { change } = await request(quick.resultId);
    expect(change).toMatchObject({
      nodes: { from: 1, deleted: 1, added: [home] },
      edges: { deleted: 0, added: [] },
    });
    // So that its number of problems does not vanish for a moment, a state keeps it when it gets another name.
    const before = await request('');
    await editor.change('bot/state/home.yaml', [{ range: inLine(3, 4, 24), text: 'a b: quiz' }]);
    const wrong = await request(before.resultId);
    const problems = { errors: 1, warnings: 0 };
    expect(wrong.change?.nodes.added).toMatchObject([{ id: 'home', problems }]);
    await editor.change('bot/state/home.yaml', [{ range: inLine(0, 0, 4), text: 'start' }]);
    await editor.open('bot/main.yaml', 'initial: start\nstates: !include state\n');
    const renamed = await request(wrong.resultId, { findings: false });
    expect(renamed.change?.nodes.added).toMatchObject([{ id: 'start', problems }]);
    // Without an earlier answer, those of the text are the only ones.
    expect((await request(undefined, { findings: false })).graph?.nodes[1]).toMatchObject({ problems });
  });
});
