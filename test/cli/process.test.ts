import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorSentence, plainReason, reasonOf } from '../../server/cli/failure';
import { CLI, CommandFolder, JSON_TEXT, PROJECT } from './command';

const folder = new CommandFolder();
const write = (files: Readonly<Record<string, string>>) => folder.write(files);
const run = (...args: readonly string[]) => folder.run(...args);

describe('check', () => {
  it('exits with 0 without errors, and with 1 otherwise', async () => {
    write(PROJECT);
    expect(await run('check')).toMatchObject({ code: 0, err: '' });
    write({ 'bot/state/home.yaml': 'home: {rendre: {}}\n' });
    const { code, out } = await run('check', 'bot');
    expect(code).toBe(1);
    expect(out).toContain('bot/state/home.yaml:1:8: error: ');
    expect(out).not.toContain('\u001b');
  });

  it('reports and fails at the minimum severity', async () => {
    write({
      'main.yaml': 'type: automata\ninitial: a\ncontext: {unused: 1}\nstates:\n  a: {render: {text: a}}\n',
    });
    expect(await run('check')).toMatchObject({ code: 0 });
    expect((await run('check')).out).toContain('hint: ');
    expect((await run('check', '--severity', 'hint')).code).toBe(1);
    expect((await run('check', '--severity', 'warning')).out).not.toContain('hint: ');
  });

  it('exits with 2 for invalid arguments', async () => {
    expect(await run('check', 'nothing')).toEqual({
      code: 2,
      out: '',
      err: 'nothing: no such file or folder.\n',
    });
    for (const args of [
      ['--format', 'xml'],
      ['--severity', 'all'],
      ['--watch', '--format', 'json'],
      ['--what'],
    ])
      expect(await run('check', ...args)).toMatchObject({ code: 2, out: '' });
  });

  it('exits with 2 if nothing was checked, or not every path', async () => {
    write({ ...PROJECT, 'empty/notes.md': '', 'compose.yaml': 'services: {}\n' });
    expect(await run('check', 'empty', 'compose.yaml')).toEqual({
      code: 2,
      out: '',
      err: 'compose.yaml: this is not a state file.\nempty: there are no state files in this folder.\n',
    });
    const { code, err } = await run('check', 'compose.yaml', 'bot');
    expect({ code, err }).toEqual({ code: 0, err: 'compose.yaml: this is not a state file.\n' });
    write({ 'bot/state/home.yaml': 'home: {rendre: {}}\n' });
    const partly = await run('check', 'bot', 'gone');
    expect(partly).toMatchObject({ code: 2, err: 'gone: no such file or folder.\n' });
    expect(partly.out).toContain('unknown-field');
  });

  it('reports a stale export as a single finding', async () => {
    write(PROJECT);
    expect((await run('export', 'bot/main.yaml', '-o', 'bot/main.json')).code).toBe(0);
    expect((await run('check', 'bot/main.json')).out).toBe(
      '1 state file, 0 errors, 0 warnings, 0 notes, 0 hints\n',
    );
    write({ 'bot/main.json': '{"type": "automata", "initial": "home", "states": {"home": {"rendre": {}}}}' });
    for (const path of ['bot/main.json', 'bot']) {
      const { code, out } = await run('check', path);
      expect({ path, code, found: out.match(/\[[a-z-]+\]$/gm) }).toEqual({
        path,
        code: 0,
        found: ['[stale-export]'],
      });
    }
  });

  it('checks a file with its automata and included files', async () => {
    write({ ...PROJECT, 'bot/state/other.yaml': 'other: {rendre: {}}\n' });
    expect(folder.shell('cd bot/state && $CLI check home.yaml')).toMatchObject({ code: 0, err: '' });
    expect((await run('check', 'bot/main.yaml')).out).toContain('bot/state/other.yaml:1:9: error: ');
  });

  it('reads standard input', async () => {
    write(PROJECT);
    const input = PROJECT['bot/main.yaml'].replace('state\n', 'bot/state\n').replace('code/a', 'bot/code/a');
    expect(await folder.runWith(input, 'check', '-')).toMatchObject({ code: 0, err: '' });
    expect((await folder.runWith(input.replace('go: home', 'go: hom'), 'check', '-')).out).toMatch(
      /^<stdin>:5:19: error: .*\[unknown-target\]\n/,
    );
    expect(
      (
        await folder.runWith(
          '{"type": "automata", "initial": "b", "states": {"a": {}}}',
          'check',
          '-',
          '--format',
          'json',
        )
      ).out,
    ).toContain('"file": "<stdin>"');
    expect((await folder.runWith('a: 1\n', 'check', '-')).err).toBe('<stdin>: this is not a state file.\n');
    expect(await folder.runWith(Buffer.from('a: é\n', 'latin1'), 'check', '-')).toEqual({
      code: 2,
      out: '',
      err: '<stdin>: this is not UTF-8 text.\n',
    });
    expect((await folder.runWith(input, 'check', '-', '--watch')).code).toBe(2);
  });

  it.skipIf(process.platform === 'win32')('reads only as much as the limit of endless input', () => {
    const tooLarge = 'this file is larger than `atomicState.limits.maxFileSize` allows.\n';
    const limited = (command: string) => folder.shell(`timeout 20 ${command}`);
    expect(limited('$CLI check - < /dev/zero')).toEqual({ code: 2, out: '', err: `<stdin>: ${tooLarge}` });
    expect(limited('$CLI import /dev/zero bot')).toEqual({ code: 2, out: '', err: `/dev/zero: ${tooLarge}` });
    write({ '.vscode/settings.json': '{"atomicState.limits.maxFileSize": 20}', 'a.json': JSON_TEXT });
    expect(limited('$CLI check - < a.json')).toEqual({ code: 2, out: '', err: `<stdin>: ${tooLarge}` });
    expect(limited('$CLI import a.json bot')).toEqual({ code: 2, out: '', err: `a.json: ${tooLarge}` });
  });

  it.skipIf(process.platform === 'win32')('limits the number of open files', () => {
    write(PROJECT);
    const names = Array.from({ length: 300 }, (_, index) => `s${index}`);
    const state = (name: string) => `${name}: {render: {text: a}, transitions: {CHAT: home}}\n`;
    write(Object.fromEntries(names.map((name) => [`bot/state/${name}.yaml`, state(name)])));
    const { code, out, err } = folder.shell('ulimit -n 100 && $CLI check bot/main.yaml');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('302 state files, ');
  });

  it('--watch checks again after a change', async () => {
    write(PROJECT);
    const child = spawn(process.execPath, [CLI, 'check', '--watch'], { cwd: folder.path });
    let out = '';
    const waitFor = (text: string) =>
      new Promise<void>((resolve) => {
        const check = () => out.includes(text) && resolve();
        child.stdout.on('data', check);
        check();
      });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    try {
      await waitFor(' 0 errors');
      write({ 'bot/state/home.yaml': 'home: {rendre: {}}\n' });
      await waitFor('unknown-field');
    } finally {
      child.kill();
    }
  }, 20_000);

  it('--watch exits with 2 if its folder is deleted', async () => {
    write(PROJECT);
    const child = spawn(process.execPath, [CLI, 'check', '--watch', 'bot'], { cwd: folder.path });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    try {
      await new Promise<void>((resolve) => {
        child.stdout
          .setEncoding('utf8')
          .on('data', (text: string) => text.includes(' 0 errors') && resolve());
      });
      rmSync(join(folder.path, 'bot'), { recursive: true });
      expect(await ended).toBe(2);
      expect(err).toBe('bot: this folder no longer exists.\n');
    } finally {
      child.kill();
    }
  }, 20_000);

  it('--watch ends when its output is closed', async () => {
    write(PROJECT);
    const child = spawn(process.execPath, [CLI, 'check', '--watch', 'bot'], { cwd: folder.path });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    try {
      await new Promise((resolve) => child.stdout.once('data', resolve));
      child.stdout.destroy();
      // It notices when it writes again.
      write({ 'bot/code/a.js': 'const a = 2;\na();\n' });
      expect(await ended).toBe(0);
    } finally {
      child.kill();
    }
  }, 20_000);
});

