import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Range } from 'vscode-languageserver-protocol';
import type { Preview } from '../../server/features/preview/data';
import type { Client } from './client';
import { changeAndAwaitDrawing, inLine, startGraphProject } from './drawn-bot';

const HOME = [
  'home:',
  '  render:',
  "    text: 'Hello {{context.name}}'",
  '    buttons:',
  '      - content: Go',
  '        on_click: go',
  '  transitions:',
  '    go: quiz',
  '',
].join('\n');

interface Answer {
  readonly uri?: string;
  readonly preview?: Preview;
  readonly places?: readonly Range[];
  readonly none?: string;
}

let editor: Client;

beforeAll(async () => {
  editor = await startGraphProject(HOME, async (found) => {
    return (await previewAt('bot/state/home.yaml', 0, 0, undefined, found)).none === undefined;
  });
});

afterAll(() => editor.stop());

function previewAt(
  path: string,
  line: number,
  character: number,
  shown?: string,
  client = editor,
): Promise<Answer> {
  const params = { ...client.at(path, line, character), ...(shown !== undefined && { shown }) };
  return client.connection.sendRequest('atomicState/statePreview', params);
}

describe('the preview of a state', () => {
  it('has its parts with their ranges', async () => {
    const { uri, preview, places = [] } = await previewAt('bot/state/home.yaml', 4, 12);
    expect(uri).toBe(editor.uri('bot/state/home.yaml'));
    expect(preview?.state).toMatchObject({
      id: 'home',
      name: 'home',
      automata: 'bot/main.yaml',
      isInitial: true,
    });
    const [hello, chip] = preview?.text?.pieces ?? [];
    expect(hello).toEqual({ kind: 'text', text: 'Hello ' });
    expect(chip).toMatchObject({ kind: 'expression', source: 'context.name' });
    expect(chip?.kind === 'expression' && places[chip.at]).toEqual(inLine(2, 17, 33));
    const button = preview?.rows[0]?.[0];
    expect(button).toMatchObject({ event: 'go', outcome: { kind: 'cases', cases: [{ target: 'quiz' }] } });
    expect(places[button?.at ?? -1]).toEqual({
      start: { line: 4, character: 8 },
      end: { line: 5, character: 20 },
    });
  });

  it('shows the initial state, or the previous one, in the main file', async () => {
    expect((await previewAt('bot/main.yaml', 0, 0)).preview?.state.id).toBe('home');
    expect((await previewAt('bot/main.yaml', 0, 0, 'quiz')).uri).toBe(editor.uri('bot/state/quiz.yaml'));
  });

  it('has a reason if it is empty', async () => {
    await editor.open('values.yaml', 'a: 1\n');
    expect(await previewAt('values.yaml', 0, 0)).toEqual({ none: 'no-state-file' });
    expect(await previewAt('no-such.yaml', 0, 0)).toEqual({ none: 'no-state-file' });
  });

  it('is announced as changed after an edit', async () => {
    await changeAndAwaitDrawing(editor, inLine(4, 17, 19), 'Leave');
    const { preview } = await previewAt('bot/state/home.yaml', 0, 0);
    expect(preview?.rows[0]?.[0]?.content?.pieces).toEqual([{ kind: 'text', text: 'Leave' }]);
  });
});
