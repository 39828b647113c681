import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What bundles cost in memory (scripts/build.mjs). */

const dist = join(import.meta.dirname, '../dist');
const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.js'),
);

// V8 holds a script with other characters with two bytes for each.
it('bundles are ASCII', () => {
  expect(scripts).toContain('engine.js');
  expect(scripts.filter((path) => readFileSync(join(dist, path)).some((byte) => byte > 127))).toEqual([]);
});

it.each(['engine.js', 'server.js'])('no file in %s has a copy of the protocol', (path) => {
  const text = readFileSync(join(dist, path), 'utf8');
  expect(text.match(/["']\.\/protocol\.js["']/g)).toHaveLength(1);
  expect(text).not.toContain('__toESM(');
});
