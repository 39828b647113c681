import { codePointAt } from '../text/code-point';
import type { Range } from '../text/range';

/** Names include keywords. A template token is one part of a template literal, with its delimiters. */
type TokenKind = 'name' | 'number' | 'string' | 'template' | 'regex' | 'comment' | 'punctuator' | 'unknown';

export interface Token extends Range {
  readonly kind: TokenKind;
  /** False for a string, template, regular expression or comment that is not terminated. */
  readonly closed: boolean;
}

/** A bracket that is open at a position. */
export interface Bracket {
  readonly opener: '(' | '[' | '{' | '${';
  /** It follows an operand: a `(` is a call, a `[` reads a member. */
  readonly afterOperand: boolean;
  /** The bracketed text is an operand, so a following `/` divides. Not so for blocks and `if ( )`. */
  readonly yieldsOperand: boolean;
}

/** Keywords that are followed by an operand; a `/` after them begins a regular expression. */
const PREFIX_KEYWORDS = new Set(
  'await case default delete do else extends in instanceof new return throw typeof void yield'.split(' '),
);
const CONTROL_KEYWORDS = new Set(['if', 'while', 'for', 'with']);
const BLOCK_OPENERS = new Set(['=>', ';', ')', '}', 'else', 'do', 'try', 'finally']);

const PUNCTUATOR =
  /\?\.(?!\d)|\.\.\.|=>|>>>=?|(?:<<|>>|\*\*|&&|\|\||\?\?)=?|[=!]==?|\+\+|--|[-+*/%&|^<>]=|[-+*/%&|^<>=!~?:;,.()[\]{}]/y;
const NUMBER = /0[xXbBoO][\da-fA-F_]*n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][-+]?[\d_]*)?n?/y;
const UNICODE_ESCAPE = /\\u(?:\{[\da-fA-F]{1,6}\}|[\da-fA-F]{4})/y;
const NAME_START = /^[\p{ID_Start}$_]/u;
const NAME_PART = /^[\p{ID_Continue}$\u200c\u200d]/u;
const BLANK = /^\s/;

/**
 * Splits any text into JavaScript tokens from left to right. Invalid characters are `unknown`; an unterminated
 * literal ends with its line. Tracks open brackets, and distinguishes a division from a regular expression by the
 * preceding token, which is exact for expressions and sufficient for statements. Linear time, no recursion.
 */
export class Lexer {
  /** The brackets open at `at`, outermost first. */
  readonly brackets: Bracket[] = [];
  /** The number of braces in `brackets`. */
  braces = 0;
  /** Whether the tokens so far end in a complete operand, so that an operator is expected. */
  operand = false;
  private previous = '';

  /** Begins at the UTF-16 offset `at`, which counts as the start of an expression. */
  constructor(
    private readonly text: string,
    public at = 0,
  ) {}

  /** Skips white space. */
  skipBlanks(): void {
    while (this.at < this.text.length && isBlank(this.text, this.at)) this.at++;
  }

  /** The next token (comments are tokens, white space is not), or undefined at the end of the text. */
  next(): Token | undefined {
    this.skipBlanks();
    const start = this.at;
    if (start >= this.text.length) return undefined;
    return this.comment(start) ?? this.literal(start) ?? this.name(start) ?? this.punctuator(start);
  }

  private comment(start: number): Token | undefined {
    if (this.text[start] !== '/') return undefined;
    const block = this.text[start + 1] === '*';
    if (!block && this.text[start + 1] !== '/') return undefined;
    if (!block) return this.token('comment', start, endOfLine(this.text, start), true);
    const end = this.text.indexOf('*/', start + 2);
    return this.token('comment', start, end < 0 ? this.text.length : end + 2, end >= 0);
  }

  private literal(start: number): Token | undefined {
    const char = this.text.charAt(start);
    switch (char) {
      case '"':
      case "'":
        return this.operandToken(this.string(start, char));
      case '`':
        return this.template(start);
      case '/':
        return this.operand ? undefined : this.operandToken(this.regex(start));
      case '}':
        return this.closesSubstitution() ? this.template(start) : undefined;
      default: {
        const end = matchAt(NUMBER, this.text, start);
        return end === undefined ? undefined : this.operandToken(this.token('number', start, end, true));
      }
    }
  }

  private string(start: number, quote: string): Token {
    let at = start + 1;
    for (; at < this.text.length; at++) {
      const char = this.text[at];
      if (char === quote) return this.token('string', start, at + 1, true);
      if (char === '\n' || char === '\r') break;
      if (char === '\\') at += this.text.startsWith('\r\n', at + 1) ? 2 : 1;
    }
    return this.token('string', start, at, false);
  }

  /** From a backquote, or from the brace that ends a substitution, to the next of either. */
  private template(start: number): Token {
    if (this.text[start] === '}') this.closeBrace();
    for (let at = start + 1; at < this.text.length; at++) {
      const char = this.text[at];
      if (char === '\\') at++;
      else if (char === '`') return this.operandToken(this.token('template', start, at + 1, true));
      else if (char === '$' && this.text[at + 1] === '{') {
        this.open({ opener: '${', afterOperand: false, yieldsOperand: true });
        this.operand = false;
        this.previous = '${';
        return this.token('template', start, at + 2, true);
      }
    }
    return this.operandToken(this.token('template', start, this.text.length, false));
  }

