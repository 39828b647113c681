import type { AstNode } from '../../expression/parse';
import { rangeInUnit } from '../../facts/expressions';
import type { ExpressionFacts } from '../../facts/facts';
import type { Type } from '../../format/types';
import { append } from '../../text/append';
import { msg } from '../../text/message';
import type { Range } from '../../text/range';
import type { Inference } from '../../types/infer';
import { lookUpMember } from '../../types/member-lookup';
import { alternativesOf, isNever, type NonUnionType, type ValueType } from '../../types/value-type';
import type { Fix, InferredExpression, Rule } from '../rule';
import { isComputed, memberName, memberNameRange, membersRead } from './members-read';

/** A function in a place where its result is expected. */
export const functionAsValue: Rule = {
  code: 'function-as-value',
  severity: 'warning',
  title: 'Function is used without calling it',
  doc: 'Without parentheses a function is not called: a text shows its source code, a condition is always true, and a configuration cannot contain it. Call it: `message.trim()`.',
  example: {
    wrong: "home:\n  inputs:\n    message: {type: IM}\n  render:\n    text: 'You said {{message.trim}}'",
    right: "home:\n  inputs:\n    message: {type: IM}\n  render:\n    text: 'You said {{message.trim()}}'",
  },
  checkExpression(inferred, report) {
    const { subject, expression, part, inference, elements } = inferred;
    // Code may use the source of a function on purpose.
    if (part.ast === undefined || expression.code) return;
    const takesArguments = rejectsFunctions(expression);
    const hasIndex = membersRead(part).some(isComputed);
    const isPlain = (node: AstNode) => isPrimitive(inference.at(node));
    for (const node of possibleValues(part.ast, isPlain)) {
      const known = inference.at(node);
      const { at } = known.kind === 'unknown' && hasIndex ? elements() : inference;
      const type = at(node);
      if (!isFunction(type) || isStoredBuiltIn(node, at)) continue;
      if (!takesArguments && !isMethod(node, type)) continue;
      const name = nameOf(node);
      const inUnit = (range: Range) => rangeInUnit(subject.unit.text, expression, part, range);
      report(
        node.type === 'MemberExpression' ? memberNameRange(subject.unit.text, node, inUnit) : inUnit(node),
        name
          ? msg`\`${name}\` is a function, but it is not called. Write \`${name}(${needsNothing(type) ? '' : '…'})\`.`
          : msg('This function is not called. Add `()` to call it.'),
        { fixes: [callOf(inferred, node, type)] },
      );
    }
  },
};

/** Whether every value of a type is a function. */
export function isFunction(type: ValueType): boolean {
  return !isNever(type) && alternativesOf(type).every((one) => one.kind === 'function' || isClass(one));
}

/** Whether a value is a string, a number or a boolean. */
function isPrimitive(type: ValueType): boolean {
  const isOne = ({ kind }: NonUnionType) => kind === 'string' || kind === 'number' || kind === 'boolean';
  const isWritten = (one: NonUnionType) =>
    one.kind === 'literal' && one.value !== undefined && one.value !== null;
  return !isNever(type) && alternativesOf(type).every((one) => isOne(one) || isWritten(one));
}

function isClass(type: NonUnionType): boolean {
  return type.kind === 'instance' && type.name.endsWith('Constructor');
}

/** The parts of an expression that can become its value, are concatenated to it, or are compared with plain values. */
function possibleValues(ast: AstNode, isPlain: (node: AstNode) => boolean): readonly AstNode[] {
  const found: AstNode[] = [];
  const stack: AstNode[] = [ast];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const parts = partsOf(node, isPlain);
    if (parts === undefined) found.push(node);
    else append(stack, parts);
  }
  return found.sort((a, b) => a.start - b.start);
}

function partsOf(node: AstNode, isPlain: (node: AstNode) => boolean): readonly AstNode[] | undefined {
  switch (node.type) {
    case 'ConditionalExpression':
      return [node.consequent, node.alternate];
    case 'LogicalExpression':
      // A function on the left of `&&` is a test whether it exists.
      return node.operator === '&&' ? [node.right] : [node.left, node.right];
    case 'BinaryExpression':
      // A comparison with `undefined` is a test whether it exists.
      return node.operator === '+' || isPlain(node.left) || isPlain(node.right)
        ? [node.left, node.right]
        : [];
    case 'UnaryExpression':
      return [];
    case 'TemplateLiteral':
      return node.expressions;
    case 'ArrayExpression':
      return node.elements.filter((element) => element !== null);
    case 'ObjectExpression':
      return node.properties.map((property) =>
        property.type === 'Property' ? property.value : property.argument,
      );
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return [node.expression];
    default:
      return undefined;
  }
}

/**
 * Whether a function can never be intended: in text, and where a number, a list or the like is expected. An output
 * may hold a function that a later expression calls, and a widget may take the source of one.
 */
function rejectsFunctions({ whole, declared, place }: ExpressionFacts): boolean {
  if (!whole && place.phase !== 'task') return true;
  return place.phase !== 'output' && place.phase !== 'context' && !takesAnything(declared);
}

function takesAnything(type: Type): boolean {
  if (type.kind === 'union') return type.of.some(takesAnything);
  return type.kind === 'any' || type.kind === 'variant' || type.kind === 'sibling';
}

/** Whether a node reads a variable that holds a built-in function: the assignment is reported instead. */
export function isStoredBuiltIn(node: AstNode, at: Inference['at']): boolean {
  const name = node.type === 'MemberExpression' ? memberName(node) : undefined;
  if (node.type !== 'MemberExpression' || name === undefined) return false;
  const type = at(node);
  const isBuiltIn = alternativesOf(type).some((one) => one.kind !== 'function' || one.signatures.length > 0);
  const found = lookUpMember(at(node.object), name);
  return isBuiltIn && found.kind === 'found' && found.library === undefined;
}

/** Whether a node reads a method of a value: stored without a call, the method is no longer bound to the value. */
function isMethod(node: AstNode, type: ValueType): boolean {
  if (node.type !== 'MemberExpression') return false;
  return alternativesOf(type).every(
    (one) =>
      one.kind === 'function' &&
      /^(?:Object|Array|String|Number|Boolean|RegExp|Date|Map|Set)\./.test(String(one.identity)),
  );
}

function nameOf(node: AstNode): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' ? memberName(node) : undefined;
}

function callOf({ subject, expression, part }: InferredExpression, node: AstNode, type: ValueType): Fix {
  const at = (offset: number) =>
    rangeInUnit(subject.unit.text, expression, part, { start: offset, end: offset });
  const isNamed = node.type === 'Identifier' || node.type === 'MemberExpression';
  const edits = isNamed
    ? [{ range: at(node.end), text: '()' }]
    : [
        { range: at(node.start), text: '(' },
        { range: at(node.end), text: ')()' },
      ];
  const call: Fix = { title: msg('Call it'), edits };
  // Only the author knows its arguments.
  return needsNothing(type) ? { ...call, preferred: true } : { ...call, excludeFromFixAll: true };
}

/** Whether a function can be called without arguments. */
function needsNothing(type: ValueType): boolean {
  return alternativesOf(type).every(
    (one) => one.kind === 'function' && one.signatures.some(({ parameters }) => parameters.every(isOptional)),
  );
}

function isOptional({ optional, rest }: { readonly optional: boolean; readonly rest: boolean }): boolean {
  return optional || rest;
}
