import { freeNames } from '../../expression/names';
import { type AstNode, type MemberExpression, parseExpression } from '../../expression/parse';
import { allNodes } from '../../expression/walk';
import type { TextOrMessage } from '../../text/message';
import type { Range } from '../../text/range';

/**
 * The part of an expression that an error message of the sandbox refers to; the whole expression if that is not
 * certain. Offsets are those of the expression.
 */
export function errorRange(source: string, message: TextOrMessage): Range {
  const whole = trimmed(source);
  const { ast } = parseExpression(source);
  // Messages of our own are about limits.
  if (ast === undefined || typeof message !== 'string') return whole;
  const name = /'([^']+)' is not defined/.exec(message)?.[1];
  if (name !== undefined) return only(freeNames(ast).filter((use) => use.name === name)) ?? whole;
  const member = /propert(?:y|ies) '([^']+)' of/.exec(message)?.[1];
  if (member === undefined) return whole;
  return only(membersNamed(ast, member)) ?? whole;
}

function only(ranges: readonly Range[]): Range | undefined {
  const [first, second] = ranges;
  return first && !second ? { start: first.start, end: first.end } : undefined;
}

function membersNamed(ast: AstNode, name: string): Range[] {
  return allNodes(ast).flatMap((node) =>
    node.type === 'MemberExpression' && nameOf(node) === name ? [node.property] : [],
  );
}

function nameOf({ property, computed }: MemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'Literal' ? String(property.value) : undefined;
}

function trimmed(source: string): Range {
  const start = source.search(/\S/);
  return start < 0 ? { start: 0, end: source.length } : { start, end: source.trimEnd().length };
}
