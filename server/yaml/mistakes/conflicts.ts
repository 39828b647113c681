import { lineEnd, nextLine, trimEndOfRange } from '../../text/lines';
import { msg } from '../../text/message';
import { type Mistake, omitText } from './mistake';

/** Merge conflict markers. */

interface Mark {
  /** `<` begins a conflict, `|` and `=` begin the part that is ignored, `>` ends it. */
  readonly char: string;
  readonly start: number;
  readonly end: number;
}

/** A fast check whether a text may have conflict markers. */
export function mayConflict(text: string): boolean {
  return text.includes('<<<<<<<') || text.includes('>>>>>>>');
}

/**
 * One mistake per conflict: the version above the separator is read, the other one is ignored. Markers that do not
 * form a conflict are ignored individually.
 */
export function conflictMistakes(text: string): Mistake[] {
  if (!mayConflict(text)) return [];
  const marks = marksOf(text);
  const mistakes: Mistake[] = [];
  for (let i = 0; i < marks.length; i++) {
    const [opening, middle] = [marks[i], marks[i + 1]];
    const base = middle?.char === '|';
    const closing = marks[i + (base ? 3 : 2)];
    const isWhole =
      opening?.char === '<' &&
      (middle?.char === '=' || base) &&
      closing?.char === '>' &&
      middle !== undefined;
    if (opening === undefined) continue;
    mistakes.push(isWhole ? conflict(opening, middle, closing) : stray(opening));
    if (isWhole) i += base ? 3 : 2;
  }
  return mistakes;
}

function marksOf(text: string): Mark[] {
  const marks: Mark[] = [];
  for (let start = 0; start < text.length; start = nextLine(text, start)) {
    const end = trimEndOfRange(text, start, lineEnd(text, start));
    const char = /^(?:<{7}|\|{7}|={7}|>{7})(?= |$)/.exec(text.slice(start, end))?.[0][0];
    if (char !== undefined) marks.push({ char, start, end });
  }
  return marks;
}

function conflict({ start, end }: Mark, middle: Mark, closing: Mark): Mistake {
  const message = msg(
    'Merge conflict. Keep the right lines of both versions, and remove the conflict markers. The upper version is checked.',
  );
  return {
    edits: [
      { range: { start, end }, text: '' },
      { range: { start: middle.start, end: closing.end }, text: '' },
    ],
    problem: { kind: 'syntax', recovered: true, start, end, message },
  };
}

function stray({ start, end }: Mark): Mistake {
  const message = msg('Leftover conflict marker of a merge. Remove this line.');
  return omitText({ start, end }, { kind: 'syntax', recovered: true, start, end, message });
}
