import { engine } from '../engine/engine';
import type { Ast } from '../expression/parse';
import type { ExpressionFacts, ExpressionPart, UnitFacts } from '../facts/facts';
import { closesMoreThanItOpens } from '../facts/unbraced';
import type { Catalog } from '../format/catalog';
import { VARIABLE_OR_VALUE } from '../format/variable';
import { isTagged, resolveType } from '../format/walk';
import type { Address } from '../project/files/paths';
import { type Inference, infer } from '../types/infer';
import { tupleType } from '../types/union';
import {
  ARRAY_TYPE,
  BOOLEAN_TYPE,
  FALSE_TYPE,
  literalType,
  type MemberOrigin,
  type MemberType,
  memberType,
  NULL_TYPE,
  NUMBER_TYPE,
  objectType,
  STRING_TYPE,
  TRUE_TYPE,
  UNKNOWN,
  type ValueType,
} from '../types/value-type';
import type { Unit } from '../yaml/cut/unit';
import { disagreement } from '../yaml/read/yaml-1-1';
import {
  isMerged,
  type MapNode,
  type Node,
  pairOf,
  resolveAlias,
  type ScalarNode,
  textOf,
} from '../yaml/tree/tree';

/** Types of literal values in a state file: scalars, maps, lists, and strings with expressions. */

/**
 * The type of a name in an expression; undefined for a global of JavaScript. The type of `context` has only the members
 * that the given expression reads, or all if there is no expression.
 */
export type NameTypes = (name: string, expression?: Ast | ExpressionPart) => ValueType | undefined;

/** The unit from which values are read. */
export interface UnitReader {
  readonly source: Address;
  readonly unit: Unit;
  readonly facts: UnitFacts;
  /** Whether members have origins. Types without them stay equal when text moves. */
  readonly hasOrigins: boolean;
  /** The modules and widgets that are known. */
  readonly catalog: Catalog;
  /** The type of the text that `!oneline` includes at a node. */
  file(node: ScalarNode): ValueType;
}

/** The text that the offsets of an origin refer to. */
export type OriginText =
  /** The text of a unit. */
  | { readonly kind: 'unit'; readonly source: Address; readonly unit: Unit }
  /** The decoded text of a scalar. */
  | { readonly kind: 'scalar'; readonly source: Address; readonly unit: Unit; readonly node: ScalarNode }
  /** The body of an expression. */
  | {
      readonly kind: 'expression';
      readonly source: Address;
      readonly unit: Unit;
      readonly expression: ExpressionFacts;
      readonly part: ExpressionPart;
    }
  /** A file that `!oneline` includes. */
  | { readonly kind: 'file'; readonly address: Address };

/**
 * The type of a value as the service passes it on; `names` are the names in its expressions. The types of aliases
 * within the target of an alias are unknown: they may form a cycle, or expand to billions of values.
 */
export function typeOfNode(reader: UnitReader, written: Node, names: NameTypes, inAlias = false): ValueType {
  const isAlias = written.kind === 'alias';
  const node = isAlias && inAlias ? undefined : resolveAlias(written);
  if (node === undefined) return UNKNOWN;
  if (node.kind === 'scalar') return typeOfScalar(reader, node, names);
  if (isTagged(node)) return UNKNOWN;
  const within = inAlias || isAlias;
  if (node.kind === 'seq')
    return tupleType(node.items.map((item) => typeOfNode(reader, item, names, within)));
  return typeOfMap(reader, node, names, within);
}

/** The type of a variable in `context` or `outputs`, which may be declared with its `type`. */
export function typeOfVariable(reader: UnitReader, written: Node, names: NameTypes): ValueType {
  const node = resolveAlias(written);
  const type = node && resolveType(VARIABLE_OR_VALUE, node, undefined);
  if (node?.kind !== 'map' || type?.kind !== 'object') return typeOfNode(reader, written, names);
  const value = pairOf(node, 'value')?.value;
  const inAlias = written.kind === 'alias';
  return value === undefined || isMerged(node) ? UNKNOWN : typeOfNode(reader, value, names, inAlias);
}

/** The type of values of a declared `type`, as documented; undefined if it is not documented. */
export function typeOfDeclared(type: string | undefined): ValueType | undefined {
  switch (type) {
    case 'text':
    case 'string':
    case 'IM':
    case 'image':
    case 'audio':
      return STRING_TYPE;
    case 'number':
    case 'integer':
      return NUMBER_TYPE;
    case 'list':
      return ARRAY_TYPE;
    default:
      return undefined;
  }
}

/**
 * The type of a value that a definition describes: its `type`, and the `properties` of an object. A value may have
 * further properties, as nothing shows that the service removes or rejects them.
 */
