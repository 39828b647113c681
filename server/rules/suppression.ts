import { engine } from '../engine/engine';
import { countLeading } from '../text/binary-search';
import { groupBy } from '../text/group-by';
import { lineEnd, lineStart, nextLine } from '../text/lines';
import { type Range, shiftRange } from '../text/range';
import type { Document } from '../yaml/cut/document';
import type { Unit } from '../yaml/cut/unit';
import { commentsWith } from '../yaml/read/comments';
import { descendantsOf } from '../yaml/tree/visit';
import { contentEnd } from './edits';

/**
 * A comment that suppresses findings: `atomic-state-disable` in the whole file, `atomic-state-disable-next-line` in
 * the next line with content, `atomic-state-disable-line` in its own line. The word is followed by codes, separated
 * by commas or spaces; without codes, all findings are suppressed. Text after `--` is a remark.
 */
export interface Directive extends Range {
  readonly unit: Unit;
  readonly reach: Reach;
  /** The codes as written, with ranges relative to the document. Empty: all codes. */
  readonly codes: readonly SuppressedCode[];
  /** The range in which findings must begin to be suppressed; undefined: anywhere. */
  readonly cover: Range | undefined;
  /** Offset after the last code, or after the directive's name. */
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
  // From the last to the first, as one of several consecutive comments applies to the same line as the next one.
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

/** Whether a directive suppresses findings of a code that begin at an offset of the document. */
export function isSuppressedBy(directive: Directive, code: string, start: number): boolean {
  const { codes, cover } = directive;
  if (codes.length > 0 && !codes.some(({ text }) => text === code)) return false;
  if (cover === undefined || (cover.start <= start && start <= cover.end)) return true;
  // Wrong indentation is already reported at a comment with the same indentation.
  return code === 'yaml-syntax' && directive.reach === 'next-line' && start === directive.start;
}

/** Where directives suppress findings of one code, or findings of all codes. */
interface Coverage {
  /** The whole file. */
  readonly isWhole: boolean;
  /** Ascending, without overlap. */
  readonly ranges: readonly Range[];
  /** Offsets of the comments for a next line. */
  readonly comments: ReadonlySet<number>;
}

/** Coverage by code; that of directives without codes has the key ''. */
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

/** Whether any directive suppresses findings of a code that begin at an offset of the document. */
export function isSuppressed(directives: readonly Directive[], code: string, start: number): boolean {
  return isCoveredBy(directives, '', code, start) || isSuppressedByCode(directives, code, start);
}

/** Like `isSuppressed`, but only by directives that name the code: others must not hide that they are unused. */
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
  const last = ranges[countLeading(ranges, (range) => range.start <= start) - 1];
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
      const [whole, text = ''] = match;
      const at = words + match.index + whole.length;
      codes.push({ text, start: at - text.length, end: at });
    }
    const reach = form[1] === 'line' || form[1] === 'next-line' ? form[1] : 'file';
    const codesEnd = codes.at(-1)?.end ?? words + form[0].length;
    return [{ unit, start, end, reach, codes, cover: undefined, codesEnd }];
  }),
);

/** The lines between a directive and its line: empty lines and comments. */
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
    if (one === undefined) break;
    const { text } = one;
    const base = document.startAt(at);
    for (; line < text.length; line = nextLine(text, line)) {
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

/** A line, including the multi-line scalars that begin on it. */
export const lineRange = engine.query('line with its texts', (unit: Unit, start: number): Range => {
  return { start, end: endsOfTexts(unit).get(start) ?? lineEnd(unit.text, start) };
});

/** The ends of multi-line scalars, by the offset of the line on which they begin. */
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
