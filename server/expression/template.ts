import { runTask, type Task } from '../engine/task';
import type { Range } from '../text/range';
import { endOfLine, Lexer, type Token } from './tokens';

/** One `{{ }}` of a template; the range includes the existing braces. */
export interface TemplateExpression extends Range {
  /** The text between the braces, including spaces. */
  readonly body: Range;
  /** False if the `}}` is missing; the body then ends where the author most likely stopped. */
  readonly closed: boolean;
  /**
   * Offset of the first `}}` after the opening braces if the service would end the expression there: it does not
   * parse JavaScript when it splits mixed text.
   */
  readonly firstClose: number | undefined;
}

/** A string of the format, split into its parts. All offsets are UTF-16 offsets into that string. */
export interface Template {
  /** In the order of the text, without overlap. */
  readonly expressions: readonly TemplateExpression[];
  /** Offsets of each unmatched `}}` in a string that also has an expression. */
  readonly strays: readonly number[];
  /** The string is exactly one closed expression, whose value therefore keeps its type. */
  readonly whole: boolean;
}

const OPEN = '{{';
const CLOSE = '}}';

/**
 * Limit of UTF-16 code units that are read without finding the end of an expression. Only crafted text reaches it; the
 * remaining text is then split at the first `}}`, as the service does.
 */
const lookaheadLimit = (text: string): number => 10_000 + 4 * text.length;

/**
 * Finds the expressions of any text in linear time. An expression ends at the first `}}` outside of strings, template
 * literals, comments, regular expressions and braces of its own JavaScript; of several closing braces in a row, the
 * last two count. If there is no such end, the text is incomplete or broken, and the first `}}` is used, unless
 * another expression begins before it. In that case the expression is unclosed and ends with its line, so that the
 * following text is still understood.
 */
export function parseTemplate(text: string): Template {
  return runTask(parseTemplateTask(text));
}

/** `parseTemplate` as a task with one expression per step. */
export function* parseTemplateTask(text: string): Task<Template> {
  const reader = new TemplateReader(text);
  const expressions: TemplateExpression[] = [];
  const strays: number[] = [];
  let at = 0;
  for (;;) {
    const start = reader.nextOpen(at);
    for (let stray = reader.nextClose(at); stray < start; stray = reader.nextClose(stray + 2))
      strays.push(stray);
    if (start === text.length) break;
    const expression = reader.expression(start);
    expressions.push(expression);
    at = expression.end;
    yield;
  }
  const [first] = expressions;
  const whole = first?.closed === true && first.start === 0 && first.end === text.length;
  return { expressions, strays: first === undefined ? [] : strays, whole };
}

/** The expression whose body contains or touches the cursor, by its offset in the template's text. */
export function expressionAt(template: Template, offset: number): TemplateExpression | undefined {
  return template.expressions.find(({ body }) => body.start <= offset && offset <= body.end);
}

class TemplateReader {
  /**
   * Offset of the first `{{` at or after `from`, or the length of the text. Offsets of successive calls must not
   * decrease.
   */
  readonly nextOpen: (from: number) => number;
  /** Offset of the first `}}` at or after `from`, like `nextOpen`. */
  readonly nextClose: (from: number) => number;
  private lookahead: number;

  constructor(private readonly text: string) {
    this.nextOpen = forwardSearch(text, OPEN);
    this.nextClose = forwardSearch(text, CLOSE);
    this.lookahead = lookaheadLimit(text);
  }

  /** Reads the expression whose opening braces are at `start`. */
  expression(start: number): TemplateExpression {
    const bodyStart = start + OPEN.length;
    const end = this.scriptEnd(bodyStart);
    if (end !== undefined) return this.closedAt(start, end);
    // Further opening braces belong to this expression: `{{{{` is one mistake, not two.
    const open = this.nextOpen(skipRun(this.text, bodyStart, '{'));
    const close = this.nextClose(bodyStart);
    return close < open ? this.closedAt(start, close) : this.unclosed(start, open);
  }

  /** Offset of the `}}` that ends the JavaScript at `from`; undefined if it is not closed. */
  private scriptEnd(from: number): number | undefined {
    if (this.lookahead <= 0) return undefined;
    const lexer = new Lexer(this.text, from);
    let previous: Token | undefined;
    for (;;) {
      lexer.skipBlanks();
      if (lexer.braces === 0 && this.text.startsWith(CLOSE, lexer.at)) return lexer.at;
      const token = lexer.next();
      if (token === undefined || !token.closed || this.opensAnother(previous, token)) break;
      previous = token;
    }
    this.lookahead -= lexer.at - from;
    return undefined;
  }

  /** Two adjacent opening braces do not occur in real JavaScript, so another expression begins. */
  private opensAnother(previous: Token | undefined, token: Token): boolean {
    return (
      previous?.kind === 'punctuator' &&
      previous.end === token.start &&
      this.text.startsWith(OPEN, previous.start)
    );
  }

  private closedAt(start: number, close: number): TemplateExpression {
    const bodyEnd = lastPair(this.text, close);
    const body = { start: start + OPEN.length, end: bodyEnd };
    const first = this.nextClose(body.start);
    const firstClose = lastPair(this.text, first) === bodyEnd ? undefined : first;
    return { start, end: bodyEnd + CLOSE.length, body, closed: true, firstClose };
  }

  /** `open` is the start of the next expression, or the end of the text. */
  private unclosed(start: number, open: number): TemplateExpression {
    const bodyStart = start + OPEN.length;
    let end = open;
    if (open < this.text.length) {
      // A blank line after the braces does not end the expression.
      const written = new Lexer(this.text, bodyStart);
      written.skipBlanks();
      end = endOfLine(this.text, written.at, open);
    }
    return { start, end, body: { start: bodyStart, end }, closed: false, firstClose: undefined };
  }
}

/** The offset of the last two of the closing braces in a row that start at `close`. */
function lastPair(text: string, close: number): number {
  return skipRun(text, close, '}') - CLOSE.length;
}

function skipRun(text: string, from: number, char: string): number {
  let at = from;
  while (text[at] === char) at++;
  return at;
}

/** Searches that only move forward share one pass over the text. */
function forwardSearch(text: string, needle: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const index = text.indexOf(needle, from);
      found = index < 0 ? text.length : index;
    }
    return found;
  };
}