export function typeOfDefinition(reader: UnitReader, node: MapNode, inAlias = false): ValueType {
  if (isMerged(node)) return UNKNOWN;
  const type = textOf(node, 'type');
  if (type === 'boolean') return BOOLEAN_TYPE;
  const written = type === 'object' ? pairOf(node, 'properties')?.value : undefined;
  if (written === undefined) return typeOfDeclared(type) ?? UNKNOWN;
  const isAlias = written.kind === 'alias';
  const properties = isAlias && inAlias ? undefined : resolveAlias(written);
  if (properties?.kind !== 'map' || isTagged(properties)) return UNKNOWN;
  const members = new Map<string, MemberType>();
  for (const { name, key, value } of properties.pairs) {
    const within = inAlias || isAlias;
    const definition = within && value.kind === 'alias' ? undefined : resolveAlias(value);
    const member =
      definition?.kind === 'map'
        ? typeOfDefinition(reader, definition, within || value.kind === 'alias')
        : UNKNOWN;
    if (name !== '<<') members.set(name, memberType(member, ...originOf(reader, key)));
  }
  return objectType(members, false);
}

function typeOfMap(reader: UnitReader, node: MapNode, names: NameTypes, inAlias: boolean): ValueType {
  const members = new Map<string, MemberType>();
  for (const { name, key, value } of node.pairs) {
    if (name === '<<') continue;
    members.set(name, memberType(typeOfNode(reader, value, names, inAlias), ...originOf(reader, key)));
  }
  const complete =
    !isMerged(node) && node.pairs.every(({ colon, key }) => colon >= 0 && key.kind === 'scalar');
  return objectType(members, complete);
}

function originOf({ source, unit, hasOrigins }: UnitReader, key: Node): MemberOrigin[] {
  if (!hasOrigins) return [];
  const quote = key.kind === 'scalar' && (key.style === 'single' || key.style === 'double') ? 1 : 0;
  const of: OriginText = { kind: 'unit', source, unit };
  return [{ start: key.start + quote, end: key.end - quote, of }];
}

function typeOfScalar(reader: UnitReader, node: ScalarNode, names: NameTypes): ValueType {
  if (node.tag?.name === '!oneline') return reader.file(node);
  if (node.tag !== undefined) return UNKNOWN;
  const expressions = expressionsOf(reader.facts).get(node);
  if (expressions) return typeOfTemplate(reader, expressions, names);
  switch (node.type) {
    case 'string':
      // A text that closes more braces than it opens may be an expression that lost one.
      return node.closed && !closesMoreThanItOpens(node.value)
        ? literalType(node.value, scalarText(reader, node))
        : UNKNOWN;
    case 'null':
      return node.empty ? UNKNOWN : NULL_TYPE;
    default:
      return typeOfPlainScalar(reader.unit, node);
  }
}

function scalarText({ source, unit, hasOrigins }: UnitReader, node: ScalarNode): OriginText | undefined {
  return hasOrigins ? { kind: 'scalar', source, unit, node } : undefined;
}

/** A number or a Boolean; unknown if YAML 1.1 and 1.2 read it differently. */
function typeOfPlainScalar({ notation }: Unit, node: ScalarNode): ValueType {
  if (notation === 'yaml' && disagreement(node.value)) return UNKNOWN;
  if (node.type === 'boolean') return /^t/i.test(node.value) ? TRUE_TYPE : FALSE_TYPE;
  const value = Number(node.value);
  return Number.isFinite(value) ? literalType(value) : NUMBER_TYPE;
}

/** A string that is one expression keeps its type; text with expressions in it is text. */
function typeOfTemplate(reader: UnitReader, expression: ExpressionFacts, names: NameTypes): ValueType {
  const { parts, whole } = expression;
  if (parts.some(({ closed, problem }) => !closed || problem !== undefined)) return UNKNOWN;
  if (!whole) return STRING_TYPE;
  const [only] = parts;
  return (only && inferPart(reader, expression, only, names)?.type) ?? UNKNOWN;
}

/** The types of one expression and its parts; undefined if it does not parse. */
export function inferPart(
  { source, unit, hasOrigins }: UnitReader,
  expression: ExpressionFacts,
  part: ExpressionPart,
  names: NameTypes,
): Inference | undefined {
  if (part.ast === undefined) return undefined;
  const of: OriginText | undefined = hasOrigins
    ? { kind: 'expression', source, unit, expression, part }
    : undefined;
  return infer(part.ast, (name) => names(name, part), of);
}

/** The expressions of a unit by the scalars that contain them. */
export const expressionsOf = engine.query(
  'expressions by scalar',
  ({ expressions }: UnitFacts): ReadonlyMap<ScalarNode, ExpressionFacts> =>
    new Map(expressions.map((one) => [one.node, one])),
);
