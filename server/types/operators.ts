import { truthiness, typeofType } from './truth';
import { unionType } from './union';
import {
  alternativesOf,
  BOOLEAN_TYPE,
  FALSE_TYPE,
  isNever,
  literalType,
  NEVER,
  type NonUnionType,
  NUMBER_TYPE,
  type PrimitiveValue,
  STRING_TYPE,
  TRUE_TYPE,
  UNDEFINED_TYPE,
  UNKNOWN,
  type ValueType,
} from './value-type';

/** Longer computed strings are only known to be strings. */
export const MAX_COMPUTED_TEXT = 10_000;

/** The literal type of a computed value; the kind alone if the value is too long. -0 becomes 0. */
export function computedType(value: PrimitiveValue): ValueType {
  if (Object.is(value, -0)) return NUMBER_TYPE;
  return typeof value === 'string' && value.length > MAX_COMPUTED_TEXT ? STRING_TYPE : literalType(value);
}

/** The result type of a unary operator. */
export function unaryResult(operator: string, operand: ValueType): ValueType {
  if (isNever(operand)) return NEVER;
  const value = operand.kind === 'literal' ? operand.value : undefined;
  switch (operator) {
    case '!': {
      const truth = truthiness(operand);
      return truth === undefined ? BOOLEAN_TYPE : literalType(!truth);
    }
    case 'typeof':
      return typeofType(operand);
    case 'void':
      return UNDEFINED_TYPE;
    case 'delete':
      return BOOLEAN_TYPE;
    case '-':
      return operand.kind === 'literal' ? computedType(-Number(value)) : NUMBER_TYPE;
    case '+':
      return operand.kind === 'literal' ? literalType(Number(value)) : NUMBER_TYPE;
    case '~':
      return operand.kind === 'literal' ? computedType(~Number(value)) : NUMBER_TYPE;
    default:
      return UNKNOWN;
  }
}

/** The result type of a binary operator, including those of assignments (`+` for `+=`). */
export function binaryResult(operator: string, left: ValueType, right: ValueType): ValueType {
  if (isNever(left) || isNever(right)) return NEVER;
  if (left.kind === 'literal' && right.kind === 'literal') {
    const value = compute(operator, left.value, right.value);
    if (value !== undefined) return computedType(value);
  }
  switch (operator) {
    case '+':
      return sum(left, right);
    case '===':
      return mayBeSame(left, right) ? BOOLEAN_TYPE : FALSE_TYPE;
    case '!==':
      return mayBeSame(left, right) ? BOOLEAN_TYPE : TRUE_TYPE;
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
    case 'instanceof':
      return BOOLEAN_TYPE;
    default:
      return NUMBER_TYPE;
  }
}

/** Computes the result if both sides are known; undefined for other operators. */
function compute(
  operator: string,
  a: PrimitiveValue,
  b: PrimitiveValue,
): string | number | boolean | undefined {
  switch (operator) {
    case '+':
      return typeof a === 'string' || typeof b === 'string' ? `${a}${b}` : Number(a) + Number(b);
    case '-':
      return Number(a) - Number(b);
    case '*':
      return Number(a) * Number(b);
    case '/':
      return Number(a) / Number(b);
    case '%':
      return Number(a) % Number(b);
    case '**':
      return Number(a) ** Number(b);
    case '|':
      return Number(a) | Number(b);
    case '&':
      return Number(a) & Number(b);
    case '^':
      return Number(a) ^ Number(b);
    case '<<':
      return Number(a) << Number(b);
    case '>>':
      return Number(a) >> Number(b);
    case '>>>':
      return Number(a) >>> Number(b);
    case '===':
      return a === b;
    case '!==':
      return a !== b;
    case '==':
      return looselyEqual(a, b);
    case '!=':
      return !looselyEqual(a, b);
    default:
      return compare(operator, a, b);
  }
}

function looselyEqual(a: PrimitiveValue, b: PrimitiveValue): boolean {
  if (a === null || a === undefined || b === null || b === undefined) return (a ?? null) === (b ?? null);
  return typeof a === typeof b ? a === b : Number(a) === Number(b);
}

function compare(operator: string, a: PrimitiveValue, b: PrimitiveValue): boolean | undefined {
  const [left, right] = typeof a === 'string' && typeof b === 'string' ? [a, b] : [Number(a), Number(b)];
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    default:
      return undefined;
  }
}

function sum(left: ValueType, right: ValueType): ValueType {
  if (alternativesOf(left).every(becomesText) || alternativesOf(right).every(becomesText)) return STRING_TYPE;
  return alternativesOf(left).every(becomesNumber) && alternativesOf(right).every(becomesNumber)
    ? NUMBER_TYPE
    : unionType(STRING_TYPE, NUMBER_TYPE);
}

/** Whether adding it to anything gives a string. */
function becomesText(type: NonUnionType): boolean {
  return (
    type.kind === 'string' ||
    type.kind === 'array' ||
    (type.kind === 'literal' && typeof type.value === 'string')
  );
}

/** Whether adding two such values gives a number. */
function becomesNumber(type: NonUnionType): boolean {
  return (
    type.kind === 'number' ||
    type.kind === 'boolean' ||
    (type.kind === 'literal' && typeof type.value !== 'string')
  );
}

function mayBeSame(left: ValueType, right: ValueType): boolean {
  return alternativesOf(left).some((a) => alternativesOf(right).some((b) => mayBeSameOne(a, b)));
}

function mayBeSameOne(a: NonUnionType, b: NonUnionType): boolean {
  if (a.kind === 'unknown' || b.kind === 'unknown') return true;
  if (a.kind === 'literal' && b.kind === 'literal') return a.value === b.value;
  if (a.kind === 'literal') return typeof a.value === b.kind;
  if (b.kind === 'literal') return typeof b.value === a.kind;
  // An instance of a library type may be a function or an array.
  return a.kind === b.kind || a.kind === 'instance' || b.kind === 'instance';
}
