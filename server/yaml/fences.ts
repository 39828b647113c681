import { isLineBreak, lineEnd, nextLine, trimEndOfRange } from '../text/lines';
import { msg } from '../text/message';
import type { Range } from '../text/range';
import type { Repair } from './repair';

/**
 * Removes code fences of Markdown, which are often copied with the text. In YAML, such a line without indentation
 * cannot be part of a value.
 */
export function fenceRepairs(text: string): Repair[] {
  if (!text.includes('```')) return [];
  const fences = fencesOf(text);
  const message = msg('A code fence of Markdown is not part of the file. Remove the line.');
  const remedy = {
    title: msg('Remove the code fences'),
    edits: fences.map(({ start, end }) => ({ range: { start, end: nextLine(text, end) }, text: '' })),
    isCertain: true,
  } as const;
  return fences.map(({ start, end }, index) => ({
    patch: { start, text: ' '.repeat(end - start) },
    // Reported once, at the first fence.
    ...(index === 0 && {
      problem: { kind: 'syntax', recovered: true, start, end, message, remedy } as const,
    }),
  }));
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
