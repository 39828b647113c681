import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseCases } from './fixture';

const ROOT = join(import.meta.dirname, '../..');

/** A test that a page refers to. */
export interface CitedTest {
  /** From the root of the repository. */
  readonly path: string;
  /** Parts of it may be left out (`…`); undefined for all tests of the file. */
  readonly title: string | undefined;
}

/** Whether a test with this title exists: a quoted text of a file of tests, or a case of a fixture. */
export function testExists({ path, title }: CitedTest): boolean {
  if (title === undefined) return existsSync(join(ROOT, path));
  if (!isFile(path)) return false;
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (path.endsWith('.txt')) return parseCases(text).some((one) => one.title === title);
  return ["'", '"', '`'].some((quote) => {
    const parts = title.split('…').map((part) => part.trim().replaceAll(quote, `\\${quote}`));
    return new RegExp(`${quote}${parts.map(escaped).join('[^\\n]*?')}${quote}`).test(text);
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * The tests in the column *Test* of the tables of a page, such as `` `run/chat`: title; other title (a note) ``.
 * Titles without a file are in the file before them.
 */
export function testsInTables(page: string): readonly CitedTest[] {
  let isTable = false;
  return page.split('\n').flatMap((line) => {
    const [, test = ''] = line.split(/ \|(?: |$)/);
    const isHeader = test === 'Test';
    isTable = line.startsWith('|') && (isTable || isHeader);
    return isTable && !isHeader && line.startsWith('| ') ? testsIn(test) : [];
  });
}

function testsIn(cell: string): CitedTest[] {
  let path = '';
  return cell.split('; ').flatMap((entry) => {
    const [, file, rest = entry] = /^`([\w/.-]+)`(?:: )?(.*)$/.exec(entry) ?? [];
    if (file !== undefined) path = pathOf(file);
    if (rest === 'the same' || /^\[[^\]]*\]\([^)]*\)$/.test(rest)) return [];
    const title = rest.replace(/ ?\([^()]*\)$/, '');
    return [{ path, title: title === '' ? undefined : title }];
  });
}

function pathOf(file: string): string {
  const [name = ''] = file.split('/').slice(-1);
  const candidates = [file, `${file}/${name}`].flatMap((one) => [
    `test/${one}.test.ts`,
    `test/${one}.slow.test.ts`,
    `test/${one}.ts`,
  ]);
  return candidates.find(isFile) ?? `test/${file}`;
}

function isFile(path: string): boolean {
  return statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile() ?? false;
}
