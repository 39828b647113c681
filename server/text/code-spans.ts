import { maxOf } from './append';

/** Code within sentences, between backticks as in Markdown: between more of them than it contains in a row. */

interface SentencePart {
  readonly text: string;
  readonly isCode: boolean;
}

/** A text on one line, which is not empty, as code. */
export function asCode(text: string): string {
  if (!text.includes('`')) return `\`${text}\``;
  const fence = codeFence([text], 1);
  // Otherwise a backtick at either end would be read as part of the fence, and spaces at both ends would be removed.
  const pad = /^`|`$|^ .* $/s.test(text) ? ' ' : '';
  return fence + pad + text + pad + fence;
}

/** Backticks, more than any of the texts contains in a row, and at least `min`. */
export function codeFence(texts: readonly string[], min: number): string {
  const runs = texts.flatMap((text) => text.match(/`+/g) ?? []);
  return '`'.repeat(
    maxOf(
      runs.map(({ length }) => length + 1),
      min,
    ),
  );
}

/** The parts of a sentence, without the backticks around code and without empty parts. */
export function sentenceParts(sentence: string): readonly SentencePart[] {
  const parts: SentencePart[] = [];
  const add = (text: string, isCode: boolean) => {
    if (text !== '') parts.push({ text, isCode });
  };
  const runs = [...sentence.matchAll(/`+/g)].map(({ 0: fence, index }) => ({ fence, index }));
  let start = 0;
  for (const [at, end] of closingRuns(runs.map(({ fence }) => fence))) {
    const [opening, closing] = [runs[at], runs[end]];
    if (opening === undefined || closing === undefined || opening.index < start) continue;
    add(sentence.slice(start, opening.index), false);
    add(unpadded(sentence.slice(opening.index + opening.fence.length, closing.index)), true);
    start = closing.index + closing.fence.length;
  }
  add(sentence.slice(start), false);
  return parts;
}

/** The index of each run of backticks that another one closes, with the index of the next one of the same length. */
function closingRuns(fences: readonly string[]): readonly (readonly [at: number, end: number])[] {
  const next = new Map<number, number>();
  const found: (readonly [number, number])[] = [];
  for (let at = fences.length - 1; at >= 0; at--) {
    const length = fences[at]?.length ?? 0;
    const end = next.get(length);
    if (end !== undefined) found.push([at, end]);
    next.set(length, at);
  }
  return found.toReversed();
}

function unpadded(code: string): string {
  return /^ .*`.* $/s.test(code) ? code.slice(1, -1) : code;
}
