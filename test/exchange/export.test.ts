import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ExchangeData, isDataMap } from '../../server/exchange/data';
import { readData } from '../../server/exchange/read-data';
import { pythonFloat, writeJson } from '../../server/exchange/write-json';
import { inEnglish } from '../support/english';
import { exportOf } from '../support/exported';
import { type FixtureFile, parseFixture } from '../support/fixture';
import { describeRealFiles } from '../support/real-files';
import { addressOf } from '../support/workspace';

/** The export, or the problems: file, marked text, message. */
function outcome(fixture: string): string {
  const { files } = parseFixture(fixture);
  const result = exportOf(files);
  if ('text' in result) return result.text;
  return result.conversionErrors
    .map(({ address, start, end, message }) => {
      const text = files.find(({ path }) => addressOf(path) === address)?.text.slice(start, end) ?? '';
      return `${address.replace('file:///ws/', '')} «${text}» ${inEnglish(message)}`;
    })
    .join('\n');
}

/** The exported value for a value of `x` in the context. */
function readingOf(yaml: string): string {
  const text = outcome(`=== main.yaml\ncontext:\n  x: ${yaml}\ninitial: a\nstates:\n  a: {render: {}}\n`);
  return /^\{"context": \{"x": (.*)\}, "initial"/.exec(text)?.[1] ?? text;
}

function parse(text: string): ExchangeData {
  const data = readData(
    text,
    'json',
    () => undefined,
    () => undefined,
  );
  if (data === undefined) throw new Error('no data');
  return data;
}

describeRealFiles((realFiles) => {
  const folder = join(realFiles, 'master-prompting');
  const files = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /\.(?:yaml|json|js)$/.test(path) && path !== 'output.json')
      .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

  /** The project as converted by the tool, without the scripts next to it. */
  function asFound(tool: ExchangeData): FixtureFile[] {
    const context = isDataMap(tool) ? tool.get('context') : undefined;
    const main = files().find(({ path }) => path === 'main.yaml')?.text ?? '';
    const scripts = new Map([...main.matchAll(/(\w+): !oneline (\S+)/g)].map(([, key, path]) => [path, key]));
    return files().map(({ path, text }) => {
      const brought = isDataMap(context) ? context.get(scripts.get(path) ?? '') : undefined;
      return { path, text: typeof brought === 'string' ? brought : text };
    });
  }

  it('is exported as by the tool, except for the order of files', () => {
    const tool = parse(readFileSync(join(folder, 'output.json'), 'utf8'));
    const result = exportOf(asFound(tool));
    if (!('data' in result) || !isDataMap(result.data) || !isDataMap(tool)) throw new Error('no export');
    const states = tool.get('states');
    const own = result.data.get('states');
    if (!isDataMap(states) || !isDataMap(own)) throw new Error('no states');
    const ordered = new Map([...own.keys()].map((name) => [name, states.get(name) ?? null]));
    expect(ordered.size).toBe(states.size);
    const expected = new Map([...tool].map(([key, value]) => [key, key === 'states' ? ordered : value]));
    expect(result.text).toBe(writeJson(expected));
  });

  it('has the layout of the tool', () => {
    const text = readFileSync(join(folder, 'output.json'), 'utf8');
    expect(writeJson(parse(text))).toBe(text);
  });
});

it('inlines folders and files', () => {
  const fixture = `=== main.yaml
context:
  code: !oneline code/a.js
  from_root: !oneline 'texts/b.txt'
initial: home
states: !include state
=== code/a.js
const a = "1";

=== texts/b.txt
é😀
=== state/2_b.yaml
"2": {render: {}}
=== state/1_a.yml
home: {transitions: {CHAT: "2"}}
"1": &a {render: {text: x}}
again: *a
=== state/0.YAML
left_out: {}
=== state/empty.yaml
# nothing
`;
  expect(outcome(fixture)).toBe(
    '{"context": {"code": "const a = \\"1\\";\\n", "from_root": "\\u00e9\\ud83d\\ude00"}, "initial": "home", ' +
      '"states": {"home": {"transitions": {"CHAT": "2"}}, "1": {"render": {"text": "x"}}, ' +
      '"again": {"render": {"text": "x"}}, "2": {"render": {}}}}',
  );
});

