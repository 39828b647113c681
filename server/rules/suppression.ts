import { engine } from '../engine/engine';
import { lineEnd, lineStart, nextLine } from '../text/lines';
import { type Range, shift } from '../text/range';
import { commentsWith } from '../yaml/comments';
import type { Document } from '../yaml/document';
import type { Unit } from '../yaml/unit';
import { nodesOf } from '../yaml/visit';
import { contentEnd } from './edits';

/**
 * Comments that switch findings off: `atomic-state-disable` for the whole file, `atomic-state-disable-next-line`
 * for the next line that holds more than a comment, `atomic-state-disable-line` for their own. Behind the word
 * stand codes, parted by commas or blanks; none means all. What stands behind `--` is for people.
 */
export interface Directive extends Range {
  readonly unit: Unit;
  readonly reach: Reach;
  /** The codes as written; ranges like that of the directive. Empty: all codes. */
  readonly codes: readonly Code[];
  /** Where findings begin that it switches off; undefined: anywhere. */
  readonly cover: Range | undefined;
  /** Offset behind the last code, or behind the word. */
  readonly codesEnd: number;
}

export type Reach = 'file' | 'next-line' | 'line';

export interface Code extends Range {
  readonly text: string;
}

export const DISABLE = 'atomic-state-disable';

const FORM = new RegExp(`^${DISABLE}(?:-(next-line|line))?(?![\\w-])`);
const CODE = /[ \t,]*([A-Za-z][\w-]*)/y;

/** All directives of a document; offsets are those of the document. */
export const directivesOf = engine.query('directives', (document: Document): readonly Directive[] =>
  document.units.flatMap((unit, index) => {
    const base = document.startAt(index);
    return ownDirectives(unit).map((one): Directive => {
      const { start, end } = shift(one, base);
      const codes = one.codes.map((code) => ({ ...shift(code, base), text: code.text }));
      const cover = coverOf(document, index, one);
      return { ...one, start, end, codes, cover, codesEnd: one.codesEnd + base };
    });
  }),
);

/** Whether a directive switches off findings of a code that begin at an offset of the document. */
export function covers(directive: Directive, code: string, start: number): boolean {
  const { codes, cover } = directive;
  if (codes.length > 0 && !codes.some(({ text }) => text === code)) return false;
  if (cover === undefined || (cover.start <= start && start <= cover.end)) return true;
  // A line of the wrong depth is noticed as soon as the comment that stands as deep.
  return code === 'yaml-syntax' && directive.reach === 'next-line' && start === directive.start;
}

const ownDirectives = engine.query('own directives', (unit: Unit): readonly Directive[] =>
  commentsWith(unit, DISABLE).flatMap(({ start, end, words, wordsEnd }): Directive[] => {
    const written = unit.text.slice(words, wordsEnd);
    const form = FORM.exec(written);
    if (form === null) return [];
    const codes: Code[] = [];
    CODE.lastIndex = form[0].length;
    for (let match = CODE.exec(written); match !== null; match = CODE.exec(written)) {
      const text = match[1] ?? '';
      const at = words + match.index + match[0].length;
      codes.push({ text, start: at - text.length, end: at });
    }
    const reach = form[1] === 'line' || form[1] === 'next-line' ? form[1] : 'file';
    const codesEnd = codes.at(-1)?.end ?? words + form[0].length;
    return [{ unit, start, end, reach, codes, cover: undefined, codesEnd }];
  }),
);

/** What lies between a directive and the line that it speaks of: lines that are empty, or a comment. */
const NO_CONTENT = { yaml: /^\s*(?:#|$)/, json: /^\s*(?:\/\/|\/\*|$)/ };

function coverOf(document: Document, index: number, { reach, start, end }: Directive): Range | undefined {
  if (reach === 'file') return undefined;
  const unit = document.units[index];
  if (unit === undefined) return undefined;
  if (reach === 'line') return shift(lineRange(unit, lineStart(unit.text, start)), document.startAt(index));
  for (let at = index, line = nextLine(unit.text, end); at < document.units.length; at++, line = 0) {
    const one = document.units[at];
    const text = one?.text ?? '';
    for (; one !== undefined && line < text.length; line = nextLine(text, line)) {
      if (!NO_CONTENT[document.notation].test(text.slice(line, lineEnd(text, line))))
        return shift(lineRange(one, line), document.startAt(at));
    }
  }
  return { start: document.length, end: document.length };
}

/** A line, with all of the text that begins on it and goes on over further lines. */
export const lineRange = engine.query('line with its texts', (unit: Unit, start: number): Range => {
  const { text } = unit;
  const end = lineEnd(text, start);
  const ends = [...nodesOf(unit.parsed.root)].map((node) =>
    node.kind === 'scalar' && start <= node.start && node.start <= end ? contentEnd(text, node) : end,
  );
  return { start, end: ends.reduce((most, one) => Math.max(most, one), end) };
});
