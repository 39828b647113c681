import type { Task } from '../engine/task';
import { identifiersIn } from '../expression/identifier';
import { freeNames } from '../expression/names';
import { parseExpression } from '../expression/parse';
import type { TemplateExpression } from '../expression/template';
import { matchedText } from '../text/lines';
import type { Range } from '../text/range';

/** A part of a text that looks like an expression, but lacks braces. Offsets are those of the text. */
export interface UnbracedExpression extends Range {
  /** The text to put in braces. */
  readonly body: Range;
  /** Its first variable, which is one of the context or one of the state. */
  readonly name: string;
  readonly isContext: boolean;
}

const IN_EXPRESSION = /(?<![\w$.])context\??\.([A-Za-z_$][\w$]*)/;

/** Limit of a name or expression, in UTF-16 code units; real ones are shorter. */
const MAX_LENGTH = 120;

/** Limit of occurrences of `context.` that are parsed as the start of an expression without `{{`. */
const MAX_STARTS = 5;

const PATH = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*|\[\d+\])*$/;
const OF_CONTEXT = /^context\??\.([A-Za-z_$][\w$]*)/;

/**
 * Finds names with one brace on each side (`{context.x}`, `${context.x}`), and expressions before a `}}` without `{{`
 * (`context.x}}`, `{context.x + 1}}`), outside expressions and Markdown code, and whole template literals. Each text between two expressions is
 * one step.
 */
export function* unbracedExpressions(
  text: string,
  expressions: readonly TemplateExpression[],
): Task<Unbraced> {
  if (!text.includes('}')) return NOTHING;
  const scan = new Scan(text);
  let at = 0;
  for (const { start, end } of expressions) {
    scan.read(at, start);
    at = end;
    yield;
  }
  scan.read(at, text.length);
  return scan;
}

