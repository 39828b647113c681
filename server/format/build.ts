import type { EnumValue, Field, KeyRole, ObjectRef, StringType, Type } from './types';

/** Helpers for the types of fields, which keep the tables short. */

/** Text in which `{{ }}` is evaluated. */
export const TEXT = { kind: 'string', template: true } as const satisfies StringType;

/** Text without expressions: names, labels, identifiers. */
export const LITERAL = { kind: 'string', template: false } as const satisfies StringType;

/** Text that is displayed in the chat, so that line breaks matter. */
export const DISPLAYED = { kind: 'string', template: true, displayed: true } as const satisfies StringType;

/** The expression in "a list, or an expression that gives one". */
export const EXPRESSION = {
  kind: 'string',
  template: true,
  expressionOnly: true,
} as const satisfies StringType;

/** Any value, with expressions at any depth. */
export const ANY = { kind: 'any', template: true } as const satisfies Type;

/** A number, or an expression that gives one. */
export const NUMBER = { kind: 'number', template: true } as const satisfies Type;

/** A boolean, or an expression that gives one. */
export const BOOLEAN = { kind: 'boolean', template: true } as const satisfies Type;

/** A boolean that must be a literal: it is read before anything is evaluated. */
export const FLAG = { kind: 'boolean', template: false } as const satisfies Type;

/** One of the described objects. */
export function objectRef(object: ObjectRef): Type {
  return { kind: 'object', object };
}

/** A list whose items are all of one type. */
export function listOf(item: Type): Type {
  return { kind: 'list', item };
}

/** A map whose keys are names that the author chooses. */
export function mapOf(keys: KeyRole, value: Type): Type {
  return { kind: 'map', keys, value };
}

/** Alternatives that differ in YAML kind. */
export function oneOf(...of: readonly Type[]): Type {
  return { kind: 'union', of };
}

/** A type, or an expression whose value has it. Not for types that accept scalars anyway. */
export function orExpression(type: Type): Type {
  return type.kind === 'union' ? oneOf(...type.of, EXPRESSION) : oneOf(type, EXPRESSION);
}

/** Exactly one of these values. */
export function enumType(values: readonly EnumValue[]): Type {
  return { kind: 'enum', values, open: false };
}

type FieldOf = Omit<Field, 'name' | 'source'> & Partial<Pick<Field, 'source'>>;

/** Fields by name; `source` applies to those without a source of their own. */
export function fields(source: string, table: Readonly<Record<string, FieldOf>>): readonly Field[] {
  return Object.entries(table).map(([name, field]) => ({ source, ...field, name }));
}

/** Marks a field that few objects have. */
export function rare<F extends FieldOf>(field: F): F {
  return { ...field, rare: true };
}

/** Marks a field that must be present. */
export function required<F extends FieldOf>(field: F): F {
  return { ...field, required: true };
}

/** Marks a field that is accepted but not suggested. */
export function hidden<F extends FieldOf>(field: F): F {
  return { ...field, hidden: true };
}
