import { asCode, sentenceParts } from './code-spans';

/** Text of authors as Markdown. Nothing in it can be a link, HTML, an image or a command. */

/**
 * A text as a code span on one line, fenced with more backticks than it contains in a row. White space, line breaks and
 * characters that change the writing direction become single spaces; text without visible characters becomes `""`.
 *
 * @param max longer texts are cut; in characters
 */
export function codeSpan(text: string, max = Number.POSITIVE_INFINITY): string {
  const line = cut(text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim(), max);
  return line === '' ? '`""`' : asCode(line);
}

/** The first characters of a text, with a mark if it is cut. Never splits a character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = [...text.slice(0, 2 * max + 2)];
  return head.length > max ? `${head.slice(0, max - 1).join('')}…` : text;
}

/** A text of sentences: words between backticks are code, and empty lines separate paragraphs. */
export function proseText(text: string): string {
  const paragraphs = text.trim().split(/\n\s*\n/);
  return paragraphs.map(paragraphText).join('\n\n');
}

function paragraphText(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
  return sentenceParts(line)
    .map((part) => (part.isCode ? codeSpan(part.text) : escapedSyntax(part.text)))
    .join('')
    .replace(/^(?:[+-]|\d+[.)])/, (marker) => `${marker.slice(0, -1)}\\${marker.slice(-1)}`);
}

/** A backslash before the characters of syntax, and within what would be a link as it is. */
function escapedSyntax(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&@]|:(?=\/)|(?<=\bwww)\./gi, '\\$&');
}
