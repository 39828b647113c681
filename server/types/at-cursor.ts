import type { AnyNode, CallExpression, Expression, NewExpression } from 'acorn';
import { possibleParses } from '../expression/locals';
import { childNodes } from '../expression/walk';
import type { Range } from '../text/range';
import { staticName } from './effects';
import { type Environment, inferLikely } from './infer';
import type { ArgumentTypes, ValueType } from './value-type';

/** A cursor on the name of a member, or where one is expected. Offsets are those of the body. */
interface MemberCursor {
  /** The type of the object. */
  readonly receiver: ValueType;
  /** The whole name around the cursor, without quotes; empty if nothing is written. */
  readonly name: Range;
  /** It is a key of a destructuring pattern: `({ name }) => …`. */
  readonly inPattern: boolean;
}

/**
 * The member at a cursor in possibly incomplete text: after `.` and `?.`, in `["…"]`, as a key of a pattern.
 * Undefined elsewhere, and if the text cannot be completed to something that parses.
 */
export function memberAt(
  body: string,
  offset: number,
  environment: Environment,
  of?: unknown,
): MemberCursor | undefined {
  for (const ast of possibleParses(body, offset)) {
    const path = pathTo(ast, offset);
    const place = path && memberOn(path, offset);
    if (place === undefined) continue;
    const receiver = inferLikely(ast, environment, of).at(place.receiver);
    const { start, end } = place.name;
    // The placeholder at the cursor is not a written name.
    const written = body.slice(start, end) === place.text;
    return { receiver, name: { start, end: written ? end : offset }, inPattern: place.inPattern };
  }
  return undefined;
}

/** A cursor between the parentheses of a call. */
export interface CallCursor {
  readonly callee: ValueType;
  /** The name of the function, if it has one. */
  readonly name: string | undefined;
  /** With `new`. */
  readonly construct: boolean;
  /** The zero-based index of the argument at the cursor. */
  readonly argument: number;
  /** The arguments that begin before the cursor; after a spread their number is unknown. */
  readonly given: ArgumentTypes;
}

/** The innermost call with the cursor in its arguments, in possibly incomplete text. */
export function callAt(body: string, offset: number, environment: Environment): CallCursor | undefined {
  for (const ast of possibleParses(body, offset)) {
    const call = pathTo(ast, offset)?.findLast((node) => isCallAround(node, body, offset));
    if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') continue;
    const inference = inferLikely(ast, environment);
    const before = call.arguments.filter(({ end }) => end < offset && body.slice(end, offset).includes(','));
    const begun = call.arguments.filter(({ start }) => start < offset);
    const spread = begun.findIndex(({ type }) => type === 'SpreadElement');
    const known = spread < 0 ? begun : begun.slice(0, spread);
    return {
      callee: inference.at(call.callee),
      name: calleeName(call.callee),
      construct: call.type === 'NewExpression',
      argument: before.length,
      given: { types: known.map((one) => inference.at(one)), open: true },
    };
  }
  return undefined;
}

function calleeName(callee: AnyNode): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? staticName(callee.property, callee.computed) : undefined;
}

function isCallAround(node: AnyNode, body: string, offset: number): node is CallExpression | NewExpression {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  const opener = body.indexOf('(', node.callee.end);
  return opener >= 0 && opener < offset && offset < node.end;
}

/** The nodes around the offset, outermost first. */
function pathTo(ast: Expression, offset: number): AnyNode[] | undefined {
  const path: AnyNode[] = [];
  let next: AnyNode | undefined = ast.start <= offset && offset <= ast.end ? ast : undefined;
  while (next) {
    path.push(next);
    next = childNodes(next).find(({ start, end }) => start <= offset && offset <= end);
  }
  return path.length > 0 ? path : undefined;
}

interface Found {
  readonly receiver: AnyNode;
  readonly name: Range;
  readonly text: string;
  readonly inPattern: boolean;
}

function memberOn(path: readonly AnyNode[], offset: number): Found | undefined {
  for (const [i, node] of path.entries()) {
    if (node.type === 'MemberExpression') {
      const found = keyAt(node.property, node.computed, offset);
      if (found) return { ...found, receiver: node.object, inPattern: false };
    }
    const pattern = path[i - 1];
    if (node.type === 'Property' && pattern?.type === 'ObjectPattern') {
      const found = keyAt(node.key, node.computed, offset);
      if (found) return { ...found, receiver: pattern, inPattern: true };
    }
  }
  return undefined;
}

function keyAt(key: AnyNode, computed: boolean, offset: number): { name: Range; text: string } | undefined {
  const text = staticName(key, computed);
  const quote = key.type === 'Identifier' ? 0 : 1;
  if (text === undefined || (key.type === 'Literal' && typeof key.value !== 'string')) return undefined;
  const name = { start: key.start + quote, end: key.end - quote };
  return name.start <= offset && offset <= name.end ? { name, text } : undefined;
}