describe('graph', () => {
  const main = 'bot/main.yaml';

  it('draws the automata of any of its files as SVG, for Mermaid or for Graphviz', async () => {
    write(PROJECT);
    const svg = await run('graph', main);
    expect(svg).toMatchObject({ code: 0, err: '' });
    expect(svg.out).toMatch(
      /^<svg [^>]*>.*<title id="state-graph-title">States of bot\/main\.yaml<.*<\/svg>\n$/s,
    );
    for (const paths of [['bot/state/home.yaml'], ['bot'], [main, 'bot/state/home.yaml']])
      expect((await run('graph', ...paths)).out).toBe(svg.out);
    expect((await run('graph', '--format', 'mermaid', main)).out).toContain('state "home" as s1');
    expect((await run('graph', '--format', 'dot', '--all', main)).out).toContain('[label="go"]');
    expect((await run('graph', main, '--theme', 'dark')).out).not.toContain('prefers-color-scheme');
  });

  it('takes the format from the name of the output, even for files with errors', async () => {
    write({ ...PROJECT, 'bot/state/home.yaml': 'home:\n  rendre: x\n  transitions: { go: gone\n' });
    expect(await run('graph', main, '-o', 'graph.mmd')).toEqual({ code: 0, out: '', err: '' });
    expect(readFileSync(join(folder.path, 'graph.mmd'), 'utf8')).toMatch(/^stateDiagram-v2\n/);
  });

  it('exits with 2 for invalid arguments', async () => {
    write({ ...PROJECT, 'values.yaml': 'a: 1\n' });
    for (const path of ['nothing.yaml', 'values.yaml'])
      expect(await run('graph', path)).toEqual({
        code: 2,
        out: '',
        err: `${path}: it is not a state file.\n`,
      });
    for (const args of [[], ['--format', 'png', main], ['--theme', 'red', main]])
      expect(await run('graph', ...args)).toMatchObject({ code: 2, out: '' });
  });
});

