// Breaks lines of the server at random, one at a time, and prints which tests find each of them. A line that neither tier
// finds deserves a test, unless it means the same as before. Lines that the type checker finds do not count. It works in a
// copy of the last commit.
//
//   npm run break-lines                           40 lines
//   npm run break-lines -- --count 5 --seed 7     other ones
//
// The tests in the folder of the same name run first, as they find most lines in seconds. The others are selected by their
// imports; those of processes, which import nothing, all run with the new bundles.

import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './lib/paths.mjs';
import { run, temporaryFolder } from './lib/process.mjs';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
});

/** What is replaced, and by what. A removed line keeps its number. */
const BREAKS = /** @type {const} */ ([
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ < /, ' <= '],
  [/ <= /, ' < '],
  [/ > /, ' >= '],
  [/ >= /, ' > '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ [+-] 1\b/, ''],
  [/\bif \(!/, 'if ('],
  [/\breturn true;/, 'return false;'],
  [/\breturn false;/, 'return true;'],
  [/^\s+if \(.*\) (?:return|continue)\b.*;$/, ''],
  [/^\s+[\w.?]+\(.*\);$/, ''],
]);

/** Comments, types and data. */
const NO_CODE = /^\s*(?:\*|\/[/*]|import |export (?:type|interface) |type |readonly )/;
const DATA = /^types\/library|\.d\.ts$/;

/** Each way to break a line of the server. */
function allBreaks() {
  return readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !DATA.test(path))
    .sort()
    .flatMap((path) => {
      const file = join('server', path);
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      return lines.flatMap((line, index) =>
        BREAKS.filter(([from]) => from.test(line) && !NO_CODE.test(line)).map(([from, to]) => ({
          file,
          index,
          line,
          broken: line.replace(from, to),
        })),
      );
    });
}

/** A number below 1 for each call, the same ones for a seed (mulberry32). */
function randomNumbers(/** @type {number} */ seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomNumbers(Number(values.seed));
const shuffled = allBreaks()
  .map((one) => ({ one, at: random() }))
  .sort((a, b) => a.at - b.at)
  .map(({ one }) => one);

const copy = join(temporaryFolder('broken'), 'copy');
await run('git', ['clone', '--quiet', '--shared', root, copy]);
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

const node = (/** @type {string[]} */ ...args) => run(process.execPath, args, { cwd: copy, quiet: true });
const isGreen = async (/** @type {string[]} */ ...args) => (await node(...args)).code === 0;

/** Whether the tests of a project of vitest that depend on a file pass. */
function pass(/** @type {string} */ project, /** @type {string} */ file) {
  const files = [file, 'test/support/built-file.ts'];
  return isGreen(
    'node_modules/vitest/vitest.mjs',
    'related',
    ...files,
    '--run',
    '--bail=1',
    '--project',
    project,
  );
}

/** Whether the quick tests in the folder of the same name pass. */
function nearPass(/** @type {string} */ file) {
  const near = `test/${file.split('/')[1]}/`;
  return isGreen(
    'node_modules/vitest/vitest.mjs',
    'run',
    near,
    '--bail=1',
    '--passWithNoTests',
    '--project',
    '!slow',
  );
}

/** The command that finds the broken line of a file; undefined for the type checker. */
async function finder(/** @type {string} */ file) {
  if (!(await isGreen('node_modules/typescript/bin/tsc', '--noEmit'))) return undefined;
  if (!(await nearPass(file))) return 'npm test';
  if (!(await isGreen('scripts/build.mjs'))) return 'build';
  if (!(await pass('!slow', file))) return 'npm test';
  return (await pass('slow', file)) ? 'nothing' : 'npm run test:all';
}

/** @type {Map<string, number>} */
const counts = new Map();
let left = Number(values.count);
for (const { file, index, line, broken } of shuffled) {
  if (left === 0) break;
  const text = readFileSync(join(copy, file), 'utf8');
  const lines = text.split('\n');
  lines[index] = broken;
  writeFileSync(join(copy, file), lines.join('\n'));
  const found = await finder(file);
  writeFileSync(join(copy, file), text);
  if (found === undefined) continue;
  left--;
  counts.set(found, (counts.get(found) ?? 0) + 1);
  console.log(`${found.padEnd(16)} ${file}:${index + 1}\n  - ${line.trim()}\n  + ${broken.trim()}`);
}
console.log([...counts].map(([found, count]) => `${count} by ${found}`).join(', '));
