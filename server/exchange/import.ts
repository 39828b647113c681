import { type Message, msg } from '../text/message';
import type { Notation } from '../yaml/cut/unit';
import { DEFAULT_LIMITS } from '../yaml/read/problem';
import { scalarText } from '../yaml/write/scalars';
import { fileText, type Writable } from '../yaml/write/values';
import { WrittenScalar } from '../yaml/write/written-scalar';
import { type ConversionError, type DataMap, type ExchangeData, isDataMap, isSameData } from './data';
import { uniqueFileNames } from './file-names';
import { FIRST_SCENARIO } from './first-scenario';
import { plainDataOf, WRITTEN_TEXT_LIMITS } from './read-back';
import { readData } from './read-data';

/** A file of a project that is to be written; the path is relative to the folder of the project, with `/`. */
export interface ImportedFile {
  readonly path: string;
  readonly text: string;
}

type ImportedProject =
  /** The main file first. */
  | { readonly files: readonly ImportedFile[] }
  | { readonly conversionErrors: readonly Omit<ConversionError, 'address'>[] };

/** Longer texts are moved to files, and so is code of any length. */
const MAX_INLINE_LENGTH = 120;
/** YAML allows no longer keys without `?` before them. */
const MAX_KEY_LENGTH = 1_000;

/**
 * Splits the automata in one text into a project: a main file, a file for each state, and a file for each long text
 * of the context, included by `!oneline`. Long texts of states are not moved, because the tool does not support tags
 * there. The export of the project equals the export of the text. Comments are lost.
 */
export function importAutomata(text: string, notation: Notation, limits = DEFAULT_LIMITS): ImportedProject {
  const conversionErrors: Omit<ConversionError, 'address'>[] = [];
  const report = ({ start, end }: { start: number; end: number }, message: Message) =>
    conversionErrors.push({ start, end, message });
  const data = readData(
    text,
    notation,
    (node, tag) => {
      report(node, msg`\`${tag}\` includes other files, so this is already a project.`);
      return undefined;
    },
    report,
    { limits },
  );
  const startOfText = { start: 0, end: 0 };
  if (conversionErrors.length === 0 && !(isDataMap(data) && data.has('states')))
    report(startOfText, msg('This is not an automata: it has no `states` at its root.'));
  else if (data !== undefined && hasLongKey(data))
    report(startOfText, msg`A key cannot have more than ${MAX_KEY_LENGTH} characters.`);
  if (!isDataMap(data) || conversionErrors.length > 0) return { conversionErrors };
  const files = filesOf(data);
  if (isReadBack(files, data)) return { files };
  report(
    startOfText,
    msg('This automata cannot be written as a project: it would be read as something else.'),
  );
  return { conversionErrors };
}

/** Whether the files, read together, are the automata. */
function isReadBack(files: readonly ImportedFile[], automata: DataMap): boolean {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const states = new Map<string, ExchangeData>();
  for (const [path, text] of texts)
    for (const [name, state] of path.startsWith('state/') ? entriesOf(plainDataOf(text, 'yaml')) : [])
      states.set(name, state);
  const data = readData(
    texts.get('main.yaml') ?? '',
    'yaml',
    (node, tag) => (tag === '!include' ? states : texts.get(node.kind === 'scalar' ? node.value : '')),
    () => undefined,
    { limits: WRITTEN_TEXT_LIMITS },
  );
  return data !== undefined && isSameData(data, automata);
}

function entriesOf(data: ExchangeData | undefined): Iterable<[string, ExchangeData]> {
  return isDataMap(data) ? data : [];
}

function filesOf(automata: DataMap): ImportedFile[] {
  const texts = textFiles(automata.get('context'));
  const states = automata.get('states');
  const isSplit = isDataMap(states) && states.size > 0;
  const main = new Map<string, Writable>(
    [...automata].map(([key, value]): [string, Writable] => {
      if (key === 'context') return [key, texts.context];
      return [key, key === 'states' && isSplit ? included('!include', 'state') : value];
    }),
  );
  const entries = isSplit ? [...states] : [];
  const uniqueName = uniqueFileNames();
  const width = String(Math.max(0, entries.length - 1)).length;
  const stateFiles = entries.map(([name, state], index) => ({
    // The files of a folder are read in the order of their names: numbers preserve the order of the states.
    path: `state/${String(index).padStart(width, '0')}_${uniqueName(name)}.yaml`,
    text: fileText(new Map([[name, state]])),
  }));
  return [{ path: 'main.yaml', text: fileText(main) }, ...stateFiles, ...texts.files, FIRST_SCENARIO];
}

/** Moves the long texts of the context to files. */
function textFiles(context: ExchangeData | undefined): { context: Writable; files: ImportedFile[] } {
  const uniqueName = uniqueFileNames();
  const files: ImportedFile[] = [];
  const withIncludes = (data: ExchangeData, path: readonly string[]): Writable => {
    if (typeof data === 'string' && isFileText(data)) {
      const file = { path: `code/${uniqueName(path.join('_'))}${extensionOf(data)}`, text: data };
      files.push(file);
      return included('!oneline', file.path);
    }
    if (isDataMap(data))
      return new Map([...data].map(([key, value]) => [key, withIncludes(value, [...path, key])]));
    return data;
  };
  return { context: withIncludes(context ?? null, []), files };
}

function included(tag: string, path: string): WrittenScalar {
  return new WrittenScalar(`${tag} ${scalarText(path, 'block')}`);
}

/**
 * Whether to move a text to a file: it is long or code, has no expressions (which would be hard to find there), and
 * reading the file returns the same text.
 */
function isFileText(text: string): boolean {
  if (/\{\{|\}\}|[\r\0]|^\ufeff/.test(text) || text.trim() === '' || !isWellFormed(text)) return false;
  return text.length > MAX_INLINE_LENGTH || (text.trimEnd().includes('\n') && extensionOf(text) !== '.txt');
}

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** The extension for the language of a text, which editors highlight. */
function extensionOf(text: string): string {
  if (/^\s*[[{]/.test(text)) {
    try {
      JSON.parse(text);
      return '.json';
    } catch {
      // Not JSON, although it starts with a bracket.
    }
  }
  return /^\s*(?:(?:async\s+)?function\b|(?:const|let|var)\s+[\w$[{]|\/\/|\/\*)/.test(text) ? '.js' : '.txt';
}

function hasLongKey(data: ExchangeData): boolean {
  if (isDataMap(data))
    return [...data].some(([key, value]) => key.length > MAX_KEY_LENGTH || hasLongKey(value));
  return Array.isArray(data) && data.some(hasLongKey);
}
