import type {
  AnyNode,
  ArrayExpression,
  CallExpression,
  ConditionalExpression,
  Literal,
  LogicalExpression,
  MemberExpression,
  NewExpression,
  ObjectExpression,
  TemplateLiteral,
} from 'acorn';
import { append } from '../text/append';
import { callResult } from './call';
import { staticName } from './effects';
import { isFunctionExpression } from './function-node';
import type { TypeEvaluator } from './infer';
import { elementOf, isNullish, readMember } from './member-lookup';
import { binaryResult, computedType, unaryResult } from './operators';
import { assignmentResult } from './patterns';
import { overlay } from './spread';
import { isRightEvaluated, leftResult, nonNullish, truthiness } from './truth';
import type { TypeScope } from './type-scope';
import { tupleType, unionOfTypes, unionType } from './union';
import {
  type ArgumentTypes,
  alternativesOf,
  arrayType,
  instanceType,
  isNever,
  literalType,
  type MemberOrigin,
  memberType,
  NEVER,
  NUMBER_TYPE,
  OBJECT_TYPE,
  type ObjectType,
  objectType,
  STRING_TYPE,
  UNDEFINED_TYPE,
  UNKNOWN,
  type ValueType,
} from './value-type';

/** Evaluates one node; its children are evaluated through the evaluator, which counts and caches. */
export function evaluateExpression(evaluator: TypeEvaluator, node: AnyNode, scope: TypeScope): ValueType {
  switch (node.type) {
    case 'Literal':
      return literalOf(node);
    case 'Identifier':
      return evaluator.read(node, scope);
    case 'TemplateLiteral':
      return template(evaluator, node, scope);
    case 'ArrayExpression':
      return list(evaluator, node, scope);
    case 'ObjectExpression':
      return object(evaluator, node, scope);
    case 'ChainExpression':
      return chain(evaluator, node.expression, scope);
    case 'MemberExpression':
    case 'CallExpression':
      return link(evaluator, node, scope).type;
    case 'NewExpression':
      return construct(evaluator, node, scope);
    case 'ConditionalExpression':
      return conditional(evaluator, node, scope);
    case 'LogicalExpression':
      return logical(evaluator, node, scope);
    case 'UnaryExpression': {
      const operand = evaluator.evaluate(node.argument, scope);
      return unaryResult(node.operator, operand);
    }
    case 'BinaryExpression': {
      const left = evaluator.evaluate(node.left, scope);
      const right = evaluator.evaluate(node.right, scope);
      return binaryResult(node.operator, left, right);
    }
    case 'AssignmentExpression': {
      const right = evaluator.evaluate(node.right, scope);
      if (node.left.type === 'ObjectPattern' || node.left.type === 'ArrayPattern') return right;
      const left = evaluator.evaluate(node.left, scope);
      return assignmentResult(node, left, right);
    }
    case 'UpdateExpression':
      evaluator.evaluate(node.argument, scope);
      return NUMBER_TYPE;
    case 'SequenceExpression':
      return node.expressions.reduce((_: ValueType, each) => evaluator.evaluate(each, scope), UNDEFINED_TYPE);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      // A function that is called in place or passed to a built-in one has known arguments.
      evaluator.loosen(node, scope);
      return evaluator.functionType(node, scope);
    case 'TaggedTemplateExpression':
      evaluator.evaluate(node.tag, scope);
      for (const each of node.quasi.expressions) evaluator.evaluate(each, scope);
      return UNKNOWN;
    default:
      return UNKNOWN;
  }
}

function literalOf({ value, regex }: Literal): ValueType {
  if (regex) return instanceType('RegExp');
  if (value === null || typeof value === 'boolean') return literalType(value);
  return typeof value === 'string' || typeof value === 'number' ? literalType(value) : UNKNOWN;
}

