import { alternatives, type One, type Shape } from './shape';

/** The kinds of values that JSON and the fields of the format tell apart. */
export type Kind = 'string' | 'number' | 'boolean' | 'null' | 'undefined' | 'array' | 'object' | 'function';

/** The kinds that a value may be of, each at least; undefined when it may be of any. Empty for `NEVER`. */
export function kindsOf(shape: Shape): ReadonlySet<Kind> | undefined {
  const kinds = new Set<Kind>();
  for (const one of alternatives(shape)) {
    const kind = kindOf(one);
    if (kind === undefined) return undefined;
    kinds.add(kind);
  }
  return kinds;
}

function kindOf(shape: One): Kind | undefined {
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

function kindOfValue(value: string | number | boolean | null | undefined): Kind {
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

function kindOfInstance(type: string): Kind | undefined {
  // A symbol is of no kind that is told apart here.
  if (type === 'Symbol') return undefined;
  if (type === 'RegExpMatchArray' || type === 'RegExpExecArray') return 'array';
  return type.endsWith('Constructor') ? 'function' : 'object';
}
