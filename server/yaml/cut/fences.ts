import { isLineBreak, lineEnd, nextLine, trimEndOfRange } from '../../text/lines';
import { msg } from '../../text/message';
import type { Range } from '../../text/range';
import { type Mistake, offered } from '../mistakes/mistake';

/**
 * Removes code fences of Markdown, which are often copied with the text. In YAML, such a line without indentation
 * cannot be part of a value.
 */
export function fenceMistakes(text: string): Mistake[] {
  const fences = text.includes('```') ? fencesOf(text) : [];
  const [first] = fences;
  if (first === undefined) return [];
  const message = msg('A code fence of Markdown is not part of the file. Remove the line.');
  const edits = fences.map(({ start, end }) => ({ range: { start, end: nextLine(text, end) }, text: '' }));
  const fix = { title: msg('Remove the code fences'), edits, isCertain: true } as const;
  // Reported once, at the first fence.
  return [offered({ kind: 'syntax', recovered: true, ...first, message }, fix)];
}

function fencesOf(text: string): Range[] {
  const fences: Range[] = [];
  for (let at = text.indexOf('```'); at >= 0; at = text.indexOf('```', at + 3)) {
    if (at > 0 && !isLineBreak(text, at - 1)) continue;
    const end = trimEndOfRange(text, at, lineEnd(text, at));
    if (/^```[\w-]*$/.test(text.slice(at, end))) fences.push({ start: at, end });
  }
  return fences;
}