function template(evaluator: TypeEvaluator, node: TemplateLiteral, scope: TypeScope): ValueType {
  let text: string | undefined = '';
  let reached = true;
  for (const [i, { value }] of node.quasis.entries()) {
    if (text !== undefined) text += value.cooked ?? '';
    const inner = node.expressions[i];
    if (inner === undefined) continue;
    const type = evaluator.evaluate(inner, scope);
    reached &&= !isNever(type);
    text = type.kind === 'literal' && text !== undefined ? text + String(type.value) : undefined;
  }
  if (!reached) return NEVER;
  return text === undefined ? STRING_TYPE : computedType(text);
}

function list(evaluator: TypeEvaluator, node: ArrayExpression, scope: TypeScope): ValueType {
  const items: ValueType[] = [];
  let exact = true;
  let reached = true;
  for (const element of node.elements) {
    if (element === null) items.push(UNDEFINED_TYPE);
    else if (element.type !== 'SpreadElement') {
      const item = evaluator.evaluate(element, scope);
      reached &&= !isNever(item);
      items.push(item);
    } else {
      const source = evaluator.evaluate(element.argument, scope);
      reached &&= !isNever(source);
      if (source.kind === 'array' && source.items) append(items, source.items);
      else {
        exact = false;
        items.push(elementOf(source));
      }
    }
  }
  if (!reached) return NEVER;
  return exact ? tupleType(items) : arrayType(unionOfTypes(items));
}

function object(evaluator: TypeEvaluator, node: ObjectExpression, scope: TypeScope): ValueType {
  let result: ObjectType = objectType(new Map(), true);
  let reached = true;
  for (const each of node.properties) {
    if (each.type === 'SpreadElement') {
      const source = evaluator.evaluate(each.argument, scope);
      reached &&= !isNever(source);
      result = overlay(result, source);
      continue;
    }
    const name = staticName(each.key, each.computed);
    const key = name === undefined ? evaluator.evaluate(each.key, scope) : literalType(name);
    const value = each.kind === 'init' ? evaluator.evaluate(each.value, scope) : UNKNOWN;
    if (each.kind !== 'init') evaluator.glance(each.value, scope);
    reached &&= !isNever(key) && !isNever(value);
    // `__proto__: x` sets the prototype.
    if (key.kind !== 'literal' || key.value === '__proto__') {
      result = overlay(result, OBJECT_TYPE);
      continue;
    }
    const one = memberType(value, ...originOf(each.key, evaluator.of));
    result = overlay(result, objectType(new Map([[String(key.value), one]]), true));
  }
  return reached ? result : NEVER;
}

/** The place of a key; empty if the text has no token. */
function originOf(key: AnyNode, of: unknown): MemberOrigin[] {
  if (of === undefined) return [];
  const quoted = key.type === 'Literal' && typeof key.value === 'string' ? 1 : 0;
  return [{ start: key.start + quoted, end: key.end - quoted, of }];
}

/** A chain is `undefined` if one of its `?.` stops it. */
function chain(evaluator: TypeEvaluator, node: AnyNode, scope: TypeScope): ValueType {
  const { type, stops } = link(evaluator, node, scope);
  return stops ? unionType(type, UNDEFINED_TYPE) : type;
}

interface Link {
  readonly type: ValueType;
  /** A preceding `?.` may stop the chain. */
  readonly stops: boolean;
}

/** A link of a chain that is too long to be followed to its start. */
const UNKNOWN_LINK: Link = { type: UNKNOWN, stops: true };

function link(evaluator: TypeEvaluator, node: AnyNode, scope: TypeScope): Link {
  if (node.type === 'MemberExpression') return memberLink(evaluator, node, scope);
  if (node.type === 'CallExpression') return callLink(evaluator, node, scope);
  return { type: evaluator.evaluate(node, scope), stops: false };
}

/** The object or callee of a link; with `?.`, without `null` and `undefined`. */
function before(evaluator: TypeEvaluator, node: AnyNode, optional: boolean, scope: TypeScope): Link {
  const { type, stops } = evaluator.deeper<Link>(UNKNOWN_LINK, () => link(evaluator, node, scope));
  if (node.type === 'MemberExpression' || node.type === 'CallExpression') evaluator.note(node, type);
  if (!optional) return { type, stops };
  return { type: nonNullish(type), stops: stops || mayBeNullish(type) };
}

