import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const CLI = join(import.meta.dirname, '../../dist/cli.js');

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function run(...args: readonly string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

const PROJECT = {
  'bot/main.yaml':
    'context:\n  code: !oneline code/a.js\ninitial: home\nstates: !include state\ntransitions: {go: home}\n',
  'bot/state/home.yaml':
    "home:\n  render:\n    text: '{{context.code}}'\n    buttons: [{content: a, on_click: go}]\n",
  'bot/code/a.js': 'const a = 1;\na();\n',
};
const JSON_TEXT =
  '{"context": {"code": "const a = 1;\\na();\\n"}, "initial": "home", "states": {"home": {"render": ' +
  '{"text": "{{context.code}}", "buttons": [{"content": "a", "on_click": "go"}]}}}, "transitions": {"go": "home"}}';

describe('check', () => {
  it('ends with 0 where nothing is found, with 1 for errors', () => {
    write(PROJECT);
    expect(run('check')).toMatchObject({ code: 0, err: '' });
    write({ 'bot/state/home.yaml': 'home: {rendre: {}}\n' });
    const { code, out } = run('check', 'bot');
    expect(code).toBe(1);
    expect(out).toContain('bot/state/home.yaml:1:8: error: ');
    expect(out).not.toContain('\u001b');
  });

  it('shows and fails from a severity up', () => {
    write({
      'main.yaml': 'type: automata\ninitial: a\ncontext: {unused: 1}\nstates:\n  a: {render: {text: a}}\n',
    });
    expect(run('check')).toMatchObject({ code: 0 });
    expect(run('check').out).toContain('hint: ');
    expect(run('check', '--severity', 'hint').code).toBe(1);
    expect(run('check', '--severity', 'warning').out).not.toContain('hint: ');
  });

  it('ends with 2 for what it does not take', () => {
    expect(run('check', 'nothing')).toEqual({
      code: 2,
      out: '',
      err: 'nothing: there is no such file or folder\n',
    });
    for (const args of [
      ['--format', 'xml'],
      ['--severity', 'all'],
      ['--watch', '--format', 'json'],
      ['--what'],
    ])
      expect(run('check', ...args)).toMatchObject({ code: 2, out: '' });
  });

  it('--watch checks again after a change', async () => {
    write(PROJECT);
    const child = spawn(process.execPath, [CLI, 'check', '--watch'], { cwd: folder });
    let out = '';
    const says = (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => out.includes(text) && resolve();
        child.stdout.on('data', look);
        look();
      });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    try {
      await says(' 0 errors');
      // The watch begins behind the first outcome.
      await new Promise((resolve) => setTimeout(resolve, 300));
      write({ 'bot/state/home.yaml': 'home: {rendre: {}}\n' });
      await says('unknown-field');
    } finally {
      child.kill();
    }
  }, 20_000);
});

