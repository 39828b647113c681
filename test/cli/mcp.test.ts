import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client, InMemoryTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCall } from '../../server/cli/mcp/answer';
import { MAX_LISTED } from '../../server/cli/mcp/cut';
import { resourcePages } from '../../server/cli/mcp/pages';
import { serveAssistants } from '../../server/cli/mcp/server';
import { RULES } from '../../server/rules';
import { CLI, CommandFolder, PROJECT } from './command';

const folder = new CommandFolder();

const MISTAKES = {
  'main.automata.yaml':
    'initial: home\nstates:\n  home:\n    tasks: {a: {module_type: AnyWidgetModule, module_config: {widget_id: "1"}}}\n' +
    '    render: {buttons: [{content: Go, on_click: go}]}\n    transitions: {go: {traget: home}}\n',
};

const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

/** The client of an assistant with the server in this process, where its code is loaded once, for a folder. */
async function connect(path: string, roots?: readonly string[]): Promise<Client> {
  const [own, other] = InMemoryTransport.createLinkedPair();
  serveAssistants([path], async () => ({ answer: answerCall, resourcePages }), other);
  return await connectTo(own, roots);
}

/** The same with the server as a process in a folder. */
const connectToProcess = (cwd: string, ...args: readonly string[]) =>
  connectTo(
    new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp', '--stdio', ...args], cwd }),
  );

async function connectTo(transport: Transport, roots?: readonly string[]): Promise<Client> {
  const capabilities = roots === undefined ? {} : { roots: {} };
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  clients.push(client);
  if (roots !== undefined)
    client.setRequestHandler('roots/list', async () => ({
      roots: roots.map((root) => ({ uri: pathToFileURL(root).href })),
    }));
  await client.connect(transport);
  return client;
}

/** The text of the result of a call, and whether the call was refused. */
async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: given });
  const [block] = content;
  const text = block?.type === 'text' ? block.text : '';
  if (!isError) expect(structuredContent).toEqual(JSON.parse(text));
  return { text, isError };
}

/** A list in a result by its name: `findings`, `automata[0].states`. */
function listIn(result: object, name: string): readonly unknown[] {
  const found: unknown = name
    .split(/[.[\]]+/)
    .reduce((value: unknown, key) => Object(value)[key] as unknown, result);
  return Array.isArray(found) ? found : [];
}

