/** Signs of JavaScript that a sentence does not have; a quote between letters, which YAML may double, is an apostrophe. */
const CODE =
  /["`\\]|[([,+?:]\s*[\u201c\u2018]|(?<![\p{L}'])'|'(?!['\p{L}])|=>|[=&|]{2}|\b(?:context|payload)\??\.[\w$]/u;

/** Words between operands in JavaScript and other languages, which do not make it a sentence. */
const OPERATORS: ReadonlySet<string> = new Set(
  'and or not is in if then else elif of new return typeof instanceof let const var function await'.split(
    ' ',
  ),
);

/** Words with one space, or a comma and a space, between them. */
const RUN = /(?<![\p{L}'])\p{L}[\p{L}']*(?:,?[ ]\p{L}[\p{L}']*)+/gu;

const ENDS_SENTENCE = /[.!?…]$/;

/** Letters of scripts that put no spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{4}|\p{sc=Han}{2}[，、。！？]\p{sc=Han}{2}/u;

/** Nothing but words. */
const ONLY_WORDS = /^\p{L}+(?: \p{L}+)+$/u;

/** A value in a template literal. */
const INSERTED = /\$\{[^{}]*\}/g;

/** A sentence has at least this many words; with a full stop, or without other signs, one less. */
const MIN_WORDS = 4;

/** Whether the text of an expression that could not be parsed reads as a sentence. */
export function isProse(body: string): boolean {
  const written = body.trim();
  const hasInserted = !written.includes('`') && /\$\{/.test(written);
  // What is inserted is a word of the text around it.
  const text = hasInserted ? written.replace(INSERTED, 'value') : written;
  if (CODE.test(text)) return false;
  if (UNSPACED.test(text)) return true;
  if (hasInserted) return /^\p{L}[\p{L}',]* /u.test(text);
  const needed = ENDS_SENTENCE.test(text) || ONLY_WORDS.test(text) ? MIN_WORDS - 1 : MIN_WORDS;
  return (text.match(RUN) ?? []).some((run) => {
    const words = run.toLowerCase().split(/,? /);
    return words.filter((word) => !OPERATORS.has(word)).length >= needed;
  });
}