describe('graph', () => {
  const main = 'bot/main.yaml';

  it('draws the states of any file of an automata, as a picture, for Mermaid or for Graphviz', () => {
    write(PROJECT);
    const svg = run('graph', main);
    expect(svg).toMatchObject({ code: 0, err: '' });
    expect(svg.out).toMatch(
      /^<svg [^>]*>.*<title id="state-graph-title">States of bot\/main\.yaml<.*<\/svg>\n$/s,
    );
    expect(run('graph', 'bot/state/home.yaml').out).toBe(svg.out);
    expect(run('graph', '--format', 'mermaid', main).out).toContain('state "home" as s1');
    expect(run('graph', '--format', 'dot', '--all', main).out).toContain('[label="go"]');
    expect(run('graph', main, '--theme', 'dark').out).not.toContain('prefers-color-scheme');
  });

  it('writes what the name of the output says, also of files with errors', () => {
    write({ ...PROJECT, 'bot/state/home.yaml': 'home:\n  rendre: x\n  transitions: { go: gone\n' });
    expect(run('graph', main, '-o', 'graph.mmd')).toEqual({ code: 0, out: '', err: '' });
    expect(readFileSync(join(folder, 'graph.mmd'), 'utf8')).toMatch(/^stateDiagram-v2\n/);
  });

  it('ends with 2 for what it does not take', () => {
    write({ ...PROJECT, 'values.yaml': 'a: 1\n' });
    for (const path of ['nothing.yaml', 'values.yaml', 'bot'])
      expect(run('graph', path)).toEqual({ code: 2, out: '', err: `${path}: there is no such state file\n` });
    for (const args of [[], [main, main], ['--format', 'png', main], ['--theme', 'red', main]])
      expect(run('graph', ...args)).toMatchObject({ code: 2, out: '' });
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

  /** The codes of what is found, with their severities. */
  function codes(...args: readonly string[]): string[] {
    const { out } = run('check', '--format', 'json', ...args);
    const { findings } = JSON.parse(out) as { findings: { severity: string; code: string }[] };
    return findings.map(({ severity, code }) => `${severity} ${code}`).sort();
  }

  const PLAIN = ['error invalid-value', 'information dead-end', 'warning unknown-tag'];
  const OWN = ['error dead-end'];

  it('hold for what is checked in it, with paths that start at the folder', () => {
    write(FILES);
    expect(codes('ws')).toEqual(PLAIN);
    write({ 'ws/.vscode/settings.json': SETTINGS });
    for (const path of ['.', 'ws', 'ws/bot', 'ws/bot/main.yaml']) {
      expect([path, codes(path)]).toEqual([path, path === '.' ? PLAIN : OWN]);
    }
    expect(codes('--no-config', 'ws')).toEqual(PLAIN);
    expect(run('check', 'ws/bot').code).toBe(1);
    expect(codes('--pcc', 'ws').length).toBeGreaterThan(OWN.length);
  });

  it('are those of the nearest folder that says anything, in the same repository', () => {
    write({ ...FILES, 'ws/.vscode/settings.json': SETTINGS, 'ws/bot/.vscode/settings.json': '{"a": 1}' });
    expect(codes('ws/bot')).toEqual(OWN);
    write({
      'ws/bot/.vscode/settings.json': '{"atomicState": {"diagnostics": {"severity": {"unknown-tag": "off"}}',
    });
    expect(codes('ws/bot')).toEqual(PLAIN.filter((one) => !one.endsWith('unknown-tag')));
    write({ 'ws/bot/.vscode/settings.json': 'x', 'ws/bot/.git/HEAD': '' });
    expect(codes('ws/bot')).toEqual(PLAIN);
  });

  it('each hold in their own folder', () => {
    write({ ...FILES, 'ws/.vscode/settings.json': SETTINGS, 'other/main.yaml': MAIN });
    expect(codes('ws', 'other').filter((one) => one === 'warning unknown-tag')).toHaveLength(1);
  });
});

describe('export and import', () => {
  it('an automata is written as one file', () => {
    write(PROJECT);
    expect(run('export', 'bot/main.yaml')).toEqual({ code: 0, out: `${JSON_TEXT}\n`, err: '' });
    expect(run('export', 'bot/main.yaml', '-o', 'bot.json')).toEqual({ code: 0, out: '', err: '' });
    expect(readFileSync(join(folder, 'bot.json'), 'utf8')).toBe(JSON_TEXT);
  });

  it('says what stands in the way, and writes nothing', () => {
    write({ ...PROJECT, 'bot/state/other.yaml': 'home: {}\n' });
    rmSync(join(folder, 'bot/code'), { recursive: true });
    expect(run('export', 'bot/main.yaml', '-o', 'bot.json')).toEqual({
      code: 1,
      out: '',
      err:
        'bot/main.yaml:2:18: error: There is no text file `code/a.js`, neither beside this file nor at the root of the workspace.\n' +
        'bot/main.yaml:4:18: error: `home` is in `home.yaml` and in `other.yaml`: which one the tool takes is left to chance. Remove one.\n',
    });
    expect(readdirSync(folder)).toEqual(['bot']);
    expect(run('export', 'nothing.yaml').code).toBe(2);
    expect(run('export').code).toBe(2);
  });

  it('a file becomes a project, once', () => {
    write({ 'bot.json': JSON_TEXT });
    expect(run('import', 'bot.json', 'new')).toEqual({
      code: 0,
      out: '3 files, first new/main.yaml\n',
      err: '',
    });
    expect(run('export', 'new/main.yaml').out).toBe(`${JSON_TEXT}\n`);
    expect(run('import', 'bot.json', 'new')).toEqual({
      code: 2,
      out: '',
      err: 'new: there is main.yaml, state, code already. Name a folder without.\n',
    });
    write({ 'broken.json': '{"states": {' });
    expect(run('import', 'broken.json', 'other').code).toBe(1);
    expect(run('import', 'nothing.json', 'other').code).toBe(2);
    expect(readdirSync(folder)).toEqual(['bot.json', 'broken.json', 'new']);
  });
});

it('says how it is called, and which version it is', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(run('--version')).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' });
  expect(run('--help').out).toMatch(/^Usage:/);
  expect(run('check', '--help').out).toContain('--severity');
  expect(JSON.parse(run('schema').out)).toMatchObject({ title: 'Atomic State' });
  expect(run()).toMatchObject({ code: 2, out: '' });
  expect(run('chekc').err).toContain("There is no command 'chekc'.");
});

it('starts the language server', async () => {
  const child = spawn(process.execPath, [CLI, 'lsp', '--stdio'], { cwd: folder });
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
