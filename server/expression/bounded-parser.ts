import { type AnyNode, type Expression, Parser } from 'acorn';
import { childNodes } from './walk';

/**
 * How deep an expression may be. For the parser, in units of about 230 bytes of its stack, so that at most half of a
 * process's stack of 984 KB is used: at the end of the stack, V8 aborts the process if a regular expression has to be
 * compiled there. For the tree, in levels, as inference and other walks recurse as well.
 */
const MAX_DEPTH = 2000;

/** Thrown for an expression that is deeper than the limit. */
class TooDeepError extends Error {
  constructor() {
    super('The expression is nested too deeply.');
  }
}

/**
 * Functions of the parser with the stack that they and the functions between them need, in units of `MAX_DEPTH`. Every
 * cycle of calls goes through one of them. `regexp_disjunction` parses a group of a regular expression.
 */
const RECURSIVE = {
  parseStatement: 2,
  parseMaybeAssign: 1,
  parseExprOp: 1,
  parseMaybeUnary: 1,
  parseSubscript: 5,
  parseExprAtom: 4,
  parseBindingAtom: 4,
  regexp_disjunction: 4,
};

type ParserMethods = Record<string, ((...parameters: unknown[]) => unknown) | undefined>;

/** Counts the depth of the recursion, through the parser's interface for plug-ins. */
const BoundedParser = Parser.extend((Base) => {
  class Bounded extends Base {
    depth = 0;
  }
  const inherited = Base.prototype as unknown as ParserMethods;
  const methods = Bounded.prototype as unknown as ParserMethods;
  for (const [name, cost] of Object.entries(RECURSIVE)) {
    const method = inherited[name];
    if (!method) throw new Error(`The parser has no function \`${name}\`.`);
    methods[name] = function (this: Bounded, ...parameters) {
      this.depth += cost;
      if (this.depth > MAX_DEPTH) throw new TooDeepError();
      const result = method.apply(this, parameters);
      this.depth -= cost;
      return result;
    };
  }
  return Bounded;
});

/**
 * Parses one JavaScript expression at the start of `body`. Calls `onEnd` with the end of each token.
 *
 * @throws {SyntaxError} where the text is not an expression.
 * @throws {TooDeepError} if it is too deep. Independent of how much of the stack is left.
 */
export function parseBounded(body: string, onEnd: (end: number) => void): Expression {
  const ast = BoundedParser.parseExpressionAt(body, 0, {
    ecmaVersion: 'latest',
    // `#!` is a comment only at the start of a file.
    allowHashBang: false,
    // An array of all tokens would be longer than the tree.
    onToken: ({ end }) => onEnd(end),
  });
  // Chains of members and calls are parsed in a loop, and give a deep tree nevertheless.
  if (body.length > MAX_DEPTH && isDeep(ast)) throw new TooDeepError();
  return ast;
}

/** Whether a path in the tree has more nodes than the limit. Visits each node once, without recursion. */
function isDeep(ast: AnyNode): boolean {
  let level: AnyNode[] = [ast];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap(childNodes);
  }
  return false;
}
