import { maxOf } from './append';

/** Text of authors as Markdown. Nothing in it can be a link, HTML, an image or a command. */

/**
 * A text as a code span on one line, fenced with more backticks than it contains in a row. White space, line breaks and
 * characters that change the writing direction become single spaces; text without visible characters becomes `""`.
 *
 * @param max longer texts are cut; in characters
 */
export function codeSpan(text: string, max = Number.POSITIVE_INFINITY): string {
  const line = cut(text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim(), max);
  if (line === '') return '`""`';
  if (!line.includes('`')) return `\`${line}\``;
  const runs = line.match(/`+/g)?.map(({ length }) => length) ?? [];
  const fence = '`'.repeat(maxOf(runs, 0) + 1);
  // Otherwise a backtick at either end would be read as part of the fence.
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return fence + pad + line + pad + fence;
}

/** The first characters of a text, with a mark if it is cut. Never splits a character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = [...text.slice(0, 2 * max + 2)];
  return head.length > max ? `${head.slice(0, max - 1).join('')}…` : text;
}

/** A text of sentences: words between single backticks are code, and empty lines separate paragraphs. */
export function proseText(text: string): string {
  const paragraphs = text.trim().split(/\n\s*\n/);
  return paragraphs.map(paragraphText).join('\n\n');
}

function paragraphText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim()
    .split(/((?<!`)`[^`]+`(?!`))/)
    .map((part, index) => (index % 2 === 1 ? codeSpan(part.slice(1, -1)) : escapedSyntax(part)))
    .join('')
    .replace(/^(?:[+-]|\d+[.)])/, (marker) => `${marker.slice(0, -1)}\\${marker.slice(-1)}`);
}

/** A backslash before the characters of syntax, and within what would be a link as it is. */
function escapedSyntax(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&@]|:(?=\/)|(?<=\bwww)\./gi, '\\$&');
}
