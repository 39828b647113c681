import { addFields, contentEnd, type Edit, insertText, lineBreakOf, setValue } from '../rules/edits';
import { indentAt, lineEnd, lineIndent, matchedText, nextLine } from '../text/lines';
import type { Unit } from '../yaml/cut/unit';
import { containerOf, type MapNode, pairOf, resolvedPairOf, type ScalarNode } from '../yaml/tree/tree';
import { detectLayout } from '../yaml/write/layout';
import { foldedBlock, literalBlock, quotedText, scalarEdit } from '../yaml/write/scalars';
import { BlockWriter, textOfPieces } from '../yaml/write/values';

/**
 * The edits that give a scalar another text, in its style: a block text stays a block, a text of one line that gets
 * several becomes one where it can, and quotes change only if the text needs others.
 */
function textEdits(unit: Unit, scalar: ScalarNode, text: string): Edit[] {
  const { start, end, style, closed } = scalar;
  if (style === 'literal' || style === 'folded') return [blockEdit(unit, scalar, text)];
  const holder = containerOf(scalar);
  if (isNewBlock(scalar, text) && holder?.kind === 'map' && !holder.flow) {
    const pieces = new BlockWriter(detectLayout(unit)).inPlace(text, ' '.repeat(holder.indent));
    const written = textOfPieces(pieces, lineBreakOf(unit));
    const header = matchedText(written, /^[|>][^\r\n]*/);
    // A comment after the text remains on its line.
    const after = lineEnd(unit.text, end);
    if (header === '' || after === end) return [{ range: { start, end }, text: written }];
    return [{ range: { start, end }, text: header }, insertText(after, written.slice(header.length))];
  }
  const isQuoted = style !== 'plain';
  const content = isQuoted ? { start: start + 1, end: closed ? end - 1 : end } : { start, end };
  return [scalarEdit(scalar, content, text, unit.notation)];
}

/** A quoted text that has several lines stays as it is. */
function isNewBlock({ style, value }: ScalarNode, text: string): boolean {
  return text.includes('\n') && (style === 'plain' || !value.includes('\n'));
}

/** A text in the style and the indentation of a block scalar. */
function blockEdit(unit: Unit, scalar: ScalarNode, text: string): Edit {
  const { text: source } = unit;
  const { start } = scalar;
  const holder = containerOf(scalar);
  const outer = holder?.indent ?? lineIndent(source, start);
  const ownStep = indentAt(source, nextLine(source, start)) - outer;
  const isEmpty = scalar.value.trim() === '';
  const step = ownStep > 0 && !isEmpty ? ' '.repeat(ownStep) : detectLayout(unit).step;
  // The blank lines after the text would belong to one that ends with some.
  const isOpen = text.endsWith('\n\n');
  const folded = scalar.style === 'folded' && !isOpen ? foldedBlock(text, step) : undefined;
  const written = folded ?? (isOpen ? undefined : literalBlock(text, step));
  const range = { start, end: contentEnd(source, scalar) };
  if (written === undefined) return { range, text: quotedText(text, 'double') };
  const indented = written.replace(/(?<=\n)(?=.)/g, ' '.repeat(outer));
  return { range, text: indented.replaceAll('\n', lineBreakOf(unit)) };
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
): Edit[] | undefined {
  const pair = pairOf(map, name);
  if (pair === undefined)
    return resolvedPairOf(map, name) ? undefined : addFields(unit, map, [{ name, value: text, index }]);
  const { value } = pair;
  if (value.kind !== 'scalar' || value.tag !== undefined || value.anchor !== undefined) return undefined;
  return value.empty ? setValue(unit, pair, text) : textEdits(unit, value, text);
}
