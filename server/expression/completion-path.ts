import type { Range } from '../text/range';
import { type Bracket, Lexer, nameEnd, type Token } from './tokens';

export { localNamesAt, localsAt } from './locals';

type Quote = '"' | "'" | '`';

/** The name at a cursor in an expression. All offsets are those of the body. */
export interface CursorPath {
  /**
   * The names before the last dot: `context.questions.ti|` has `context`, `questions`; a single name has none.
   * Undefined if the object is only known at run time, as in `f(x).` or `a[0].`.
   */
  readonly base: readonly string[] | undefined;
  /** The part of the name before the cursor. */
  readonly prefix: string;
  /** The whole name around the cursor, without quotes. Empty if nothing is written yet. */
  readonly replace: Range;
  /** The quote around the name, as in `context["na|"]`. */
  readonly quote: Quote | undefined;
  /** The last step is `?.`. */
  readonly optional: boolean;
}

/**
 * The name to complete at a cursor in incomplete text. Undefined where names are not possible: in strings, comments,
 * numbers, regular expressions, object keys, declarations, and after a complete value. Text after the cursor only
 * matters if it is part of the same word.
 */
export function pathAt(body: string, offset: number): CursorPath | undefined {
  const cursor = lexTo(body, Math.max(0, Math.min(offset, body.length)));
  const { token } = cursor;
  if (token === undefined) return namePath(cursor, { start: cursor.offset, end: cursor.offset });
  if (token.kind === 'name') return namePath(cursor, token);
  return quotedPath(cursor, token);
}

/** The tokens up to a cursor. */
interface Cursor {
  readonly body: string;
  readonly offset: number;
  /** Complete tokens before the cursor (and before `token`), without comments. */
  readonly before: readonly Token[];
  /** The token that contains the cursor, or the name that it touches. */
  readonly token: Token | undefined;
  /** The innermost bracket that is open before the cursor. */
  readonly bracket: Bracket | undefined;
  /** `before` ends in a complete value. */
  readonly operand: boolean;
  /** The first character after `token`, or after the cursor; empty at the end. */
  readonly next: string;
}

function lexTo(body: string, offset: number): Cursor {
  const lexer = new Lexer(body);
  const before: Token[] = [];
  for (;;) {
    const { operand } = lexer;
    const bracket = lexer.brackets.at(-1);
    const token = lexer.next();
    const held = token !== undefined && holds(body, token, offset);
    if (token === undefined || token.start >= offset || held) {
      const next = held ? lexer.next() : token;
      return {
        body,
        offset,
        before,
        token: held ? token : undefined,
        bracket,
        operand,
        next: next ? body.charAt(next.start) : '',
      };
    }
    if (token.kind !== 'comment') before.push(token);
  }
}

/** Whether a cursor at `offset` edits this token. */
function holds(body: string, token: Token, offset: number): boolean {
  if (token.kind === 'name') return token.start <= offset && offset <= token.end;
  if (token.start >= offset) return false;
  // A number, the flags of a regular expression and a line comment continue at the cursor.
  const lineComment = token.kind === 'comment' && body.startsWith('//', token.start);
  const openEnded = !token.closed || lineComment || token.kind === 'number' || token.kind === 'regex';
  return offset < token.end || (offset === token.end && openEnded);
}

function namePath(cursor: Cursor, replace: Range): CursorPath | undefined {
  const { body, offset, before, bracket, operand } = cursor;
  const prefix = body.slice(replace.start, offset);
  const last = before.at(-1);
  const step = last ? textOf(body, last) : '';
  if (last?.kind === 'punctuator' && isStep(step)) {
    const base = chainEndingAt(body, before, before.length - 2);
    return { base, prefix, replace, quote: undefined, optional: step === '?.' };
  }
  const written = replace.end > replace.start;
  if (last?.kind === 'unknown' || DECLARING.has(step)) return undefined;
  if (operand && !written) return undefined;
  if (isKeyPlace(bracket, step) && !(written && mayBeShorthand(cursor.next))) return undefined;
  return { base: [], prefix, replace, quote: undefined, optional: false };
}