it('normalizes the line breaks of a text file', () => {
  const main = { path: 'main.yaml', text: 'initial: a\nstates: {a: {render: {text: !oneline a.txt}}}\n' };
  const result = exportOf([main, { path: 'a.txt', text: 'a\r\nb\rc\n' }]);
  expect('text' in result && result.text).toContain('"text": "a\\nb\\nc\\n"');
});

it('converts JSON with comments to strict JSON', () => {
  const text =
    '{\n  // first\n  "initial": "a", "states": {"a": {"render": {},},}, "context": {"n": 1e2, "i": 12345678901234567890}\n}';
  const result = exportOf([{ path: 'main.json', text }], 'main.json');
  expect('text' in result && result.text).toBe(
    '{"initial": "a", "states": {"a": {"render": {}}}, "context": {"n": 100.0, "i": 12345678901234567890}}',
  );
});

it.each([
  ["'{{1}}'", '"{{1}}"'],
  ['yes', 'true'],
  ['y', '"y"'],
  ['Off', 'false'],
  ['', 'null'],
  ['~', 'null'],
  ['012', '10'],
  ['0o12', '"0o12"'],
  ['0x1F', '31'],
  ['0b101', '5'],
  ['1_000', '1000'],
  ['1:30', '90'],
  ['-1:30', '-90'],
  ['1744214024104448000', '1744214024104448000'],
  ['1.50', '1.5'],
  ['1.0', '1.0'],
  ['1e3', '"1e3"'],
  ['1.0e+20', '1e+20'],
  ['!!str 12', '"12"'],
  ['[a, 1, {b: true}]', '["a", 1, {"b": true}]'],
  ['{on: 1, 1: a, 1.0: b, null: c, = : d}', '{"true": 1, "1": "a", "1.0": "b", "null": "c", "=": "d"}'],
  ['{a: 1, b: 2, a: 3}', '{"a": 3, "b": 2}'],
  ['{a: 1, <<: [{a: 2, b: 3}, {b: 4, c: 5}]}', '{"b": 3, "c": 5, "a": 1}'],
  ['"a\\tb\\u00e9\\x7f"', '"a\\tb\\u00e9\x7f"'],
])('reads %s as the tool does', (yaml, json) => {
  expect(readingOf(yaml)).toBe(json);
});

it.each([
  [
    '2024-01-01',
    'main.yaml «2024-01-01» This value is read as a date, which JSON does not have. Put it in quotes.',
  ],
  ['1.0e+400', 'main.yaml «1.0e+400» JSON does not have this number. Put it in quotes.'],
  ['-1.0e+400', 'main.yaml «-1.0e+400» JSON does not have this number. Put it in quotes.'],
  ['.inf', 'main.yaml «.inf» JSON does not have this number. Put it in quotes.'],
  ['=', 'main.yaml «=» This value cannot be loaded without quotes. Put it in quotes.'],
  ['!!set {a}', 'main.yaml «!!set» Values with the tag `!!set` cannot be exported. Write the value itself.'],
  [
    '&a [*a]',
    'main.yaml «[*a]» This value contains itself through an alias, so it cannot be exported as JSON.',
  ],
  ['a\tb', 'main.yaml «a\tb» Text without quotes cannot contain a tab. Put it in quotes.'],
  ['{[1]: 2}', 'main.yaml «[1]» Keys must be text in JSON; a map or a list cannot be a key.'],
])('reports that %s cannot be exported', (yaml, message) => {
  expect(readingOf(yaml)).toBe(message);
});

