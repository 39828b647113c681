import { engine } from '../engine/engine';
import type { Ast } from '../expression/parse';
import type { ExpressionFacts, ExpressionPart, UnitFacts } from '../facts/facts';
import type { Catalog } from '../format/catalog';
import { VARIABLE_OR_VALUE } from '../format/variable';
import { isTagged, resolveType } from '../format/walk';
import { type Inference, infer } from '../shapes/infer';
import {
  ARRAY,
  FALSE,
  literal,
  type MemberShape,
  member,
  NULL,
  NUMBER,
  type Origin,
  objectOf,
  type Shape,
  STRING,
  TRUE,
  UNKNOWN,
} from '../shapes/shape';
import { tupleOf } from '../shapes/union';
import { isMerged, type MapNode, type Node, pairOf, resolveAlias, type ScalarNode } from '../yaml/tree';
import type { Unit } from '../yaml/unit';
import { disagreement } from '../yaml/yaml-1-1';

/** Types of what is written in a state file: literals, maps, lists, and strings with expressions. */

/**
 * The type of a name in an expression; undefined leaves it to JavaScript. The members of `context` are only those
 * that the given expression reads, or all without one.
 */
export type Names = (name: string, expression?: Ast | ExpressionPart) => Shape | undefined;

/** The unit from which values are read. */
export interface Reader {
  readonly source: string;
  readonly unit: Unit;
  readonly facts: UnitFacts;
  /** Members have origins. Otherwise types contain no places, so that equal ones stay equal when text moves. */
  readonly hasOrigins: boolean;
  /** The modules and widgets that are known. */
  readonly catalog: Catalog;
  /** The type of the text that `!oneline` includes at a node. */
  file(node: ScalarNode): Shape;
}

/** The text of an origin, with offsets of its own. */
export type Text =
  /** Keys of a unit; offsets are those of the unit. */
  | { readonly kind: 'unit'; readonly source: string; readonly unit: Unit }
  /** The decoded text of a scalar. */
  | { readonly kind: 'scalar'; readonly source: string; readonly unit: Unit; readonly node: ScalarNode }
  /** The body of an expression. */
  | {
      readonly kind: 'expression';
      readonly source: string;
      readonly unit: Unit;
      readonly expression: ExpressionFacts;
      readonly part: ExpressionPart;
    }
  /** A file that `!oneline` includes. */
  | { readonly kind: 'file'; readonly address: string };

/**
 * The type of a value as the service passes it on; `names` are the names in its expressions. Aliases within the
 * target of an alias are unknown: they may form a cycle, or expand to billions of values.
 */
export function shapeOfNode(reader: Reader, written: Node, names: Names, inAlias = false): Shape {
  const isAlias = written.kind === 'alias';
  const node = isAlias && inAlias ? undefined : resolveAlias(written);
  if (node === undefined) return UNKNOWN;
  if (node.kind === 'scalar') return shapeOfScalar(reader, node, names);
  if (isTagged(node)) return UNKNOWN;
  const within = inAlias || isAlias;
  if (node.kind === 'seq') return tupleOf(node.items.map((item) => shapeOfNode(reader, item, names, within)));
  return shapeOfMap(reader, node, names, within);
}

/** The type of a variable in `context` or `outputs`, which may be written with its type. */
export function shapeOfVariable(reader: Reader, written: Node, names: Names): Shape {
  const node = resolveAlias(written);
  const type = node && resolveType(VARIABLE_OR_VALUE, node, undefined);
  if (node?.kind !== 'map' || type?.kind !== 'object') return shapeOfNode(reader, written, names);
  const value = pairOf(node, 'value')?.value;
  const inAlias = written.kind === 'alias';
  return value === undefined || isMerged(node) ? UNKNOWN : shapeOfNode(reader, value, names, inAlias);
}

/** The type of values of a declared `type`, as documented; undefined if it is not documented. */
export function shapeOfType(type: string | undefined): Shape | undefined {
  switch (type) {
    case 'text':
    case 'string':
    case 'IM':
    case 'image':
    case 'audio':
      return STRING;
    case 'number':
    case 'integer':
      return NUMBER;
    case 'list':
      return ARRAY;
    default:
      return undefined;
  }
}

function shapeOfMap(reader: Reader, node: MapNode, names: Names, inAlias: boolean): Shape {
  const members = new Map<string, MemberShape>();
  for (const { name, key, value } of node.pairs) {
    if (name === '<<') continue;
    members.set(name, member(shapeOfNode(reader, value, names, inAlias), ...originOf(reader, key)));
  }
  const isWhole =
    !isMerged(node) && node.pairs.every(({ colon, key }) => colon >= 0 && key.kind === 'scalar');
  return objectOf(members, isWhole);
}

function originOf({ source, unit, hasOrigins }: Reader, key: Node): Origin[] {
  if (!hasOrigins) return [];
  const quote = key.kind === 'scalar' && (key.style === 'single' || key.style === 'double') ? 1 : 0;
  const of: Text = { kind: 'unit', source, unit };
  return [{ start: key.start + quote, end: key.end - quote, of }];
}

function shapeOfScalar(reader: Reader, node: ScalarNode, names: Names): Shape {
  if (node.tag?.name === '!oneline') return reader.file(node);
  if (node.tag !== undefined) return UNKNOWN;
  const expressions = expressionsOf(reader.facts).get(node);
  if (expressions) return shapeOfTemplate(reader, expressions, names);
  switch (node.type) {
    case 'string':
      return node.closed ? literal(node.value, scalarText(reader, node)) : UNKNOWN;
    case 'null':
      return node.empty ? UNKNOWN : NULL;
    default:
      return shapeOfPlain(reader.unit, node);
  }
}

function scalarText({ source, unit, hasOrigins }: Reader, node: ScalarNode): Text | undefined {
  return hasOrigins ? { kind: 'scalar', source, unit, node } : undefined;
}

/** A number or a Boolean; unknown if YAML 1.1 and 1.2 read it differently. */
function shapeOfPlain({ notation }: Unit, node: ScalarNode): Shape {
  if (notation === 'yaml' && disagreement(node.value)) return UNKNOWN;
  if (node.type === 'boolean') return /^t/i.test(node.value) ? TRUE : FALSE;
  const value = Number(node.value);
  return Number.isFinite(value) ? literal(value) : NUMBER;
}

/** A string that is one expression keeps its type; text with expressions in it is text. */
function shapeOfTemplate(reader: Reader, expression: ExpressionFacts, names: Names): Shape {
  const { parts, whole } = expression;
  if (parts.some(({ closed, problem }) => !closed || problem !== undefined)) return UNKNOWN;
  if (!whole) return STRING;
  const [only] = parts;
  return (only && inferPart(reader, expression, only, names)?.shape) ?? UNKNOWN;
}

/** The types of one expression and its parts; undefined if it does not parse. */
export function inferPart(
  { source, unit, hasOrigins }: Reader,
  expression: ExpressionFacts,
  part: ExpressionPart,
  names: Names,
): Inference | undefined {
  if (part.ast === undefined) return undefined;
  const of: Text | undefined = hasOrigins
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
