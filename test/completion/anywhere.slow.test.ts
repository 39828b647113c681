import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGlobal } from '../../server/expression/globals';
import type { NameUse } from '../../server/expression/names';
import { type CompletionItem, completeAt } from '../../server/features/completion';
import { rootTypeOf } from '../../server/format/document-kind';
import { rootStep, type Step, walk } from '../../server/format/walk';
import type { Address } from '../../server/project/files/paths';
import { unitFacts } from '../../server/project/files/source';
import type { Workspace } from '../../server/project/workspace';
import { type Range, shiftRange } from '../../server/text/range';
import { parseJson } from '../../server/yaml/json/json';
import { parseYaml } from '../../server/yaml/read/parse';
import { anyFile } from '../support/any-text';
import { draws, IS_COMPLETE, stepOf } from '../support/depth';
import type { FixtureFile } from '../support/fixture';
import { describeSamples } from '../support/real-files';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';
import { MIXED } from './mixed';

/** A folder as a project in memory. */
function project(folder: string): FixtureFile[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.map((file) => {
    const path = join(file.parentPath, file.name);
    return { path: path.slice(folder.length + 1).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') };
  });
}

const ROOT = join(import.meta.dirname, '../..');

/** Projects, and the number of skipped offsets between two tested ones. */
type SampleProject = readonly [name: string, files: readonly FixtureFile[], step: number];

const inRepository = (): SampleProject[] => [
  ['all styles', MIXED, stepOf(29, 13)],
  ['the examples', project(join(ROOT, 'examples')), stepOf(141, 47)],
];
const real = (folder: string): SampleProject[] => [['all', project(folder), stepOf(903, 301)]];

/** A file of a project that can be changed, with completion at any place. */
class Editor {
  private readonly workspace: Workspace;
  private readonly disk: ReadonlyMap<Address, string>;
  private readonly address: Address;
  readonly isOurs: boolean;

  constructor(
    files: readonly FixtureFile[],
    readonly file: FixtureFile,
  ) {
    this.workspace = workspaceOf(files);
    this.disk = new Map(files.map((one) => [addressOf(one.path), one.text]));
    this.address = addressOf(file.path);
    this.isOurs = this.workspace.projectsOf(this.address).length > 0;
  }

  get isJson(): boolean {
    return this.file.path.endsWith('.json');
  }

  steps(enter: (step: Step, unitStart: number) => void): void {
    this.workspace.openFile(this.address, this.isJson ? 'json' : 'yaml', this.file.text);
    const source = this.workspace.source(this.address);
    source?.document.units.forEach((unit, index) => {
      const start = source.document.startAt(index);
      const root = rootStep(unit.parsed.root, rootTypeOf(unit, source.documentKind), source.catalog);
      walk(root, { enter: (step) => enter(step, start) });
    });
  }

  /** The names in the expressions of the file, with offsets in the document. */
  uses(): NameUse[] {
    this.workspace.openFile(this.address, this.isJson ? 'json' : 'yaml', this.file.text);
    const source = this.workspace.source(this.address);
    return (source?.document.units ?? []).flatMap((unit, index) => {
      const start = source?.document.startAt(index) ?? 0;
      const parts = source ? unitFacts(source, unit).expressions.flatMap((one) => one.parts) : [];
      const moved = <T extends Range>(range: T): T => ({ ...range, ...shiftRange(range, start) });
      return parts
        .flatMap((part) => part.uses)
        .map((use) => ({ ...moved(use), members: use.members.map(moved) }));
    });
  }

  itemsAt(text: string, offset: number): readonly CompletionItem[] {
    this.workspace.openFile(this.address, this.isJson ? 'json' : 'yaml', text);
    provideFiles(this.workspace, this.disk);
    for (;;) {
      const list = completeAt(this.workspace, this.address, offset);
      if (!list.incomplete) return list.items;
      provideFiles(this.workspace, this.disk);
    }
  }
}

function editors(files: readonly FixtureFile[]): Editor[] {
  const named = files.filter((file) => /\.(?:ya?ml|json)$/.test(file.path) && file.text.length < 20_000);
  return named.map((file) => new Editor(files, file)).filter((editor) => editor.isOurs);
}

/** Checks conditions that all items meet. */
function checkItems(items: readonly CompletionItem[], text: string, offset: number): void {
  const labels = items.map((item) => item.label);
  expect(labels).toEqual([...new Set(labels)]);
  expect(items.map((item) => item.sort)).toEqual(items.map((item) => item.sort).toSorted());
  for (const { replace, snippet, insert, documentation } of items) {
    expect(replace.start).toBeLessThanOrEqual(offset);
    expect(replace.end).toBeGreaterThanOrEqual(offset);
    expect(text.slice(replace.start, replace.end)).not.toMatch(/[\n\r]/);
    expect(/(?<!\\)\$(?:0|\{0)/.test(insert)).toBe(snippet);
    expect(documentation?.()).not.toBe('');
  }
}

/** The number of syntax errors of a text, without comments in JSON. */
function problemsOf(text: string, isJson: boolean): number {
  const { problems } = (isJson ? parseJson : parseYaml)(text);
  return problems.filter((problem) => problem.kind !== 'comment').length;
}

/** The text with an inserted item and filled placeholders. */
function withItem(text: string, item: CompletionItem, isJson: boolean): string {
  const places = /(?<!\\)\$(?:\{(\d+)(?::((?:[^\\}]|\\.)*))?\}|(\d+))/g;
  const defaults = new Map(
    [...item.insert.matchAll(places)].flatMap(([, at, word]) => (word ? [[at, word]] : [])),
  );
  const filled = item.insert
    .replace(places, (_all, braced, _word, bare, at: number) => {
      const word = defaults.get(braced ?? bare) ?? '';
      const isValue = isJson && item.insert.slice(0, at).endsWith(': ');
      return word === '' && isValue ? '1' : word;
    })
    .replace(/\\([\\$}])/g, '$1');
  const insert = item.snippet ? filled : item.insert;
  return text.slice(0, item.replace.start) + insert + text.slice(item.replace.end);
}

