import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from './client';

const MAIN = 'initial: home\nstates: !include state\n';
const HOME = 'home:\n  render:\n    text: "secret {{context.user}}"\n  transitions:\n    CHAT: quiz\n';
const QUIZ = 'quiz:\n  render: { text: secret }\n';

let editor: Client;

beforeAll(async () => {
  editor = await Client.start({
    'secret bot/main.yaml': MAIN,
    'secret bot/other.yaml': MAIN,
    'secret bot/state/home.yaml': HOME,
    'secret bot/state/quiz.yaml': QUIZ,
    'values.yaml': 'a: 1\n',
  });
  await editor.open('secret bot/state/home.yaml', HOME);
  await editor.open('secret bot/state/quiz.yaml', QUIZ);
  await editor.open('values.yaml', 'a: 1\n');
  await editor.until(async () => (await editor.codes('secret bot/state/home.yaml')).length > 0);
});

afterAll(() => editor.stop());

function traceAt(path: string, line: number): Promise<string | null> {
  return editor.connection.sendRequest('atomicState/trace', editor.at(path, line, 0));
}

describe('a trace of findings', () => {
  it('covers the unit at a position, in every project of the file', async () => {
    const trace = await traceAt('secret bot/state/home.yaml', 3);
    expect(trace).toMatch(/^home\.yaml, lines 1 to 5, revision \d+\n\nProject 1 of 2: main\.yaml\nfindings /);
    expect(trace?.match(/^Project .*\nfindings home\.yaml: executed \d+ ×, /gm)).toEqual([
      expect.stringContaining('Project 1 of 2: main.yaml\n'),
      expect.stringContaining('Project 2 of 2: other.yaml\n'),
    ]);
    expect(trace).not.toContain('secret');
  });

  it('has the revision in which a dependency changed', async () => {
    const changedAt = async () => {
      const trace = await traceAt('secret bot/state/home.yaml', 0);
      return Number(/scope\/quiz: input, changed in revision (\d+)/.exec(trace ?? '')?.[1]);
    };
    const before = await changedAt();
    await editor.change('secret bot/state/quiz.yaml', [{ text: QUIZ.replace('quiz', 'quis') }]);
    expect(await changedAt()).toBeGreaterThan(before);
  });

  it('is null for other files', async () => {
    expect(await traceAt('values.yaml', 0)).toBeNull();
    expect(await traceAt('no-such.yaml', 0)).toBeNull();
  });
});
