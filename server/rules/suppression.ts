import { engine } from '../engine/engine';
import { countLeading } from '../text/binary-search';
import { groupBy } from '../text/group-by';
import { lineEnd, lineStart, nextLine } from '../text/lines';
import { type Range, shiftRange } from '../text/range';
import { commentsWith } from '../yaml/comments';
import type { Document } from '../yaml/document';
import type { Unit } from '../yaml/unit';
import { descendantsOf } from '../yaml/visit';
import { contentEnd } from './edits';

/**
 * Comments that switch findings off: `atomic-state-disable` for the whole file, `atomic-state-disable-next-line`
 * for the next line that holds more than a comment, `atomic-state-disable-line` for their own. After the word
 * stand codes, parted by commas or blanks; none means all. What comes after `--` is for people.
 */
export interface Directive extends Range {
  readonly unit: Unit;
  readonly reach: Reach;
  /** The codes as written; ranges like that of the directive. Empty: all codes. */
  readonly codes: readonly SuppressedCode[];
  /** Where findings begin that it switches off; undefined: anywhere. */
  readonly cover: Range | undefined;
  /** Offset after the last code, or after the word. */
  readonly codesEnd: number;
}

type Reach = 'file' | 'next-line' | 'line';

export interface SuppressedCode extends Range {
  readonly text: string;
}

export const DISABLE = 'atomic-state-disable';

const FORM = new RegExp(`^${DISABLE}(?:-(next-line|line))?(?![\\w-])`);
const CODE = /[ \t,]*([A-Za-z][\w-]*)/y;

/** All directives of a document; offsets are those of the document. */
export const directivesOf = engine.query('directives', (document: Document): readonly Directive[] => {
  const all: Directive[] = [];
  // From the last one up, as one comment of several in a row switches off what the next one does.
  for (let index = document.units.length - 1; index >= 0; index--) {
    const unit = document.units[index];
    const base = document.startAt(index);
    for (const one of unit ? ownDirectives(unit).toReversed() : []) {
      const { start, end } = shiftRange(one, base);
      const codes = one.codes.map((code) => ({ ...shiftRange(code, base), text: code.text }));
      const cover = coverOf(document, index, one, all.at(-1));
      all.push({ ...one, start, end, codes, cover, codesEnd: one.codesEnd + base });
    }
  }
  return all.reverse();
});

/** Whether a directive switches off findings of a code that begin at an offset of the document. */
export function isSuppressedBy(directive: Directive, code: string, start: number): boolean {
  const { codes, cover } = directive;
  if (codes.length > 0 && !codes.some(({ text }) => text === code)) return false;
  if (cover === undefined || (cover.start <= start && start <= cover.end)) return true;
  // A line of the wrong depth is noticed as soon as the comment that is as deep.
  return code === 'yaml-syntax' && directive.reach === 'next-line' && start === directive.start;
}

/** Where directives switch off findings of one code, or those of all codes. */
interface Coverage {
  /** Anywhere in the file. */
  readonly isWhole: boolean;
  /** Rising, and without overlap. */
  readonly ranges: readonly Range[];
  /** Offsets of the comments for a next line. */
  readonly comments: ReadonlySet<number>;
}

/** Coverage by code; that of directives without codes is under ''. */
const coverageByCode = engine.query(
  'coverage of directives',
  (directives: readonly Directive[]): ReadonlyMap<string, Coverage> => {
    const byCode = groupBy(
      directives.flatMap((directive) => {
        const codes = directive.codes.length === 0 ? [''] : directive.codes.map(({ text }) => text);
        return codes.map((code) => ({ code, directive }));
      }),
      ({ code }) => code,
    );
    return new Map(
      Array.from(byCode, ([code, all]) => [code, coverageOf(all.map(({ directive }) => directive))]),
    );
  },
);

function coverageOf(directives: readonly Directive[]): Coverage {
  const ranges: Range[] = [];
  for (const one of directives.flatMap(({ cover }) => cover ?? []).sort((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    if (last === undefined || last.end < one.start) ranges.push(one);
    else ranges[ranges.length - 1] = { start: last.start, end: Math.max(last.end, one.end) };
  }
  return {
    isWhole: directives.some(({ reach }) => reach === 'file'),
    ranges,
    comments: new Set(directives.flatMap(({ reach, start }) => (reach === 'next-line' ? [start] : []))),
  };
}

/** Whether some directive switches off findings of a code that begin at an offset of the document. */
export function isSuppressed(directives: readonly Directive[], code: string, start: number): boolean {
  return isCoveredBy(directives, '', code, start) || isSuppressedByCode(directives, code, start);
}

/** The same by a directive that names the code: no other hides that it is unused itself. */
export function isSuppressedByCode(directives: readonly Directive[], code: string, start: number): boolean {
  return isCoveredBy(directives, code, code, start);
}

function isCoveredBy(
  directives: readonly Directive[],
  written: string,
  code: string,
  start: number,
): boolean {
  const coverage = coverageByCode(directives).get(written);
  if (coverage === undefined) return false;
  const { isWhole, ranges, comments } = coverage;
  const last = ranges[countLeading(ranges.length, (index) => (ranges[index]?.start ?? 0) <= start) - 1];
  const isInside = last !== undefined && start <= last.end;
  return isWhole || isInside || (code === 'yaml-syntax' && comments.has(start));
}

const ownDirectives = engine.query('own directives', (unit: Unit): readonly Directive[] =>
  commentsWith(unit, DISABLE).flatMap(({ start, end, words, wordsEnd }): Directive[] => {
    const written = unit.text.slice(words, wordsEnd);
    const form = FORM.exec(written);
    if (form === null) return [];
    const codes: SuppressedCode[] = [];
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

/** @param below the next directive of the document */
function coverOf(
  document: Document,
  index: number,
  { reach, start, end }: Directive,
  below: Directive | undefined,
): Range | undefined {
  if (reach === 'file') return undefined;
  const unit = document.units[index];
  if (unit === undefined) return undefined;
  if (reach === 'line')
    return shiftRange(lineRange(unit, lineStart(unit.text, start)), document.startAt(index));
  for (let at = index, line = nextLine(unit.text, end); at < document.units.length; at++, line = 0) {
    const one = document.units[at];
    const text = one?.text ?? '';
    const base = document.startAt(at);
    for (; one !== undefined && line < text.length; line = nextLine(text, line)) {
      if (below?.reach === 'next-line' && below.start <= base + lineEnd(text, line)) {
        const before = text.slice(line, Math.max(line, below.start - base));
        if (before.trim() === '') return below.cover;
      }
      if (!NO_CONTENT[document.notation].test(text.slice(line, lineEnd(text, line))))
        return shiftRange(lineRange(one, line), base);
    }
  }
  return { start: document.length, end: document.length };
}

/** A line, with all of the text that begins on it and goes on over further lines. */
export const lineRange = engine.query('line with its texts', (unit: Unit, start: number): Range => {
  return { start, end: endsOfTexts(unit).get(start) ?? lineEnd(unit.text, start) };
});

/** Where the texts end that begin on a line and go on over further lines, by the offset of that line. */
const endsOfTexts = engine.query('ends of texts', ({ text, parsed }: Unit): ReadonlyMap<number, number> => {
  const ends = new Map<number, number>();
  for (const node of descendantsOf(parsed.root)) {
    if (node.kind !== 'scalar') continue;
    const end = contentEnd(text, node);
    if (end <= node.start || !/[\n\r]/.test(text.slice(node.start, end))) continue;
    const line = lineStart(text, node.start);
    ends.set(line, Math.max(end, ends.get(line) ?? end));
  }
  return ends;
});
