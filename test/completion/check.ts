import { expect } from 'vitest';
import { type CompletionItem, completeAt } from '../../server/features/completion';
import type { Workspace } from '../../server/project/workspace';
import { allFindings } from '../../server/rules/file-findings';
import { Checker } from '../../server/rules/run';
import { inEnglish } from '../support/english';
import { CURSOR_MARK, type Fixture, parseFixture } from '../support/fixture';
import { addressOf, provideFiles, workspaceOf } from '../support/workspace';

/**
 * A case is a fixture with a cursor (without a file name, the file is an automata by its name), followed by lines with the
 * expected completion:
 *
 *     >>> items a | b      exactly these, in this order
 *     >>> first a | b      the first items
 *     >>> has a | b        these items, in this order, and possibly others
 *     >>> not a | b        these are not
 *     >>> detail a: text   the text next to the item's label
 *     >>> doc a: text      a part of its documentation
 *     >>> reopens a | b    exactly these open suggestions again
 *     >>> typing x: a | b  exactly these remain after typing `x`
 *     >>> deprecated a | b exactly these are deprecated
 *     >>> accept a         the text of the file once the item is accepted, on the lines that follow: `‸` is where
 *                          the cursor then is, `▫` each other tab stop, both before its placeholder
 */
export function checkCompletion(body: string, convert: TextVariant): void {
  const [text = '', ...checks] = body.split(/^>>> /m);
  const files = text.startsWith('===') ? text : `=== main.automata.yaml\n${text}`;
  const fixture = parseFixture(convert.text(files.replace(/\n$/, '')));
  const { cursor } = fixture;
  if (cursor === undefined) throw new Error('A case needs a cursor');
  expect(checks).not.toEqual([]);
  const items = itemsAt(fixture);
  const labels = labelsOf(items);
  for (const one of checks) {
    const [head = '', ...lines] = one.split('\n');
    const [, verb = '', rest = ''] = /^(\w+) ?(.*)$/.exec(head) ?? [];
    const named = rest === '' ? [] : rest.split(' | ');
    if (verb === 'items') expect(labels).toEqual(named);
    else if (verb === 'first') expect(labels.slice(0, named.length)).toEqual(named);
    else if (verb === 'has') expect(labels.filter((label) => named.includes(label))).toEqual(named);
    else if (verb === 'not') expect(labels.filter((label) => named.includes(label))).toEqual([]);
    else if (verb === 'reopens') expect(labelsOf(items.filter((item) => item.retrigger))).toEqual(named);
    else if (verb === 'deprecated') expect(labelsOf(items.filter((item) => item.deprecated))).toEqual(named);
    else if (verb === 'typing') {
      const [, more = '', matching = ''] = /^(\S+): ?(.*)$/.exec(rest) ?? [];
      const source = fixture.files.find((file) => file.path === cursor.path)?.text ?? '';
      const remaining = items.filter((item) => isShown(item, source, cursor.offset, more));
      expect(labelsOf(remaining)).toEqual(matching === '' ? [] : matching.split(' | '));
    } else if (verb === 'detail') {
      const [, label = '', detail = ''] = /^(.*?): (.*)$/.exec(rest) ?? [];
      expect(inEnglish(found(items, label).detail)).toBe(convert.text(detail));
    } else if (verb === 'doc') {
      const [, label = '', part = ''] = /^(.*?): (.*)$/.exec(rest) ?? [];
      expect(inEnglish(found(items, label).documentation?.())).toContain(convert.text(part));
    } else if (verb === 'accept') {
      const source = fixture.files.find((file) => file.path === cursor.path)?.text ?? '';
      const plain = convert.text(lines.join('\n').replace(/\n$/, ''));
      // A text without a line break does not determine the kind of line breaks.
      const expected = source.includes('\n') ? plain : plain.replaceAll('\r', '');
      expect(acceptItem(source, found(items, rest), cursor.offset)).toBe(expected);
    } else throw new Error(`No such check: ${verb}`);
  }
}

