import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileChangeType } from 'vscode-languageserver-protocol';
import { startClient } from './started';

const MAIN = 'type: automata\ninitial: home\nstates: !include state\ntransitions:\n  go: quiz\n';
const HOME = 'home:\n  transitions:\n    CHAT: quiz\n';
const QUIZ = 'quiz:\n  render:\n    text: hi\n';

describe('diagnostics', () => {
  it('are pulled with all properties', async () => {
    const editor = await startClient({}, { options: { rulePages: 'test:rules/' } });
    const text = 'type: automata\ninitial: hom\nstates:\n  home: {transitions: {CHAT: home}}\n';
    await editor.open('main.yaml', text);
    expect(await editor.diagnostics('main.yaml')).toEqual([
      {
        range: { start: { line: 1, character: 9 }, end: { line: 1, character: 12 } },
        severity: 1,
        source: 'atomic-state',
        code: 'unknown-initial',
        codeDescription: { href: 'test:rules/unknown-initial' },
        message: expect.stringContaining('Did you mean `home`?'),
      },
    ]);
  });

  it('are pushed to a client that does not pull, and cleared', async () => {
    const editor = await startClient({}, { pull: false });
    await editor.open(
      'main.yaml',
      'type: automata\ninitial: hom\nstates:\n  home: {transitions: {CHAT: home}}\n',
    );
    await editor.until(() => editor.pushedCodes('main.yaml')?.[0] === '1 unknown-initial');
    await editor.change('main.yaml', [
      { range: { start: { line: 1, character: 12 }, end: { line: 1, character: 12 } }, text: 'e' },
    ]);
    await editor.until(() => editor.pushedCodes('main.yaml')?.length === 0);
  });

  it.each([true, false])(
    'are pushed with the version of the document if the client reads it: %s',
    async (reads) => {
      const editor = await startClient(
        {},
        { pull: false, textDocument: { publishDiagnostics: { versionSupport: reads } } },
      );
      const text = 'type: automata\ninitial: hom\nstates:\n  home: {transitions: {CHAT: home}}\n';
      await editor.open('main.yaml', text);
      await editor.until(() => editor.pushedCodes('main.yaml')?.length === 1);
      await editor.change('main.yaml', [{ text: text.replace('hom\n', 'home\n') }], 7);
      await editor.until(() => editor.pushedCodes('main.yaml')?.length === 0);
      expect(new Set(editor.pushedVersions)).toEqual(new Set(reads ? [1, 7] : [undefined]));
    },
  );

  it('follow edits, including several in one notification', async () => {
    const editor = await startClient({});
    await editor.open(
      'main.yaml',
      'type: automata\ninitial: hom\nstates:\n  home: {transitions: {CHAT: {}}}\n',
    );
    const at = (line: number, character: number) => ({ line, character });
    await editor.change('main.yaml', [
      { range: { start: at(1, 9), end: at(1, 12) }, text: '' },
      { range: { start: at(1, 9), end: at(1, 9) }, text: 'a' },
      { range: { start: at(3, 2), end: at(3, 6) }, text: 'a' },
    ]);
    expect(await editor.codes('main.yaml')).toEqual([]);
    await editor.change(
      'main.yaml',
      [{ text: 'type: automata\ninitial: b\nstates:\n  a: {transitions: {CHAT: a}}\n' }],
      3,
    );
    expect(await editor.codes('main.yaml')).toEqual(['1 unknown-initial']);
  });

  it('depend on the states of included files, open or not', async () => {
    const editor = await startClient({ 'main.yaml': MAIN, 'state/home.yaml': HOME, 'state/quiz.yaml': QUIZ });
    await editor.open('state/home.yaml', HOME);
    await editor.until(async () => (await editor.codes('state/home.yaml')).length === 0);
    await editor.open('state/quiz.yaml', QUIZ);
    await editor.change('state/quiz.yaml', [{ text: QUIZ.replace('quiz', 'riddle') }]);
    await editor.until(async () => (await editor.codes('state/home.yaml')).includes('2 unknown-target'));
    await editor.until(() => editor.refreshes > 0);
    await editor.close('state/quiz.yaml');
    await editor.until(async () => (await editor.codes('state/home.yaml')).length === 0);
  });

  it('follow files that are changed, created and deleted on disk', async () => {
    const editor = await startClient({ 'main.yaml': MAIN, 'state/home.yaml': HOME });
    await editor.open('main.yaml', MAIN);
    await editor.until(async () => (await editor.codes('main.yaml')).includes('4 unknown-target'));
    await editor.write('state/quiz.yaml', QUIZ);
    await editor.until(async () => (await editor.codes('main.yaml')).length === 0);
    await editor.write('state/quiz.yaml', QUIZ.replace('quiz', 'riddle'));
    await editor.until(async () => (await editor.codes('main.yaml')).includes('4 unknown-target'));
    await editor.write('state/quiz.yaml', QUIZ);
    await editor.until(async () => (await editor.codes('main.yaml')).length === 0);
    await editor.remove('state');
    await editor.until(async () => (await editor.codes('main.yaml')).includes('2 missing-file'));
    await editor.write('state/home.yaml', HOME + QUIZ);
    await editor.touched('state', FileChangeType.Created);
    await editor.until(async () => (await editor.codes('main.yaml')).length === 0);
  });

  it('are empty for files of other formats', async () => {
    const kubernetes = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: {{x}}}\nspec:\n  states: 3\n';
    const editor = await startClient({ 'deployment.yaml': kubernetes });
    await editor.open('deployment.yaml', kubernetes);
    expect(await editor.diagnostics('deployment.yaml')).toEqual([]);
    await editor.open('values.yaml', 'tasks: 3\nrender: yes\n');
    expect(await editor.diagnostics('values.yaml')).toEqual([]);
    expect(editor.notes.filter((note) => note.method === 'atomicState/stateFile')).toEqual([]);
  });

  it('have the severities of the settings', async () => {
    const settings = {
      diagnostics: { severity: { 'unknown-initial': 'hint', 'unhandled-event': 'off', nonsense: 7 } },
    };
    const editor = await startClient({}, { settings });
    const button = '    render:\n      buttons:\n        - {content: A, on_click: b}\n';
    await editor.open(
      'main.yaml',
      `type: automata\ninitial: hom\nstates:\n  home:\n${button}    transitions: {CHAT: home}\n`,
    );
    await editor.until(async () => (await editor.diagnostics('main.yaml'))[0]?.severity === 4);
    expect(await editor.codes('main.yaml')).toEqual(['1 unknown-initial']);
  });
});

