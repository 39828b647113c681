import { libraryType } from './library';
import {
  BOOLEAN,
  FUNCTION,
  instanceOf,
  listOf,
  literal,
  NULL,
  NUMBER,
  type Shape,
  STRING,
  UNDEFINED,
  UNKNOWN,
} from './shape';
import type { Type } from './signature';
import { tupleOf, unionOf } from './union';

/** What type parameters stand for; `this` is the object whose method it is. */
export type Bindings = ReadonlyMap<string, Shape>;

const SIMPLE: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['string', STRING],
  ['number', NUMBER],
  ['boolean', BOOLEAN],
  ['null', NULL],
  ['undefined', UNDEFINED],
  ['symbol', instanceOf('Symbol')],
  ['Function', FUNCTION],
  // What can be gone through may be of many kinds, and so may `Object`.
  ['Iterable', UNKNOWN],
  ['Object', UNKNOWN],
]);

/** The shape of a library type, with the type parameters as bound; one that is not bound is unknown. */
export function instantiate(type: Type, bindings: Bindings): Shape {
  switch (type.kind) {
    case 'literal':
      return literal(type.value);
    case 'array':
      return listOf(instantiate(type.element, bindings));
    case 'tuple':
      return tupleOf(type.items.map((item) => instantiate(item, bindings)));
    case 'union':
      return unionOf(type.of.map((each) => instantiate(each, bindings)));
    case 'function':
      return { ...FUNCTION, signatures: [type.signature], bound: bindings, identity: type };
    default:
      return (
        bindings.get(type.name) ?? SIMPLE.get(type.name) ?? instantiateNamed(type.name, type.of, bindings)
      );
  }
}

function instantiateNamed(name: string, of: readonly Type[], bindings: Bindings): Shape {
  const type = libraryType(name);
  if (type === undefined) return UNKNOWN;
  return instanceOf(
    name,
    type.parameters.map((_, i) => {
      const given = of[i];
      return given ? instantiate(given, bindings) : UNKNOWN;
    }),
  );
}