function mayBeNullish(type: ValueType): boolean {
  return alternativesOf(type).some((one) => one.kind === 'unknown' || isNullish(one));
}

function memberLink(evaluator: TypeEvaluator, node: MemberExpression, scope: TypeScope): Link {
  const { type: from, stops } = before(evaluator, node.object, node.optional, scope);
  const name = staticName(node.property, node.computed);
  const key =
    name === undefined && node.property.type !== 'PrivateIdentifier'
      ? evaluator.evaluate(node.property, scope)
      : UNKNOWN;
  const fact = evaluator.factOf(node, scope);
  if (fact) return { type: fact, stops };
  if (name !== undefined) return { type: readMember(from, name), stops };
  return { type: evaluator.readIndex(from, key), stops };
}

function callLink(evaluator: TypeEvaluator, node: CallExpression, scope: TypeScope): Link {
  const { callee } = node;
  if (isFunctionExpression(callee)) {
    // Called in place, and nowhere else unless it calls itself.
    const type = evaluator.functionType(callee, scope);
    evaluator.note(callee, type);
    return { type: call(type, given(evaluator, node.arguments, false, scope)), stops: false };
  }
  const { type, stops } = before(evaluator, callee, node.optional, scope);
  return { type: call(type, given(evaluator, node.arguments, isLibrary(type), scope)), stops };
}

/** Nothing is called if an argument throws. */
function call(callee: ValueType, given: ArgumentTypes, isNew = false): ValueType {
  return given.types.some(isNever) ? NEVER : callResult(callee, given, isNew);
}

function construct(evaluator: TypeEvaluator, node: NewExpression, scope: TypeScope): ValueType {
  const callee = evaluator.evaluate(node.callee, scope);
  return call(callee, given(evaluator, node.arguments, isLibrary(callee), scope), true);
}

/** Built-in functions call their callbacks immediately with known arguments, and do not store them. */
function isLibrary(callee: ValueType): boolean {
  return alternativesOf(callee).every(
    (one) => one.kind === 'instance' || (one.kind === 'function' && one.signatures.length > 0),
  );
}

function given(
  evaluator: TypeEvaluator,
  nodes: CallExpression['arguments'],
  toLibrary: boolean,
  scope: TypeScope,
): ArgumentTypes {
  const types: ValueType[] = [];
  let open = false;
  for (const node of nodes) {
    const source = node.type === 'SpreadElement' ? evaluator.evaluate(node.argument, scope) : undefined;
    if (source === undefined) {
      const isKept = toLibrary && isFunctionExpression(node) && !open;
      const type = isKept ? evaluator.functionType(node, scope) : evaluator.evaluate(node, scope);
      if (isKept) evaluator.note(node, type);
      if (!open) types.push(type);
    } else if (source.kind === 'array' && source.items && !open) append(types, source.items);
    else open = true;
  }
  return { types, open };
}

function conditional(evaluator: TypeEvaluator, node: ConditionalExpression, scope: TypeScope): ValueType {
  const test = evaluator.evaluate(node.test, scope);
  const branch = (outcome: boolean) =>
    evaluator.evaluate(
      outcome ? node.consequent : node.alternate,
      evaluator.narrowed(node.test, outcome, scope),
    );
  const [yes, no] = [branch(true), branch(false)];
  if (isNever(test)) return NEVER;
  const truth = truthiness(test);
  if (truth === undefined) return unionType(yes, no);
  return truth ? yes : no;
}

function logical(evaluator: TypeEvaluator, node: LogicalExpression, scope: TypeScope): ValueType {
  const { operator } = node;
  const left = evaluator.evaluate(node.left, scope);
  const inner = operator === '??' ? scope : evaluator.narrowed(node.left, operator === '&&', scope);
  const right = evaluator.evaluate(node.right, inner);
  if (isNever(left)) return NEVER;
  const isEvaluated = isRightEvaluated(operator, left);
  if (isEvaluated === undefined) return unionType(leftResult(operator, left), right);
  return isEvaluated ? right : left;
}