describe('the workspace folder', () => {
  it('is not left by a path or a link', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    writeFileSync(join(outside, 'secret.yaml'), 'secret: {}\n');
    const editor = await startClient({ 'a.txt': '' });
    symlinkSync(outside, join(editor.folder, 'link'));
    const text =
      'type: automata\ninitial: secret\nstates: !include link\ncontext:\n  a: !oneline ../x.txt\n  b: !oneline /etc/hostname\n';
    await editor.open('main.yaml', text);
    await editor.until(async () => (await editor.codes('main.yaml')).length >= 3);
    expect(await editor.codes('main.yaml')).toEqual([
      '2 outside-workspace',
      '4 outside-workspace',
      '5 outside-workspace',
    ]);
  });
});

describe('state files', () => {
  it('are announced to the client once when opened, even if only an automata identifies them', async () => {
    const editor = await startClient({ 'main.yaml': MAIN, 'state/home.yaml': HOME, 'state/quiz.yaml': QUIZ });
    await editor.open('state/home.yaml', HOME);
    const announced = () =>
      editor.notes.filter((note) => note.method === 'atomicState/stateFile').map((note) => note.params);
    await editor.until(() => announced().length > 0);
    await editor.change('state/home.yaml', [{ text: `${HOME}# more\n` }]);
    await editor.diagnostics('state/home.yaml');
    expect(announced()).toEqual([{ uri: editor.uri('state/home.yaml') }]);
  });

  it('have a status', async () => {
    const editor = await startClient({ 'main.yaml': MAIN, 'state/home.yaml': HOME, 'state/quiz.yaml': QUIZ });
    const status = (path: string) =>
      editor.connection.sendRequest<{ kind: string; label: string; detail: string; automata?: string }>(
        'atomicState/status',
        { uri: editor.uri(path) },
      );
    await editor.until(async () => (await status('state/home.yaml')).kind === 'member');
    expect(await status('state/home.yaml')).toMatchObject({
      label: 'Part of main.yaml',
      detail: '2 states in 3 files',
      automata: editor.uri('main.yaml'),
      reason: 'An automata includes it.',
    });
    expect(await status('main.yaml')).toMatchObject({
      kind: 'automata',
      label: 'Automata: 2 states in 3 files',
      reason: 'It has type: automata.',
      change: 'leave',
    });
    expect(await status('nothing.yaml')).toMatchObject({
      kind: 'none',
      detail: 'It has nothing that only state files have.',
      change: 'treat',
    });
  });
});

describe('a client with invalid requests', () => {
  it('gets errors or empty answers, and does not stop the server', async () => {
    const editor = await startClient({});
    const { connection } = editor;
    const nonsense = [
      connection.sendRequest('textDocument/hover', {
        textDocument: { uri: 'file:///nowhere.yaml' },
        position: { line: 9, character: 9 },
      }),
      connection.sendRequest('textDocument/hover', {}),
      connection.sendRequest('textDocument/completion', {
        textDocument: { uri: 'odd:' },
        position: { line: -1, character: Number.MAX_SAFE_INTEGER },
      }),
      connection.sendRequest('textDocument/definition', null),
      connection.sendRequest('textDocument/diagnostic', { textDocument: { uri: '%%%' } }),
      connection.sendRequest('no/such/method', { a: 1 }),
    ];
    await editor.change('never-opened.yaml', [{ text: 'x' }]);
    await editor.close('never-opened.yaml');
    await connection.sendNotification('textDocument/didOpen', { nothing: true });
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: editor.uri('a.yaml') },
    });
    await Promise.allSettled(nonsense);
    await editor.open('a.yaml', 'type: automata\ninitial: b\nstates:\n  a: {transitions: {CHAT: a}}\n');
    await editor.change('a.yaml', [
      { range: { start: { line: 99, character: 0 }, end: { line: 120, character: 7 } }, text: 'x' },
    ]);
    expect((await editor.codes('a.yaml'))[0]).toBe('1 unknown-initial');
    expect(editor.isAlive).toBe(true);
  });
});
