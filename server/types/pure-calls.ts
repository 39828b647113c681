import { type ConstantValue, constantValues, typeOfValue } from './constant-value';
import { computedType, MAX_COMPUTED_TEXT } from './operators';
import { truthiness } from './truth';
import {
  alternativesOf,
  BOOLEAN_TYPE,
  literalType,
  NEVER,
  type PrimitiveValue,
  type ValueType,
} from './value-type';

/** Pure functions of strings, numbers and booleans. */
const PURE: ReadonlyMap<string, { readonly holder: object; readonly names: ReadonlySet<string> }> = new Map([
  [
    'String',
    {
      holder: String.prototype,
      names: words(
        'at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf normalize padEnd padStart ' +
          'repeat replace replaceAll slice split startsWith substr substring toLowerCase toString toUpperCase trim ' +
          'trimEnd trimLeft trimRight trimStart valueOf',
      ),
    },
  ],
  [
    'Number',
    { holder: Number.prototype, names: words('toExponential toFixed toPrecision toString valueOf') },
  ],
  ['Boolean', { holder: Boolean.prototype, names: words('valueOf') }],
  [
    'Math',
    {
      holder: Math,
      names: words('abs cbrt ceil floor hypot log10 log2 max min pow round sign sqrt trunc'),
    },
  ],
  [
    'NumberConstructor',
    { holder: Number, names: words('isFinite isInteger isNaN isSafeInteger parseFloat parseInt') },
  ],
  ['StringConstructor', { holder: String, names: words('fromCharCode fromCodePoint') }],
  [
    '',
    {
      holder: globalThis,
      names: words(
        'decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN parseFloat parseInt',
      ),
    },
  ],
]);

/** A result is not computed if it could be longer than this, in UTF-16 code units. */
const MAX_RESULT_LENGTH = 1_000_000;

/** The result of a library function on known strings and numbers; undefined if it is not computed. */
export function pureCall(
  name: string,
  receiver: ValueType,
  given: readonly ValueType[],
): ValueType | undefined {
  const conversion = convert(name, given);
  if (conversion) return conversion;
  const [owner = '', method = ''] = name.split('.');
  const pure = PURE.get(owner);
  if (!pure?.names.has(method)) return undefined;
  const parameters = primitives(given);
  const self = PROTOTYPES.has(owner) ? primitives([receiver]) : [undefined];
  if (parameters === undefined || self === undefined || mayBeTooLong(method, self[0], parameters))
    return undefined;
  const native: unknown = Reflect.get(pure.holder, method);
  if (typeof native !== 'function') return undefined;
  try {
    const result: unknown = Reflect.apply(native, self[0], parameters);
    return isValue(result) ? typeOfValue(result) : undefined;
  } catch {
    return NEVER;
  }
}

const PROTOTYPES = new Set(['String', 'Number', 'Boolean']);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** `String(x)`, `Number(x)`, `Boolean(x)`. */
function convert(name: string, given: readonly ValueType[]): ValueType | undefined {
  const [first] = given;
  switch (name) {
    case 'BooleanConstructor': {
      const truth = first ? truthiness(first) : false;
      return truth === undefined ? BOOLEAN_TYPE : literalType(truth);
    }
    case 'StringConstructor':
      if (first === undefined) return literalType('');
      return first.kind === 'literal' ? computedType(String(first.value)) : undefined;
    case 'NumberConstructor':
      if (first === undefined) return literalType(0);
      return first.kind === 'literal' ? computedType(Number(first.value)) : undefined;
    default:
      return undefined;
  }
}

function primitives(types: readonly ValueType[]): PrimitiveValue[] | undefined {
  const values: PrimitiveValue[] = [];
  for (const type of types) {
    if (type.kind !== 'literal') return undefined;
    values.push(type.value);
  }
  return values;
}

function mayBeTooLong(method: string, self: PrimitiveValue, parameters: readonly PrimitiveValue[]): boolean {
  const length = String(self).length;
  const longest = Math.max(1, ...parameters.map((each) => String(each).length));
  if (length > MAX_COMPUTED_TEXT || longest > MAX_COMPUTED_TEXT) return true;
  const [count] = parameters;
  if (method === 'repeat') return length * Number(count) > MAX_RESULT_LENGTH;
  if (method === 'padStart' || method === 'padEnd') return Number(count) > MAX_RESULT_LENGTH;
  return method.startsWith('replace') && (length + 1) * longest > MAX_RESULT_LENGTH;
}

function isValue(result: unknown): result is ConstantValue {
  if (Array.isArray(result)) return result.every(isValue);
  return result === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof result);
}

/** `JSON.stringify` of a known value; undefined if the value is not known. */
export function stringifyResult(given: readonly ValueType[]): ValueType | undefined {
  const values = constantValues(given);
  if (values === undefined) return undefined;
  const [value, replacer, space] = values;
  if (replacer !== undefined && replacer !== null) return undefined;
  if (space !== undefined && typeof space !== 'number' && typeof space !== 'string') return undefined;
  return computedType(JSON.stringify(value, null, space));
}

/** The truth values of a list of types; undefined if one of them is not certain. */
export function knownTruthValues(types: readonly ValueType[]): boolean[] | undefined {
  const truths: boolean[] = [];
  for (const type of types) {
    const truth = truthiness(type);
    if (truth === undefined || alternativesOf(type).length === 0) return undefined;
    truths.push(truth);
  }
  return truths;
}
