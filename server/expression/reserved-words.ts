/** Words of JavaScript that authors give to variables, and which nothing can be read by. */

/** Those that no value begins with. */
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

/** Those that begin a value, but only together with what must follow. */
const BEGINNINGS: ReadonlySet<string> = new Set(['class', 'delete', 'function', 'import', 'new']);

/** Whether a word where a value is expected is most likely meant as the name of one. */
export function isMeantAsName(word: string): boolean {
  return NO_VALUES.has(word);
}

/** Whether a word is most likely meant as a name: what follows (nothing: undefined) does not go on with what it begins. */
export function startsNoExpression(word: string, next: string | undefined): boolean {
  return BEGINNINGS.has(word) && (next === undefined || /^[^\w$"'`({[@#\\]/.test(next));
}
