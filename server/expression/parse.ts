import type { Expression } from 'acorn';
import { type Message, msg } from '../text/message';
import { parseBounded } from './bounded-parser';
import { parseChain } from './chain';
import { explainError, explainRest, type SyntaxProblem } from './syntax-problem';
import { Lexer } from './tokens';

export type {
  AnyNode as AstNode,
  AssignmentExpression,
  CallExpression,
  Expression as Ast,
  MemberExpression,
} from 'acorn';
export type { SyntaxProblem } from './syntax-problem';

/** The result of parsing the text between `{{` and `}}`. */
type ParsedExpression = {
  /** Undefined if the body is empty or not a single expression; its offsets are those of the body. */
  readonly ast: Expression | undefined;
  readonly problem: SyntaxProblem | undefined;
  /** Only spaces and comments, which is not a syntax problem. */
  readonly empty: boolean;
};

/** Longer bodies are not parsed. In UTF-16 code units. */
export const MAX_EXPRESSION_LENGTH = 200_000;

/**
 * Parses exactly one JavaScript expression (of the newest ECMAScript, in script mode, a superset of what the service
 * supports). Assignments and immediately called functions are expressions. Never throws: other text gives a problem
 * at the offending token.
 */
export function parseExpression(body: string): ParsedExpression {
  if (body.length > MAX_EXPRESSION_LENGTH) {
    return failed(limitProblem(body, msg`longer than ${MAX_EXPRESSION_LENGTH} characters`));
  }
  const chain = parseChain(body);
  if (chain) return { ast: chain, problem: undefined, empty: false };
  if (isEmpty(body)) return { ast: undefined, problem: undefined, empty: true };
  let end = 0;
  try {
    const ast = parseBounded(body, (tokenEnd) => {
      end = tokenEnd;
    });
    // The node's end excludes a closing parenthesis; the end of the last token includes it.
    const problem = explainRest(body, Math.max(end, ast.end));
    return problem ? failed(problem) : { ast, problem: undefined, empty: false };
  } catch (error) {
    return failed(problemOf(body, error));
  }
}

function isEmpty(body: string): boolean {
  const first = body.charAt(body.search(/\S/));
  if (first !== '' && first !== '/') return false;
  const lexer = new Lexer(body);
  let token = lexer.next();
  while (token?.kind === 'comment' && token.closed) token = lexer.next();
  return token === undefined;
}

function failed(problem: SyntaxProblem): ParsedExpression {
  return { ast: undefined, problem, empty: false };
}

function problemOf(body: string, error: unknown): SyntaxProblem {
  if (!(error instanceof SyntaxError)) {
    return limitProblem(body, msg('too deeply nested, or has too many operators in a row'));
  }
  const offset = 'pos' in error && typeof error.pos === 'number' ? error.pos : body.length;
  return explainError(body, offset, error.message.replace(/ \(\d+:\d+\)$/, ''));
}

function limitProblem(body: string, reason: Message): SyntaxProblem {
  return {
    kind: 'limit',
    message: msg`This expression is ${reason}, so it is not analysed.`,
    start: 0,
    end: body.length,
  };
}
