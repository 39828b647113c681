import { Placeholder, ScalarTemplate, textOfPieces, type WrittenPiece } from '../../yaml/write/values';

/** A string to type in. */
export function placeholder(text = ''): ScalarTemplate {
  return new ScalarTemplate([new Placeholder(text)]);
}

/** A value that is not a string. */
export function valuePlaceholder(): ScalarTemplate {
  return new ScalarTemplate([new Placeholder()], false);
}

/** An expression: `{{ }}` with the cursor in between. */
export function expressionPlaceholder(): ScalarTemplate {
  return new ScalarTemplate(['{{', new Placeholder(), '}}']);
}

/**
 * The text of an item, and whether it is a snippet. Placeholders are numbered in order, and the last one is the final
 * position of the cursor; if one is repeated, the end of the text is, as a final position is only one place. A single
 * empty placeholder at the end needs no snippet, as the cursor ends up there anyway.
 */
export function assembleSnippet(
  pieces: readonly WrittenPiece[],
  lineBreak: string,
): { insert: string; snippet: boolean } {
  const all = pieces.filter((piece) => piece instanceof Placeholder);
  const places = [...new Set(all)];
  const [only] = places;
  const isAtEnd = only !== undefined && places.length === 1 && only === pieces.at(-1) && only.text === '';
  if (only === undefined || isAtEnd) return { insert: textOfPieces(pieces, lineBreak), snippet: false };
  const isRepeated = places.length < all.length;
  const numbers = new Map(places.map((place, index) => [place, index + 1]));
  if (!isRepeated) numbers.set(places.at(-1) ?? only, 0);
  const broken = (text: string) => snippetText(text.replaceAll('\n', lineBreak));
  const seen = new Set<Placeholder>();
  const written = pieces.map((piece, index) => {
    if (typeof piece === 'string') return broken(piece);
    const number = numbers.get(piece);
    const isFirst = !seen.has(piece);
    seen.add(piece);
    if (isFirst && piece.text !== '') return `\${${number}:${broken(piece.text)}}`;
    // A digit after a placeholder's number would be read as part of the number.
    const next = pieces[index + 1];
    return typeof next === 'string' && /^\d/.test(next) ? `\${${number}}` : `$${number}`;
  });
  return { insert: written.join('') + (isRepeated ? '$0' : ''), snippet: true };
}

/** Text with the special characters of the snippet syntax escaped. */
export function snippetText(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
