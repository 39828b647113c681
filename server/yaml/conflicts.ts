import { lineEnd, nextLine, trimEndOfRange } from '../text/lines';
import { msg } from '../text/message';
import type { Repair } from './repair';

/** Merge conflict markers. */

interface Mark {
  /** `<` begins a conflict, `|` and `=` begin the part that is ignored, `>` ends it. */
  readonly sign: string;
  readonly start: number;
  readonly end: number;
}

/** A fast check whether a text may have conflict markers. */
export function mayConflict(text: string): boolean {
  return text.includes('<<<<<<<') || text.includes('>>>>>>>');
}

/**
 * One repair per conflict: the version above the separator is read, the other one is ignored. Markers that do not
 * form a conflict are ignored individually.
 */
export function conflictRepairs(text: string): Repair[] {
  if (!mayConflict(text)) return [];
  const marks = marksOf(text);
  const repairs: Repair[] = [];
  for (let i = 0; i < marks.length; i++) {
    const [opening, middle] = [marks[i], marks[i + 1]];
    const base = middle?.sign === '|';
    const closing = marks[i + (base ? 3 : 2)];
    const isWhole =
      opening?.sign === '<' &&
      (middle?.sign === '=' || base) &&
      closing?.sign === '>' &&
      middle !== undefined;
    if (opening === undefined) continue;
    repairs.push(isWhole ? conflict(text, opening, middle, closing) : stray(text, opening));
    if (isWhole) i += base ? 3 : 2;
  }
  return repairs;
}

function marksOf(text: string): Mark[] {
  const marks: Mark[] = [];
  for (let start = 0; start < text.length; start = nextLine(text, start)) {
    const end = trimEndOfRange(text, start, lineEnd(text, start));
    const sign = /^(?:<{7}|\|{7}|={7}|>{7})(?= |$)/.exec(text.slice(start, end))?.[0][0];
    if (sign !== undefined) marks.push({ sign, start, end });
  }
  return marks;
}

function conflict(text: string, opening: Mark, middle: Mark, closing: Mark): Repair {
  const kept = text.slice(opening.end, middle.start);
  return {
    patch: {
      start: opening.start,
      text: blank(text, opening.start, opening.end) + kept + blank(text, middle.start, closing.end),
    },
    problem: {
      kind: 'syntax',
      recovered: true,
      start: opening.start,
      end: opening.end,
      message: msg(
        'Merge conflict. Keep the right lines of both versions, and remove the conflict markers. The upper version is checked.',
      ),
    },
  };
}

function stray(text: string, { start, end }: Mark): Repair {
  return {
    patch: { start, text: blank(text, start, end) },
    problem: {
      kind: 'syntax',
      recovered: true,
      start,
      end,
      message: msg('Leftover conflict marker of a merge. Remove this line.'),
    },
  };
}

function blank(text: string, start: number, end: number): string {
  return text.slice(start, end).replace(/[^\n\r]/g, ' ');
}
