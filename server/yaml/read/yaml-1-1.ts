/**
 * How YAML 1.1 reads a plain scalar. The service that loads these files uses a Python library that follows version
 * 1.1, while editors and the parser here follow 1.2. The patterns are those of the library: `y` and `n` are strings,
 * an exponent needs a sign.
 */
export type ScalarReading =
  | { readonly kind: 'text' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'date' }
  /** It cannot be loaded. */
  | { readonly kind: 'error' };

const TEXT: ScalarReading = { kind: 'text' };

const TRUE = /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const FALSE = /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const INTEGER = /^[-+]?(?:0b[01_]+|0[0-7_]+|0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const FLOAT = /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?)$/;
const BASE_60_FLOAT = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/;
const NO_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME =
  /^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/;

/** The reading of YAML 1.1; undefined for null and infinite numbers, which both versions read alike. */
export function readAs11(text: string): ScalarReading | undefined {
  if (text === '' || /^(?:~|null|Null|NULL)$/.test(text) || NO_FINITE.test(text)) return undefined;
  if (TRUE.test(text)) return { kind: 'boolean', value: true };
  if (FALSE.test(text)) return { kind: 'boolean', value: false };
  if (INTEGER.test(text)) return { kind: 'number', value: integer(text) };
  if (FLOAT.test(text)) return { kind: 'number', value: Number(text.replace(/_/g, '')) };
  if (BASE_60_FLOAT.test(text)) return { kind: 'number', value: base60(text) };
  if (DATE.test(text) || TIME.test(text)) return { kind: 'date' };
  return text === '=' || text === '<<' ? { kind: 'error' } : TEXT;
}

/** The value of an integer in YAML 1.1; undefined for any other text. */
export function integerAs11(text: string): bigint | undefined {
  const plain = text.replace(/_/g, '');
  // Nothing is left of `0x_`.
  if (!INTEGER.test(text) || /^[-+]?0[bx]$/.test(plain)) return undefined;
  const digits = plain.replace(/^[-+]/, '');
  const value = digits.includes(':')
    ? digits.split(':').reduce((sum, part) => sum * 60n + BigInt(part), 0n)
    : BigInt(/^0\d/.test(digits) ? `0o${digits}` : digits);
  return plain.startsWith('-') ? -value : value;
}

function integer(text: string): number {
  return Number(integerAs11(text) ?? Number.NaN);
}

function base60(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const parts = text.replace(/_/g, '').replace(/^[-+]/, '').split(':');
  return sign * parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}

const BOOLEAN_12 = /^(?:true|True|TRUE|false|False|FALSE)$/;
const INTEGER_12 = /^[-+]?[0-9]+$/;
const BASE_12 = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/;
const FLOAT_12 = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

/** The reading of YAML 1.2 with the core schema; the same kinds of values as above. */
export function readAs12(text: string): ScalarReading {
  if (BOOLEAN_12.test(text)) return { kind: 'boolean', value: /^t/i.test(text) };
  const isNumber = INTEGER_12.test(text) || BASE_12.test(text) || FLOAT_12.test(text);
  return isNumber ? { kind: 'number', value: Number(text) } : TEXT;
}

/** Both readings of a plain scalar if they differ; undefined if they agree. */
export function disagreement(
  text: string,
): { readonly old: ScalarReading; readonly current: ScalarReading } | undefined {
  const old = readAs11(text);
  if (old === undefined) return undefined;
  const current = readAs12(text);
  const isSame =
    old.kind === current.kind && ('value' in old ? 'value' in current && old.value === current.value : true);
  return isSame ? undefined : { old, current };
}
