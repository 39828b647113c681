import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandFolder, PROJECT } from './command';

const ROOT = join(import.meta.dirname, '../..');

describe('the package of `npm pack`', () => {
  const folder = new CommandFolder();
  let unpacked = '';

  beforeAll(() => {
    unpacked = mkdtempSync(join(tmpdir(), 'atomic-state-package-'));
    // Already built.
    const options = { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' } as const;
    const packed = execFileSync(
      'npm',
      ['pack', '--ignore-scripts', '--json', '--pack-destination', unpacked],
      options,
    );
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    execFileSync('tar', ['-xzf', filename], { cwd: unpacked });
  });

  afterAll(() => rmSync(unpacked, { recursive: true, force: true }));

  function run(...args: readonly string[]) {
    const manifest = JSON.parse(readFileSync(join(unpacked, 'package/package.json'), 'utf8'));
    const command = join(unpacked, 'package', manifest.bin['atomic-state']);
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    return { code: status, out: stdout, err: stderr };
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
    const server = spawn(process.execPath, [join(unpacked, 'package/dist/cli.js'), 'lsp', '--stdio']);
    const message =
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"processId":null,"rootUri":null}}';
    server.stdin.write(`Content-Length: ${message.length}\r\n\r\n${message}`);
    let out = '';
    for await (const piece of server.stdout) {
      out += piece;
      if (out.includes('completionProvider')) break;
    }
    server.kill();
    expect(out).toContain('completionProvider');
  });
});
