import { alternativesOf, type NonUnionType, type ValueType } from './value-type';

/** The kinds of values that JSON and the fields of the format distinguish. */
export type ValueKindName =
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'undefined'
  | 'array'
  | 'object'
  | 'function';

/** The possible kinds of a value; undefined if it may have any. Empty for `NEVER`. */
export function kindsOf(shape: ValueType): ReadonlySet<ValueKindName> | undefined {
  const kinds = new Set<ValueKindName>();
  for (const one of alternativesOf(shape)) {
    const kind = kindOf(one);
    if (kind === undefined) return undefined;
    kinds.add(kind);
  }
  return kinds;
}

function kindOf(shape: NonUnionType): ValueKindName | undefined {
  switch (shape.kind) {
    case 'literal':
      return kindOfValue(shape.value);
    case 'instance':
      return kindOfInstance(shape.type);
    case 'unknown':
      return undefined;
    default:
      return shape.kind;
  }
}

function kindOfValue(value: string | number | boolean | null | undefined): ValueKindName {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'undefined';
  }
}

function kindOfInstance(type: string): ValueKindName | undefined {
  // Symbols are not distinguished here.
  if (type === 'Symbol') return undefined;
  if (type === 'RegExpMatchArray' || type === 'RegExpExecArray') return 'array';
  return type.endsWith('Constructor') ? 'function' : 'object';
}
