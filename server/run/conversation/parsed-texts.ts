import { freeNames } from '../../expression/names';
import { parseExpression } from '../../expression/parse';
import { parseTemplate, type Template } from '../../expression/template';
import { type Message, msg } from '../../text/message';
import type { Range } from '../../text/range';

/** An expression without its braces. */
export interface ParsedExpression {
  /** The variables that it may use, without duplicates. */
  readonly names: readonly string[];
  /** Why it cannot be evaluated; the range is that of the body. */
  readonly problem?: { readonly message: Message; readonly range: Range };
}

/** Parses each text and expression of a program once. */
export class ParsedTexts {
  private readonly templates = new Map<string, Template>();
  private readonly expressions = new Map<string, ParsedExpression>();

  template(text: string): Template {
    const known = this.templates.get(text);
    if (known) return known;
    const template = parseTemplate(text);
    this.templates.set(text, template);
    return template;
  }

  expression(source: string): ParsedExpression {
    const known = this.expressions.get(source);
    if (known) return known;
    const parsed = parse(source);
    this.expressions.set(source, parsed);
    return parsed;
  }
}

function parse(source: string): ParsedExpression {
  const { ast, problem, empty } = parseExpression(source);
  if (ast) return { names: [...new Set(freeNames(ast).map(({ name }) => name))] };
  const message = empty
    ? msg('There is no expression between the braces.')
    : (problem?.message ?? msg('Not an expression.'));
  const range = problem ?? { start: 0, end: source.length };
  return { names: [], problem: { message, range } };
}