/** `{ a: 1, |`: in an object, a key follows the brace or a comma. */
function isKeyPlace(bracket: Bracket | undefined, before: string): boolean {
  return bracket?.opener === '{' && bracket.yieldsOperand && (before === '{' || before === ',');
}

/** `{ reply }` means `{ reply: reply }`. */
function mayBeShorthand(next: string): boolean {
  return next === '' || next === ',' || next === '}';
}

/** A key in brackets: `context["na|"]`. Other strings, comments and numbers have no completions. */
function quotedPath(cursor: Cursor, token: Token): CursorPath | undefined {
  const { body, offset, before, bracket } = cursor;
  const quote = quoteOf(body, token);
  if (quote === undefined || bracket?.opener !== '[' || !bracket.afterOperand) return undefined;
  const last = before.at(-1);
  if (last === undefined || textOf(body, last) !== '[') return undefined;
  const step = before.at(-2);
  const optional = step !== undefined && textOf(body, step) === '?.';
  const start = token.start + 1;
  return {
    base: chainEndingAt(body, before, before.length - (optional ? 3 : 2)),
    prefix: body.slice(start, offset),
    replace: { start, end: keyEnd(body, token, offset) },
    quote,
    optional,
  };
}

/** If the closing quote is missing, the lexer uses the next quote on the line; the name ends before that. */
function keyEnd(body: string, token: Token, offset: number): number {
  const end = token.closed ? token.end - 1 : token.end;
  return token.closed && !body.slice(offset, end).includes(']') ? end : Math.min(nameEnd(body, offset), end);
}

/** The names of the member chain whose last token is `tokens[last]`; undefined if not all of its parts are names. */
function chainEndingAt(body: string, tokens: readonly Token[], last: number): string[] | undefined {
  const names: string[] = [];
  for (let at = last; ; ) {
    const token = tokens[at];
    if (token === undefined) return undefined;
    if (token.kind === 'name') {
      const name = textOf(body, token);
      names.push(name);
      const before = tokens[at - 1];
      if (before === undefined || !isStep(textOf(body, before))) {
        return before?.kind === 'unknown' || RESERVED.has(name) ? undefined : names.reverse();
      }
      at -= 2;
    } else {
      const key = bracketKey(body, tokens, at);
      if (key === undefined) return undefined;
      names.push(key);
      const before = tokens[at - 3];
      at -= before !== undefined && textOf(body, before) === '?.' ? 4 : 3;
    }
  }
}

/** The name in `["name"]`, whose last token is `tokens[last]`. */
function bracketKey(body: string, tokens: readonly Token[], last: number): string | undefined {
  const [open, key, close] = [tokens[last - 2], tokens[last - 1], tokens[last]];
  if (open === undefined || key === undefined || close === undefined) return undefined;
  if (textOf(body, open) !== '[' || textOf(body, close) !== ']' || !key.closed) return undefined;
  const text = textOf(body, key);
  if (quoteOf(body, key) === undefined || text.includes('\\') || text.endsWith('${')) return undefined;
  return text.slice(1, -1);
}

function quoteOf(body: string, token: Token): Quote | undefined {
  if (token.kind !== 'string' && token.kind !== 'template') return undefined;
  const char = body.charAt(token.start);
  return char === '"' || char === "'" || char === '`' ? char : undefined;
}

function isStep(text: string): boolean {
  return text === '.' || text === '?.';
}

function textOf(body: string, { start, end }: Range): string {
  return body.slice(start, end);
}

/** After these words the author chooses a new name. */
const DECLARING = new Set(['class', 'const', 'function', 'let', 'var']);

/** Words that are not variables, so no chain of plain names begins with them. */
const RESERVED = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally ' +
    'for function if import in instanceof new null return super switch this throw true try typeof var void while ' +
    'with yield'
  ).split(' '),
);
