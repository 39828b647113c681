import { isNullish } from './member-lookup';
import { unionOfTypes, unionType } from './union';
import {
  ARRAY_TYPE,
  alternativesOf,
  BOOLEAN_TYPE,
  FALSE_TYPE,
  FUNCTION_TYPE,
  type LiteralType,
  literalType,
  type NonUnionType,
  NULL_TYPE,
  NUMBER_TYPE,
  STRING_TYPE,
  TRUE_TYPE,
  UNDEFINED_TYPE,
  type ValueType,
} from './value-type';

/** Whether the value is truthy; undefined if that is not certain. */
export function truthiness(shape: ValueType): boolean | undefined {
  const all = alternativesOf(shape).map(truthinessOfOne);
  const [first] = all;
  return all.every((each) => each === first) ? first : undefined;
}

function truthinessOfOne(shape: NonUnionType): boolean | undefined {
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

/** The type of the value if it is truthy. */
export function truthyPart(shape: ValueType): ValueType {
  return part(shape, (one) => {
    if (one.kind === 'boolean') return TRUE_TYPE;
    return truthinessOfOne(one) === false ? undefined : one;
  });
}

/** The type of the value if it is falsy. */
export function falsyPart(shape: ValueType): ValueType {
  return part(shape, (one) => {
    if (one.kind === 'boolean') return FALSE_TYPE;
    if (one.kind === 'string') return literalType('');
    if (one.kind === 'number') return unionType(literalType(0), literalType(Number.NaN));
    return truthinessOfOne(one) === true ? undefined : one;
  });
}

/** The type of the value if it is neither `null` nor `undefined`. */
export function nonNullish(shape: ValueType): ValueType {
  return part(shape, (one) => (isNullish(one) ? undefined : one));
}

/** The type of the value if it is `null` or `undefined`. */
export function nullishPart(shape: ValueType): ValueType {
  return part(shape, (one) => {
    if (one.kind === 'unknown') return unionType(NULL_TYPE, UNDEFINED_TYPE);
    return isNullish(one) ? one : undefined;
  });
}

/** The type of the value if it is strictly equal to the literal, or if it is not. */
export function equalPart(shape: ValueType, value: LiteralType, equal: boolean): ValueType {
  return part(shape, (one) => {
    if (one.kind === 'literal') return (one.value === value.value) === equal ? one : undefined;
    if (!equal)
      return one.kind === 'boolean' && typeof value.value === 'boolean' ? literalType(!value.value) : one;
    if (one.kind === 'unknown') return value;
    return one.kind === typeof value.value ? value : undefined;
  });
}

/** The type of the value if it is an array, or if it is not. */
export function arrayPart(shape: ValueType, isArray: boolean): ValueType {
  return part(shape, (one) => {
    if (one.kind === 'unknown') return isArray ? ARRAY_TYPE : one;
    // The result of a match is an array, too.
    if (one.kind === 'instance') return one;
    return (one.kind === 'array') === isArray ? one : undefined;
  });
}

const OF_TYPE: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['string', STRING_TYPE],
  ['number', NUMBER_TYPE],
  ['boolean', BOOLEAN_TYPE],
  ['function', FUNCTION_TYPE],
  ['undefined', UNDEFINED_TYPE],
]);

/** The type of the value if `typeof` gives the word, or another one. */
export function typePart(shape: ValueType, word: string, same: boolean): ValueType {
  return part(shape, (one) => {
    if (one.kind === 'unknown') return same ? (OF_TYPE.get(word) ?? one) : one;
    const own = typeofResult(one);
    return own === undefined || (own === word) === same ? one : undefined;
  });
}

/** The result of `typeof` if it is certain. */
function typeofResult(shape: NonUnionType): string | undefined {
  switch (shape.kind) {
    case 'literal':
      return shape.value === null ? 'object' : typeof shape.value;
    case 'array':
    case 'object':
      return 'object';
    case 'instance':
      // Classes are functions, `Math` is not.
      return shape.type === 'Symbol' || shape.type.endsWith('Constructor') ? undefined : 'object';
    case 'unknown':
      return undefined;
    default:
      return shape.kind;
  }
}

function part(shape: ValueType, choose: (one: NonUnionType) => ValueType | undefined): ValueType {
  if (shape.kind !== 'union') return choose(shape) ?? unionType();
  const chosen = shape.of.map(choose);
  if (chosen.every((one, i) => one === shape.of[i])) return shape;
  return unionOfTypes(chosen.filter((one) => one !== undefined));
}

/** The type of a `typeof` expression. */
export function typeofType(shape: ValueType): ValueType {
  const words = alternativesOf(shape).map(typeofResult);
  const known = words.filter((word) => word !== undefined);
  return known.length === words.length ? unionOfTypes(known.map((word) => literalType(word))) : STRING_TYPE;
}

/** The type of `&&`, `||` or `??` if the right side is not evaluated. */
export function leftResult(operator: string, left: ValueType): ValueType {
  if (operator === '&&') return falsyPart(left);
  return operator === '||' ? truthyPart(left) : nonNullish(left);
}

/** Whether the right side of `&&`, `||` or `??` is evaluated; undefined if that is not certain. */
export function isRightEvaluated(operator: string, left: ValueType): boolean | undefined {
  if (operator === '&&') return truthiness(left);
  if (operator === '||') {
    const truth = truthiness(left);
    return truth === undefined ? undefined : !truth;
  }
  if (left.kind === 'unknown') return undefined;
  const nullish = alternativesOf(left).map(isNullish);
  const [first] = nullish;
  return nullish.every((each) => each === first) ? first : undefined;
}