describe('the settings of a folder', () => {
  const MAIN =
    'type: automata\ninitial: a\nstates:\n  a:\n    render: {text: !secret x}\n' +
    '    tasks: [{name: t, module_type: OurModule, module_config: {prompt: x}}]\n';
  const MODULES = 'modules:\n  OurModule:\n    fields: {prompt: {type: string}}\n';
  const SETTINGS = `// Of this bot.
{
  "editor.tabSize": 2,
  "atomicState.tags": ["!secret"], /* and */
  "atomicState.modules": ["own/modules.yaml"],
  "atomicState.diagnostics": { "pccRules": false },
  "atomicState.diagnostics.severity": { "dead-end": "error" },
}
`;
  const FILES = { 'ws/bot/main.yaml': MAIN, 'ws/own/modules.yaml': MODULES };

  /** The codes of the findings, with their severities. */
  async function codes(...args: readonly string[]): Promise<string[]> {
    const { out } = await run('check', '--format', 'json', ...args);
    const { findings } = JSON.parse(out) as { findings: { severity: string; code: string }[] };
    return findings.map(({ severity, code }) => `${severity} ${code}`).sort();
  }

  const PLAIN = ['information dead-end', 'information unknown-module', 'warning unknown-tag'];
  const OWN = ['error dead-end'];

  it('apply to the files in it, with paths relative to the folder', async () => {
    write(FILES);
    expect(await codes('ws')).toEqual(PLAIN);
    write({ 'ws/.vscode/settings.json': SETTINGS });
    for (const path of ['.', 'ws', 'ws/bot', 'ws/bot/main.yaml']) {
      expect([path, await codes(path)]).toEqual([path, path === '.' ? PLAIN : OWN]);
    }
    expect(await codes('--no-config', 'ws')).toEqual(PLAIN);
    expect((await run('check', 'ws/bot')).code).toBe(1);
    expect((await codes('--pcc', 'ws')).length).toBeGreaterThan(OWN.length);
  });

  it('are those of the nearest folder with settings in the same repository', async () => {
    write({ ...FILES, 'ws/.vscode/settings.json': SETTINGS, 'ws/bot/.vscode/settings.json': '{"a": 1}' });
    expect(await codes('ws/bot')).toEqual(OWN);
    write({
      'ws/bot/.vscode/settings.json': '{"atomicState": {"diagnostics": {"severity": {"unknown-tag": "off"}}',
    });
    expect(await codes('ws/bot')).toEqual(PLAIN.filter((one) => !one.endsWith('unknown-tag')));
    write({ 'ws/bot/.vscode/settings.json': 'x', 'ws/bot/.git/HEAD': '' });
    expect(await codes('ws/bot')).toEqual(PLAIN);
  });

  it('apply only to their own folder', async () => {
    write({ ...FILES, 'ws/.vscode/settings.json': SETTINGS, 'other/main.yaml': MAIN });
    expect((await codes('ws', 'other')).filter((one) => one === 'warning unknown-tag')).toHaveLength(1);
  });
});

