import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { DEFAULT_SETTINGS, readSettings } from '../server/protocol/settings';

/** A setting as the manifest declares it. */
interface Declared {
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly scope?: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly markdownDescription?: string;
}

const declared = new Map<string, Declared>(
  manifest.contributes.configuration.flatMap(({ properties }) =>
    Object.entries<Declared>(properties).map(
      ([name, one]) => [name.replace(/^atomicState\./, ''), one] as const,
    ),
  ),
);

/** Names that the client reads, by the settings named in its sources. */
const byClient = readdirSync('client', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap(
    (file) =>
      readFileSync(join('client', file), 'utf8').match(/(?<=['"`.])[a-z]+\.[a-zA-Z]+(?=['"`])/g) ?? [],
  )
  .filter((name) => declared.has(name));

/** Names in conditions of the manifest. */
const byManifest = [
  ...JSON.stringify(manifest.contributes.menus).matchAll(/\bconfig\.atomicState\.([\w.]+)/g),
].map(([, name = '']) => name);

/** The names of the settings that the server reads. */
function readByServer(): readonly string[] {
  const names = new Set<string>();
  const watch = (prefix: string): object =>
    new Proxy(
      {},
      {
        getOwnPropertyDescriptor: (_, key) => {
          names.add(`${prefix}${String(key)}`);
          return { configurable: true, enumerable: true, value: watch(`${prefix}${String(key)}.`) };
        },
        get: (_, key) => (typeof key === 'string' ? watch(`${prefix}${key}.`) : undefined),
      },
    );
  readSettings(watch(''));
  const all = [...names];
  return all.filter((name) => !all.some((other) => other.startsWith(`${name}.`)));
}

describe('settings', () => {
  it.each([...declared])('%s has a type, a default, a scope and a description', (_, one) => {
    expect(one.type).toBeTypeOf('string');
    expect(one).toHaveProperty('default');
    expect(['resource', 'window', 'machine', 'language-overridable']).toContain(one.scope);
    expect(one.markdownDescription?.length).toBeGreaterThan(20);
    expect(one.markdownDescription).toMatch(/\.\)?$/);
    expect(one.enumDescriptions?.length).toBe(one.enum?.length);
  });

  it('of a model cannot be set by a workspace, which could redirect a key', () => {
    const ofModel = [...declared].filter(([name]) => name.startsWith('run.model.'));
    expect(ofModel.map(([name, { scope }]) => [name, scope])).toEqual([
      ['run.model.url', 'machine'],
      ['run.model.name', 'machine'],
      ['run.model.timeout', 'machine'],
    ]);
  });

  it('are all read by the server, the client or a condition of the manifest', () => {
    expect([...declared.keys()].sort()).toEqual(
      [...new Set([...readByServer(), ...byClient, ...byManifest])].sort(),
    );
  });

  it.each(['reference.md', 'reference.zh-CN.md'])('are all in the table of docs/%s, each once', (page) => {
    expect(listedIn(page).toSorted()).toEqual([...declared.keys()].toSorted());
  });

  it('have the same defaults in the manifest and in the server', () => {
    expect(readSettings(nested([...declared].map(([name, one]) => [name, one.default])))).toEqual(
      DEFAULT_SETTINGS,
    );
  });

  it.each(readByServer())('%s has an effect', (name) => {
    const changed = readSettings(nested([[name, otherThan(declared.get(name))]]));
    expect(changed).not.toEqual(DEFAULT_SETTINGS);
  });

  it.each(readByServer())('%s falls back to its default if it has the wrong type', (name) => {
    for (const wrong of [null, Number.NaN, -1, [1, null], Symbol('x')])
      expect(readSettings(nested([[name, wrong]]))).toEqual(DEFAULT_SETTINGS);
  });
});

/** The settings in the table of a page, where `.name` stands for another one of the same group. */
function listedIn(page: string): string[] {
  return [...readFileSync(join('docs', page), 'utf8').matchAll(/^\| (`atomicState\..*?) \|/gm)].flatMap(
    ([, cell = '']) => {
      let group = '';
      return [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => {
        const full = name.startsWith('.') ? `${group}${name}` : name.replace('atomicState.', '');
        group = full.slice(0, full.lastIndexOf('.'));
        return full;
      });
    },
  );
}

/** A value of the type that is not the default. */
function otherThan(one: Declared | undefined): unknown {
  switch (one?.type) {
    case 'boolean':
      return one.default !== true;
    case 'integer':
    case 'number':
      return Number(one.default) + 1;
    case 'array':
      return ['x'];
    case 'object':
      return { 'unknown-field': 'off' };
    case 'string':
      return one.enum?.find((value) => value !== one.default) ?? 'x';
    default:
      return one?.enum?.find((value) => value !== one.default);
  }
}

function nested(values: readonly (readonly [name: string, value: unknown])[]): object {
  const root: Record<string, unknown> = {};
  for (const [name, value] of values) {
    const path = name.split('.');
    const last = path.pop() ?? '';
    let at = root;
    for (const step of path) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return root;
}
