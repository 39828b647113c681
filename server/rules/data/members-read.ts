import type { AstNode, MemberExpression } from '../../expression/parse';
import { children } from '../../expression/walk';
import type { ExpressionPart } from '../../facts/facts';

/** The members that an expression reads, in the order of the text; not those it only assigns, deletes or asks for. */
export function membersRead({ ast }: ExpressionPart): readonly MemberExpression[] {
  const found: MemberExpression[] = [];
  const stack: AstNode[] = ast ? [ast] : [];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'MemberExpression') found.push(node);
    const skipped = notRead(node);
    for (const child of children(node)) stack.push(...(child === skipped ? children(child) : [child]));
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The member directly below a node that is written, removed or asked for rather than read. */
function notRead(node: AstNode): AstNode | undefined {
  switch (node.type) {
    case 'AssignmentExpression':
      return node.operator === '=' ? node.left : undefined;
    case 'UnaryExpression':
      return node.operator === 'delete' || node.operator === 'typeof' ? node.argument : undefined;
    default:
      return undefined;
  }
}

/** The name of a member that is written: `.name` or `["name"]`. */
export function memberName({ property, computed }: MemberExpression): string | undefined {
  if (!computed && property.type === 'Identifier') return property.name;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}
