import type { ArrayType, LiteralType, ObjectType, UnionType, ValueType } from './value-type';

/** Displayed levels of a type. */
const MAX_LEVELS = 3;
/** Displayed members of an object and items of a list. */
const MAX_ITEMS = 6;
/** Displayed characters of a string. */
const MAX_TEXT_LENGTH = 30;

/**
 * A short description: `{ name: string, score: number }[]`. Omitted parts, and possible further members, are shown as
 * `…`.
 */
export function typeText(type: ValueType, levels = MAX_LEVELS): string {
  switch (type.kind) {
    case 'unknown':
      return 'unknown';
    case 'literal':
      return describeLiteral(type);
    case 'array':
      return describeArray(type, levels);
    case 'object':
      return describeObject(type, levels);
    case 'function':
      return type.signatures[0]?.text ?? 'function';
    case 'instance':
      return type.of.length > 0 && levels > 0
        ? `${type.name}<${type.of.map((each) => typeText(each, levels - 1)).join(', ')}>`
        : type.name;
    case 'union':
      return describeUnion(type, levels);
    default:
      return type.kind;
  }
}

function describeLiteral({ value }: LiteralType): string {
  if (typeof value !== 'string') return Object.is(value, -0) ? '0' : String(value);
  return JSON.stringify(value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH - 1)}…` : value);
}

function describeArray({ items, element }: ArrayType, levels: number): string {
  if (levels <= 0) return '[…]';
  if (items && items.length <= MAX_ITEMS)
    return `[${items.map((item) => typeText(item, levels - 1)).join(', ')}]`;
  const inner = typeText(element, levels - 1);
  return element.kind === 'union' || element.kind === 'function' ? `(${inner})[]` : `${inner}[]`;
}

function describeObject({ members, complete }: ObjectType, levels: number): string {
  if (members.size === 0) return complete ? '{}' : 'object';
  if (levels <= 0) return '{…}';
  const shown = [...members].slice(0, MAX_ITEMS).map(([name, { type, optional }]) => {
    return `${describeName(name)}${optional ? '?' : ''}: ${typeText(type, levels - 1)}`;
  });
  const more = complete && members.size <= MAX_ITEMS ? [] : ['…'];
  return `{ ${[...shown, ...more].join(', ')} }`;
}

function describeName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}

function describeUnion({ of }: UnionType, levels: number): string {
  if (of.length === 0) return 'nothing';
  return of.map((each) => typeText(each, levels)).join(' | ');
}
