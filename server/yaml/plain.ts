import { lineEnd, trimEndOfRange } from '../text/lines';

/** Text without quotes as its author means it, where YAML would read something else. */

/**
 * Offset after the `}}` that closes the `{{` at `start`, before `end`; undefined without one. Braces and quotes
 * of JavaScript are counted, which is enough to tell where an author's expression ends. Linear.
 */
export function expressionEnd(text: string, start: number, end: number): number | undefined {
  let depth = 0;
  // A quote that none closes is an apostrophe, and so is each one like it after it.
  let apostrophes = '';
  for (let at = start + 2; at < end; at++) {
    const char = text[at] ?? '';
    if (/["'`]/.test(char) && !apostrophes.includes(char)) {
      const close = stringEnd(text, at, end);
      if (close === undefined) apostrophes += char;
      else at = close;
    } else if (char === '{') depth++;
    else if (char === '}' && depth > 0) depth--;
    else if (char === '}') return text[at + 1] === '}' && at + 1 < end ? at + 2 : undefined;
  }
  return undefined;
}

function stringEnd(text: string, start: number, end: number): number | undefined {
  for (let at = start + 1; at < end; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[start]) return at;
  }
  return undefined;
}

/** Where the text that begins at `from` ends on its line: before a comment, and without blanks at its end. */
export function plainEnd(text: string, from: number): number {
  return endBefore(text, from, lineEnd(text, from), (at) => {
    return text[at] === '#' && at > from && /\s/.test(text[at - 1] ?? '');
  });
}

/** Where it ends inside of `[ ]` or `{ }`: before a comma or a bracket outside of an expression. */
export function plainEndInFlow(text: string, from: number): number {
  return endBefore(text, from, plainEnd(text, from), (at) => /[,[\]{}]/.test(text[at] ?? ''));
}

/** The first place outside of expressions at which text stops, without the blanks before it. */
function endBefore(text: string, from: number, end: number, stops: (at: number) => boolean): number {
  let at = from;
  let isOpen = false;
  while (at < end) {
    const opens: boolean = !isOpen && text.startsWith('{{', at);
    const close: number | undefined = opens ? expressionEnd(text, at, end) : undefined;
    if (!opens && stops(at)) break;
    // Where one expression stays open, all after it is taken for text.
    isOpen ||= opens && close === undefined;
    at = close ?? at + (opens ? 2 : 1);
  }
  return trimEndOfRange(text, from, Math.min(at, end));
}

/**
 * Where an open quote's text ends on its line inside of `[ ]` or `{ }`: before the brackets and commas at the end,
 * which close what was opened before the quote, but not those of an expression.
 */
export function beforeClosers(text: string, from: number, end: number): number {
  let before = end;
  while (before > from && /[\s,\]}]/.test(text[before - 1] ?? '')) before--;
  const braces = text.lastIndexOf('{{', end);
  const expression = braces >= from ? expressionEnd(text, braces, end) : undefined;
  return Math.max(before, expression ?? from);
}

/** Written text in single quotes, which leave all of it as it is; line breaks fold as before. */
export function singleQuoted(written: string): string {
  return `'${written.replace(/'/g, "''")}'`;
}
