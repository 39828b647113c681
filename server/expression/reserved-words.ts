/** Reserved words of JavaScript that authors use as variable names. */

/** Reserved words that cannot begin a value. */
const NO_VALUES: ReadonlySet<string> = new Set([
  'case',
  'catch',
  'default',
  'extends',
  'finally',
  'in',
  'instanceof',
  'super',
]);

/** Reserved words that begin a value only if the right token follows. */
const BEGINNINGS: ReadonlySet<string> = new Set(['class', 'delete', 'function', 'import', 'new']);

/** Whether a reserved word in place of a value is most likely intended as a variable name. */
export function isMeantAsName(word: string): boolean {
  return NO_VALUES.has(word);
}

/**
 * Whether a reserved word is most likely intended as a name, as the next token (undefined at the end) does not fit
 * the keyword.
 */
export function startsNoExpression(word: string, next: string | undefined): boolean {
  return BEGINNINGS.has(word) && (next === undefined || /^[^\w$"'`({[@#\\]/.test(next));
}
