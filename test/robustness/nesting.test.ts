import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../server/expression/parse';
import { infer } from '../../server/types/infer';
import { parseYaml } from '../../server/yaml/parse';
import { startClient } from '../protocol/started';
import { builtFile } from '../support/built-file';
import { IS_EXHAUSTIVE, sample } from '../support/depth';
import { ROOT } from '../support/workspace';
import { InProcessServer, protocolPosition } from './server';

const around = (open: string, middle: string, close: string) => (n: number) =>
  open.repeat(n) + middle + close.repeat(n);
const after = (open: string, end: string) => (n: number) => open.repeat(n) + end;
const before = (start: string, close: string) => (n: number) => start + close.repeat(n);

/** Expressions that repeat something `n` times, with deep recursion or a deep tree. */
const FAMILIES: Readonly<Record<string, (n: number) => string>> = {
  'template literals': around('`${', '1', '}`'),
  'unclosed template literals': after('`${', ''),
  functions: around('(function(){return ', '1', '})'),
  'unclosed functions': after('function(){return ', ''),
  'arrow functions': after('a => ', 'a'),
  'default values': around('(a = ', '1', ') => 1'),
  parentheses: around('(', '1', ')'),
  'unclosed parentheses': after('(', ''),
  lists: around('[', '1', ']'),
  objects: around('({a: ', '1', '})'),
  spread: around('[...', 'a', ']'),
  'assignment patterns': (n) => `${around('[', 'a', ']')(n)} = 1`,
  parameters: (n) => `(${around('[', 'a', ']')(n)}) => 1`,
  'function parameters': (n) => `(function (${around('{a: ', 'b', '}')(n)}) {})`,
  classes: around('(class extends ', 'A', ' {})'),
  'unclosed classes': after('class extends ', ''),
  'class members': around('(class { a = ', '1', '})'),
  blocks: (n) => `(() => ${around('{', '1', '}')(n)})`,
  'if statements': (n) => `(() => { ${'if (1) '.repeat(n)}; })`,
  'else if': (n) => `(() => { ${'if (1) {} else '.repeat(n)}; })`,
  labels: (n) => `(() => { ${Array.from({ length: n }, (_, i) => `l${i}: `).join('')}; })`,
  new: after('new ', 'A'),
  negations: after('!', 'a'),
  signs: after('- ', 'a'),
  typeof: after('typeof ', 'a'),
  await: (n) => `(async () => ${'await '.repeat(n)} 1)`,
  yield: (n) => `(function* () { ${'yield '.repeat(n)} 1 })`,
  conditions: around('a ? ', 'b', ' : c'),
  alternatives: after('a ? b : ', 'c'),
  assignments: after('a = ', '1'),
  powers: after('a ** ', '1'),
  sums: after('a + ', '1'),
  fallbacks: after('a ?? ', '1'),
  members: after('a.', 'a'),
  'optional members': after('a?.', 'a'),
  elements: before('a', '[1]'),
  'nested elements': around('a[', 'a', ']'),
  calls: before('f', '()'),
  'nested calls': around('f(', 'a', ')'),
  tags: before('f', '``'),
  groups: (n) => `/${around('(', 'a', ')')(n)}/.test(a)`,
  'unclosed groups': (n) => `/${'(a|'.repeat(n)}/.test(a)`,
};

const isUnfinished = (name: string) => name.startsWith('unclosed');

describe.each(Object.entries(FAMILIES))('%s', (name, family) => {
  it('are parsed at a realistic depth', () => {
    if (!isUnfinished(name)) expect(parseExpression(family(40)).problem).toBeUndefined();
  });

  it.each([150, 300, 600, 1200, 5000, 10_000])('result in a tree or a problem at a depth of %d', (n) => {
    const { ast, problem } = parseExpression(family(n));
    expect((ast === undefined) !== (problem === undefined)).toBe(true);
    if (ast) infer(ast, () => undefined);
    if (n >= 5000) expect(problem?.kind).toBe('limit');
  });
});

/** Calls a function with less of the stack left. */
function deeper<T>(frames: number, call: () => T): T {
  return frames === 0 ? call() : deeper(frames - 1, call);
}

/** The least `n` up to 4,096 for which something is too deep. */
function leastDeep(isTooDeep: (n: number) => boolean): number {
  let most = 4096;
  for (let least = 1; least < most; ) {
    const middle = Math.floor((least + most) / 2);
    if (isTooDeep(middle)) most = middle;
    else least = middle + 1;
  }
  return most;
}

