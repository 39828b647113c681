import type { AssignmentExpression, Pattern, UpdateExpression } from 'acorn';
import { staticName } from './effects';
import { repeated } from './fixpoint';
import type { Evaluator } from './infer';
import { elementOf, readIndex, readMember } from './members';
import { binary } from './operators';
import type { Scope } from './scope';
import {
  ARRAY,
  type Arguments,
  alternatives,
  isNever,
  listOf,
  NEVER,
  NUMBER,
  OBJECT,
  objectOf,
  type Shape,
  UNDEFINED,
  UNKNOWN,
} from './shape';
import { equalPart } from './truth';
import { tupleOf, union, unionOf } from './union';

/** Declares the names of a pattern which takes a value apart: a parameter, `const { a } = …`. */
export function bindPattern(evaluator: Evaluator, pattern: Pattern, value: Shape, scope: Scope): void {
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

/** The arguments that a rest parameter takes in. */
export function restOf({ shapes, open }: Arguments, from: number): Shape {
  return open ? ARRAY : tupleOf(shapes.slice(from));
}

/** A default takes the place of `undefined`. */
function orDefault(value: Shape, otherwise: Shape): Shape {
  if (value.kind === 'unknown') return UNKNOWN;
  const given = equalPart(value, UNDEFINED, false);
  return given === value ? value : union(given, otherwise);
}

/** `...rest` of an object. */
function without(value: Shape, taken: ReadonlySet<string>): Shape {
  if (value.kind !== 'object') return isNever(value) ? NEVER : OBJECT;
  return objectOf(new Map([...value.members].filter(([name]) => !taken.has(name))), value.complete);
}

/** `...rest` of a list. */
function from(value: Shape, start: number): Shape {
  if (value.kind === 'array' && value.items) return tupleOf(value.items.slice(start));
  if (value.kind === 'literal' && value.value === '') return tupleOf([]);
  const element = elementOf(value);
  return isNever(element) && value.kind !== 'array' ? NEVER : listOf(element);
}

/** Position `index` of what is gone through. */
function elementAt(value: Shape, index: number): Shape {
  return unionOf(
    alternatives(value).map((one) => {
      if (one.kind === 'array' && one.items) return one.items[index] ?? UNDEFINED;
      const element = elementOf(one);
      // What cannot be gone through throws; an empty text gives nothing.
      if (isNever(element))
        return one.kind === 'array' || (one.kind === 'literal' && one.value === '') ? UNDEFINED : NEVER;
      return union(element, UNDEFINED);
    }),
  );
}

/** What a variable may hold at any time that begins with `initial`. */
function settle(evaluator: Evaluator, name: string, initial: Shape, scope: Scope): Shape {
  const { assigned } = evaluator.effects;
  if (!assigned.has(name)) return initial;
  const sources = assigned.get(name);
  if (sources === undefined) return UNKNOWN;
  return repeated(initial, (before) => {
    scope.declare(name, before);
    return unionOf(sources.map((source) => assignedBy(evaluator, source, before, scope)));
  });
}

function assignedBy(
  evaluator: Evaluator,
  source: AssignmentExpression | UpdateExpression,
  before: Shape,
  scope: Scope,
): Shape {
  if (source.type === 'UpdateExpression') return NUMBER;
  const right = evaluator.glance(source.right, scope);
  return assignedValue(source, before, right);
}

/** What the variable or member holds after the assignment. */
export function assignedValue({ operator }: AssignmentExpression, before: Shape, right: Shape): Shape {
  if (operator === '=') return right;
  const plain = operator.slice(0, -1);
  return plain === '&&' || plain === '||' || plain === '??'
    ? union(before, right)
    : binary(plain, before, right);
}
