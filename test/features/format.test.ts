import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  type EditorLayout,
  type FormatOptions,
  formatDocument,
  formatRange,
} from '../../server/features/format';
import { openDocument } from '../../server/format/document-kind';
import { printYaml } from '../../server/formatter';
import { applyChanges } from '../../server/text/apply';
import type { Document } from '../../server/yaml/cut/document';
import { DEFAULT_LIMITS } from '../../server/yaml/read/problem';
import { IS_EXHAUSTIVE, stepOf } from '../support/depth';
import { inEnglish } from '../support/english';
import { parseCases, parseFixture } from '../support/fixture';
import { checkFormat, EDITOR } from '../support/format-check';
import { describeSamples } from '../support/real-files';
import { stateFilesIn } from '../support/state-files';
import { casesOf } from '../support/text-variants';

const FIXTURES = join(import.meta.dirname, '../fixtures');

function open(text: string, notation: 'yaml' | 'json' = 'yaml') {
  return openDocument(text, notation, DEFAULT_LIMITS);
}

async function format(text: string, wishes: FormatOptions = {}, editor: Partial<EditorLayout> = {}) {
  const notation = /^\s*[{[]/.test(text) && !/^\{\w/.test(text) ? 'json' : 'yaml';
  const { changes } = await formatDocument(open(text, notation), { ...EDITOR, ...editor }, wishes, printYaml);
  return applyChanges(text, changes);
}

describe('a document', () => {
  const cases = parseCases(readFileSync(join(FIXTURES, 'format/yaml.txt'), 'utf8')).map(({ title, body }) => {
    // A document marker is also a line of three dashes, so a case is split in the middle.
    const parts = body.split(/^---\n/m);
    const middle = parts.length / 2;
    return {
      title,
      before: parts.slice(0, middle).join('---\n'),
      after: parts.slice(middle).join('---\n'),
    };
  });

  it.each(cases)('$title', async ({ before, after }) => {
    expect(await format(before)).toBe(after);
    expect(await format(after)).toBe(after);
    const crlf = (text: string) => text.replace(/\n/g, '\r\n');
    expect(await format(crlf(before))).toBe(crlf(after));
    expect(await format(before.replace(/\n$/, ''))).toBe(after.replace(/\n$/, ''));
  });

  it('moves block text with any indentation indicator', async () => {
    const headers = ['|', '>'].flatMap((sign) =>
      Array.from({ length: 9 }, (_, index) => index + 1).flatMap((digit) =>
        ['', '-', '+'].flatMap((chomp) => [`${sign}${digit}${chomp}`, `${sign}${chomp}${digit}`]),
      ),
    );
    /** All headers below a prefix whose block has this column, with spaces at the start and the end of the text. */
    const all = (before: string, column: number) =>
      [...new Set(headers)]
        .map((header) => {
          const indent = ' '.repeat(column + Number(/\d/.exec(header)?.[0]));
          return `${before}${header}\n${indent}  a\n\n${indent}b \n${indent} \n\n`;
        })
        .join('');
    const usual = 'z:\n  y:\n    x:\n      w:\n        v: 1\n';
    for (const text of [
      `a:\n${all('     - ', 5)}${usual}`,
      `a:\n${all('- ', 0)}${usual}`,
      `a:\n${all('   -   - - ', 9)}${usual}`,
      `a:\n${all('    - b: ', 6)}${usual}`,
      `states:\n    a:\n        tasks:\n${all('        -   title: !x ', 12)}  \n${usual}`,
      `scenarios:\n    - steps:\n${all('        - say: &a ', 10)}${usual}`,
    ]) {
      for (const wishes of [{}, { printWidth: 20 }]) {
        const after = await format(text, wishes, { insertSpaces: false, tabSize: 4 });
        expect(after).not.toBe(text);
        const data = (one: string) => parse(one, { logLevel: 'silent' });
        expect(data(after)).toEqual(data(text));
        expect(await format(after, wishes)).toBe(after);
      }
    }
  });

  it('follows the settings', async () => {
    const text = 'a: \'x\'\nb: {y: "z", list: [aaaaaaaaaa, bbbbbbbbbb]}\n';
    expect(await format(text, { singleQuote: false })).toContain('a: "x"');
    expect(await format(text, { singleQuote: true })).toContain("y: 'z'");
    expect(await format(text, { bracketSpacing: true })).toContain('{ y: "z"');
    expect((await format(text, { printWidth: 20 })).split('\n').length).toBeGreaterThan(4);
  });

  it('keeps its indentation, regardless of the editor', async () => {
    const text = 'a:\n  b:\n    - c: 1\n      d: 2\n';
    for (const tabSize of [1, 4, 8]) expect(await format(text, {}, { tabSize })).toBe(text);
    const json = '{\n  "a": {\n    "b": 1\n  }\n}\n';
    for (const tabSize of [1, 4, 8]) {
      const { changes } = await formatDocument(open(json, 'json'), { ...EDITOR, tabSize }, {}, printYaml);
      expect(changes).toEqual([]);
    }
  });

  it('takes the indentation of the editor if it has none', async () => {
    expect(await format('a:\n- b:\n', {}, { tabSize: 4 })).toBe('a:\n- b:\n');
    const { changes } = await formatDocument(
      open('{"a": 1}', 'json'),
      { ...EDITOR, tabSize: 4 },
      {},
      printYaml,
    );
    expect(changes[0]?.text).toBe('\n    ');
  });

  it('may use carriage returns as line breaks', async () => {
    expect(await format('a:   1\rb:\r  c:   2\r')).toBe('a: 1\rb:\r  c: 2\r');
  });

  it('follows the editor at the end of the file', async () => {
    expect(await format('a:   1', {}, { insertFinalNewline: true })).toBe('a: 1\n');
    expect(await format('a: 1\n\n\n')).toBe('a: 1\n');
    expect(await format('a: |+\n  x\n\n\n')).toBe('a: |+\n  x\n\n\n');
    expect(await format('')).toBe('');
  });

  it('keeps the blank lines of a text above a comment', async () => {
    const text = (gap: string) => `a:\n    b:${gap}|+\n        x\n\n\n# c\nd:${gap}1\n`;
    expect(await format(text('   '))).toBe(text(' '));
  });

  it('keeps characters at the end of a line that are white space in JavaScript only', async () => {
    expect(await format('---\ufeff  \n')).toBe('---\ufeff\n');
    expect(await format('# a\u00a0 \na:   1\n')).toBe('# a\u00a0\na: 1\n');
  });

  it('with syntax errors is not formatted, with a reason', async () => {
    const { changes, refused } = await formatDocument(open("a: 1\nb: 'x\nc:  2\n"), EDITOR, {}, printYaml);
    expect(changes).toEqual([]);
    expect(inEnglish(refused)).toContain('line 2');
  });

  it('is unchanged if the printer fails or changes data or comments', async () => {
    const text = 'a:   1\n# note\n';
    const fails = () => Promise.reject(new Error('no'));
    for (const print of [
      fails,
      async () => 'a: 2\n# note\n',
      async () => 'a: 1\n',
      async () => '# note\na: "1"\n',
    ]) {
      const outcome = await formatDocument(open(text), EDITOR, {}, print);
      expect(outcome.changes).toEqual([]);
      expect(inEnglish(outcome.refused)).toContain('line 1');
    }
  });

  it('in JSON keeps its lines, its comments and its data', async () => {
    expect(await format('{\n"a":1, // why\n   "b":[1,2,\n3,],\n}\n')).toBe(
      '{\n  "a": 1, // why\n  "b": [1, 2,\n    3,],\n}\n',
    );
    expect(await format('{"a":{"b":1}}')).toBe('{\n  "a": {\n    "b": 1\n  }\n}');
    expect(await format('{\n"a":1,\n"b":')).toBe('{\n"a":1,\n"b":');
  });
});

describe('a range', () => {
  const text =
    'initial:   a\nstates:\n  a:\n    render:\n        text:   hi\n        name:   x\n  b:\n      render:   {}\n';

  async function range(from: string, to = from): Promise<string> {
    const start = text.indexOf(from);
    const end = text.indexOf(to) + to.length;
    const { changes } = await formatRange(open(text), { start, end }, EDITOR, {}, printYaml);
    return applyChanges(text, changes);
  }

  it('changes only its own lines', async () => {
    expect(await range('initial')).toBe(text.replace('initial:   a', 'initial: a'));
  });

  it('includes the lines that must have the same indentation', async () => {
    expect(await range('text')).toBe(
      text.replace('        text:   hi\n        name:   x', '      text: hi\n      name: x'),
    );
  });

  it('may contain several units', async () => {
    expect(await range('name', 'render:   {}')).toBe(
      text
        .replace('        text:   hi\n        name:   x', '      text: hi\n      name: x')
        .replace('      render:   {}', '    render: {}'),
    );
  });
});

/** Texts of state files: the examples, and some fixtures of each kind. */
function inRepository(): { path: string; text: string }[] {
  const inFixtures = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
    // Cases of edits have replacements below their titles, no files.
    .filter(
      (path) => path.endsWith('.txt') && !path.startsWith('format') && path !== join('compare', 'edits.txt'),
    )
    .flatMap((path) =>
      parseCases(readFileSync(join(FIXTURES, path), 'utf8')).flatMap(({ title, body }) =>
        parseFixture(body.split(/^---.*\n/m)[0] ?? '').files.map((file) => ({
          path: `${path}: ${title}: ${file.path}`,
          text: file.text,
        })),
      ),
    );
  return [
    ...inFolder(join(import.meta.dirname, '../../examples')),
    ...inFixtures.filter((_, index) => index % stepOf(14, 7) === 0),
  ];
}

function inFolder(folder: string): { path: string; text: string }[] {
  return stateFilesIn(folder).filter(({ path }) => !path.endsWith('.js'));
}

const AS_WRITTEN = 'as written';

/** The samples in other layouts, each sample in one of them at most; in all of them with `ATOMIC_STATE_RUNS`. */
const VARIANTS: readonly (readonly [name: string, change: (text: string) => string])[] = [
  [AS_WRITTEN, (text) => text],
  ['with CRLF line breaks', (text) => text.replace(/\r?\n/g, '\r\n')],
  ['with double indentation', (text) => text.replace(/^ +/gm, (spaces) => spaces + spaces)],
  ['with spaces after colons and dashes', (text) => text.replace(/^( *(?:- )?\w+: )(?=\S)/gm, '$1  ')],
  ['with blank lines', (text) => text.replace(/\n(?= *[\w-]+:)/g, '\n\n\n')],
];

async function checkSample(path: string, text: string): Promise<boolean> {
  const document = open(text, path.endsWith('.json') ? 'json' : 'yaml');
  const { formatted, refused, faults } = await checkFormat(document);
  if (document.units.every(({ parsed }) => parsed.problems.length === 0))
    expect(refused, path).toBeUndefined();
  expect(faults, path).toEqual([]);
  // How JSON is cut into units depends on its layout.
  const kinds = (one: Document) => one.units.map(({ kind }) => kind);
  if (formatted?.notation === 'yaml') expect(kinds(formatted), path).toEqual(kinds(document));
  return formatted !== undefined;
}

describeSamples(inRepository, inFolder, (samples) => {
  describe('formatting keeps data and comments and is idempotent', () => {
    for (const [index, [name, change]] of VARIANTS.entries()) {
      it(name, { timeout: 120_000 }, async () => {
        let changed = 0;
        for (const { path, text } of casesOf(samples, index, VARIANTS)) {
          const other = change(text);
          if (other !== text || name === AS_WRITTEN) changed += Number(await checkSample(path, other));
        }
        // Of the few samples in each other layout, all may have nothing to change.
        const isSample = name !== AS_WRITTEN && !IS_EXHAUSTIVE;
        if (samples.length > 50 && !isSample) expect(changed).toBeGreaterThan(0);
      });
    }
  });
});
