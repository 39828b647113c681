import {
  ARRAY_TYPE,
  BOOLEAN_TYPE,
  FALSE_TYPE,
  FUNCTION_TYPE,
  type MemberType,
  NEVER,
  NULL_TYPE,
  NUMBER_TYPE,
  OBJECT_TYPE,
  type PrimitiveValue,
  STRING_TYPE,
  TRUE_TYPE,
  UNDEFINED_TYPE,
  UNKNOWN,
  type ValueType,
} from './value-type';

/**
 * Returns the same object for equal types, so that they can be compared by identity. Types with origins and functions
 * of an expression are never equal and not shared; very long strings are not shared either. Objects with members in
 * another order are not equal, as descriptions show the order.
 */
export class TypeInterner {
  private young = new Generation();
  /** Types shared before the last change of generations: those that are not used until the next one are dropped. */
  private old = new Generation();
  private lastId = 0;

  constructor() {
    this.addConstants();
  }

  /** The type itself, or an equal one that was returned before. */
  share(type: ValueType): ValueType {
    if (this.young.isFull) {
      this.old = this.young;
      this.young = new Generation();
      this.addConstants();
    }
    return this.shared(type) ?? type;
  }

  private addConstants(): void {
    for (const constant of CONSTANTS) this.shared(constant);
  }

  /** Undefined if it cannot be shared. A shared type costs one look-up, whatever its size. */
  private shared(type: ValueType): ValueType | undefined {
    if (this.young.types.has(type)) return type;
    const copy = this.withSharedParts(type);
    if (copy === undefined) return undefined;
    const key = this.keyOf(copy);
    const known = this.young.byKey.get(key) ?? this.old.byKey.get(key);
    const own = known ?? (CONSTANTS.has(type) ? type : copy);
    this.idOf(own);
    this.young.add(key, own);
    return own;
  }

  private withSharedParts(type: ValueType): ValueType | undefined {
    switch (type.kind) {
      case 'literal':
        return type.of === undefined && !isLong(type.value) ? type : undefined;
      case 'array': {
        const element = this.shared(type.element);
        const items = type.items && this.sharedAll(type.items);
        if (element === undefined || (type.items && items === undefined)) return undefined;
        return { ...type, element, items };
      }
      case 'object': {
        const members = this.sharedValues(type.members, (one) => this.sharedMember(one));
        return members && { ...type, members };
      }
      case 'function': {
        const bound = type.apply ? undefined : this.sharedValues(type.bound, (one) => this.shared(one));
        return bound && { ...type, bound };
      }
      case 'instance': {
        const of = this.sharedAll(type.of);
        return of && { ...type, of };
      }
      case 'union': {
        const of = this.sharedAll(type.of);
        return of && { ...type, of };
      }
      default:
        return type;
    }
  }

  private sharedMember(member: MemberType): MemberType | undefined {
    const type = member.origins.length === 0 ? this.shared(member.type) : undefined;
    return type === member.type ? member : type && { ...member, type };
  }

  /** A map with shared values; undefined if one of them cannot be shared. */
  private sharedValues<T>(
    values: ReadonlyMap<string, T>,
    share: (value: T) => T | undefined,
  ): Map<string, T> | undefined {
    const all = new Map<string, T>();
    for (const [name, value] of values) {
      const own = share(value);
      if (own === undefined) return undefined;
      all.set(name, own);
    }
    return all;
  }

  private sharedAll<T extends ValueType>(types: readonly T[]): T[] | undefined {
    const all: T[] = [];
    for (const type of types) {
      const own = this.shared(type);
      if (own === undefined) return undefined;
      // A shared type is of the same kind.
      all.push(own as T);
    }
    return all;
  }

  /** A unique key of a type whose parts are shared. */
  private keyOf(type: ValueType): string {
    switch (type.kind) {
      case 'literal':
        if (typeof type.value === 'string') return `"${type.value}`;
        return Object.is(type.value, -0) ? '=-0' : `=${type.value}`;
      case 'array':
        return `[${this.idOf(type.element)};${type.items ? this.idsOf(type.items) : '*'}]`;
      case 'object': {
        const members = Array.from(
          type.members,
          ([name, { type: own, optional }]) =>
            `${JSON.stringify(name)}${optional ? '?' : ''}${this.idOf(own)}`,
        );
        return `{${type.complete ? '' : '*'}${members.join()}}`;
      }
      case 'function': {
        const bound = Array.from(type.bound, ([name, own]) => `${name}:${this.idOf(own)}`);
        return `f${this.idOf(type.identity)}(${this.idsOf(type.signatures)})${bound.join()}`;
      }
      case 'instance':
        return `${type.name}<${this.idsOf(type.of)}>`;
      case 'union':
        return `(${this.idsOf(type.of)})`;
      default:
        return type.kind;
    }
  }

  private idsOf(parts: readonly unknown[]): string {
    return parts.map((part) => this.idOf(part)).join();
  }

  private idOf(part: unknown): number {
    const known = this.young.ids.get(part) ?? this.old.ids.get(part) ?? ++this.lastId;
    this.young.ids.set(part, known);
    return known;
  }
}

/** The types that were shared during one generation. */
class Generation {
  readonly byKey = new Map<string, ValueType>();
  /** The types of `byKey`. */
  readonly types = new Set<ValueType>();
  /** Numbers of these types and of function identities. No number is reused. */
  readonly ids = new Map<unknown, number>();
  private characters = 0;

  /** Whether the number of types or the length of keys requires a new generation. */
  get isFull(): boolean {
    return this.byKey.size >= MAX_SHARED || this.characters >= MAX_KEY_CHARACTERS;
  }

  add(key: string, type: ValueType): void {
    if (this.byKey.has(key)) return;
    this.byKey.set(key, type);
    this.types.add(type);
    this.characters += key.length;
  }
}

/** Per generation. */
const MAX_SHARED = 4_000;
const MAX_KEY_CHARACTERS = 1_000_000;
/** Longer texts are not shared, in characters. */
const MAX_TEXT_LENGTH = 100_000;
/** Shared as they are, because code compares with them; parts come before the types that contain them. */
const CONSTANTS: ReadonlySet<ValueType> = new Set<ValueType>([
  UNKNOWN,
  NEVER,
  STRING_TYPE,
  NUMBER_TYPE,
  BOOLEAN_TYPE,
  UNDEFINED_TYPE,
  NULL_TYPE,
  TRUE_TYPE,
  FALSE_TYPE,
  FUNCTION_TYPE,
  OBJECT_TYPE,
  ARRAY_TYPE,
]);

function isLong(value: PrimitiveValue): boolean {
  return typeof value === 'string' && value.length > MAX_TEXT_LENGTH;
}
