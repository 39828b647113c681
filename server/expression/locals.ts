import type { Expression } from 'acorn';
import { type BindingKind, boundNamesAt } from './bindings';
import { parseExpression } from './parse';
import { type Bracket, Lexer } from './tokens';

/** Stands for text that is not written yet. */
const PLACEHOLDER = '_';

/**
 * The parameters and variables of functions in the expression that are visible at an offset of the body, in
 * alphabetical order, with what declares them. Incomplete text is completed after the cursor; if the result does not
 * parse, there are none.
 */
export function localsAt(body: string, offset: number): ReadonlyMap<string, BindingKind> {
  const [first] = possibleParses(body, offset);
  if (first === undefined) return new Map();
  // The cursor comes after the last character of its token.
  const bound = boundNamesAt(first, Math.max(offset - 1, 0));
  return new Map([...bound].filter(([name]) => name !== 'arguments').sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The names of `localsAt`. */
export function localNamesAt(body: string, offset: number): string[] {
  return [...localsAt(body, offset).keys()];
}

/**
 * Possible trees of an expression that is being written at an offset of the body, the likeliest first: as it is, with
 * a name at the offset, with the text before the offset completed. Node offsets up to the cursor are those of the
 * body. Empty if nothing parses.
 */
export function* possibleParses(body: string, offset: number): Generator<Expression> {
  const before = body.slice(0, offset);
  for (const text of [body, `${before}${PLACEHOLDER}${body.slice(offset)}`, ...completions(before)]) {
    const { ast } = parseExpression(text);
    if (ast) yield ast;
  }
}

/**
 * The text with a placeholder for a missing value, both branches of each `? :`, and all quotes and brackets closed.
 * An object in parentheses may become the parameters of a function: `users.map(({ name`.
 */
function completions(before: string): string[] {
  const lexer = new Lexer(before);
  /** The number of `?` without their `:`, by bracket depth. */
  const choices: number[] = [];
  let unclosed = '';
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    const text = before.slice(token.start, token.end);
    const depth = lexer.brackets.length;
    const waiting = choices[depth] ?? 0;
    if (text === '?') choices[depth] = waiting + 1;
    if (text === ':' && waiting > 0) choices[depth] = waiting - 1;
    if (!token.closed) unclosed = text;
  }
  const value = closingQuote(unclosed) + (lexer.operand ? '' : PLACEHOLDER);
  const ends = [value];
  for (let depth = lexer.brackets.length; depth >= 0; depth--) {
    ends.push(` : ${PLACEHOLDER}`.repeat(choices[depth] ?? 0) + closer(lexer.brackets[depth - 1]));
  }
  const [inner, around] = [lexer.brackets.at(-1), lexer.brackets.at(-2)];
  if (inner?.opener !== '{' || !inner.yieldsOperand || around?.opener !== '(')
    return [before + ends.join('')];
  // The value is followed by `}` and `)`.
  return [before + ends.join(''), before + ends.toSpliced(3, 0, ` => ${PLACEHOLDER}`).join('')];
}

function closingQuote(unclosed: string): string {
  if (unclosed.startsWith('/*')) return '*/';
  // A brace begins the part of a template literal after a substitution.
  return unclosed.startsWith('}') ? '`' : unclosed.charAt(0);
}

function closer(bracket: Bracket | undefined): string {
  switch (bracket?.opener) {
    case '(':
      return bracket.yieldsOperand ? ')' : ');';
    case '[':
      return ']';
    case '{':
      return '}';
    case '${':
      return '}`';
    default:
      return '';
  }
}
