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
export function truthiness(type: ValueType): boolean | undefined {
  const all = alternativesOf(type).map(truthinessOfOne);
  const [first] = all;
  return all.every((each) => each === first) ? first : undefined;
}

function truthinessOfOne(type: NonUnionType): boolean | undefined {
  switch (type.kind) {
    case 'literal':
      return Boolean(type.value);
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
export function truthyPart(type: ValueType): ValueType {
  return part(type, (one) => {
    if (one.kind === 'boolean') return TRUE_TYPE;
    return truthinessOfOne(one) === false ? undefined : one;
  });
}

/** The type of the value if it is falsy. */
export function falsyPart(type: ValueType): ValueType {
  return part(type, (one) => {
    if (one.kind === 'boolean') return FALSE_TYPE;
    if (one.kind === 'string') return literalType('');
    if (one.kind === 'number') return unionType(literalType(0), literalType(Number.NaN));
    return truthinessOfOne(one) === true ? undefined : one;
  });
}

/** The type of the value if it is neither `null` nor `undefined`. */
export function nonNullish(type: ValueType): ValueType {
  return part(type, (one) => (isNullish(one) ? undefined : one));
}

/** The type of the value if it is `null` or `undefined`. */
export function nullishPart(type: ValueType): ValueType {
  return part(type, (one) => {
    if (one.kind === 'unknown') return unionType(NULL_TYPE, UNDEFINED_TYPE);
    return isNullish(one) ? one : undefined;
  });
}

/** The type of the value if it is strictly equal to the literal, or if it is not. */
export function equalPart(type: ValueType, value: LiteralType, equal: boolean): ValueType {
  return part(type, (one) => {
    if (one.kind === 'literal') return (one.value === value.value) === equal ? one : undefined;
    if (!equal)
      return one.kind === 'boolean' && typeof value.value === 'boolean' ? literalType(!value.value) : one;
    if (one.kind === 'unknown') return value;
    return one.kind === typeof value.value ? value : undefined;
  });
}

/** The type of the value if it is an array, or if it is not. */
export function arrayPart(type: ValueType, isArray: boolean): ValueType {
  return part(type, (one) => {
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
export function typePart(type: ValueType, word: string, same: boolean): ValueType {
  return part(type, (one) => {
    if (one.kind === 'unknown') return same ? (OF_TYPE.get(word) ?? one) : one;
    const own = typeofResult(one);
    return own === undefined || (own === word) === same ? one : undefined;
  });
}

/** The result of `typeof` if it is certain. */
function typeofResult(type: NonUnionType): string | undefined {
  switch (type.kind) {
    case 'literal':
      return type.value === null ? 'object' : typeof type.value;
    case 'array':
    case 'object':
      return 'object';
    case 'instance':
      // Classes are functions, `Math` is not.
      return type.name === 'Symbol' || type.name.endsWith('Constructor') ? undefined : 'object';
    case 'unknown':
      return undefined;
    default:
      return type.kind;
  }
}

function part(type: ValueType, choose: (one: NonUnionType) => ValueType | undefined): ValueType {
  if (type.kind !== 'union') return choose(type) ?? unionType();
  const chosen = type.of.map(choose);
  if (chosen.every((one, i) => one === type.of[i])) return type;
  return unionOfTypes(chosen.filter((one) => one !== undefined));
}

/** The type of a `typeof` expression. */
export function typeofType(type: ValueType): ValueType {
  const words = alternativesOf(type).map(typeofResult);
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
