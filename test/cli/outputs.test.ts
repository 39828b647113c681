import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { writeFolder, writeOutput } from '../../server/cli/write';
import { CLI, CommandFolder, JSON_TEXT, PROJECT } from './command';

const folder = new CommandFolder();
const main = 'bot/main.yaml';
const at = (path: string) => join(folder.path, path);
const read = (path: string) => readFileSync(at(path), 'utf8');
/** All paths below the folder, to find temporary files. */
const paths = () => readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).sort();
const onLinux = process.platform === 'linux';

describe('check', () => {
  it('never replaces a file that it checks, or could not read', async () => {
    folder.write({ ...PROJECT, 'bad.yaml': Uint8Array.of(0x73, 0xff) });
    for (const source of [main, 'bot/state/home.yaml', 'bad.yaml']) {
      const { code, err } = await folder.run('check', 'bot', 'bad.yaml', '-o', source, '--force');
      expect(code).toBe(2);
      expect(err).toContain(`${source}: this file is a source of the output; name another file.\n`);
    }
    expect(read(main)).toBe(PROJECT[main]);
    expect(readFileSync(at('bad.yaml'))).toHaveLength(2);
  });
});

describe.each([
  ['export', []],
  ['graph', ['--format', 'dot']],
])('%s', (command, options) => {
  const write = (...args: readonly string[]) => folder.run(command, ...options, main, ...args);

  it('replaces another file only with --force, and atomically', async () => {
    folder.write({ ...PROJECT, 'old.json': 'old' });
    const before = paths();
    expect(await write('-o', 'old.json')).toEqual({
      code: 2,
      out: '',
      err: 'old.json: this file already exists; `--force` replaces it.\n',
    });
    expect(read('old.json')).toBe('old');
    chmodSync(at('old.json'), 0o640);
    expect(await write('-o', 'old.json', '--force')).toEqual({ code: 0, out: '', err: '' });
    expect(read('old.json')).toBe((await write()).out.replace(command === 'export' ? /\n$/ : '', ''));
    expect(statSync(at('old.json')).mode & 0o777).toBe(0o640);
    expect(paths()).toEqual(before);
  });

  it('never replaces a read-only file', async () => {
    folder.write({ ...PROJECT, 'old.json': 'old' });
    chmodSync(at('old.json'), 0o444);
    const err = 'old.json: this file is read-only.\n';
    expect(await write('-o', 'old.json', '--force')).toMatchObject({ code: 2, err });
    expect(read('old.json')).toBe('old');
  });

  it('never replaces a file of the automata', async () => {
    folder.write(PROJECT);
    linkSync(at('bot/state/home.yaml'), at('link.yaml'));
    for (const source of [main, './bot/../bot/main.yaml', 'bot/state/home.yaml', 'link.yaml']) {
      const { code, err } = await write('-o', source, '--force');
      expect({ code, err }).toEqual({
        code: 2,
        err: `${source}: this file is a source of the output; name another file.\n`,
      });
    }
    expect(read(main)).toBe(PROJECT[main]);
    expect(read('link.yaml')).toBe(PROJECT['bot/state/home.yaml']);
  });

  it('prints to standard output without a path, or with `-`', async () => {
    folder.write(PROJECT);
    const before = paths();
    expect(await write('-o', '-')).toEqual(await write());
    expect((await write('-o', '-')).code).toBe(0);
    expect(paths()).toEqual(before);
  });

  it('explains errors of the system in one sentence', async () => {
    folder.write({ ...PROJECT, file: '' });
    for (const [output, reason] of [
      ['no/such/x.svg', 'there is no folder `no/such`'],
      ['file/x.svg', 'a part of the path is not a folder'],
      ['bot', 'this is a folder, not a file'],
      [`${'n'.repeat(300)}.svg`, 'the name is too long'],
    ])
      expect(await write('-o', output ?? '')).toEqual({ code: 2, out: '', err: `${output}: ${reason}.\n` });
  });
});

