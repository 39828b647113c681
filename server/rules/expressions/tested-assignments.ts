import { engine } from '../../engine/engine';
import type { AssignmentExpression, AstNode } from '../../expression/parse';
import { allNodes } from '../../expression/walk';
import { rangeInUnit } from '../../facts/expressions';
import { append } from '../../text/append';
import type { Range } from '../../text/range';
import type { Subject } from '../rule';
import { evaluatedScalars } from './uses';

/** An assignment in a condition or before a `?`, where a comparison is expected. */
interface TestedAssignment extends Range {
  /** The operator. */
  readonly operator: Range;
}

/** The assignments of a unit that decide a condition or a `? :`, by their start offset. */
export const testedAssignments = engine.shared((subject: Subject): ReadonlyMap<number, TestedAssignment> => {
  const found = new Map<number, TestedAssignment>();
  const { text } = subject.unit;
  for (const expression of evaluatedScalars(subject.facts.expressions)) {
    const { place, declared } = expression;
    if (expression.code) continue;
    const isCondition =
      place.phase === 'where' || (place.phase === 'transition' && declared.kind === 'boolean');
    for (const part of expression.parts) {
      const { closed, ast } = part;
      // Few expressions assign at all.
      if (!closed || ast === undefined || !part.uses.some(({ access }) => access !== 'read')) continue;
      const inUnit = (range: Range) => rangeInUnit(text, expression, part, range);
      for (const node of [...(isCondition ? testedIn(ast) : []), ...allNodes(ast).flatMap(testedBy)]) {
        const between = expression.node.value.slice(
          part.valueStart + node.left.end,
          part.valueStart + node.right.start,
        );
        const at = node.left.end + between.indexOf('=');
        const { test } = node.right.type === 'ConditionalExpression' ? node.right : { test: node.right };
        const { start, end } = inUnit({ start: node.start, end: test.end });
        found.set(start, { start, end, operator: inUnit({ start: at, end: at + 1 }) });
      }
    }
  }
  return found;
});

/** The assignments that a `? :` tests, or seems to: `x = 1 ? a : b` assigns the value of `1 ? a : b`. */
function testedBy(node: AstNode): readonly AssignmentExpression[] {
  if (node.type === 'ConditionalExpression') return testedIn(node.test);
  if (node.type !== 'AssignmentExpression' || node.operator !== '=') return [];
  const isTest = node.right.type === 'ConditionalExpression' && node.right.test.type === 'Literal';
  return isTest ? testedIn(node) : [];
}

/** The assignments to one variable or member that decide whether an expression is true. */
function testedIn(ast: AstNode): readonly AssignmentExpression[] {
  const found: AssignmentExpression[] = [];
  const stack: AstNode[] = [ast];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'AssignmentExpression') {
      const isPlain = node.left.type === 'Identifier' || node.left.type === 'MemberExpression';
      if (node.operator === '=' && isPlain) found.push(node);
    } else append(stack, decisiveParts(node));
  }
  return found;
}

function decisiveParts(node: AstNode): readonly AstNode[] {
  switch (node.type) {
    case 'LogicalExpression':
      return [node.left, node.right];
    case 'UnaryExpression':
      return node.operator === '!' ? [node.argument] : [];
    case 'ConditionalExpression':
      return [node.test, node.consequent, node.alternate];
    case 'ParenthesizedExpression':
      return [node.expression];
    default:
      return [];
  }
}
