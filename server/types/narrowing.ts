import type { AnyNode, BinaryExpression, CallExpression } from 'acorn';
import type { Effects } from './effects';
import { arrayPart, equalPart, falsyPart, nonNullish, nullishPart, truthyPart, typePart } from './truth';
import { type MemberPath, memberPathOf, TypeScope } from './type-scope';
import { type LiteralType, literalType, UNDEFINED_TYPE, type ValueType } from './value-type';

/** Evaluates a node in a scope; called again for the operands of a condition. */
type Evaluate = (node: AnyNode, scope: TypeScope) => ValueType;

/** The scope in which the test has the result `outcome`. */
export function narrowScope(
  test: AnyNode,
  outcome: boolean,
  scope: TypeScope,
  evaluate: Evaluate,
  effects: Effects,
): TypeScope {
  const facts = new Map<string, ValueType>();
  const narrow = (node: AnyNode, change: (type: ValueType) => ValueType) => {
    const path = memberPathOf(node);
    if (path && isSteady(path, effects)) facts.set(path.key, change(evaluate(node, scope)));
  };
  switch (test.type) {
    case 'UnaryExpression':
      return test.operator === '!' ? narrowScope(test.argument, !outcome, scope, evaluate, effects) : scope;
    case 'LogicalExpression': {
      // `a && b` only implies something about both operands if it is true.
      if (test.operator === '??' || (test.operator === '&&') !== outcome) return scope;
      const left = narrowScope(test.left, outcome, scope, evaluate, effects);
      return narrowScope(test.right, outcome, left, evaluate, effects);
    }
    case 'BinaryExpression':
      narrowByComparison(test, outcome, narrow);
      break;
    case 'CallExpression':
      narrowByCall(test, outcome, narrow);
      break;
    case 'ChainExpression':
    case 'MemberExpression':
    case 'Identifier':
      narrow(test, outcome ? truthyPart : falsyPart);
      if (outcome) for (const object of optionalObjects(test)) narrow(object, nonNullish);
      break;
  }
  return facts.size > 0 ? new TypeScope(scope, facts) : scope;
}

type Narrow = (node: AnyNode, change: (type: ValueType) => ValueType) => void;

function narrowByComparison(
  { operator, left, right }: BinaryExpression,
  outcome: boolean,
  narrow: Narrow,
): void {
  if (!['===', '==', '!==', '!='].includes(operator)) return;
  const equal = (operator === '===' || operator === '==') === outcome;
  for (const [side, other] of [
    [left, right],
    [right, left],
  ]) {
    const value = other && writtenLiteral(other);
    if (side === undefined || value === undefined) continue;
    if (side.type === 'UnaryExpression' && side.operator === 'typeof' && typeof value.value === 'string') {
      const word = value.value;
      narrow(side.argument, (type) => typePart(type, word, equal));
    } else if (operator === '===' || operator === '!==') {
      narrow(side, (type) => equalPart(type, value, equal));
    } else if (value.value === null || value.value === undefined)
      narrow(side, equal ? nullishPart : nonNullish);
  }
}

/** `Array.isArray(x)`. */
function narrowByCall({ callee, arguments: given }: CallExpression, outcome: boolean, narrow: Narrow): void {
  const [value] = given;
  if (memberPathOf(callee)?.key !== 'Array\0isArray' || value === undefined) return;
  narrow(value, (type) => arrayPart(type, outcome));
}

function writtenLiteral(node: AnyNode): LiteralType | undefined {
  if (node.type === 'Identifier' && node.name === 'undefined') return UNDEFINED_TYPE;
  if (node.type !== 'Literal') return undefined;
  const { value } = node;
  return value === null && node.raw !== 'null' ? undefined : isPlain(value) ? literalType(value) : undefined;
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** The objects before each `?.` of the chain: if the chain has a value, none of them is `null` or `undefined`. */
function optionalObjects(chain: AnyNode): AnyNode[] {
  const objects: AnyNode[] = [];
  let at = chain;
  for (;;) {
    if (at.type === 'ChainExpression') at = at.expression;
    else if (at.type === 'MemberExpression') {
      if (at.optional) objects.push(at.object);
      at = at.object;
    } else return objects;
  }
}

/** Whether nothing in the expression assigns to it, so that a condition stays valid. */
function isSteady({ root, members }: MemberPath, effects: Effects): boolean {
  if (effects.assigned.has(root) || (effects.anyMember && members.length > 0)) return false;
  return !members.some(
    (name) => effects.members.has(name) || (effects.lists && (name === 'length' || /^\d+$/.test(name))),
  );
}