describe('export and import', () => {
  it('export an automata as one file', async () => {
    write(PROJECT);
    expect(await run('export', 'bot/main.yaml')).toEqual({ code: 0, out: `${JSON_TEXT}\n`, err: '' });
    expect(await run('export', 'bot/main.yaml', '-o', 'bot.json')).toEqual({ code: 0, out: '', err: '' });
    expect(readFileSync(join(folder.path, 'bot.json'), 'utf8')).toBe(JSON_TEXT);
  });

  it('report conversion errors, and write nothing', async () => {
    write({ ...PROJECT, 'bot/state/other.yaml': 'home: {}\n' });
    rmSync(join(folder.path, 'bot/code'), { recursive: true });
    expect(await run('export', 'bot/main.yaml', '-o', 'bot.json')).toEqual({
      code: 1,
      out: '',
      err:
        'bot/main.yaml:2:18: error: Text file `code/a.js` does not exist next to the main file or in the workspace root.\n' +
        'bot/main.yaml:4:18: error: State `home` is defined in `home.yaml` and in `other.yaml`, and only one of them is loaded. Remove one.\n',
    });
    expect(readdirSync(folder.path)).toEqual(['bot']);
    expect((await run('export', 'nothing.yaml')).code).toBe(2);
    expect((await run('export')).code).toBe(2);
  });

  it('import a file as a project, without replacing files', async () => {
    write({ 'bot.json': JSON_TEXT });
    expect(await run('import', 'bot.json', 'new')).toEqual({
      code: 0,
      out: '4 files, first new/main.yaml\n',
      err: '',
    });
    expect((await run('export', 'new/main.yaml')).out).toBe(`${JSON_TEXT}\n`);
    expect(await run('import', 'bot.json', 'new')).toEqual({
      code: 2,
      out: '',
      err: 'new: `main.yaml` already exists; name another folder, or use `--force`.\n',
    });
    write({ 'broken.json': '{"states": {' });
    expect((await run('import', 'broken.json', 'other')).code).toBe(1);
    expect((await run('import', 'nothing.json', 'other')).code).toBe(2);
    expect(readdirSync(folder.path)).toEqual(['bot.json', 'broken.json', 'new']);
  });
});

it('prints its usage and its version', async () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(folder.startProcess('--version')).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' });
  expect((await run('--help')).out).toMatch(/^Usage:/);
  expect((await run('check', '--help')).out).toContain('--severity');
  expect(JSON.parse((await run('schema')).out)).toMatchObject({ title: 'Atomic State' });
  expect(await run()).toMatchObject({ code: 2, out: '' });
  expect((await run('chekc')).err).toMatch(/^`chekc` is not a command\. Did you mean `check`\?\n/);
});

const COMMANDS = ['check', 'export', 'import', 'graph', 'schema', 'lsp'];

it.each(COMMANDS)('the help of %s describes its options, and has examples', async (command) => {
  const { out } = await run(command, '--help');
  const [synopsis = '', rest = ''] = out.split(/\n(.*)/s);
  const [details = '', examples = ''] = rest.split('\nExamples:\n');
  for (const [option] of synopsis.matchAll(/--[a-z-]+/g)) expect(details).toContain(option);
  expect(examples).toContain(`atomic-state ${command}`);
});

it('mistyped commands, options and values get a suggestion', async () => {
  for (const [args, message] of [
    [['exprot'], '`exprot` is not a command. Did you mean `export`?'],
    [['--hlep'], '`--hlep` is not an option. Did you mean `--help`?'],
    [['help', 'grpah'], '`grpah` is not a command. Did you mean `graph`?'],
    [['export', 'a', '--forse'], '`--forse` is not an option of `export`. Did you mean `--force`?'],
    [['check', '--watc'], '`--watc` is not an option of `check`. Did you mean `--watch`?'],
    [['check', '--quiet'], '`--quiet` is not an option of `check`.'],
    [['check', '--format', 'jsno'], '`jsno` is not a valid value of `--format`. Did you mean `json`?'],
    [
      ['graph', 'a', '--theme', 'red'],
      '`red` is not a valid value of `--theme`. Expected `auto`, `light` or `dark`.',
    ],
    [['graph', 'a', '-o'], '`-o` needs a value.'],
    [['graph', 'a', '-o', '--force'], '`-o` needs a value.'],
    [['check', '--pcc=yes'], '`--pcc` does not take a value.'],
  ] as const) {
    const { code, out, err } = await run(...args);
    expect({ code, out, first: err.split('\n')[0] }).toEqual({ code: 2, out: '', first: message });
  }
});

it('errors of the system are converted to one sentence', () => {
  const error = (code: string, text: string) =>
    Object.assign(new Error(`${code}: ${text}, open '/a'`), { code });
  expect(reasonOf(error('EACCES', 'permission denied'))).toBe('permission denied');
  expect(plainReason("EMFILE: too many open files, open '/a'")).toBe('too many files are open');
  expect(plainReason("ENEW: something new, open '/a'")).toBe('something new');
  expect(errorSentence(Object.assign(error('EISDIR', 'x'), { path: '/a' }))).toBe(
    '/a: this is a folder, not a file.',
  );
});

it('starts the language server', async () => {
  const child = spawn(process.execPath, [CLI, 'lsp', '--stdio'], { cwd: folder.path });
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { processId: null, rootUri: null, capabilities: {} },
  });
  try {
    const answer = new Promise<string>((resolve) => {
      let out = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
        if (out.includes('"id":1')) resolve(out);
      });
    });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    expect(await answer).toContain('completionProvider');
  } finally {
    child.kill();
  }
}, 20_000);
