import type { Json } from '../conversation/events';

/** The two values of a mismatch as texts, with quotes if they look the same otherwise, such as `'0'` and 0. */
export function comparedTexts(
  { expected, actual }: { readonly expected: Json; readonly actual: Json },
  textOf: (value: Json) => string,
): { readonly expected: string; readonly actual: string } {
  const texts = { expected: textOf(expected), actual: textOf(actual) };
  if (texts.expected !== texts.actual) return texts;
  return { expected: JSON.stringify(expected), actual: JSON.stringify(actual) };
}
