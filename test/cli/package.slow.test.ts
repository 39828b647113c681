import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNpmPackage } from '../../scripts/lib/npm-package.mjs';
import { CommandFolder, PROJECT } from './command';

const ROOT = join(import.meta.dirname, '../..');
const SHELL = process.platform === 'win32';

/** A message of `initialize` with its header. */
function initialize(): string {
  const message =
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"processId":null,"rootUri":null}}';
  return `Content-Length: ${message.length}\r\n\r\n${message}`;
}

describe('the package of the command line', () => {
  const folder = new CommandFolder();
  /** A folder without anything but the installed package. */
  let installed = '';

  beforeAll(async () => {
    installed = mkdtempSync(join(tmpdir(), 'atomic-state-package-'));
    const file = await createNpmPackage(installed);
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', installed, file], {
      encoding: 'utf8',
      shell: SHELL,
    });
  }, 180_000);

  afterAll(() => rmSync(installed, { recursive: true, force: true }));

  function run(...args: readonly string[]) {
    const command = ['--offline', '--prefix', installed, 'atomic-state', ...args];
    const options = { cwd: folder.path, encoding: 'utf8', shell: SHELL, input: '' } as const;
    const { status, stdout, stderr } = spawnSync('npx', command, options);
    return { code: status, out: stdout, err: stderr };
  }

  function packaged(path: string): string {
    return readFileSync(join(installed, 'node_modules/atomic-state', path), 'utf8');
  }

  it('checks, exports and draws', () => {
    folder.write(PROJECT);
    expect(run('check')).toEqual({
      code: 0,
      out: expect.stringMatching(/^2 state files, 0 errors/m),
      err: '',
    });
    expect(run('export', 'bot/main.yaml')).toMatchObject({ code: 0, err: '' });
    expect(run('graph', 'bot/main.yaml', '-o', 'bot.svg')).toMatchObject({ code: 0, err: '' });
    expect(run('--version').out).toMatch(/\d+\.\d+\.\d+/);
    expect(run('lsp', '--help').out).toMatch(/^Usage: atomic-state lsp --stdio/);
  });

  it('runs scenarios and explores', () => {
    folder.write({
      ...PROJECT,
      'bot/a.scenario.yaml':
        'scenarios:\n  - name: the home state\n    steps:\n      - expect: {state: home}\n',
    });
    expect(run('test')).toMatchObject({ code: 0, err: '' });
    expect(run('explore', 'bot/main.yaml')).toMatchObject({ code: 0, err: '' });
  });

  it('starts the language server', async () => {
    const cli = join(installed, 'node_modules/atomic-state/dist/cli.js');
    const server = spawn(process.execPath, [cli, 'lsp', '--stdio']);
    server.stdin.write(initialize());
    let out = '';
    for await (const piece of server.stdout) {
      out += piece;
      if (out.includes('completionProvider')) break;
    }
    server.kill();
    expect(out).toContain('completionProvider');
  });

  it('can be published, and installs nothing else', () => {
    const manifest = JSON.parse(packaged('package.json'));
    expect(manifest).not.toHaveProperty('private');
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('contributes');
    expect(manifest.bin).toEqual({ 'atomic-state': './dist/cli.js' });
    expect(readdirSync(join(installed, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'atomic-state',
    ]);
    expect(readdirSync(join(installed, 'node_modules/atomic-state')).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ]);
  });

  it('has a README of its own, which lists every command', () => {
    const page = packaged('README.md');
    expect(page).toMatch(/^# Atomic State on the command line\n/);
    const commands = [...run('--help').out.matchAll(/^ {2}atomic-state (\w+)/gm)].map(([, name]) => name);
    expect(commands.length).toBeGreaterThan(12);
    const [, table = ''] = /^\| Command \|.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
    const listed = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(
      ([, names = '']) => names.match(/\w+/g) ?? [],
    );
    expect(listed.toSorted()).toEqual(commands.toSorted());
    const relative = [...page.matchAll(/\]\(([^)]+)\)/g)].filter(([, to = '']) => !/^https:|^#/.test(to));
    expect(relative).toEqual([]);
  });

  it('is not made from the checkout itself, which has the README of the extension', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'scripts/package-npm.mjs'), '--refuse'],
      {
        encoding: 'utf8',
      },
    );
    expect(status).toBe(1);
    expect(stderr).toContain('npm run package:npm');
  });
});
