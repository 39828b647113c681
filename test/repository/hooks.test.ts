import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { builtFile } from '../support/built-file';

const ROOT = join(import.meta.dirname, '../..');
const CLI = builtFile('cli.js');

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly types_or: readonly string[];
  readonly pass_filenames: boolean;
}

const HOOKS: readonly Hook[] = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8'));

/** The types of names, as pre-commit identifies them. */
const TYPES: Readonly<Record<string, RegExp>> = { yaml: /\.ya?ml$/, json: /\.json$/ };

const GOOD = 'type: automata\ninitial: a\nstates:\n  a:\n    transitions: {CHAT: a}\n';
const BAD = GOOD.replace('CHAT: a', 'CHAT: b');
const UNFORMATTED = GOOD.replace('{CHAT: a}', '{   CHAT:    a}');

describe.skipIf(process.platform === 'win32')('the hooks for commits', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atomic-state-hooks-'));
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'repository'));
    const command = `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`;
    writeFileSync(join(folder, 'bin/atomic-state'), command, { mode: 0o755 });
    git('init', '--quiet');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function git(...args: readonly string[]) {
    return spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: join(folder, 'repository'),
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` },
    });
  }

  /** Installs a hook that does what pre-commit does with its entry. */
  function install(id: string): void {
    const hook = HOOKS.find((one) => one.id === id);
    if (!hook) throw new Error(`There is no hook ${id}.`);
    const types = hook.types_or.map((type) => TYPES[type]?.source).join('|');
    const script = `#!/bin/bash
changed=$(git diff --staged --name-only --diff-filter=ACMRTUXB | grep -E '${types}') || exit 0
before=$(git diff)
${hook.entry} ${hook.pass_filenames ? '$changed' : ''} || exit
[ "$before" = "$(git diff)" ] || { echo 'files were modified by this hook'; exit 1; }
`;
    writeFileSync(join(folder, 'repository/.git/hooks/pre-commit'), script, { mode: 0o755 });
  }

  function commit(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'repository', path)), { recursive: true });
      writeFileSync(join(folder, 'repository', path), text);
    }
    git('add', '.');
    const { status, stdout, stderr } = git('commit', '--message', 'change');
    return { status, output: stdout + stderr };
  }

  it('check refuses a mistake, also in a file that is not committed', () => {
    install('atomic-state-check');
    expect(commit({ 'bot/main.yaml': GOOD, 'other.yml': 'name: x\n' })).toMatchObject({ status: 0 });
    expect(commit({ 'bot/main.yaml': BAD })).toMatchObject({
      status: 1,
      output: expect.stringContaining('[unknown-target]'),
    });
    expect(commit({ 'other.yml': 'name: y\n' }).status).toBe(1);
    expect(commit({ 'bot/main.yaml': GOOD, 'readme.md': 'text\n' })).toMatchObject({ status: 0 });
  });

  it('format writes the files, and the second attempt succeeds', () => {
    install('atomic-state-format');
    expect(commit({ 'bot/main.yaml': UNFORMATTED })).toMatchObject({
      status: 1,
      output: expect.stringContaining('files were modified'),
    });
    expect(commit({})).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, 'repository/bot/main.yaml'), 'utf8')).not.toBe(UNFORMATTED);
  });

  it('ignore commits without YAML and JSON', () => {
    install('atomic-state-check');
    expect(commit({ 'readme.md': 'text\n' })).toMatchObject({ status: 0 });
  });

  it('name commands of the package, which is installed from this repository', () => {
    expect(HOOKS.map(({ id }) => id)).toEqual(['atomic-state-check', 'atomic-state-format']);
    for (const { entry, language } of HOOKS) {
      expect(language).toBe('node');
      expect(Object.keys(manifest.bin)).toContain(entry.split(' ')[0]);
    }
    // `npm pack`, which pre-commit runs, builds first.
    expect(manifest.scripts.prepack).toContain('build.mjs');
  });
});