describe('aliases', () => {
  const TOO_LARGE = 'This value is too large to export: its aliases expand to too much text.';
  const aliasesOf = (value: string, n: number) => `[&a ${value}${', *a'.repeat(n)}]`;
  /** A map in which each value contains the one before it `n` times. */
  const nested = (n: number, levels: number, around = (items: string) => `[${items}]`) =>
    `{v0: &v0 1${Array.from({ length: levels }, (_, i) => {
      const items = Array.from({ length: n }, () => `*v${i}`).join(', ');
      return `, v${i + 1}: &v${i + 1} ${around(items)}`;
    }).join('')}}`;

  it.each([
    ['a long text', aliasesOf(`"${'a'.repeat(100_000)}"`, 200)],
    ['a long key', aliasesOf(`{${'a'.repeat(100_000)}: 1}`, 200)],
    ['lists in lists', nested(9, 20)],
    ['too many levels', nested(1, 400, (items) => `[[[${items}]]]`)],
  ])('that expand to too much text are refused: %s', (_, yaml) => {
    expect(readingOf(yaml)).toMatch(TOO_LARGE);
  });

  it('may be many', () => {
    expect(JSON.parse(readingOf(aliasesOf('{b: [1]}', 900)))).toEqual(
      Array.from({ length: 901 }, () => ({ b: [1] })),
    );
  });

  it('of included texts are counted in all files', () => {
    const text = 'a'.repeat(100_000);
    const main = `context:\n  x: &a !oneline a.txt\n  y: [${'*a, '.repeat(60)}]\ninitial: s\nstates: !include state\n`;
    const state = `s: {render: {text: &b ${text}, buttons: [${'*b, '.repeat(60)}]}}\n`;
    expect(outcome(`=== main.yaml\n${main}=== a.txt\n${text}\n=== state/s.yaml\n${state}`)).toMatch(
      TOO_LARGE,
    );
    expect(outcome(`=== main.yaml\n${main}=== a.txt\n${text}\n=== state/s.yaml\ns: {}\n`)).toMatch(/^\{/);
  });
});

it('reports all conversion errors and exports nothing', () => {
  const fixture = `=== main.yaml
context:
  a: !oneline missing.txt
  b: !oneline [x]
  c: 2024-01-01
initial: home
states: !include state
=== state/a.yaml
home: {render: {text: !oneline x.txt}}
=== state/b.yaml
home: {}
=== state/b2.yaml
home: {}
=== state/c.yaml
other: "open
`;
  expect(outcome(fixture)).toMatchInlineSnapshot(`
    "main.yaml «missing.txt» Text file \`missing.txt\` does not exist next to the main file or in the workspace root.
    main.yaml «[x]» \`!oneline\` expects a path, not a map or a list.
    main.yaml «2024-01-01» This value is read as a date, which JSON does not have. Put it in quotes.
    state/a.yaml «x.txt» \`!oneline\` works only in the main file, not in included files.
    main.yaml «state» State \`home\` is defined in \`b.yaml\` and in \`b2.yaml\`, and only one of them is loaded. Remove one.
    state/c.yaml «"open» The double quote is not closed on this line. Close it with "."
  `);
});

it('reports included folders that are missing, outside the workspace, or files', () => {
  expect(outcome('=== main.yaml\ninitial: a\nstates: !include state\n')).toMatchInlineSnapshot(
    `"main.yaml «state» Folder \`state\` does not exist in the workspace. \`!include\` expects the path of a folder in the workspace, relative to this file."`,
  );
  expect(outcome('=== main.yaml\ninitial: a\nstates: !include ../other\n')).toMatchInlineSnapshot(
    `"main.yaml «../other» Folder \`../other\` does not exist in the workspace. \`!include\` expects the path of a folder in the workspace, relative to this file."`,
  );
  expect(outcome('=== main.yaml\ninitial: a\nstates: !include a.txt\n=== a.txt\na\n')).toMatchInlineSnapshot(
    `"main.yaml «a.txt» \`a.txt\` is not a readable folder. \`!include\` expects the path of a folder in the workspace, relative to this file."`,
  );
});

it('reports a file without states', () => {
  expect(outcome('=== main.yaml\nrender: {text: a}\n')).toBe(
    'main.yaml «» This file is not an automata: it has no `states` at its root.',
  );
});

it.each([
  [1, '1.0'],
  [-0.5, '-0.5'],
  [0, '0.0'],
  [-0, '-0.0'],
  [123456789012345680, '1.2345678901234568e+17'],
  [1e15, '1000000000000000.0'],
  [1e16, '1e+16'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [1.5e-7, '1.5e-07'],
  [120.25, '120.25'],
])('writes %d as a Python float', (value, text) => {
  expect(pythonFloat(value)).toBe(text);
});
