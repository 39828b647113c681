import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

/** The memory of bundles (scripts/build.mjs). */

const dist = join(import.meta.dirname, '../dist');
const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.js'),
);

// V8 stores a script with other characters in two bytes per character.
it('bundles contain only ASCII', () => {
  expect(scripts).toContain('engine.js');
  expect(scripts.filter((path) => readFileSync(join(dist, path)).some((byte) => byte > 127))).toEqual([]);
});

it.each(['engine.js', 'server.js'])('%s shares the bundle of the protocol', (path) => {
  const text = readFileSync(join(dist, path), 'utf8');
  expect(text.match(/["']\.\/protocol\.js["']/g)).toHaveLength(1);
  expect(text).not.toContain('__toESM(');
});

// Two instances in a process would not know each other's results.
it('the incremental engine is in one bundle only', () => {
  const withEngine = scripts.filter((path) => {
    const map = join(dist, `${path}.map`);
    if (!existsSync(map)) return false;
    const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { readonly sources: readonly string[] };
    return sources.some((source) => source.includes('server/engine/'));
  });
  expect(withEngine).toEqual(['analysis.js']);
});

/** The bundles that a script loads while it runs. */
function loadedBy(name: string): readonly string[] {
  const text = readFileSync(join(dist, name), 'utf8');
  return [...text.matchAll(/["']\.\/([\w-]+\.js)["']/g)].flatMap(([, loaded = '']) =>
    scripts.includes(loaded) ? [loaded] : [],
  );
}

it.each(['.vscodeignore', '.npmignore'])('%s includes all bundles that its scripts load', (list) => {
  const lines = readFileSync(join(dist, '..', list), 'utf8').split(/\r?\n/);
  const packed = lines.flatMap((line) => /^!\/?dist\/([\w-]+\.js)$/.exec(line)?.[1] ?? []);
  expect(packed).toContain('cli.js');
  const missing = packed.flatMap(loadedBy).filter((name) => !packed.includes(name));
  expect(missing).toEqual([]);
});

it('the command line loads the interpreter only to run something', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
  try {
    for (const path of scripts)
      if (basename(path) === path && path !== 'sandbox.js') cpSync(join(dist, path), join(folder, path));
    const main = join(folder, 'main.yaml');
    writeFileSync(main, 'initial: a\nstates: {a: {properties: {is_final: true}, render: {text: A}}}\n');
    const run = (command: string) =>
      spawnSync(process.execPath, [join(folder, 'cli.js'), command, main], { encoding: 'utf8' });
    expect(run('check')).toMatchObject({ status: 0, stderr: '' });
    expect(run('export')).toMatchObject({ status: 0, stderr: '' });
    const explored = run('explore');
    expect([explored.status === 0, explored.stderr]).toEqual([false, expect.stringContaining('sandbox.js')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