const FRAMES = 1500;

// Where the limit is the end of the stack, V8 may abort the process.
it.each(['parentheses', 'template literals', 'functions', 'lists', 'groups'])(
  'the limit for %s does not depend on the free stack',
  (name) => {
    const isTooDeep = (n: number) => parseExpression(FAMILIES[name]?.(n) ?? '').problem?.kind === 'limit';
    const limit = leastDeep(isTooDeep);
    expect(limit).toBeLessThan(4096);
    expect(deeper(FRAMES, () => leastDeep(isTooDeep))).toBe(limit);
  },
);

it.each(['items on one line', 'flow lists', 'flow maps'])(
  'the limit for %s in YAML does not depend on the free stack',
  (name) => {
    const isTooDeep = (n: number) => parseYaml(NESTED_FILES[name]?.(n) ?? '').root === undefined;
    const limit = leastDeep(isTooDeep);
    expect(limit).toBeLessThan(4096);
    expect(deeper(FRAMES, () => leastDeep(isTooDeep))).toBe(limit);
  },
);

const fileOf = (expression: string) => {
  const value = JSON.stringify(`{{${expression}}}`);
  return `type: automata\ninitial: a\nstates:\n  a:\n    outputs: {b: ${value}}\n    render: {text: ${value}}\n`;
};

it.each(IS_EXHAUSTIVE ? [900, 2000, 5000] : [2000])(
  'every request is answered in files with nested expressions, %d deep',
  { timeout: 300_000 },
  async (n) => {
    const server = await InProcessServer.start();
    for (const [name, family] of Object.entries(FAMILIES)) {
      const uri = `${ROOT}/${name.replaceAll(' ', '-')}.automata.yaml`;
      const text = fileOf(family(n));
      await server.open(uri, text);
      await server.askEverything(
        uri,
        protocolPosition(text, text.indexOf('{{') + 4),
        protocolPosition(text, text.length),
      );
    }
    await server.stop();
    expect(server.thrown).toEqual([]);
  },
);

// A regular expression that is compiled at the end of the stack aborts the process; only a real process shows that.
it('nested expressions do not abort the process', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'atomic-state-'));
  for (const [name, family] of Object.entries(FAMILIES)) {
    for (const n of sample([240, 500, 1000, 1900, 5000], 2))
      writeFileSync(join(folder, `${name}-${n}.automata.yaml`), fileOf(family(n)));
  }
  const cli = builtFile('cli.js');
  const { signal, status, stderr } = spawnSync(process.execPath, [cli, 'check', folder], { maxBuffer: 1e9 });
  rmSync(folder, { recursive: true });
  expect({ signal, stderr: String(stderr) }).toEqual({ signal: null, stderr: '' });
  expect([0, 1]).toContain(status);
});

const indented = (n: number, key: string) =>
  Array.from({ length: n }, (_, depth) => `${' '.repeat(depth)}${key}\n`).join('');

/** Files whose YAML or JSON itself is nested. */
const NESTED_FILES: Readonly<Record<string, (n: number) => string>> = {
  'items on one line': after('- ', 'a'),
  'keys on one line': after('? ', 'a'),
  'flow lists': around('[', 'a', ']'),
  'flow maps': around('{a: ', '1.5', '}'),
  'unclosed flow maps': after('{a: [', ''),
  maps: (n) => indented(n, 'a:'),
  'maps of lists': (n) => indented(n, '- a:'),
  'json lists': around('[', '"a"', ']'),
  'json objects': around('{"a": ', '1.5', '}'),
};

it('the server keeps answering after it has read nested files', { timeout: 300_000 }, async () => {
  const client = await startClient({});
  for (const [name, family] of Object.entries(NESTED_FILES)) {
    // Deeper, indentation alone makes texts of many megabytes.
    const depths = name.startsWith('maps') ? [450, 1000, 1600] : [450, 1000, 1600, 2100, 2400, 5000];
    for (const n of depths) {
      const isJson = name.startsWith('json');
      const path = `${name.replaceAll(' ', '-')}-${n}.automata.${isJson ? 'json' : 'yaml'}`;
      await client.open(path, family(n), isJson ? 'json' : 'yaml');
      expect([path, await client.codes(path)]).toEqual([path, expect.anything()]);
    }
  }
});