describe.each([
  ['export', [], '.json'],
  ['graph', ['--format', 'dot'], '.dot'],
])('%s of several automata', (command, options, extension) => {
  const AGENTS = {
    ...Object.fromEntries(Object.entries(PROJECT).map(([path, text]) => [`bots/${path}`, text])),
    'bots/two/main.yaml': 'initial: a\nstates: {a: {render: {text: Hi}, transitions: {CHAT: a}}}\n',
    'bots/three.automata.yaml': 'initial: b\nstates: {b: {render: {text: Ho}, transitions: {CHAT: b}}}\n',
  };
  const written = ['bot/main', 'three', 'two/main'].map((name) => `${name}${extension}`);
  const write = (...args: readonly string[]) => folder.run(command, ...options, ...args);

  it('writes a file for each into a folder, which has what is written for one', async () => {
    folder.write(AGENTS);
    const { code, out, err } = await write('bots', 'bots/bot/state/home.yaml', '-o', 'new/out');
    expect([code, out, err]).toEqual([0, written.map((path) => `new/out/${path}\n`).join(''), '']);
    const alone = ['bots/bot', 'bots/three.automata.yaml', 'bots/two'].map(
      async (path) => (await write(path)).out,
    );
    expect(written.map((path) => read(`new/out/${path}`).trimEnd())).toEqual(
      (await Promise.all(alone)).map((text) => text.trimEnd()),
    );
  });

  it('requires a folder, and replaces files in it only with --force', async () => {
    folder.write({ ...AGENTS, [`out/three${extension}`]: 'old', file: '' });
    const before = paths();
    const refused = (...args: readonly string[]) => write('bots', ...args);
    const name = 'There are 3 automata; name a folder for them with `--output`.\n';
    expect(await refused()).toEqual({ code: 2, out: '', err: name });
    expect(await refused('-o', '-')).toEqual({ code: 2, out: '', err: name });
    expect(await refused('-o', 'file')).toMatchObject({
      code: 2,
      err: 'file: this is a file, not a folder.\n',
    });
    expect(await refused('-o', 'out')).toMatchObject({
      code: 2,
      err: `out/three${extension}: this file already exists; \`--force\` replaces it.\n`,
    });
    expect(paths()).toEqual(before);
    expect(await refused('-o', 'out', '--force')).toMatchObject({ code: 0 });
    expect(read(`out/three${extension}`)).not.toBe('old');
  });

  it('writes nothing if one of them cannot be read', async () => {
    folder.write(AGENTS);
    const before = paths();
    expect(await write('bots', 'gone.yaml', '-o', 'out', '--force')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^gone\.yaml: .*\n$/),
    });
    expect(paths()).toEqual(before);
  });

  it('writes one into a folder if the output ends with a slash', async () => {
    folder.write(AGENTS);
    expect(await write('bots/two', '-o', 'out/')).toMatchObject({ code: 0, out: `out/main${extension}\n` });
    expect(paths()).toContain(`out/main${extension}`);
  });
});

describe('export', () => {
  it('never replaces an included text', async () => {
    folder.write(PROJECT);
    expect((await folder.run('export', main, '-o', 'bot/code/a.js', '--force')).code).toBe(2);
    expect(read('bot/code/a.js')).toBe(PROJECT['bot/code/a.js']);
  });

  it('prints the errors of the automata, and writes only with --force', async () => {
    folder.write({ ...PROJECT, 'bot/state/home.yaml': `${PROJECT['bot/state/home.yaml']}  rendre: {}\n` });
    const finding = /^bot\/state\/home\.yaml:5:3: error: .*`rendre`.* \[unknown-field\]\n/;
    const { code, out, err } = await folder.run('export', main, '-o', 'bot.json');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(finding);
    expect(err.replace(finding, '')).toBe(
      'There is 1 error, so nothing was written; `--force` exports anyway.\n',
    );
    expect(existsSync(at('bot.json'))).toBe(false);
    expect(await folder.run('export', main)).toMatchObject({ code: 1, out: '' });
    expect(await folder.run('export', main, '-o', 'bot.json', '--force')).toMatchObject({ code: 0 });
    expect(JSON.parse(read('bot.json')).states.home).toHaveProperty('rendre');
  });

  it('prints the errors of several automata, and then writes none', async () => {
    const wrong = 'initial: a\nstates: {a: {render: {text: Hi}, transitions: {CHAT: a}, rendre: 1}}\n';
    folder.write({ ...PROJECT, 'two/main.yaml': wrong, 'three.automata.yaml': wrong });
    const { code, err } = await folder.run('export', '.', '-o', 'out');
    expect([code, err.match(/\[unknown-field\]\n/g)?.length, existsSync(at('out'))]).toEqual([1, 2, false]);
    expect(err).toMatch(/\nThere are 2 errors, so nothing was written; `--force` exports anyway\.\n$/);
    expect((await folder.run('export', '.', '-o', 'out', '--force')).code).toBe(0);
  });

  it('gives automata with the same name different files', async () => {
    folder.write({
      'a.yaml': 'initial: a\nstates: {a: {transitions: {CHAT: a}}}\n',
      'a.yml': 'initial: a\nstates: {a: {transitions: {CHAT: a}}}\n',
    });
    expect((await folder.run('export', 'a.yaml', 'a.yml', '-o', 'out')).out).toBe(
      'out/a.json\nout/a.yml.json\n',
    );
  });

  it('uses the settings of the folder', async () => {
    folder.write({
      ...PROJECT,
      'bot/state/home.yaml': `${PROJECT['bot/state/home.yaml']}  rendre: {}\n`,
      '.vscode/settings.json': '{"atomicState.diagnostics.severity": {"unknown-field": "warning"}}',
    });
    expect(await folder.run('export', main)).toMatchObject({ code: 0, err: '' });
  });

  it('does not export text that is not UTF-8', async () => {
    folder.write({
      ...PROJECT,
      'bot/state/home.yaml': Buffer.from('home:\n  render: {text: café}\n', 'latin1'),
    });
    expect(await folder.run('export', main, '--force')).toMatchObject({
      code: 2,
      out: '',
      err: 'bot/state/home.yaml: this is not UTF-8 text.\n',
    });
  });

  it.skipIf(!onLinux)('writes through links and into devices', async () => {
    folder.write({ ...PROJECT, 'real.json': 'old' });
    symlinkSync('real.json', at('link.json'));
    expect((await folder.run('export', main, '-o', 'link.json', '--force')).code).toBe(0);
    expect(lstatSync(at('link.json')).isSymbolicLink()).toBe(true);
    expect(read('real.json')).toBe(JSON_TEXT);
    expect(await folder.run('export', main, '-o', '/dev/null')).toEqual({ code: 0, out: '', err: '' });
  });
});

