import type { ExpressionFacts, ExpressionPart, ExpressionPlace } from '../../facts/facts';
import type { NameReader } from '../../inference/names';
import { inferPart } from '../../inference/written';
import { unitFacts } from '../../project/source';
import type { EmitEntry, ScopeEntry } from '../../project/symbols';
import { type Message, msg } from '../../text/message';
import { touchesRange } from '../../text/range';
import { constantValue } from '../../types/constant-value';
import type { Inference } from '../../types/infer';
import { typeText } from '../../types/type-text';
import { unionOfTypes, widen } from '../../types/union';
import { isNever, UNKNOWN, type ValueType } from '../../types/value-type';
import type { CursorLocation } from '../cursor-location';
import { inlineCode } from '../markdown';

/** What is known of values, in the words of a card. */

/** Longer types are cut. In characters. */
const MAX_TYPE = 200;

/** A shape as a code span; undefined where nothing is known. */
function shapeWords(shape: ValueType | undefined): Message | undefined {
  if (shape === undefined || shape.kind === 'unknown' || isNever(shape)) return undefined;
  return inlineCode(typeText(shape), MAX_TYPE);
}

/** A line for the type of a value; where only one value is possible, a line for that, too. */
export function typeLines(shape: ValueType | undefined): readonly [Message | undefined, Message | undefined] {
  const exact = shape && constantValue(shape);
  const isOne = exact !== undefined && exact.value !== undefined && exact.value !== null;
  const type = shapeWords(shape && isOne ? widen(shape) : shape);
  return [type && msg`type: ${type}`, isOne ? msg`value: ${shapeWords(shape) ?? ''}` : undefined];
}

/** The expression around a cursor, and where it is evaluated. */
export interface CursorExpression {
  readonly expression: ExpressionFacts;
  readonly part: ExpressionPart;
  /** The state or automata that it is in. */
  readonly entry: ScopeEntry;
}

/** The expression that an offset of the unit is in or at; undefined where none is evaluated. */
export function expressionAtCursor(at: CursorLocation): CursorExpression | undefined {
  const facts = unitFacts(at.source, at.unit);
  const prefix = at.project.member(at.source.address)?.prefix ?? [];
  for (const expression of facts.expressions) {
    const scope = facts.scopes[expression.place.scope];
    if (expression.place.phase === undefined || scope === undefined || !expression.node.closed) continue;
    const part = expression.parts.find((one) => touchesRange(one, at.offset));
    if (part === undefined) continue;
    const entry = { source: at.source.address, unit: at.unit, scope, path: [...prefix, ...scope.path] };
    return { expression, part, entry };
  }
  return undefined;
}

/** What is known of an expression and its parts; undefined for one that is broken or half-typed. */
export function inferenceOf(
  reader: NameReader,
  { expression, part, entry }: CursorExpression,
): Inference | undefined {
  const own = reader.readerOf(entry);
  if (own === undefined || !part.closed || part.problem !== undefined) return undefined;
  return inferPart(own, expression, part, reader.namesAt(entry, expression.place));
}

/** What buttons send along under a key of their payload. */
export function payloadType(reader: NameReader, emitters: readonly EmitEntry[], name: string): ValueType {
  const shapes = emitters.flatMap((emitter) =>
    emitter.emit.payload
      .filter((key) => key.text === name)
      .map((key) => reader.valueShape(emitter, key.node, RENDER)),
  );
  return shapes.length === 0 ? UNKNOWN : unionOfTypes(shapes);
}

const RENDER: ExpressionPlace = { scope: -1, phase: 'render', index: -1, event: undefined };
