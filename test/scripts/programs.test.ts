import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Asks for a program that does not exist, on a machine whose `apt-get` only notes its calls. */
const SCRIPT = `
  const { ensureProgram } = await import(${JSON.stringify(join(ROOT, 'scripts/lib/apt.mjs'))});
  const { onPath } = await import(${JSON.stringify(join(ROOT, 'scripts/lib/chromium.mjs'))});
  const find = () => onPath(['no-such-editor']);
  console.log(JSON.stringify(await ensureProgram({ name: 'An editor', find, variable: 'ATOMIC_STATE_X', packages: ['x'] })));
`;

describe.skipIf(process.platform === 'win32')('a program that a suite needs', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atomic-state-apt-'));
    writeFileSync(join(folder, 'calls'), '');
    writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\necho "$*" >> "${folder}/calls"\nexit 0\n`);
    chmodSync(join(folder, 'apt-get'), 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function ensure(env: Readonly<Record<string, string>>) {
    const { ATOMIC_STATE_INSTALL: _, ...others } = process.env;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
      encoding: 'utf8',
      env: { ...others, PATH: `${folder}:${dirname(process.execPath)}:/usr/bin:/bin`, ...env },
    });
    return {
      last: JSON.parse(stdout.trim().split('\n').at(-1) ?? ''),
      calls: readFileSync(join(folder, 'calls'), 'utf8'),
    };
  }

  it('is never installed by itself; the report says what to install', () => {
    expect(ensure({})).toEqual({
      last: {
        missing:
          'An editor is needed; install it (on Debian: apt-get install x), or name it by the variable ATOMIC_STATE_X',
      },
      calls: '',
    });
  });

  it('may be named by a variable', () => {
    expect(ensure({ ATOMIC_STATE_X: join(folder, 'calls') }).last).toEqual({
      executable: join(folder, 'calls'),
    });
    expect(ensure({ ATOMIC_STATE_X: '/no/such' }).last).toEqual({
      missing: 'ATOMIC_STATE_X names no file: /no/such',
    });
  });

  it('is installed on a machine that is made for the tests', () => {
    const isDebianRoot =
      process.getuid?.() === 0 && spawnSync('grep', ['-q', '^ID=debian$', '/etc/os-release']).status === 0;
    const { calls } = ensure({ ATOMIC_STATE_INSTALL: 'true' });
    expect(calls).toBe(isDebianRoot ? 'update\ninstall -y --no-install-recommends x\n' : '');
    expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toContain('export ATOMIC_STATE_INSTALL=true');
  });
});
