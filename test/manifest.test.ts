import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');
const { contributes } = manifest;

/** All texts of a part of the manifest, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

const contributed = new Set(contributes.commands.map(({ command }) => command));

describe('the manifest', () => {
  it('refers only to commands that it contributes', () => {
    const { commands: _, ...others } = contributes;
    const named = [
      ...JSON.stringify(others).matchAll(/(?:"command":"|\(command:|onCommand:)(atomicState\.[a-zA-Z.]+)/g),
    ].map(([, command = '']) => command);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((command) => !contributed.has(command))).toEqual([]);
  });

  it('has a title for one deleted state, and another one for several', () => {
    const shown = contributes.menus['webview/context'].flatMap(({ command, when }) => {
      const [, count] = / \/,deleteState,\/ && (graphCount .*)$/.exec(when) ?? [];
      const { title } = contributes.commands.find((one) => one.command === command) ?? {};
      return count === undefined ? [] : [[title, count]];
    });
    expect(shown).toEqual([
      ['Delete State…', 'graphCount == 1'],
      ['Delete States…', 'graphCount > 1'],
    ]);
  });

  it('refers only to files that exist and are packaged', () => {
    const named = textsIn(contributes)
      .concat(manifest.icon)
      .filter((text) => /^(?:\.\/)?(?:images|snippets|syntaxes)\//.test(text))
      .map((text) => text.replace(/^\.\//, ''));
    expect(named).toContain('images/icon.png');
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const packed = readFileSync(join(ROOT, '.vscodeignore'), 'utf8').split('\n');
    const isPacked = (path: string) =>
      packed.includes(`!${path}`) || packed.includes(`!${path.replace(/[^/]+(?=\.\w+$)/, '*')}`);
    expect(named.filter((path) => !isPacked(path))).toEqual([]);
  });

  it('packages the bundles that the server loads later', () => {
    const server = readFileSync(join(ROOT, 'server/node.ts'), 'utf8');
    const loaded = [...server.matchAll(/(?:import|load)\('\.\/([a-z-]+\.js)'\)/g)].map(
      ([, file = '']) => file,
    );
    expect(loaded).toContain('sandbox.js');
    const packed = readFileSync(join(ROOT, '.vscodeignore'), 'utf8').split('\n');
    expect(loaded.filter((file) => !packed.includes(`!dist/${file}`))).toEqual([]);
  });

  it('has a walkthrough of six steps, each completed by a command in it', () => {
    const [walkthrough] = contributes.walkthroughs;
    expect(walkthrough?.steps).toHaveLength(6);
    for (const { description, completionEvents } of walkthrough?.steps ?? [])
      for (const event of completionEvents)
        expect(description).toContain(`(command:${event.replace('onCommand:', '')})`);
  });

  it.each([
    ['bot/main.yaml:3:9: error: No state `x`. [unknown-target]', ['bot/main.yaml', '3', '9', 'error']],
    ['/a b/c.json:12:1: hint: Nothing reads [it]. [unused-variable]', ['/a b/c.json', '12', '1', 'hint']],
    ['C:\\bot\\main.yaml:1:1: warning: a: b [unhandled-event]', ['C:\\bot\\main.yaml', '1', '1', 'warning']],
    ['    3 |     go: x', undefined],
    ['2 state files, 1 error, 0 warnings, 0 notes, 0 hints', undefined],
  ])('matches the findings of the command line: %s', (line, parts) => {
    const [matcher] = contributes.problemMatchers;
    const found = new RegExp(matcher?.pattern?.regexp ?? '').exec(line);
    expect(found?.slice(1, 5)).toEqual(parts);
  });

  it('matches the first and last line of each run of `--watch`', () => {
    const watch = contributes.problemMatchers[1]?.background;
    expect('Checking...').toMatch(new RegExp(watch?.beginsPattern ?? '$.'));
    const sum = '1 state file, 1 error, 0 warnings, 0 notes, 0 hints';
    expect(sum).toMatch(new RegExp(watch?.endsPattern ?? '$.'));
  });
});