describe('graph', () => {
  it('refuses unknown formats, and lists the supported ones', async () => {
    folder.write(PROJECT);
    expect(await folder.run('graph', main, '-o', 'bot.png')).toEqual({
      code: 2,
      out: '',
      err: 'bot.png: `graph` cannot write this format; use `.svg`, `.mmd`, `.mermaid`, `.dot` or `.gv`.\n',
    });
    expect(existsSync(at('bot.png'))).toBe(false);
    expect((await folder.run('graph', main, '-o', 'bot.tmp')).code).toBe(0);
    expect(read('bot.tmp')).toMatch(/^<svg /);
  });

  it('refuses text that is not UTF-8', async () => {
    const latin = Buffer.from('home:\n  render: {text: café}\n', 'latin1');
    folder.write({ ...PROJECT, 'bot/state/home.yaml': latin });
    const err = 'bot/state/home.yaml: this is not UTF-8 text.\n';
    expect(await folder.run('graph', main)).toEqual({ code: 2, out: '', err });
  });

  it('finds the automata from the folder of its states', () => {
    folder.write(PROJECT);
    const { out } = folder.shell('cd bot/state && $CLI graph --format mermaid home.yaml');
    expect(out).toContain('main.yaml');
  });
});

describe('import', () => {
  const files = ['code', 'code/code.js', 'main.scenario.yaml', 'main.yaml', 'state', 'state/0_home.yaml'];
  const inFolder = (path: string) => files.map((file) => `${path}/${file}`);

  it('replaces existing files only with --force, and keeps other files', async () => {
    folder.write({
      'bot.json': JSON_TEXT,
      'new/main.yaml': 'old',
      'new/code/mine.js': 'mine',
      'new/README.md': 'a',
    });
    const before = paths();
    expect((await folder.run('import', 'bot.json', 'new')).code).toBe(2);
    expect(paths()).toEqual(before);
    expect(read('new/main.yaml')).toBe('old');
    expect(await folder.run('import', 'bot.json', 'new', '--force')).toMatchObject({ code: 0, err: '' });
    expect(paths()).toEqual([...new Set([...before, ...inFolder('new')])].sort());
    expect(read('new/code/mine.js')).toBe('mine');
    expect((await folder.run('export', 'new/main.yaml')).out).toBe(`${JSON_TEXT}\n`);
  });

  it('refuses a folder with other states', async () => {
    folder.write({ 'bot.json': JSON_TEXT, 'new/state/other.yaml': 'other: {}\n' });
    expect(await folder.run('import', 'bot.json', 'new', '--force')).toEqual({
      code: 2,
      out: '',
      err: 'new: `state/other.yaml` would become a part of the automata; remove it, or name another folder.\n',
    });
  });

  it('never replaces a read-only file, and writes no other', async () => {
    folder.write({ 'bot.json': JSON_TEXT, 'new/main.yaml': 'old' });
    chmodSync(at('new/main.yaml'), 0o444);
    const before = paths();
    const err = 'new/main.yaml: this file is read-only.\n';
    expect(await folder.run('import', 'bot.json', 'new', '--force')).toMatchObject({ code: 2, err });
    expect([read('new/main.yaml'), paths()]).toEqual(['old', before]);
  });

  it('never replaces the imported file', async () => {
    folder.write({ 'bot/main.yaml': JSON_TEXT });
    expect((await folder.run('import', 'bot/main.yaml', 'bot', '--force')).err).toBe(
      'bot/main.yaml: this file is a source of the output; name another file.\n',
    );
    expect(read('bot/main.yaml')).toBe(JSON_TEXT);
  });

  it('does not import text that is not UTF-8, nor a folder', async () => {
    folder.write({ 'a.json': Buffer.from('{"states": {"é": {}}}', 'latin1'), 'dir/x': '' });
    expect((await folder.run('import', 'a.json', 'new')).err).toBe('a.json: this is not UTF-8 text.\n');
    expect((await folder.run('import', 'dir', 'new')).err).toBe('dir: this is a folder, not a file.\n');
    expect((await folder.run('import', 'gone.json', 'new')).err).toBe('gone.json: no such file or folder.\n');
  });

  it('writes all files or none', async () => {
    // The second folder of the project cannot be created.
    folder.write({ 'bot.json': JSON_TEXT, 'new/state/0_home.yaml': 'old', 'new/code': 'a file' });
    const before = paths();
    expect((await folder.run('import', 'bot.json', 'new', '--force')).code).toBe(2);
    expect(paths()).toEqual(before);
    expect(read('new/state/0_home.yaml')).toBe('old');
  });
});

