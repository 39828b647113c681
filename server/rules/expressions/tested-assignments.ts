import { engine } from '../../engine/engine';
import type { AssignmentExpression, AstNode } from '../../expression/parse';
import { rangeInUnit } from '../../facts/expressions';
import { append } from '../../text/append';
import type { Range } from '../../text/range';
import type { Subject } from '../rule';
import { evaluatedScalars } from './uses';

/** An assignment in a condition, where a comparison is expected. */
interface TestedAssignment extends Range {
  /** The operator. */
  readonly sign: Range;
}

/** The assignments of a unit that decide a condition, by their start offset. */
export const testedAssignments = engine.shared((subject: Subject): ReadonlyMap<number, TestedAssignment> => {
  const found = new Map<number, TestedAssignment>();
  const { text } = subject.unit;
  for (const expression of evaluatedScalars(subject.facts.expressions)) {
    const { place, declared } = expression;
    const isCondition = place.phase === 'transition' && declared.kind === 'boolean';
    if (!isCondition && place.phase !== 'where') continue;
    for (const part of expression.parts) {
      if (!part.closed || part.ast === undefined) continue;
      for (const node of testedIn(part.ast)) {
        const inUnit = (range: Range) => rangeInUnit(text, expression, part, range);
        const between = expression.node.value.slice(
          part.valueStart + node.left.end,
          part.valueStart + node.right.start,
        );
        const at = node.left.end + between.indexOf('=');
        const { start, end } = inUnit(node);
        found.set(start, { start, end, sign: inUnit({ start: at, end: at + 1 }) });
      }
    }
  }
  return found;
});

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
