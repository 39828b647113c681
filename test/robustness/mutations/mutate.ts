import { lineEnd, lineStarts } from '../../../server/text/lines';
import type { Notation } from '../../../server/yaml/cut/unit';

/** One wrong sign: `start`..`end` of a text is replaced by `text`. */
export interface Mutation {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Sign = 'bracket' | 'quote' | 'colon' | 'dash';

/**
 * The signs of a kind, which replace each other. These are more than in `yaml/mistakes/likely-changes.ts`, so that its table is not
 * tested with itself.
 */
const SIGNS = { bracket: '{}[]()', quote: '"\'`' } as const;

/** Every deletion, insertion and swap of a single bracket, quote, colon, dash or indentation step of a text. */
export function mutationsOf(text: string, notation: Notation): Mutation[] {
  const mutations: Mutation[] = [];
  const seen = new Set<string>();
  const add = (kind: string, start: number, end: number, replacement: string) => {
    const key = `${start} ${end} ${replacement}`;
    if (text.slice(start, end) === replacement || seen.has(key)) return;
    seen.add(key);
    mutations.push({ kind, start, end, text: replacement });
  };
  for (let at = 0; at < text.length; at++) {
    const sign = signAt(text, at, notation);
    if (sign === undefined) continue;
    const char = text[at] ?? '';
    const next = text[at + 1] ?? '';
    add(`delete ${sign}`, at, at + 1, '');
    add(`insert ${sign}`, at, at, char);
    if (next !== '' && next !== '\n') add(`swap ${sign}`, at, at + 2, next + char);
    if (sign === 'bracket' || sign === 'quote')
      for (const other of SIGNS[sign]) add(`replace ${sign}`, at, at + 1, other);
  }
  const starts = lineStarts(text);
  const step = stepOf(text);
  for (const [index, start] of starts.entries()) {
    const end = lineEnd(text, start);
    const from = start + indentOf(text, start);
    if (from === end) continue;
    for (const char of notation === 'yaml' ? '{}[]"\':' : '{}[]":') {
      const sign = signOf(char);
      add(`insert ${sign}`, from, from, char);
      add(`insert ${sign}`, end, end, char);
    }
    if (notation === 'yaml') add('insert dash', from, from, '- ');
    add('insert indentation', start, start, ' '.repeat(step));
    if (from > start) add('delete indentation', start, Math.min(from, start + step), '');
    const next = starts[index + 1];
    if (next !== undefined && next < text.length && lineEnd(text, next) > next) {
      const content = next + indentOf(text, next);
      const swapped = text.slice(next, content) + text.slice(from, next) + text.slice(start, from);
      add('swap indentation', start, content, swapped);
    }
  }
  return mutations;
}

/** The sign at an offset; of dashes, only those that begin an item of a list. */
function signAt(text: string, at: number, notation: Notation): Sign | undefined {
  const char = text[at] ?? '';
  if (char !== '-') return signOf(char);
  if (notation === 'json' || !/\s/.test(text[at + 1] ?? '')) return undefined;
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*(?:-\s+)*$/.test(before) ? 'dash' : undefined;
}

function signOf(char: string): Sign | undefined {
  if (char === ':') return 'colon';
  if (char === '"' || char === "'") return 'quote';
  return '{}[]'.includes(char) ? 'bracket' : undefined;
}

function indentOf(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at++;
  return at - start;
}

/** The smallest indentation of a line. */
export function stepOf(text: string): number {
  const widths = text.split('\n').map((line) => (line.trim() === '' ? 0 : indentOf(line, 0)));
  return Math.min(...widths.filter((width) => width > 0), 8);
}

export function mutated(text: string, { start, end, text: replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
