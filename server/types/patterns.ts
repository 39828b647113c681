import type { AssignmentExpression, Pattern, UpdateExpression } from 'acorn';
import { staticName } from './effects';
import { typeFixpoint } from './fixpoint';
import type { TypeEvaluator } from './infer';
import { elementOf, readIndex, readMember } from './member-lookup';
import { binaryResult } from './operators';
import { equalPart } from './truth';
import type { TypeScope } from './type-scope';
import { tupleType, unionOfTypes, unionType } from './union';
import {
  ARRAY_TYPE,
  type ArgumentTypes,
  alternativesOf,
  arrayType,
  isNever,
  NEVER,
  NUMBER_TYPE,
  OBJECT_TYPE,
  objectType,
  UNDEFINED_TYPE,
  UNKNOWN,
  type ValueType,
} from './value-type';

/** Declares the names of a destructuring pattern: a parameter, `const { a } = …`. */
export function bindPattern(
  evaluator: TypeEvaluator,
  pattern: Pattern,
  value: ValueType,
  scope: TypeScope,
): void {
  switch (pattern.type) {
    case 'Identifier':
      scope.declare(pattern.name, settle(evaluator, pattern.name, value, scope));
      evaluator.note(pattern, value);
      break;
    case 'AssignmentPattern':
      bindPattern(evaluator, pattern.left, orDefault(value, evaluator.evaluate(pattern.right, scope)), scope);
      break;
    case 'ObjectPattern': {
      evaluator.note(pattern, value);
      const taken = new Set<string>();
      for (const each of pattern.properties) {
        if (each.type === 'RestElement') bindPattern(evaluator, each.argument, without(value, taken), scope);
        else {
          const name = staticName(each.key, each.computed);
          if (name !== undefined) taken.add(name);
          const part =
            name === undefined
              ? readIndex(value, evaluator.evaluate(each.key, scope))
              : readMember(value, name);
          bindPattern(evaluator, each.value, part, scope);
        }
      }
      break;
    }
    case 'ArrayPattern':
      evaluator.note(pattern, value);
      for (const [i, each] of pattern.elements.entries()) {
        if (each?.type === 'RestElement') bindPattern(evaluator, each.argument, from(value, i), scope);
        else if (each) bindPattern(evaluator, each, elementAt(value, i), scope);
      }
      break;
  }
}

/** The type of a rest parameter. */
export function restParameterType({ types, open }: ArgumentTypes, from: number): ValueType {
  return open ? ARRAY_TYPE : tupleType(types.slice(from));
}

/** A default replaces `undefined`. */
function orDefault(value: ValueType, otherwise: ValueType): ValueType {
  if (value.kind === 'unknown') return UNKNOWN;
  const given = equalPart(value, UNDEFINED_TYPE, false);
  return given === value ? value : unionType(given, otherwise);
}

/** `...rest` of an object. */
function without(value: ValueType, taken: ReadonlySet<string>): ValueType {
  if (value.kind !== 'object') return isNever(value) ? NEVER : OBJECT_TYPE;
  return objectType(new Map([...value.members].filter(([name]) => !taken.has(name))), value.complete);
}

/** `...rest` of a list. */
function from(value: ValueType, start: number): ValueType {
  if (value.kind === 'array' && value.items) return tupleType(value.items.slice(start));
  if (value.kind === 'literal' && value.value === '') return tupleType([]);
  const element = elementOf(value);
  return isNever(element) && value.kind !== 'array' ? NEVER : arrayType(element);
}

/** The element at position `index` of an iterable. */
function elementAt(value: ValueType, index: number): ValueType {
  return unionOfTypes(
    alternativesOf(value).map((one) => {
      if (one.kind === 'array' && one.items) return one.items[index] ?? UNDEFINED_TYPE;
      const element = elementOf(one);
      // Values that are not iterable throw; an empty string has no elements.
      if (isNever(element))
        return one.kind === 'array' || (one.kind === 'literal' && one.value === '') ? UNDEFINED_TYPE : NEVER;
      return unionType(element, UNDEFINED_TYPE);
    }),
  );
}

/** The type of a variable, over all assignments, that begins with `initial`. */
function settle(evaluator: TypeEvaluator, name: string, initial: ValueType, scope: TypeScope): ValueType {
  const { assigned } = evaluator.effects;
  if (!assigned.has(name)) return initial;
  const sources = assigned.get(name);
  if (sources === undefined) return UNKNOWN;
  return typeFixpoint(initial, (before) => {
    scope.declare(name, before);
    return unionOfTypes(sources.map((source) => assignedBy(evaluator, source, before, scope)));
  });
}

function assignedBy(
  evaluator: TypeEvaluator,
  source: AssignmentExpression | UpdateExpression,
  before: ValueType,
  scope: TypeScope,
): ValueType {
  if (source.type === 'UpdateExpression') return NUMBER_TYPE;
  const right = evaluator.glance(source.right, scope);
  return assignmentResult(source, before, right);
}

/** The type of the variable or member after the assignment. */
export function assignmentResult(
  { operator }: AssignmentExpression,
  before: ValueType,
  right: ValueType,
): ValueType {
  if (operator === '=') return right;
  const plain = operator.slice(0, -1);
  return plain === '&&' || plain === '||' || plain === '??'
    ? unionType(before, right)
    : binaryResult(plain, before, right);
}
