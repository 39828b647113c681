import { isNullish } from './members';
import {
  ARRAY,
  alternatives,
  BOOLEAN,
  FALSE,
  FUNCTION,
  type Literal,
  literal,
  NULL,
  NUMBER,
  type One,
  type Shape,
  STRING,
  TRUE,
  UNDEFINED,
} from './shape';
import { union, unionOf } from './union';

/** Whether the value counts as true; undefined when both may be, or nothing is known. */
export function truthiness(shape: Shape): boolean | undefined {
  const all = alternatives(shape).map(truthinessOfOne);
  const [first] = all;
  return all.every((each) => each === first) ? first : undefined;
}

function truthinessOfOne(shape: One): boolean | undefined {
  switch (shape.kind) {
    case 'literal':
      return Boolean(shape.value);
    case 'array':
    case 'object':
    case 'function':
    case 'instance':
      return true;
    default:
      return undefined;
  }
}

/** What the value is where it counted as true. */
export function truthyPart(shape: Shape): Shape {
  return part(shape, (one) => {
    if (one.kind === 'boolean') return TRUE;
    return truthinessOfOne(one) === false ? undefined : one;
  });
}

/** What the value is where it counted as false. */
export function falsyPart(shape: Shape): Shape {
  return part(shape, (one) => {
    if (one.kind === 'boolean') return FALSE;
    if (one.kind === 'string') return literal('');
    if (one.kind === 'number') return union(literal(0), literal(Number.NaN));
    return truthinessOfOne(one) === true ? undefined : one;
  });
}

/** What the value is where it is neither `null` nor `undefined`. */
export function nonNullish(shape: Shape): Shape {
  return part(shape, (one) => (isNullish(one) ? undefined : one));
}

/** What the value is where it is `null` or `undefined`. */
export function nullishPart(shape: Shape): Shape {
  return part(shape, (one) => {
    if (one.kind === 'unknown') return union(NULL, UNDEFINED);
    return isNullish(one) ? one : undefined;
  });
}

/** What the value is where it equals the literal (strictly), or where it does not. */
export function equalPart(shape: Shape, value: Literal, equal: boolean): Shape {
  return part(shape, (one) => {
    if (one.kind === 'literal') return (one.value === value.value) === equal ? one : undefined;
    if (!equal)
      return one.kind === 'boolean' && typeof value.value === 'boolean' ? literal(!value.value) : one;
    if (one.kind === 'unknown') return value;
    return one.kind === typeof value.value ? value : undefined;
  });
}

/** What the value is where it is an array, or where it is none. */
export function arrayPart(shape: Shape, isArray: boolean): Shape {
  return part(shape, (one) => {
    if (one.kind === 'unknown') return isArray ? ARRAY : one;
    // The result of a match is an array, too.
    if (one.kind === 'instance') return one;
    return (one.kind === 'array') === isArray ? one : undefined;
  });
}

const OF_TYPE: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['string', STRING],
  ['number', NUMBER],
  ['boolean', BOOLEAN],
  ['function', FUNCTION],
  ['undefined', UNDEFINED],
]);

/** What the value is where `typeof` gives the word, or where it gives another. */
export function typePart(shape: Shape, word: string, same: boolean): Shape {
  return part(shape, (one) => {
    if (one.kind === 'unknown') return same ? (OF_TYPE.get(word) ?? one) : one;
    const own = typeWord(one);
    return own === undefined || (own === word) === same ? one : undefined;
  });
}

/** What `typeof` gives, when that is certain. */
export function typeWord(shape: One): string | undefined {
  switch (shape.kind) {
    case 'literal':
      return shape.value === null ? 'object' : typeof shape.value;
    case 'array':
    case 'object':
      return 'object';
    case 'instance':
      // Classes are functions, `Math` is none.
      return shape.type === 'Symbol' || shape.type.endsWith('Constructor') ? undefined : 'object';
    case 'unknown':
      return undefined;
    default:
      return shape.kind;
  }
}

function part(shape: Shape, choose: (one: One) => Shape | undefined): Shape {
  if (shape.kind !== 'union') return choose(shape) ?? union();
  const chosen = shape.of.map(choose);
  if (chosen.every((one, i) => one === shape.of[i])) return shape;
  return unionOf(chosen.filter((one) => one !== undefined));
}

/** What `typeof` gives as a shape. */
export function typeOf(shape: Shape): Shape {
  const words = alternatives(shape).map(typeWord);
  const known = words.filter((word) => word !== undefined);
  return known.length === words.length ? unionOf(known.map((word) => literal(word))) : STRING;
}

/** Left of `&&`, `||` and `??`: what the whole is when the right side is not looked at. */
export function keptPart(operator: string, left: Shape): Shape {
  if (operator === '&&') return falsyPart(left);
  return operator === '||' ? truthyPart(left) : nonNullish(left);
}

/** Whether the right side of `&&`, `||` or `??` is looked at; undefined if it may be. */
export function looksRight(operator: string, left: Shape): boolean | undefined {
  if (operator === '&&') return truthiness(left);
  if (operator === '||') {
    const truth = truthiness(left);
    return truth === undefined ? undefined : !truth;
  }
  if (left.kind === 'unknown') return undefined;
  const nullish = alternatives(left).map(isNullish);
  const [first] = nullish;
  return nullish.every((each) => each === first) ? first : undefined;
}
