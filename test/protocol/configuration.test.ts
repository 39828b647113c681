import { describe, expect, it } from 'vitest';
import { startClient } from './started';

const CONFIG = 'atomic-state.config.yaml';
const TEXT = 'type: automata\ninitial: a\ncontext: { x: !env X }\nstates:\n  b: { rendr: {} }\n';
const TASKS =
  'type: automata\ninitial: a\nstates:\n  a:\n    properties: { is_final: true }\n    tasks:\n      - module_type: Weather\n        module_config: { town: x }\n';
const OWN = 'modules:\n  Weather:\n    fields: { city: {} }\n';

describe('the configuration file', () => {
  it('decides from the first answer on', async () => {
    const rules = 'rules: { unknown-initial: off, unknown-field: warning }\ntags: ["!env"]\n';
    const editor = await startClient({ 'bots/main.yaml': TEXT, [CONFIG]: rules });
    await editor.open('bots/main.yaml', TEXT);
    const all = await editor.diagnostics('bots/main.yaml');
    expect(all.map(({ code, severity }) => [code, severity])).not.toContainEqual(['unknown-initial', 1]);
    expect(all.map(({ code, severity }) => [code, severity])).toContainEqual(['unknown-field', 2]);
    expect(all.map(({ code }) => code)).not.toContain('unknown-tag');
  });

  it('counts where the editor says something else, and the status says so', async () => {
    const editor = await startClient(
      { 'main.yaml': TEXT, [CONFIG]: 'rules: { unknown-field: warning }\n' },
      { settings: { diagnostics: { severity: { 'unknown-field': 'hint', 'unknown-tag': 'off' } } } },
    );
    await editor.open('main.yaml', TEXT);
    const severities = (await editor.diagnostics('main.yaml')).map(({ code, severity }) => [code, severity]);
    expect(severities).toContainEqual(['unknown-field', 2]);
    expect(severities.map(([code]) => code)).not.toContain('unknown-tag');
    const status = await editor.connection.sendRequest('atomicState/status', {
      uri: editor.uri('main.yaml'),
    });
    expect(status).toMatchObject({
      configuration: {
        uri: editor.uri(CONFIG),
        label: CONFIG,
        detail: 'It counts instead of your settings: atomicState.diagnostics.severity.unknown-field.',
      },
    });
  });

  it('applies while it is edited, created and removed', async () => {
    const editor = await startClient({ 'main.yaml': TEXT });
    await editor.open('main.yaml', TEXT);
    const has = async (code: string) => (await editor.codes('main.yaml')).some((one) => one.endsWith(code));
    expect(await has('unknown-field')).toBe(true);
    await editor.write(CONFIG, 'rules: { unknown-field: off }\n');
    await editor.until(async () => !(await has('unknown-field')));
    await editor.open(CONFIG, 'rules: { unknown-field: off }\n');
    const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
    await editor.change(CONFIG, [{ range, text: 'rules: { unknown-tag: off }\n' }]);
    await editor.until(async () => (await has('unknown-field')) && !(await has('unknown-tag')));
    await editor.close(CONFIG);
    await editor.remove(CONFIG);
    await editor.until(async () => (await has('unknown-field')) && (await has('unknown-tag')));
  });

  it('is the nearest one, which may extend another', async () => {
    const editor = await startClient({
      [CONFIG]: 'rules: { unknown-field: off }\n',
      'bots/near/atomic-state.config.json': '{ "extends": "../base.yaml", "tags": ["!env"] }\n',
      'bots/base.yaml': 'rules: { unknown-initial: "off" }\n',
      'bots/near/main.yaml': TEXT,
      'bots/main.yaml': TEXT,
    });
    await editor.open('bots/near/main.yaml', TEXT);
    await editor.open('bots/main.yaml', TEXT);
    const codes = async (path: string) => (await editor.codes(path)).map((code) => code.split(' ')[1]);
    expect(await codes('bots/near/main.yaml')).not.toContain('unknown-initial');
    expect(await codes('bots/near/main.yaml')).not.toContain('unknown-tag');
    expect(await codes('bots/near/main.yaml')).toContain('unknown-field');
    expect(await codes('bots/main.yaml')).toContain('unknown-initial');
    expect(await codes('bots/main.yaml')).not.toContain('unknown-field');
    // The file that is extended applies to nothing by itself, and is checked like a configuration file.
    await editor.open('bots/base.yaml', 'rules: { unknown-initial: "offf" }\n');
    expect(await editor.codes('bots/base.yaml')).toEqual(['0 invalid-value']);
    await editor.until(async () => (await codes('bots/near/main.yaml')).includes('unknown-initial'));
  });

  it('names modules relative to its folder, which are not read in a workspace that is not trusted', async () => {
    const files = {
      'bots/atomic-state.config.yaml': 'modules: [own.yaml]\n',
      'bots/own.yaml': OWN,
      'bots/main.yaml': TASKS,
      'main.yaml': TASKS,
    };
    const editor = await startClient(files, { options: { trusted: false } });
    await editor.open('bots/main.yaml', TASKS);
    await editor.open('main.yaml', TASKS);
    expect(await editor.codes('bots/main.yaml')).toContain('6 unknown-module');
    await editor.connection.sendNotification('atomicState/trustGranted');
    await editor.until(async () => (await editor.codes('bots/main.yaml')).includes('7 unknown-field'));
    expect(await editor.codes('main.yaml')).toContain('6 unknown-module');
    await editor.write('bots/own.yaml', OWN.replace('city', 'town'));
    await editor.until(async () => !(await editor.codes('bots/main.yaml')).includes('7 unknown-field'));
  });

  it('decides which files are state files, with patterns relative to its folder', async () => {
    const text = 'states: {}\nrendr: 1\n';
    const files = {
      'bots/atomic-state.config.yaml': "detect: { byContent: false, byName: ['odd/*.yaml'] }\n",
      'bots/odd/one.yaml': text,
      'bots/main.yaml': TEXT,
    };
    const editor = await startClient(files);
    await editor.open('bots/odd/one.yaml', text);
    await editor.open('bots/main.yaml', TEXT);
    expect(await editor.codes('bots/odd/one.yaml')).toContain('1 unknown-field');
    expect(await editor.codes('bots/main.yaml')).toEqual([]);
    await editor.remove('bots/atomic-state.config.yaml');
    await editor.until(async () => (await editor.codes('bots/main.yaml')).length > 0);
  });

  it('leaves patterns of the editor that it does not contradict', async () => {
    const text = 'states: {}\nrendr: 1\n';
    const config = "detect: { byContent: false, byName: ['odd/*.yaml', '!odd/not.yaml'] }\n";
    const editor = await startClient(
      { 'bots/atomic-state.config.yaml': config },
      { settings: { detect: { byName: ['bots/more.yaml', 'bots/odd/not.yaml'] } } },
    );
    for (const path of ['bots/odd/one.yaml', 'bots/more.yaml', 'bots/odd/not.yaml', 'bots/other.yaml']) {
      await editor.open(path, text);
      const isOurs = path.endsWith('one.yaml') || path.endsWith('more.yaml');
      expect([path, (await editor.codes(path)).includes('1 unknown-field')]).toEqual([path, isOurs]);
    }
  });

  it('outside of the workspace is not read', async () => {
    const editor = await startClient(
      { [CONFIG]: 'rules: { unknown-field: off }\n', 'one/main.yaml': TEXT },
      { folders: { one: {} } },
    );
    await editor.open('one/main.yaml', TEXT);
    expect(await editor.codes('one/main.yaml')).toContain('4 unknown-field');
  });
});