/** Whether a text begins with a template literal, which may be meant as an expression. */
export function startsWithTemplate(text: string): boolean {
  return /^\s*`[^`]*\$\{[^`]*`\s*(?:\{\{|$)/.test(text);
}

/** Whether more braces are closed in a text than are opened: the `{{` of an expression may have lost a brace. */
export function closesMoreThanItOpens(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '{') depth++;
    else if (char === '}' && --depth < 0) return true;
  }
  return false;
}

/** Possible uses of variables in a text outside of its expressions. */
interface Unbraced {
  readonly found: readonly UnbracedExpression[];
  /** The words around a `}}`, which may have been meant as an expression. */
  readonly words: ReadonlySet<string>;
}

export const NOTHING: Unbraced = { found: [], words: new Set() };

class Scan implements Unbraced {
  readonly found: UnbracedExpression[] = [];
  readonly words = new Set<string>();
  /** Offsets of the braces that are open. */
  private readonly open: number[] = [];
  private isCode = false;

  constructor(private readonly text: string) {}

  /** Reads the text between two expressions. */
  read(from: number, to: number): void {
    const { text, open } = this;
    const between = text.slice(from, to);
    if (this.templateLiteral(from, between)) return;
    if (between.includes('}}')) for (const word of identifiersIn(between)) this.words.add(word);
    for (let at = from; at < to; at++) {
      const char = text[at];
      if (char === '`' && text[at - 1] !== '`') this.isCode = !this.isCode;
      else if (char === '{') open.push(at);
      else if (char === '}') {
        let end = at + 1;
        while (end < to && text[end] === '}') end++;
        const found = this.isCode ? undefined : this.before(at, end, from);
        if (found) this.found.push(found);
        open.length = Math.max(0, open.length - (end - at));
        at = end - 1;
      }
    }
  }

  /** Adds a text between two expressions that is as a whole a template literal with a variable in it. */
  private templateLiteral(from: number, between: string): boolean {
    if (!startsWithTemplate(between) || !between.trimEnd().endsWith('`')) return false;
    const { ast } = parseExpression(between);
    if (ast?.type !== 'TemplateLiteral') return false;
    const uses = freeNames(ast);
    const used = uses.find(({ name, members }) => name === 'context' && members.length > 0) ?? uses[0];
    if (used === undefined) return false;
    for (const { name, members } of uses) this.words.add(members[0]?.name ?? name).add(name);
    this.words.delete('context');
    const variable = used.name === 'context' ? used.members[0]?.name : undefined;
    const body = { start: from + ast.start, end: from + ast.end };
    this.found.push({ ...body, body, name: variable ?? used.name, isContext: variable !== undefined });
    return true;
  }

  /**
   * The unbraced expression that ends with the closing braces from `close` to `closeEnd`; `from` is the end of the
   * previous expression.
   */
  private before(close: number, closeEnd: number, from: number): UnbracedExpression | undefined {
    const { text, open } = this;
    const bodyEnd = skipBlanksBack(text, close);
    const bodyStart = startOfPath(text, bodyEnd, from);
    const opening = skipBlanksBack(text, bodyStart) - 1;
    const closing = closeEnd - close;
    if (open.length > 0 && open.at(-1) === opening) {
      if (text[opening - 1] === '{') return undefined;
      // Inside of other braces, only the first one closes the name.
      const width = open.length > 1 ? 1 : closing;
      if (width > 2) return undefined;
      const start = text[opening - 1] === '$' && opening > from ? opening - 1 : opening;
      const found = named(text, { start: bodyStart, end: bodyEnd }, start, close + width);
      return found?.isContext || width === 2 ? found : undefined;
    }
    const [outer] = open;
    if (open.length === 1 && outer !== undefined && closing === 2)
      return wholeBody(text, outer, { start: skipBlanks(text, outer + 1), end: bodyEnd }, closeEnd);
    if (open.length > 0 || closing !== 2) return undefined;
    return (
      this.lostOpening(from, bodyEnd, closeEnd) ??
      named(text, { start: bodyStart, end: bodyEnd }, bodyStart, closeEnd)
    );
  }

  /** The longest expression on the line that starts with a context variable and ends before `}}`. */
  private lostOpening(from: number, bodyEnd: number, end: number): UnbracedExpression | undefined {
    const { text } = this;
    const start = Math.max(from, bodyEnd - MAX_LENGTH);
    // Searches of the whole text would go beyond a long line.
    const before = text.slice(start, bodyEnd);
    let index = before.indexOf('context.', before.lastIndexOf('\n') + 1);
    for (let tries = 0; index >= 0 && tries < MAX_STARTS; tries++) {
      const at = start + index;
      const isWord = !/[\w$.]/.test(text.charAt(at - 1));
      const body = { start: at, end: bodyEnd };
      if (isWord && parseExpression(text.slice(at, bodyEnd)).ast !== undefined) {
        const name = OF_CONTEXT.exec(text.slice(at, bodyEnd))?.[1];
        return name === undefined ? undefined : { start: at, end, body, name, isContext: true };
      }
      index = before.indexOf('context.', index + 1);
    }
    return undefined;
  }
}

/** `{expression}}`: the text between the braces, if it is an expression that reads a variable of the context. */
function wholeBody(text: string, start: number, body: Range, end: number): UnbracedExpression | undefined {
  if (body.end - body.start > MAX_LENGTH) return undefined;
  const written = text.slice(body.start, body.end);
  const name = IN_EXPRESSION.exec(written)?.[1];
  if (name === undefined || parseExpression(written).ast === undefined) return undefined;
  return { start, end, body, name, isContext: true };
}

function named(text: string, body: Range, start: number, end: number): UnbracedExpression | undefined {
  const path = text.slice(body.start, body.end);
  if (!PATH.test(path)) return undefined;
  const variable = OF_CONTEXT.exec(path)?.[1];
  const name = variable ?? matchedText(path, /^[\w$]+/);
  return { start, end, body, name, isContext: variable !== undefined };
}

/** The start of the name and its members that end at an offset. */
function startOfPath(text: string, end: number, from: number): number {
  let start = end;
  while (start > from && end - start < MAX_LENGTH && /[\w$.?[\]]/.test(text.charAt(start - 1))) start--;
  return start;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

function skipBlanksBack(text: string, from: number): number {
  let at = from;
  while (at > 0 && from - at < 3 && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--;
  return at;
}
