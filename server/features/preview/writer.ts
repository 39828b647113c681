import { parseTemplate } from '../../expression/template';
import { rangeInUnit } from '../../facts/expressions';
import type { ExpressionFacts, ExpressionPart } from '../../facts/facts';
import { isTagged } from '../../format/walk';
import type { NameReader } from '../../inference/name-reader';
import { inferPart } from '../../inference/node-types';
import type { ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { append } from '../../text/append';
import { oneLine } from '../../text/one-line';
import { type Range, shiftRange } from '../../text/range';
import { constantValue } from '../../types/constant-value';
import { typeText } from '../../types/type-text';
import { widen } from '../../types/union';
import { isNever, type ValueType } from '../../types/value-type';
import { type MapNode, type Node, resolveAlias, resolvedPairOf, type ScalarNode } from '../../yaml/tree/tree';
import { trimRangeEnd } from '../nodes';
import { concatenatedParts, type TextPart } from './concatenation';
import type { ExpressionChip, PreviewText, TextPiece } from './data';

/** Longer sources, values and types are cut. In UTF-16 code units. */
const MAX_VALUE = 200;

/** Writes the parts of a state, and their ranges. */
export class PreviewWriter {
  readonly places: Range[] = [];
  private readonly expressions: ReadonlyMap<ScalarNode, ExpressionFacts>;
  private readonly start: number;

  constructor(
    readonly entry: ScopeEntry,
    readonly project: Project,
    private readonly names: NameReader,
  ) {
    const facts = project.facts(entry);
    const own = facts?.expressions.filter(({ place }) => facts.scopes[place.scope] === entry.scope) ?? [];
    this.expressions = new Map(own.map((one) => [one.node, one]));
    this.start = project.startOf(entry);
  }

  /** Records a range of the unit, without trailing line breaks. */
  place({ start, end }: Range): number {
    const range = trimRangeEnd({ start, end }, this.entry.unit.text);
    return this.places.push(shiftRange(range, this.start)) - 1;
  }

  /** The value under a key as text; undefined if there is none. */
  shownAt(map: MapNode, key: string): PreviewText | undefined {
    return this.shown(resolvedPairOf(map, key)?.value);
  }

  /** A value as text; undefined if it is not written yet. */
  shown(written: Node | undefined): PreviewText | undefined {
    const node = written && resolveAlias(written);
    if (written === undefined || node === undefined) return undefined;
    if (node.kind === 'scalar' && node.empty && node.tag === undefined) return undefined;
    const at = this.place(written);
    if (node.kind !== 'scalar') {
      const text = oneLine(this.entry.unit.text.slice(node.start, node.end));
      return { at, pieces: [{ kind: 'text', text }] };
    }
    if (isTagged(node)) return { at, pieces: this.tagged(node, at) };
    return { at, pieces: joined(this.piecesOf(node)) };
  }

  /** Text from a file, in which the evaluation of expressions is unknown. */
  private tagged(node: ScalarNode, at: number): readonly TextPiece[] {
    const { text } = this.entry.unit;
    const valueType = this.names.readerOf(this.entry)?.file(node);
    const file = node.tag?.name === '!oneline' && valueType ? constantValue(valueType)?.value : undefined;
    if (typeof file !== 'string')
      return [unknownChip(at, text.slice(node.tag?.start ?? node.start, node.end))];
    return joined(splitText(file, (body) => [unknownChip(at, body)]));
  }

  private piecesOf(node: ScalarNode): TextPiece[] {
    const facts = this.expressions.get(node);
    return splitText(node.value, (body, index) => {
      const part = facts?.parts[index];
      if (facts === undefined || part === undefined || facts.place.phase === undefined) {
        return [unknownChip(this.place(node), body)];
      }
      return this.piecesOfPart(facts, part, body);
    });
  }

  private piecesOfPart(facts: ExpressionFacts, part: ExpressionPart, body: string): readonly TextPiece[] {
    const reader = this.names.readerOf(this.entry);
    const isBroken = !part.closed || part.empty || part.problem !== undefined;
    const whole = { ...unknownChip(this.place(part), body), isBroken };
    if (reader === undefined || isBroken || part.ast === undefined) return [whole];
    const inference = inferPart(reader, facts, part, this.names.namesAt(this.entry, facts.place));
    if (inference === undefined) return [whole];
    const known = { ...whole, ...knownOf(inference.type) };
    const found = known.value === undefined ? concatenatedParts(part.ast) : undefined;
    if (found === undefined) return [known];
    return found.map((piece: TextPart): TextPiece => {
      if (piece.kind === 'text') return piece;
      const { node } = piece;
      const at = this.place(rangeInUnit(this.entry.unit.text, facts, part, node));
      return { ...unknownChip(at, body.slice(node.start, node.end)), ...knownOf(inference.at(node)) };
    });
  }
}

/** An expression with only its source: its type and value are unknown. */
function unknownChip(at: number, written: string): ExpressionChip {
  const source = cut(written.replace(/\s+/g, ' ').trim());
  return { kind: 'expression', at, source, type: undefined, value: undefined, isBroken: false };
}

/**
 * The text between the expressions and the expressions; `piecesIn` converts an expression, given its body and index.
 */
function splitText(
  text: string,
  piecesIn: (body: string, index: number) => readonly TextPiece[],
): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  parseTemplate(text).expressions.forEach(({ start, end, body }, index) => {
    pieces.push({ kind: 'text', text: text.slice(at, start) });
    append(pieces, piecesIn(text.slice(body.start, body.end), index));
    at = end;
  });
  return [...pieces, { kind: 'text', text: text.slice(at) }];
}

/** Removes empty texts and joins adjacent ones. */
function joined(pieces: readonly TextPiece[]): TextPiece[] {
  const result: TextPiece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text')
      result[result.length - 1] = { kind: 'text', text: last.text + piece.text };
    else if (piece.kind !== 'text' || piece.text !== '') result.push(piece);
  }
  return result;
}

function knownOf(valueType: ValueType): {
  readonly type: string | undefined;
  readonly value: string | undefined;
} {
  if (valueType.kind === 'unknown' || isNever(valueType)) return { type: undefined, value: undefined };
  const exact = constantValue(valueType)?.value;
  if (exact === undefined || exact === null) return { type: cut(typeText(valueType)), value: undefined };
  const value = typeof exact === 'string' ? exact : JSON.stringify(exact);
  return { type: cut(typeText(widen(valueType))), value: cut(value) };
}

function cut(text: string): string {
  return text.length > MAX_VALUE ? `${[...text.slice(0, MAX_VALUE)].slice(0, -1).join('')}…` : text;
}
