import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { startClient } from './started';

/** A standalone state is only checked with the automata of its own folder. */
const LONE = 'type: state\ntransitions:\n  CHAT: quiz\n';
const BOT = 'type: automata\ninitial: quiz\nstates:\n  quiz:\n    properties: { is_final: true }\n';
const OTHER = BOT.replace(/quiz/g, 'home');
const TASKS =
  'type: automata\ninitial: a\nstates:\n  a:\n    properties: { is_final: true }\n    tasks:\n      - module_type: Weather\n        module_config: { town: x }\n';
const OWN = 'modules:\n  Weather:\n    fields: { city: {} }\n';

describe('workspace folders', () => {
  it('have separate projects, and can be added and removed', async () => {
    const editor = await startClient(
      { 'one/bot.yaml': OTHER, 'one/lone.state.yaml': LONE, 'two/bot.yaml': BOT },
      { folders: { one: {}, two: {} } },
    );
    await editor.open('one/lone.state.yaml', LONE);
    const unknown = async () => (await editor.codes('one/lone.state.yaml')).includes('2 unknown-target');
    await editor.until(unknown);
    await editor.changeFolders([], ['one']);
    await editor.until(async () => !(await unknown()));
    await editor.changeFolders(['one'], []);
    await editor.until(unknown);
  });

  it('have settings of their own', async () => {
    const text = 'type: automata\ninitial: a\ncontext: { x: !env X }\nstates:\n  b: {}\n';
    const editor = await startClient(
      {},
      {
        folders: {
          one: { tags: ['!env'], diagnostics: { severity: { 'unknown-initial': 'off' } } },
          two: {},
        },
      },
    );
    await editor.open('one/main.yaml', text);
    await editor.open('two/main.yaml', text);
    const among = async (path: string) =>
      (await editor.codes(path)).filter((code) => /unknown-(?:tag|initial)/.test(code));
    await editor.until(async () => (await among('one/main.yaml')).length === 0);
    expect(await among('two/main.yaml')).toEqual(['1 unknown-initial', '2 unknown-tag']);
  });

  it('have modules of their own, which change with their file', async () => {
    const files = { 'one/own.yaml': OWN, 'one/main.yaml': TASKS, 'two/main.yaml': TASKS };
    const editor = await startClient(files, { folders: { one: { modules: ['own.yaml'] }, two: {} } });
    await editor.open('one/main.yaml', TASKS);
    await editor.open('two/main.yaml', TASKS);
    await editor.until(async () => (await editor.codes('one/main.yaml')).includes('7 unknown-field'));
    expect(await editor.codes('two/main.yaml')).toContain('6 unknown-module');
    await editor.write('one/own.yaml', OWN.replace('city', 'town'));
    await editor.until(async () => !(await editor.codes('one/main.yaml')).includes('7 unknown-field'));
    await editor.open('one/own.yaml', OWN.replace('fields', 'field'));
    expect(await editor.codes('one/own.yaml')).toEqual(['2 unknown-field']);
  });
});

describe('a workspace that is not trusted', () => {
  it('restricts the setting of modules in the manifest', () => {
    const { untrustedWorkspaces } = manifest.capabilities;
    expect(untrustedWorkspaces.supported).toBe('limited');
    expect(untrustedWorkspaces.restrictedConfigurations).toEqual(['atomicState.modules']);
  });

  it('reads no modules until it is trusted', async () => {
    const editor = await startClient(
      { 'own.yaml': OWN, 'main.yaml': TASKS },
      { settings: { modules: ['own.yaml'] }, options: { trusted: false } },
    );
    await editor.open('main.yaml', TASKS);
    await editor.until(async () => (await editor.codes('main.yaml')).includes('6 unknown-module'));
    await editor.connection.sendNotification('atomicState/trustGranted');
    await editor.until(async () => (await editor.codes('main.yaml')).includes('7 unknown-field'));
  });
});

describe('documents that are not on disk', () => {
  it.each(['untitled:Untitled-1', 'vscode-vfs://github/somebody/bot/main.yaml', 'git:/x/main.yaml?%7B%7D'])(
    'are checked without other files: %s',
    async (uri) => {
      const editor = await startClient({}, { settings: { modules: ['own.yaml'] } });
      const { connection } = editor;
      const text =
        'type: automata\ninitial: a\nstates: !include state\ncontext: { x: !oneline x.txt }\nrender:\n  txt: 1\n';
      await connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'atomic-state', version: 1, text },
      });
      const report = await connection.sendRequest<{ items: { code: string }[] }>('textDocument/diagnostic', {
        textDocument: { uri },
      });
      expect(report.items.map((item) => item.code)).toEqual(['unknown-field']);
      expect(editor.isAlive).toBe(true);
    },
  );
});
