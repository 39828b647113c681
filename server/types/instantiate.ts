import { libraryType } from './library';
import type { LibraryTypeRef } from './signature';
import { tupleType, unionOfTypes } from './union';
import {
  arrayType,
  BOOLEAN_TYPE,
  FUNCTION_TYPE,
  instanceType,
  literalType,
  NULL_TYPE,
  NUMBER_TYPE,
  STRING_TYPE,
  UNDEFINED_TYPE,
  UNKNOWN,
  type ValueType,
} from './value-type';

/** Values of type parameters; `this` is the object of the method. */
export type TypeBindings = ReadonlyMap<string, ValueType>;

const SIMPLE: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['string', STRING_TYPE],
  ['number', NUMBER_TYPE],
  ['boolean', BOOLEAN_TYPE],
  ['null', NULL_TYPE],
  ['undefined', UNDEFINED_TYPE],
  ['symbol', instanceType('Symbol')],
  ['Function', FUNCTION_TYPE],
  // Many kinds of values are iterable, and `Object` may be any of them.
  ['Iterable', UNKNOWN],
  ['Object', UNKNOWN],
]);

/** The type of a library type with these type arguments; an unbound parameter is unknown. */
export function instantiate(type: LibraryTypeRef, bindings: TypeBindings): ValueType {
  switch (type.kind) {
    case 'literal':
      return literalType(type.value);
    case 'array':
      return arrayType(instantiate(type.element, bindings));
    case 'tuple':
      return tupleType(type.items.map((item) => instantiate(item, bindings)));
    case 'union':
      return unionOfTypes(type.of.map((each) => instantiate(each, bindings)));
    case 'function':
      return { ...FUNCTION_TYPE, signatures: [type.signature], bound: bindings, identity: type };
    default:
      return (
        bindings.get(type.name) ?? SIMPLE.get(type.name) ?? instantiateNamed(type.name, type.of, bindings)
      );
  }
}

function instantiateNamed(name: string, of: readonly LibraryTypeRef[], bindings: TypeBindings): ValueType {
  const type = libraryType(name);
  if (type === undefined) return UNKNOWN;
  return instanceType(
    name,
    type.parameters.map((_, i) => {
      const given = of[i];
      return given ? instantiate(given, bindings) : UNKNOWN;
    }),
  );
}
