import {
  addFields,
  contentEnd,
  type Edit,
  isUntyped,
  lineBreakOf,
  replaceScalar,
  setValue,
} from '../rules/edits';
import { hasLineBreak, indentAt, nextContentLine, nextLine } from '../text/lines';
import type { Unit } from '../yaml/cut/unit';
import { containerOf, type MapNode, pairOf, resolvedPairOf, type ScalarNode } from '../yaml/tree/tree';
import type { TextLayout } from '../yaml/write/layout';
import { quotesAt } from '../yaml/write/quoting';
import { blockText, scalarEdit, scalarText } from '../yaml/write/scalars';

/**
 * The edits that give a scalar another text, in its style: a block text stays a block, and quotes change only if the text
 * needs others. Several lines stay in double quotes. Otherwise, and in place of an empty text, which a new one is at first,
 * they become a block where that is possible, unless such texts are escaped here.
 */
export function textEdits(unit: Unit, scalar: ScalarNode, text: string, layout: TextLayout): Edit[] {
  const { start, end, style, closed, value } = scalar;
  const isBlock = style === 'literal' || style === 'folded';
  // The style of other texts is asked only for several lines: it is read from the whole file.
  const isKept = isBlock || !text.includes('\n') || (style === 'double' && value !== '');
  const wanted = isKept ? style : layout.linesStyle;
  const lines = wanted === 'literal' || wanted === 'folded' ? wanted : undefined;
  const block = lines && asBlock(unit, scalar, text, lines, layout.step);
  if (block !== undefined) return replaceScalar(unit, scalar, block.replaceAll('\n', lineBreakOf(unit)));
  const others = quotesAt(layout, scalar);
  if (isBlock) return replaceScalar(unit, scalar, scalarText(text, 'block', undefined, others));
  const isQuoted = style !== 'plain';
  const content = isQuoted ? { start: start + 1, end: closed ? end - 1 : end } : { start, end };
  return [scalarEdit(scalar, content, text, unit.notation, others)];
}

/** A text as a block in place of a scalar, indented like the old one; undefined if it would be read as another text. */
function asBlock(
  unit: Unit,
  scalar: ScalarNode,
  text: string,
  style: 'literal' | 'folded',
  usual: string,
): string | undefined {
  const { text: source } = unit;
  const holder = containerOf(scalar);
  if (holder?.kind !== 'map' || holder.flow) return undefined;
  const [header, indicator] = /^[|>][-+]?(\d?)/.exec(source.slice(scalar.start, scalar.start + 3)) ?? [];
  // The end of the file is no line break, and the blank lines after a text belong to one that ends with some.
  const isLast = !hasLineBreak(source, contentEnd(source, scalar), source.length);
  const after = source.slice(scalar.end, nextContentLine(source, scalar.end)).match(/\r?\n|\r/g) ?? [];
  const hasMore = header === undefined || !text.endsWith('\n'.repeat(after.length + 1));
  if (text.endsWith('\n\n') ? isLast || hasMore : isLast && text.endsWith('\n')) return undefined;
  const first = indentAt(source, nextLine(source, scalar.start)) - holder.indent;
  const isKnown = header !== undefined && first > 0 && scalar.value.trim() !== '';
  const step = isKnown ? ' '.repeat(Number(indicator) || first) : usual;
  return blockText(style, text, ' '.repeat(holder.indent), step);
}

/**
 * The edits that give a field of a map a text: its scalar, or a new field before the pair with an index. Undefined if
 * the field is written in another form, or merged.
 */
export function fieldEdits(
  unit: Unit,
  map: MapNode,
  name: string,
  text: string,
  index: number,
  layout: TextLayout,
): Edit[] | undefined {
  const pair = pairOf(map, name);
  if (pair === undefined)
    return resolvedPairOf(map, name)
      ? undefined
      : addFields(unit, map, [{ name, value: text, index }], layout);
  const { value } = pair;
  if (value.kind !== 'scalar' || !isUntyped(value)) return undefined;
  // What is written for an empty text would come before its anchor.
  if (value.empty && (value.tag ?? value.anchor) !== undefined) return undefined;
  if (value.value === text && !value.empty) return [];
  return value.empty ? setValue(unit, pair, text, layout) : textEdits(unit, value, text, layout);
}
