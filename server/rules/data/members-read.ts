import type { AstNode, MemberExpression } from '../../expression/parse';
import { childNodes } from '../../expression/walk';
import type { ExpressionPart } from '../../facts/facts';
import { append } from '../../text/append';
import type { Range } from '../../text/range';

/**
 * The members that an expression reads, in the order of the text, without those that it only assigns, deletes or
 * tests.
 */
export function membersRead({ ast }: ExpressionPart): readonly MemberExpression[] {
  const found: MemberExpression[] = [];
  const stack: AstNode[] = ast ? [ast] : [];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'MemberExpression') found.push(node);
    const skipped = unreadMember(node);
    for (const child of childNodes(node)) append(stack, child === skipped ? childNodes(child) : [child]);
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The member directly below a node that is assigned, deleted or tested instead of read. */
function unreadMember(node: AstNode): AstNode | undefined {
  switch (node.type) {
    case 'AssignmentExpression':
      return node.operator === '=' ? node.left : undefined;
    case 'UnaryExpression':
      return node.operator === 'delete' || node.operator === 'typeof' ? node.argument : undefined;
    default:
      return undefined;
  }
}

/** The name of a member access: `.name` or `["name"]`. */
export function memberName({ property, computed }: MemberExpression): string | undefined {
  if (!computed && property.type === 'Identifier') return property.name;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}

/** The range of the name of a member, without quotes. */
export function memberNameRange(
  text: string,
  { property }: MemberExpression,
  inUnit: (range: Range) => Range,
): Range {
  const quotes = property.type === 'Literal' ? 1 : 0;
  const range = inUnit({ start: property.start + quotes, end: property.end - quotes });
  return range.start <= range.end && range.end <= text.length ? range : inUnit(property);
}

/** Whether the key of a member is only known at run time. */
export function isComputed(node: MemberExpression): boolean {
  return node.computed && node.property.type !== 'Literal';
}
