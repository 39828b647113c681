import type { Node as LibraryNode, Scalar } from 'yaml';
import { lineEnd, matchedText } from '../../text/lines';
import type { ScalarStyle, ScalarType, Tag } from '../tree/tree';

const INTEGER = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;

/** The type of a scalar according to the library. */
export function scalarTypeOf(source: Scalar, style: ScalarStyle, raw: string): ScalarType {
  if (style !== 'plain') return 'string';
  switch (typeof source.value) {
    case 'number':
    case 'bigint':
      return INTEGER.test(raw) ? 'integer' : 'float';
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'string';
    default:
      return 'null';
  }
}

/** Start, end, and end including trailing white space of a node in the library's document; undefined if it has none. */
export function libraryRange(source: unknown): readonly [number, number, number] | undefined {
  if (typeof source !== 'object' || source === null || !('range' in source)) return undefined;
  return (source as LibraryNode).range ?? undefined;
}

/** The library does not record the `:`; only white space and comments may come before it. */
export function colonAfter(text: string, keyEnd: number, valueStart: number | undefined): number {
  let at = keyEnd;
  const end = Math.min(valueStart ?? text.length, text.length);
  while (at <= end && at < text.length) {
    const char = text[at];
    if (char === ':') return at;
    if (char === '#') at = lineEnd(text, at);
    else if (char !== ' ' && char !== '\t' && char !== '\n' && char !== '\r') return -1;
    else at++;
  }
  return -1;
}

/** The tag before an offset as it is written: the library resolves `!!x` and `!<x>` to full addresses. */
export function writtenTag(text: string, name: string | undefined, before: number): Tag | undefined {
  if (name === undefined) return undefined;
  let start = before;
  while (start > 0 && text[start] !== '!') start--;
  while (start > 0 && /[!<\w]/.test(text.charAt(start - 1))) start--;
  if (text[start] !== '!') return undefined;
  const written = matchedText(text.slice(start, before), /^\S+/);
  return { name, start, end: start + written.length };
}