  private regex(start: number): Token {
    let inClass = false;
    let at = start + 1;
    for (; at < this.text.length; at++) {
      const char = this.text[at];
      if (char === '\n' || char === '\r') break;
      if (char === '\\' && this.text[at + 1] !== '\n' && this.text[at + 1] !== '\r') at++;
      else if (char === '[') inClass = true;
      else if (char === ']') inClass = false;
      else if (char === '/' && !inClass) return this.token('regex', start, nameEnd(this.text, at + 1), true);
    }
    return this.token('regex', start, at, false);
  }

  private name(start: number): Token | undefined {
    const end = startsName(this.text, start) ? nameEnd(this.text, start) : start;
    if (end === start) return undefined;
    const name = this.text.slice(start, end);
    const isMember = this.previous === '.' || this.previous === '?.';
    this.operand = isMember || !PREFIX_KEYWORDS.has(name);
    this.previous = isMember ? '' : name;
    return this.token('name', start, end, true);
  }

  private punctuator(start: number): Token {
    const end = matchAt(PUNCTUATOR, this.text, start);
    if (end === undefined) {
      const width = codePointAt(this.text, start) > 0xffff ? 2 : 1;
      return this.token('unknown', start, start + width, true);
    }
    const text = this.text.slice(start, end);
    if (text === '(' || text === '[' || text === '{') this.openBracket(text);
    else if (text === ')' || text === ']') this.closeRound();
    else if (text === '}') this.operand = this.closeBrace()?.yieldsOperand ?? true;
    // `++` comes before or after its operand, and changes nothing either way.
    else if (text !== '++' && text !== '--') this.operand = false;
    this.previous = text;
    return this.token('punctuator', start, end, true);
  }

  private openBracket(opener: '(' | '[' | '{'): void {
    const { operand: afterOperand, previous } = this;
    const yieldsOperand = opener === '{' ? !this.beginsBlock() : !CONTROL_KEYWORDS.has(previous);
    this.open({ opener, afterOperand: afterOperand || previous === '?.', yieldsOperand });
    this.operand = false;
  }

  private beginsBlock(): boolean {
    if (this.previous === '{') return this.brackets.at(-1)?.yieldsOperand === false;
    return BLOCK_OPENERS.has(this.previous);
  }

  private open(bracket: Bracket): void {
    this.brackets.push(bracket);
    if (isBrace(bracket)) this.braces++;
  }

  /** Round and square brackets close each other: in incomplete text, only braces are reliable. */
  private closeRound(): void {
    const top = this.brackets.at(-1);
    this.operand = true;
    if (top === undefined || isBrace(top)) return;
    this.operand = top.yieldsOperand;
    this.brackets.pop();
  }

  /** A brace also closes brackets that are open inside it; without an open brace it closes nothing. */
  private closeBrace(): Bracket | undefined {
    if (this.braces === 0) return undefined;
    let bracket = this.brackets.pop();
    while (bracket !== undefined && !isBrace(bracket)) bracket = this.brackets.pop();
    this.braces--;
    return bracket;
  }

  private closesSubstitution(): boolean {
    return this.braces > 0 && this.brackets.findLast(isBrace)?.opener === '${';
  }

  private token(kind: TokenKind, start: number, end: number, closed: boolean): Token {
    this.at = Math.min(end, this.text.length);
    return { kind, start, end: this.at, closed };
  }

  private operandToken(token: Token): Token {
    this.operand = true;
    this.previous = '';
    return token;
  }
}

/** Offset of the first line break at or after `from`; `limit` when there is none before it. */
export function endOfLine(text: string, from: number, limit = text.length): number {
  let at = from;
  while (at < limit && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

/** Offset after the name characters at `from`; `from` itself if there are none. */
export function nameEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = codePointAt(text, at);
    if (code === BACKSLASH) {
      const end = matchAt(UNICODE_ESCAPE, text, at);
      if (end === undefined) break;
      at = end;
    } else if (isNamePart(code)) at += code > 0xffff ? 2 : 1;
    else break;
  }
  return at;
}

const BACKSLASH = 0x5c;

function startsName(text: string, at: number): boolean {
  const code = codePointAt(text, at);
  if (code < 0x80) return code === BACKSLASH || (isNamePart(code) && !isDigit(code));
  return NAME_START.test(String.fromCodePoint(code));
}

function isNamePart(code: number): boolean {
  if (code >= 0x80) return NAME_PART.test(String.fromCodePoint(code));
  const letter = code | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || isDigit(code) || code === 0x24 || code === 0x5f;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code <= 0x20
    ? code === 0x20 || (code >= 9 && code <= 13)
    : code >= 0xa0 && BLANK.test(text.charAt(at));
}

function isBrace(bracket: Bracket): boolean {
  return bracket.opener === '{' || bracket.opener === '${';
}

/** The end of a match of the sticky pattern at `at`; undefined if there is none. */
function matchAt(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}