function labelsOf(items: readonly CompletionItem[]): string[] {
  return items.map((item) => item.label);
}

function found(items: readonly CompletionItem[], label: string): CompletionItem {
  const item = items.find((one) => one.label === label);
  if (item === undefined)
    throw new Error(`No item ${label} among ${items.map((one) => one.label).join(' | ')}`);
  return item;
}

/** The items at the cursor of a fixture, after all requested files are read. */
export function itemsAt(fixture: Fixture): readonly CompletionItem[] {
  const { cursor, files } = fixture;
  if (cursor === undefined) return [];
  const workspace = workspaceOf(files, [cursor.path]);
  if (/^new/.test(cursor.path)) declare(workspace, cursor.path, files);
  const disk = new Map(files.map((file) => [addressOf(file.path), file.text]));
  for (;;) {
    const address = addressOf(cursor.path);
    const findings = () => allFindings(new Checker(workspace, () => ({})), address);
    const list = completeAt(workspace, address, cursor.offset, { findings });
    // A list may also be incomplete because it is cut.
    if (!list.incomplete || !provideFiles(workspace, disk)) return list.items;
  }
}

/** Declares an empty file as a state file, as by the language of the document. */
function declare(workspace: Workspace, path: string, files: Fixture['files']): void {
  const text = files.find((file) => file.path === path)?.text ?? '';
  workspace.openFile(addressOf(path), 'atomic-state', text);
}

/** The text after the edit of an item, with marks at the tab stops. */
export function acceptItem(source: string, item: CompletionItem, cursor: number): string {
  const { start, end } = item.replace;
  expect(start).toBeLessThanOrEqual(cursor);
  expect(end).toBeGreaterThanOrEqual(cursor);
  expect(source.slice(start, end)).not.toMatch(/[\n\r]/);
  expect(isShown(item, source, cursor), `typed ${source.slice(start, cursor)}`).toBe(true);
  return (
    source.slice(0, start) +
    (item.snippet ? expand(item.insert) : `${item.insert}${CURSOR_MARK}`) +
    source.slice(end)
  );
}

/** Editors show an item if the typed letters occur in its filter text, in this order. */
function isShown(
  { filter, label, replace }: CompletionItem,
  source: string,
  cursor: number,
  more = '',
): boolean {
  const typed = source.slice(replace.start, cursor).trimStart() + more;
  return subsequence(typed.toLowerCase(), (filter ?? label).toLowerCase());
}

function subsequence(typed: string, text: string): boolean {
  let at = 0;
  for (const char of typed) {
    at = text.indexOf(char, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Expands snippet syntax. The cursor is at the first tab stop, or at the final one if there is no other. */
function expand(snippet: string): string {
  const stops = [...snippet.matchAll(/(?<!\\)\$(?:\{(\d+)|(\d+))/g)].map((match) =>
    Number(match[1] ?? match[2]),
  );
  const first = stops.includes(1) ? 1 : 0;
  expect(stops.filter((stop) => stop === 0)).toHaveLength(1);
  return snippet
    .replace(/(?<!\\)\$(?:\{(\d+)(?::((?:[^\\}]|\\.)*))?\}|(\d+))/g, (_all, braced, text = '', bare) => {
      return `${Number(braced ?? bare) === first ? CURSOR_MARK : '▫'}${text}`;
    })
    .replace(/\\([\\$}])/g, '$1');
}

/** A variant of the same text. */
export interface TextVariant {
  readonly name: string;
  text(text: string): string;
}

export const COMPLETION_VARIANTS: readonly TextVariant[] = [
  { name: 'as written', text: (text) => text },
  {
    name: 'CRLF',
    text: (text) => text.replace(/\n(?!===)/g, '\r\n').replace(/^(=== .*)\r$/gm, '$1'),
  },
  {
    name: 'beyond the BMP',
    text: (text) => text.replaceAll('plain', '𝒳😀 𐐷'),
  },
];
