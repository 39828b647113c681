import type { AstNode } from '../../expression/parse';
import { childNodes } from '../../expression/walk';

/** An expression with the variable that it assigns, and whether it is a condition. */
export interface CounterUse {
  readonly target: string;
  readonly isCondition: boolean;
  readonly ast: AstNode;
}

const COMPARISONS = new Set(['<', '<=', '>', '>=', '==', '===', '!=', '!==']);

/**
 * Variables that are only compared with literal numbers and incremented or decremented, with the largest of these
 * numbers. Larger values are equivalent.
 */
export function counterLimits(uses: readonly CounterUse[]): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  const note = (name: string, limit: number) => limits.set(name, Math.max(limits.get(name) ?? 0, limit));
  for (const use of uses) noteUse(use, note);
  return new Map([...limits].filter(([, limit]) => Number.isFinite(limit)));
}

/** The variables that are incremented, and those that are decremented; one may be both. */
export function countedNames(uses: readonly CounterUse[]): {
  readonly up: ReadonlySet<string>;
  readonly down: ReadonlySet<string>;
} {
  const up = new Set<string>();
  const down = new Set<string>();
  for (const { target, ast } of uses) {
    if (!isStepOf(target, ast)) continue;
    const number = ast.type === 'BinaryExpression' ? (numberIn(ast.right) ?? 0) : 0;
    const isUp = number !== 0 && number > 0 === (ast.type === 'BinaryExpression' && ast.operator === '+');
    (isUp ? up : down).add(target);
  }
  return { up, down };
}

function isStepOf(target: string, ast: AstNode): boolean {
  if (ast.type !== 'BinaryExpression' || (ast.operator !== '+' && ast.operator !== '-')) return false;
  return variableOf(ast.left) === target && numberIn(ast.right) !== undefined;
}

function noteUse({ target, isCondition, ast }: CounterUse, note: (name: string, limit: number) => void) {
  if (isStepOf(target, ast)) {
    note(target, 0);
    return;
  }
  const stack: { readonly node: AstNode; readonly isTested: boolean }[] = [
    { node: ast, isTested: isCondition },
  ];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { node, isTested } = at;
    const variable = variableOf(node);
    if (variable !== undefined) note(variable, isTested ? 0 : Number.POSITIVE_INFINITY);
    else if (node.type === 'BinaryExpression' && COMPARISONS.has(node.operator)) {
      const sides = [node.left, node.right];
      for (const [index, side] of sides.entries()) {
        const name = variableOf(side);
        const number = numberIn(sides[1 - index]);
        if (name !== undefined && number !== undefined) note(name, Math.abs(number));
        else stack.push({ node: side, isTested: false });
      }
    } else {
      const isLogical = node.type === 'LogicalExpression';
      const isNot = node.type === 'UnaryExpression' && node.operator === '!';
      for (const child of childNodes(node))
        stack.push({ node: child, isTested: isNot || (isLogical && isTested) });
    }
  }
}

/** The variable that a node consists of: `name` or `context.name`. */
export function variableOf(node: AstNode): string | undefined {
  if (node.type === 'Identifier') return node.name;
  const isOfContext =
    node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === 'context';
  return isOfContext && !node.computed && node.property.type === 'Identifier'
    ? node.property.name
    : undefined;
}

export function numberIn(node: AstNode | undefined): number | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'number') return node.value;
  if (node?.type !== 'UnaryExpression' || node.operator !== '-') return undefined;
  const number = numberIn(node.argument);
  return number === undefined ? undefined : -number;
}
