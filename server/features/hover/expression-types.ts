import type { ExpressionFacts, ExpressionPart, ExpressionPlace } from '../../facts/facts';
import type { NameReader } from '../../inference/name-reader';
import { inferPart } from '../../inference/node-types';
import { unitFacts } from '../../project/files/source';
import type { EmitEntry, ScopeEntry } from '../../project/names/symbols';
import { type Message, msg } from '../../text/message';
import { touchesRange } from '../../text/range';
import { constantValue } from '../../types/constant-value';
import type { Inference } from '../../types/infer';
import { typeText } from '../../types/type-text';
import { unionOfTypes, widen } from '../../types/union';
import { isNever, UNKNOWN, type ValueType } from '../../types/value-type';
import type { CursorLocation } from '../cursor-location';
import { inlineCode } from '../markdown';

/** Descriptions of types in hovers. */

/** Longer types are cut. In characters. */
const MAX_TYPE = 200;

/** A type as a code span; undefined if it is not known. */
function typeCode(valueType: ValueType | undefined): Message | undefined {
  if (valueType === undefined || valueType.kind === 'unknown' || isNever(valueType)) return undefined;
  return inlineCode(typeText(valueType), MAX_TYPE);
}

/** A line for the type of a value, and one for the value if only one is possible. */
export function typeLines(
  valueType: ValueType | undefined,
): readonly [Message | undefined, Message | undefined] {
  const exact = valueType && constantValue(valueType);
  const isOne = exact !== undefined && exact.value !== undefined && exact.value !== null;
  const type = typeCode(valueType && isOne ? widen(valueType) : valueType);
  const value = isOne ? typeCode(valueType) : undefined;
  return [type && msg`type: ${type}`, value && msg`value: ${value}`];
}

/** The expression at a cursor, and where it is evaluated. */
export interface CursorExpression {
  readonly expression: ExpressionFacts;
  readonly part: ExpressionPart;
  /** The state or automata that contains it. */
  readonly entry: ScopeEntry;
}

/** The expression in or next to an offset of the unit; undefined if none is evaluated there. */
export function expressionAtCursor(at: CursorLocation): CursorExpression | undefined {
  const facts = unitFacts(at.source, at.unit);
  for (const expression of facts.expressions) {
    const scope = facts.scopes[expression.place.scope];
    if (expression.place.phase === undefined || scope === undefined || !expression.node.closed) continue;
    const part = expression.parts.find((one) => touchesRange(one, at.offset));
    if (part === undefined) continue;
    return { expression, part, entry: at.project.entryOf(at.source.address, at.unit, scope) };
  }
  return undefined;
}

/** The types of an expression and its parts; undefined if it is incomplete or broken. */
export function inferenceOf(
  reader: NameReader,
  { expression, part, entry }: CursorExpression,
): Inference | undefined {
  const own = reader.readerOf(entry);
  if (own === undefined || !part.closed || part.problem !== undefined) return undefined;
  return inferPart(own, expression, part, reader.namesAt(entry, expression.place));
}

/** The type of a payload key, from the buttons that set it. */
export function payloadType(reader: NameReader, emitters: readonly EmitEntry[], name: string): ValueType {
  const types = emitters.flatMap((emitter) =>
    emitter.emit.payload
      .filter((key) => key.text === name)
      .map((key) => reader.typeOfValue(emitter, key.node, RENDER)),
  );
  return types.length === 0 ? UNKNOWN : unionOfTypes(types);
}

const RENDER: ExpressionPlace = { scope: -1, phase: 'render', index: -1, event: undefined };
