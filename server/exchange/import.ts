import { type Message, msg } from '../text/message';
import type { Notation } from '../yaml/unit';
import { type ConversionError, type DataMap, type ExchangeData, isDataMap } from './data';
import { fileNames } from './file-names';
import { FIRST_SCENARIO } from './first-scenario';
import { readData } from './read-data';
import { IncludedFolder, IncludedText, type Writable, writeYaml } from './write-yaml';

/** A file of a project that is to be written; the path is relative to the folder of the project, with `/`. */
export interface ImportedFile {
  readonly path: string;
  readonly text: string;
}

export type ImportedProject =
  /** The main file first. */
  | { readonly files: readonly ImportedFile[] }
  | { readonly obstacles: readonly Omit<ConversionError, 'address'>[] };

/** Shorter texts are read best where they are, other than code. */
const LONG = 120;
/** YAML takes no longer keys without further signs. */
const LONGEST_KEY = 1_000;

/**
 * Splits the automata in one text into a project: a main file, a file for each state, and a file for each long text
 * of the context, included by `!oneline`. Long texts of states are not moved, because the tool does not support tags
 * there. The export of the project equals the export of the text. Comments are lost.
 */
export function importAutomata(text: string, notation: Notation): ImportedProject {
  const obstacles: Omit<ConversionError, 'address'>[] = [];
  const tell = ({ start, end }: { start: number; end: number }, message: Message) =>
    obstacles.push({ start, end, message });
  const data = readData(
    text,
    notation,
    (node, tag) => {
      tell(node, msg`\`${tag}\` includes other files, so this is already a project.`);
      return undefined;
    },
    tell,
  );
  const whole = { start: 0, end: 0 };
  if (obstacles.length === 0 && !(isDataMap(data) && data.has('states')))
    tell(whole, msg('This is not an automata: it has no `states` at its root.'));
  else if (data !== undefined && hasLongKey(data))
    tell(whole, msg`A key cannot have more than ${LONGEST_KEY} characters.`);
  return isDataMap(data) && obstacles.length === 0 ? { files: filesOf(data) } : { obstacles };
}

function filesOf(automata: DataMap): ImportedFile[] {
  const texts = textFiles(automata.get('context'));
  const states = automata.get('states');
  const isSplit = isDataMap(states) && states.size > 0;
  const main = new Map<string, Writable>(
    [...automata].map(([key, value]): [string, Writable] => {
      if (key === 'context') return [key, texts.context];
      return [key, key === 'states' && isSplit ? new IncludedFolder('state') : value];
    }),
  );
  const entries = isSplit ? [...states] : [];
  // The files of a folder are read by name: numbers preserve the order of the states.
  const names = fileNames(entries.map(([name]) => name));
  const width = String(Math.max(0, entries.length - 1)).length;
  const stateFiles = entries.map(([name, state], index) => ({
    path: `state/${String(index).padStart(width, '0')}_${names[index]}.yaml`,
    text: writeYaml(new Map([[name, state]])),
  }));
  return [{ path: 'main.yaml', text: writeYaml(main) }, ...stateFiles, ...texts.files, FIRST_SCENARIO];
}

/** The context with its long texts in files of their own. */
function textFiles(context: ExchangeData | undefined): { context: Writable; files: ImportedFile[] } {
  const found: { name: string; text: string }[] = [];
  const collect = (data: ExchangeData, path: readonly string[]): void => {
    if (typeof data === 'string' && isFileText(data)) found.push({ name: path.join('_'), text: data });
    if (isDataMap(data)) for (const [key, value] of data) collect(value, [...path, key]);
  };
  collect(context ?? null, []);
  const names = fileNames(found.map(({ name }) => name));
  const files = found.map(({ text }, index) => ({ path: `code/${names[index]}${ending(text)}`, text }));
  let next = 0;
  const replaced = (data: ExchangeData): Writable => {
    if (typeof data === 'string' && isFileText(data)) return new IncludedText(files[next++]?.path ?? '');
    if (isDataMap(data)) return new Map([...data].map(([key, value]) => [key, replaced(value)]));
    return data;
  };
  return { context: replaced(context ?? null), files };
}

/**
 * Whether to move a text to a file: it is long or code, has no expressions (which would be hard to find there), and
 * reading the file returns the same text.
 */
function isFileText(text: string): boolean {
  if (/\{\{|\}\}|[\r\0]|^\ufeff/.test(text) || text.trim() === '' || !isWellFormed(text)) return false;
  return text.length > LONG || (text.trimEnd().includes('\n') && ending(text) !== '.txt');
}

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** The ending that has editors show the text for what it is. */
function ending(text: string): string {
  if (/^\s*[[{]/.test(text)) {
    try {
      JSON.parse(text);
      return '.json';
    } catch {
      // Other text that starts with a bracket.
    }
  }
  return /^\s*(?:(?:async\s+)?function\b|(?:const|let|var)\s+[\w$[{]|\/\/|\/\*)/.test(text) ? '.js' : '.txt';
}

function hasLongKey(data: ExchangeData): boolean {
  if (isDataMap(data)) return [...data].some(([key, value]) => key.length > LONGEST_KEY || hasLongKey(value));
  return Array.isArray(data) && data.some(hasLongKey);
}
