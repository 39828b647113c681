import type { Expression, Identifier } from 'acorn';

const NAME = '[A-Za-z_$][\\w$]*';
const CHAIN = new RegExp(`^\\s*${NAME}(?:\\.${NAME})*\\s*$`);

/** Longer chains are parsed normally, with the parser's depth limit. In UTF-16 code units. */
const MAX_CHAIN_LENGTH = 500;

/** Words that are not variable names everywhere. Chains that begin with them are parsed normally. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'arguments async await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for function if implements import in instanceof interface let new null of package private ' +
    'protected public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);

/**
 * The tree of `name` or `name.member.member`, equal to the parser's; undefined for anything else. Most expressions of
 * a state file are such chains, and setting up the parser is slow.
 */
export function parseChain(body: string): Expression | undefined {
  if (body.length > MAX_CHAIN_LENGTH || !CHAIN.test(body)) return undefined;
  const start = body.search(/\S/);
  const end = body.trimEnd().length;
  let to = nameEnd(body, start, end);
  let ast: Expression = identifier(body, start, to);
  if (WORDS.has(ast.name)) return undefined;
  while (to < end) {
    const from = to + 1;
    to = nameEnd(body, from, end);
    ast = {
      type: 'MemberExpression',
      start,
      end: to,
      object: ast,
      property: identifier(body, from, to),
      computed: false,
      optional: false,
    };
  }
  return ast;
}

function nameEnd(body: string, start: number, end: number): number {
  const dot = body.indexOf('.', start);
  return dot < 0 ? end : dot;
}

function identifier(body: string, start: number, end: number): Identifier {
  return { type: 'Identifier', start, end, name: body.slice(start, end) };
}