describeSamples(inRepository, real, (projects) => {
  describe.each(projects)('%s', (_name, files, step) => {
    const all = editors(files);

    it('accepting an item causes no syntax errors', () => {
      let accepted = 0;
      const accept = (editor: Editor, text: string, offset: number, before: number) => {
        const items = editor.itemsAt(text, offset);
        checkItems(items, text, offset);
        // The first ones are the most likely; a sample of the others is sufficient.
        for (const item of items.filter((_item, index) => index < 3 || index % 9 === 0)) {
          const after = withItem(text, item, editor.isJson);
          const where = `${item.label} in ${editor.file.path} at ${text.slice(Math.max(0, offset - 40), offset)}‸`;
          if (item.canKeepTail && item.replace.end > offset) {
            const shorter = { ...item, replace: { start: item.replace.start, end: offset } };
            const kept = withItem(text, shorter, editor.isJson);
            if (problemsOf(kept, editor.isJson) > before)
              expect.fail(`${where}\n${kept.slice(Math.max(0, offset - 80), offset + 80)}`);
          }
          if (problemsOf(after, editor.isJson) > before)
            expect.fail(`${where}\n${after.slice(Math.max(0, offset - 80), offset + 80)}`);
          accepted++;
        }
      };
      for (const editor of all) {
        const { text } = editor.file;
        const before = problemsOf(text, editor.isJson);
        for (let at = 0; at <= text.length; at += step) accept(editor, text, at, before);
        // New lines, in every column.
        const lines = [...text.matchAll(/\n/g)].map((match) => match.index + 1);
        for (const start of lines.filter((_line, index) => index % Math.ceil(step / 7) === 0)) {
          for (const column of [0, 1, 2, 3, 4, 6, 8, 10]) {
            const longer = `${text.slice(0, start)}${' '.repeat(column)}\n${text.slice(start)}`;
            accept(editor, longer, start + column, problemsOf(longer, editor.isJson));
          }
        }
      }
      expect(accepted).toBeGreaterThan(100);
    }, 120_000);

    it('items replace a range around the cursor in truncated text', () => {
      for (const editor of all) {
        const { text } = editor.file;
        for (let at = 0; at <= text.length; at += step * 3 - 1) {
          checkItems(editor.itemsAt(text.slice(0, at), at), text.slice(0, at), at);
        }
      }
    }, 120_000);

    it('suggests the existing word while it is typed above the rest of the text', () => {
      const missed: string[] = [];
      let typed = 0;
      for (const editor of all) {
        const words = [...wordsOf(editor), ...namesOf(editor)];
        for (const { word, start } of words.filter((_word, index) => index % Math.ceil(step / 10) === 0)) {
          const { text } = editor.file;
          const at = start + 1;
          const rest = text.slice(at).search(/[\n\r]|$/);
          const items = editor.itemsAt(text.slice(0, at) + text.slice(at + rest), at);
          typed++;
          if (!items.some((item) => item.label === word))
            missed.push(`${word} in ${editor.file.path} at ${start}`);
        }
      }
      expect(missed).toEqual([]);
      expect(typed).toBeGreaterThan(IS_COMPLETE ? 20 : 10);
    }, 120_000);
  });
});

/** Names of fields, and values from a list, at the ends of lines. */
function wordsOf(editor: Editor): { word: string; start: number }[] {
  const words: { word: string; start: number }[] = [];
  const { text } = editor.file;
  const add = (word: string, start: number) => {
    const at = text[start] === '"' || text[start] === "'" ? start + 1 : start;
    const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
    if (/^ *(?:- +)*["']?$|: ["']?$/.test(line) && !/[{[]/.test(line)) words.push({ word, start: at });
  };
  editor.steps(({ field, pair, node, type }, unitStart) => {
    if (field && !field.hidden && pair?.key.kind === 'scalar') add(field.name, unitStart + pair.key.start);
    const role = type.kind === 'string' ? type.role : undefined;
    const chosen = role === 'target' || role === 'initial' || role === 'event' || type.kind === 'enum';
    if (chosen && node?.kind === 'scalar' && !node.empty) add(node.value, unitStart + node.start);
  });
  return words;
}

/** Names in expressions: variables, and members of `context` and `payload`. */
function namesOf(editor: Editor): { word: string; start: number }[] {
  return editor.uses().flatMap(({ name, start, members: [member] }) => {
    const use = isGlobal(name) ? [] : [{ word: name, start }];
    const known = member && (name === 'context' || name === 'payload');
    return known ? [...use, { word: member.name, start: member.start }] : use;
  });
}

describe('any text', () => {
  const paths = fc.constantFrom('a.automata.yaml', 'a.state.yaml', 'a.automata.json');

  it('never throws, and items replace a range around the cursor', () => {
    fc.assert(
      fc.property(anyFile, fc.nat(100), paths, (text, offset, path) => {
        const file = { path, text };
        const at = Math.min(offset, text.length);
        checkItems(new Editor([file], file).itemsAt(text, at), text, at);
      }),
      { numRuns: draws(60, 100) },
    );
  }, 120_000);
});