describe('the server for assistants', () => {
  it('has five tools in a short list, and says which only read', async () => {
    const { tools } = await (await connect(folder.path)).listTools();
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(6_000);
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['check', true],
      ['apply_fixes', false],
      ['describe', true],
      ['converse', false],
      ['explore', false],
    ]);
  });

  it('answers before the commands are loaded', () => {
    folder.write({
      'preload.cjs':
        "process.on('exit', () => console.error(Object.keys(require.cache).filter((one) => one.endsWith('commands.js')).length));",
    });
    const started = (...args: string[]) =>
      spawnSync(process.execPath, ['-r', './preload.cjs', CLI, ...args], {
        cwd: folder.path,
        input: '',
        encoding: 'utf8',
      }).stderr;
    expect(started('mcp', '--stdio')).toBe('0\n');
    expect(started('--version')).toBe('1\n');
  });

  it('returns what the command line prints, byte for byte', async () => {
    folder.write({ ...PROJECT, ...MISTAKES });
    const client = await connectToProcess(folder.path);
    const events = [{ click: 'a' }, { say: 'Hi' }];
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    const printed = async (...args: string[]) => (await folder.runWith(lines, ...args)).out;
    const same: [string, Record<string, unknown>, string][] = [
      ['check', {}, await printed('check', '--format', 'json')],
      [
        'check',
        { paths: ['bot'], severity: 'error' },
        await printed('check', 'bot', '--format', 'json', '--severity', 'error'),
      ],
      ['apply_fixes', { paths: ['.'] }, await printed('check', '--fix', '--dry-run', '--format', 'json')],
      ['describe', { path: 'bot' }, await printed('describe', 'bot')],
      [
        'describe',
        { path: 'bot', symbol: 'state:home' },
        await printed('describe', 'bot', '--symbol', 'state:home'),
      ],
      [
        'explore',
        { path: 'bot', steps: 9 },
        await printed('explore', 'bot', '--format', 'json', '--max-steps', '9'),
      ],
    ];
    for (const [name, given, expected] of same)
      expect(await call(client, name, given)).toEqual({ text: expected, isError: false });
    const turns = (await printed('run', 'bot', '--format', 'jsonl')).trimEnd().split('\n');
    expect((await call(client, 'converse', { path: 'bot', events })).text).toBe(
      `{"turns":[${turns.join(',')}]}`,
    );
    expect(turns.length).toBeGreaterThan(3);
    expect(folder.read('main.automata.yaml')).toBe(MISTAKES['main.automata.yaml']);
  });

  it('cuts long lists with their count, and says how to get the rest', async () => {
    const numbers = Array.from({ length: 205 }, (_, index) => index);
    const states = numbers.map(
      (index) => `  s${index}: { render: { text: Hi }, transitions: { CHAT: s0 }, x: 1 }\n`,
    );
    folder.write({ 'main.automata.yaml': `initial: s0\nstates:\n${states.join('')}` });
    const client = await connect(folder.path);
    const events = numbers.slice(0, 70).map(() => ({ say: 'x' }));
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    const turns = (await folder.runWith(lines, 'run', '.', '--format', 'jsonl')).out.trimEnd().split('\n');
    const printed = async (...args: string[]) => JSON.parse((await folder.run(...args)).out);
    const cases: [string, Record<string, unknown>, string, unknown[], number][] = [
      ['check', {}, 'findings', (await printed('check', '--format', 'json')).findings, 0],
      [
        'describe',
        { path: '.' },
        'automata[0].states',
        (await printed('describe', '.')).automata[0].states,
        0,
      ],
      ['explore', { path: '.' }, 'findings', (await printed('explore', '.', '--format', 'json')).findings, 0],
      [
        'converse',
        { path: '.', events },
        'turns',
        turns.map((turn) => JSON.parse(turn)),
        turns.length - MAX_LISTED,
      ],
    ];
    for (const [name, given, list, whole, usual] of cases) {
      expect(whole.length).toBeGreaterThan(MAX_LISTED);
      const first = JSON.parse((await call(client, name, given)).text);
      expect(listIn(first, list)).toEqual(whole.slice(usual, usual + MAX_LISTED));
      expect(first.cut).toEqual({
        lists: [{ list, from: usual, shown: MAX_LISTED, count: whole.length }],
        rest: expect.stringContaining('`from`'),
      });
      const parts: unknown[] = [];
      for (let from = 0; from < whole.length; from += MAX_LISTED)
        parts.push(...listIn(JSON.parse((await call(client, name, { ...given, from })).text), list));
      expect(parts).toEqual(whole);
    }
    expect((await call(client, 'check', { from: -1 })).text).toBe('The argument `from` must be at least 0.');
    const given = { paths: ['.'], codes: ['unknown-field'] };
    const { left } = await printed(
      'check',
      '--fix',
      '--dry-run',
      '--only',
      'unknown-field',
      '--format',
      'json',
    );
    const fixed = JSON.parse((await call(client, 'apply_fixes', given)).text);
    expect([fixed.left, fixed.cut.lists]).toEqual([
      left.slice(0, MAX_LISTED),
      [{ list: 'left', from: 0, shown: MAX_LISTED, count: left.length }],
    ]);
  });

  it('refuses wrong arguments in one sentence that names them', async () => {
    folder.write({ ...MISTAKES, 'a.txt': '' });
    symlinkSync(tmpdir(), join(folder.path, 'out'));
    const client = await connect(folder.path);
    const refused: [string, Record<string, unknown>, string][] = [
      ['check', { path: 'x' }, 'There is no argument `path`. Expected paths, text, severity, from.'],
      ['check', { paths: 'x' }, 'The argument `paths` must be a list of texts.'],
      ['check', { paths: ['a\0b'] }, 'The argument `paths` must be a list of texts.'],
      [
        'check',
        { severity: 'bad' },
        'The argument `severity` must be one of error, warning, information, hint.',
      ],
      ['check', { paths: ['..'] }, '`..` is outside of the folders in which this server may read.'],
      [
        'check',
        { paths: ['out/x.yaml'] },
        '`out/x.yaml` is outside of the folders in which this server may read.',
      ],
      [
        'check',
        { paths: ['/etc/passwd'] },
        '`/etc/passwd` is outside of the folders in which this server may read.',
      ],
      ['apply_fixes', { paths: ['.'], codes: ['--output=x'] }, '`--output=x` is not the code of a rule.'],
      ['apply_fixes', { write: true }, 'The argument `paths` is missing.'],
      [
        'describe',
        { path: '.', symbol: 'toString:x' },
        '`toString:x` is not a symbol. Expected `state`, `event`, `context`, `input` or `payload`, a colon and a name.',
      ],
      [
        'describe',
        { path: '.', symbol: 'state:home', rename: 'a.b' },
        '`a.b` contains a dot. Use lower-case letters, digits and single underscores, such as `first_page`.',
      ],
      ['converse', { path: '.', events: ['x'] }, 'The argument `events` must be a list of objects.'],
      ['explore', { path: 'a.txt' }, expect.any(String) as unknown as string],
      ['explore', { path: '.', steps: 0 }, '`--max-steps` must be a whole number of at least 1.'],
    ];
    for (const [name, given, text] of refused)
      expect(await call(client, name, given)).toEqual({ text, isError: true });
    // A path that looks like an option is a path.
    expect((await call(client, 'check', { paths: ['--fix'] })).text).toContain('no such file or folder');
  });

  it('reads nothing outside of the roots, which the client names', async () => {
    const outside = 'initial: home\ncontext: {secret: 1}\nstates: !include bot\ntransitions: {go: home}\n';
    folder.write({
      'main.yaml': outside,
      '.vscode/settings.json': '{"atomicState.diagnostics.severity": {"unknown-target": "off"}}',
      'other/x.state.yaml': 'other:\n  transitions: {CHAT: other}\n',
      'bot/home.state.yaml':
        "home:\n  render: {text: '{{context.secret}}'}\n  transitions: {CHAT: nowhere}\n",
    });
    symlinkSync(join(folder.path, 'other'), join(folder.path, 'bot/link'));
    const everything = await call(await connect(folder.path), 'check');
    expect(everything.text).toContain('"files": 3');
    const client = await connect(folder.path, [join(folder.path, 'bot')]);
    const { text } = await call(client, 'check');
    expect(JSON.parse(text)).toMatchObject({ files: 1 });
    expect((await call(client, 'describe', { path: 'home.state.yaml' })).text).not.toContain(
      'secret": "number',
    );
    expect((await call(client, 'check', { paths: ['../main.yaml'] })).isError).toBe(true);
    expect((await call(await connect(folder.path, []), 'check')).text).toBe(
      'There is no folder in which this server may read.',
    );
    const started = await connectToProcess(tmpdir(), '--root', join(folder.path, 'bot'));
    expect(JSON.parse((await call(started, 'check')).text)).toMatchObject({ files: 1 });
  });

  it('has the page of each rule and the schemas as resources', async () => {
    const client = await connect(folder.path);
    const { resources } = await client.listResources();
    expect(resources).toHaveLength(RULES.length + 3);
    const { contents } = await client.readResource({ uri: 'atomic-state://rules/dead-end' });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('### dead-end') });
  });

  it('supports the work of an assistant from an empty folder', async () => {
    const client = await connect(folder.path);
    const read = async (name: string, given: Record<string, unknown>) =>
      JSON.parse((await call(client, name, given)).text);
    folder.write(MISTAKES);
    const found = await read('check', {});
    expect(found.counts).toMatchObject({ error: 1 });
    const fixed = await read('apply_fixes', {
      paths: ['.'],
      codes: ['unknown-field', 'deprecated-tasks-map'],
      write: true,
    });
    expect(fixed.applied).toHaveLength(2);
    expect((await read('check', {})).counts).toMatchObject({ error: 0 });
    const explored = await read('explore', { path: '.' });
    expect(explored).toMatchObject({ complete: true, states: { reached: 1, all: 1 } });
    writeFileSync(
      join(folder.path, 'first.scenario.yaml'),
      'scenarios:\n  - name: stays\n    steps:\n      - click: Go\n      - expect: { state: home }\n',
    );
    expect((await folder.run('test')).code).toBe(0);
    const renamed = await read('describe', { path: '.', symbol: 'state:home', rename: 'start' });
    expect(renamed).toMatchObject({ files: ['first.scenario.yaml', 'main.automata.yaml'], changes: 4 });
    const { turns } = await read('converse', {
      path: '.',
      events: [{ click: 'Go' }],
      tasks: { AnyWidgetModule: 'Hi' },
    });
    expect(JSON.stringify(turns)).toContain('"results":{"result":"Hi"}');
  });
});

it('a root may itself be a link', async () => {
  const place = mkdtempSync(join(tmpdir(), 'atomic-state-'));
  try {
    folder.write(MISTAKES);
    symlinkSync(folder.path, join(place, 'link'));
    const client = await connect(join(place, 'link'));
    expect(JSON.parse((await call(client, 'check')).text)).toMatchObject({ files: 1 });
  } finally {
    rmSync(place, { recursive: true });
  }
});