describe('Ctrl+C and termination while files are written', () => {
  /** Sends a signal to a task as soon as it waits for one; returns the signals that would end the process then. */
  async function interrupt(name: 'SIGINT' | 'SIGTERM', task: () => Promise<void>) {
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    try {
      const before = process.listenerCount(name);
      const outcome = task().then(
        () => 'done',
        () => 'aborted',
      );
      while (process.listenerCount(name) === before) await setImmediate();
      process.emit(name, name);
      expect(await outcome).toBe('aborted');
      expect(process.listenerCount(name)).toBe(before);
      return kill.mock.calls;
    } finally {
      kill.mockRestore();
    }
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('%s keeps the old files, and ends the process', async (name) => {
    folder.write({ 'old.json': 'old', 'new/a': 'old' });
    const before = paths();
    const text = 'x'.repeat(1_000_000);
    const output = { path: 'old.json', text, intended: undefined, sources: [], force: true };
    const ended = [[process.pid, name]];
    expect(await interrupt(name, () => writeOutput(output, folder.path))).toEqual(ended);
    const files = ['b', 'a'].map((path) => ({ path, text, intended: undefined }));
    for (const target of ['new', 'other']) {
      const task = () => writeFolder(target, folder.path, files, [], true);
      expect(await interrupt(name, task)).toEqual(ended);
    }
    expect(paths()).toEqual(before);
    expect(read('old.json') + read('new/a')).toBe('oldold');
  });
});

describe.skipIf(process.platform === 'win32')('Ctrl+C in a process that writes files', () => {
  const isTemporary = (name: string) => name.startsWith('.atomic-state-');
  const STATES = Array.from({ length: 40 }, (_, index) => `s${index}`);
  const LARGE = {
    'old.json': 'old',
    'new/main.yaml': 'old',
    'bot.automata.yaml': `initial: s0\nstates:\n${STATES.map(
      (name, index) =>
        `  ${name}:\n    render: {text: ${'x'.repeat(20_000)}}\n    transitions: {CHAT: ${STATES[index + 1] ?? 's0'}}\n`,
    ).join('')}`,
  };
  /** The command, and the folder of its temporary files. */
  const COMMANDS: readonly (readonly [string, readonly string[], string])[] = [
    ['export', ['export', 'bot.automata.yaml', '-o', 'old.json', '--force'], '.'],
    ['graph', ['graph', 'bot.automata.yaml', '-o', 'old.json', '--force', '--format', 'dot'], '.'],
    ['import', ['import', 'bot.json', 'new', '--force'], 'new'],
    ['import', ['import', 'bot.json', 'other'], '.'],
  ];

  /**
   * Runs the command, and sends the signal of Ctrl+C while it writes. The process is stopped first, so that it cannot
   * finish in the meantime. Returns whether the signal came before the old files were replaced.
   */
  async function isInterrupted(args: readonly string[], place: string): Promise<boolean> {
    const child = spawn(process.execPath, [CLI, ...args], { cwd: folder.path, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const isRunning = () => child.exitCode === null && child.signalCode === null;
    const isWriting = () => isRunning() && readdirSync(at(place)).some(isTemporary);
    while (isRunning() && !isWriting()) await setImmediate();
    child.kill('SIGSTOP');
    await setTimeout(20);
    const isStopped = isWriting();
    if (isStopped) child.kill('SIGINT');
    child.kill('SIGCONT');
    const [, signal] = await ended;
    if (isStopped) expect(signal).toBe('SIGINT');
    expect(paths().filter((path) => path.split('/').some(isTemporary))).toEqual([]);
    const isOld = read('old.json') === 'old' && read('new/main.yaml') === 'old' && !existsSync(at('other'));
    return isStopped && isOld;
  }

  it.each(COMMANDS)('%s %j keeps the old files', async (_command, args, place) => {
    folder.write(LARGE);
    const json = (await folder.run('export', 'bot.automata.yaml')).out;
    folder.write({ 'bot.json': json });
    // The file may be complete before the process is stopped.
    for (let round = 0; round < 20; round++) {
      if (await isInterrupted(args, place)) return;
      rmSync(at('other'), { recursive: true, force: true });
      rmSync(at('new'), { recursive: true, force: true });
      folder.write(LARGE);
    }
    expect.fail('No signal arrived while files were written.');
  });
});

describe.runIf(onLinux)('a full disk', () => {
  /** Runs with a small file system at `disk`; false if it cannot be mounted. */
  async function withSmallDisk(test: () => Promise<void>): Promise<boolean> {
    mkdirSync(at('disk'));
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', at('disk')]).status !== 0) return false;
    try {
      await test();
    } finally {
      spawnSync('umount', [at('disk')]);
    }
    return true;
  }

  it('keeps the old files', async (context) => {
    const long = `'${'x'.repeat(100_000)}'`;
    folder.write({
      ...PROJECT,
      'bot/state/home.yaml': `home:\n  render: {text: ${long}}\n  transitions: {CHAT: home}\n`,
    });
    const isMounted = await withSmallDisk(async () => {
      folder.write({ 'disk/bot.json': 'old', 'disk/new/main.yaml': 'old' });
      const full = { code: 2, out: '' };
      expect(await folder.run('export', main, '-o', 'disk/bot.json', '--force')).toEqual({
        ...full,
        err: 'disk/bot.json: the disk is full.\n',
      });
      expect((await folder.run('export', main, '-o', 'bot.json')).code).toBe(0);
      for (const target of ['disk/new', 'disk/other']) {
        expect(await folder.run('import', 'bot.json', target, '--force')).toEqual({
          ...full,
          err: `${target}: the disk is full.\n`,
        });
      }
      expect(paths().filter((path) => path.startsWith('disk/'))).toEqual([
        'disk/bot.json',
        'disk/new',
        'disk/new/main.yaml',
      ]);
      expect(read('disk/bot.json') + read('disk/new/main.yaml')).toBe('oldold');
    });
    if (!isMounted) context.skip();
  });

  it('is reported for standard output', () => {
    expect(folder.shell('$CLI schema > /dev/full')).toEqual({
      code: 2,
      out: '',
      err: 'The output could not be written: the disk is full.\n',
    });
    expect(folder.shell('$CLI schema | head -c 1')).toEqual({ code: 0, out: '{', err: '' });
  });
});

it('refuses a text that would be read as something else, and writes nothing', async () => {
  folder.write({ 'old.yaml': 'old' });
  const before = paths();
  const written = {
    intended: { notation: 'yaml', data: new Map([['a', '1']]) },
    sources: [],
    force: true,
  } as const;
  for (const text of ['a: 1\n', "a: '1'\nb: 1\n", "a: '1\n", "a: '1'\na: *b\n", "\u0001a: '1'\n"]) {
    await expect(writeOutput({ ...written, path: 'old.yaml', text }, folder.path)).rejects.toThrow(
      'old.yaml: not written, because the text would be read as something else.',
    );
    await expect(
      writeFolder('.', folder.path, [{ ...written, path: 'new.yaml', text }], [], true),
    ).rejects.toThrow('new.yaml: not written');
  }
  expect([paths(), read('old.yaml')]).toEqual([before, 'old']);
  await writeOutput({ ...written, path: 'old.yaml', text: "a: '1'\n" }, folder.path);
  expect(read('old.yaml')).toBe("a: '1'\n");
});
