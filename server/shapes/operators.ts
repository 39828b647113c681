import {
  alternatives,
  BOOLEAN,
  FALSE,
  isNever,
  literal,
  NEVER,
  NUMBER,
  type One,
  type PrimitiveValue,
  type Shape,
  STRING,
  TRUE,
  UNDEFINED,
  UNKNOWN,
} from './shape';
import { truthiness, typeOf } from './truth';
import { union } from './union';

/** Texts that are computed and become longer are known as texts only. */
export const MAX_COMPUTED_TEXT = 10_000;

/** The literal of a computed value; of one that is too long its kind. Zero has one sign here. */
export function computed(value: PrimitiveValue): Shape {
  if (Object.is(value, -0)) return NUMBER;
  return typeof value === 'string' && value.length > MAX_COMPUTED_TEXT ? STRING : literal(value);
}

/** What a unary operator gives. */
export function unary(operator: string, operand: Shape): Shape {
  if (isNever(operand)) return NEVER;
  const value = operand.kind === 'literal' ? operand.value : undefined;
  switch (operator) {
    case '!': {
      const truth = truthiness(operand);
      return truth === undefined ? BOOLEAN : literal(!truth);
    }
    case 'typeof':
      return typeOf(operand);
    case 'void':
      return UNDEFINED;
    case 'delete':
      return BOOLEAN;
    case '-':
      return operand.kind === 'literal' ? computed(-Number(value)) : NUMBER;
    case '+':
      return operand.kind === 'literal' ? literal(Number(value)) : NUMBER;
    case '~':
      return operand.kind === 'literal' ? computed(~Number(value)) : NUMBER;
    default:
      return UNKNOWN;
  }
}

/** What a binary operator gives, also one of those in an assignment (`+` for `+=`). */
export function binary(operator: string, left: Shape, right: Shape): Shape {
  if (isNever(left) || isNever(right)) return NEVER;
  if (left.kind === 'literal' && right.kind === 'literal') {
    const value = compute(operator, left.value, right.value);
    if (value !== undefined) return computed(value);
  }
  switch (operator) {
    case '+':
      return sum(left, right);
    case '===':
      return mayBeSame(left, right) ? BOOLEAN : FALSE;
    case '!==':
      return mayBeSame(left, right) ? BOOLEAN : TRUE;
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
    case 'instanceof':
      return BOOLEAN;
    default:
      return NUMBER;
  }
}

/** With both sides known; undefined for an operator that is not among them. */
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

function sum(left: Shape, right: Shape): Shape {
  if (alternatives(left).every(becomesText) || alternatives(right).every(becomesText)) return STRING;
  return alternatives(left).every(becomesNumber) && alternatives(right).every(becomesNumber)
    ? NUMBER
    : union(STRING, NUMBER);
}

/** To add it to anything gives a text. */
function becomesText(shape: One): boolean {
  return (
    shape.kind === 'string' ||
    shape.kind === 'array' ||
    (shape.kind === 'literal' && typeof shape.value === 'string')
  );
}

/** To add it to another such gives a number. */
function becomesNumber(shape: One): boolean {
  return (
    shape.kind === 'number' ||
    shape.kind === 'boolean' ||
    (shape.kind === 'literal' && typeof shape.value !== 'string')
  );
}

function mayBeSame(left: Shape, right: Shape): boolean {
  return alternatives(left).some((a) => alternatives(right).some((b) => mayBeSameOne(a, b)));
}

function mayBeSameOne(a: One, b: One): boolean {
  if (a.kind === 'unknown' || b.kind === 'unknown') return true;
  if (a.kind === 'literal' && b.kind === 'literal') return a.value === b.value;
  if (a.kind === 'literal') return typeof a.value === b.kind;
  if (b.kind === 'literal') return typeof b.value === a.kind;
  // What the library calls an instance may be a function or an array.
  return a.kind === b.kind || a.kind === 'instance' || b.kind === 'instance';
}
