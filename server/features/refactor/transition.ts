import { type Step, stepIntoPair, stepOfSlot } from '../../format/walk';
import { layoutIn } from '../../project/layout';
import {
  contentEnd,
  type Edit,
  endWithComments,
  flowText,
  insertText,
  lineBreakOf,
  shiftLines,
} from '../../rules/edits';
import { lineEnd, lineIndent, lineStart } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import { slotOf } from '../../yaml/cursor/cursor';
import type { Unit } from '../../yaml/cut/unit';
import { isBlockText, type MapNode, type Pair } from '../../yaml/tree/tree';
import { descendantsOf } from '../../yaml/tree/visit';
import type { TextLayout } from '../../yaml/write/layout';
import { writingOf } from '../../yaml/write/scalars';
import { BlockWriter, textOfPieces } from '../../yaml/write/values';
import { WrittenScalar } from '../../yaml/write/written-scalar';
import { type Refactoring, type RefactoringContext, unitRefactoring } from './refactoring';

/** Converts between the three forms of a transition: a target, a case, a list of cases. */
export function transitionRefactorings(context: RefactoringContext): Refactoring[] {
  const { at } = context;
  const { unit } = at;
  const found: Refactoring[] = [];
  const offer = (title: Message, edits: Edit[] | undefined) => {
    if (edits) found.push(unitRefactoring(context, title, edits));
  };
  const pair = transitionAt(context);
  const value = pair?.value;
  if (pair === undefined || value === undefined || value.tag || value.anchor) return [];
  if (value.kind === 'scalar' && value.value === '') return [];
  const layout = layoutIn(at.project, at.source.address, unit);
  offer(msg('Convert the target to a case'), wrapTarget(unit, layout, pair, false));
  offer(msg('Convert the target to a list of cases'), wrapTarget(unit, layout, pair, true));
  offer(msg('Convert the case to a target'), value.kind === 'map' ? unwrapTarget(unit, pair) : undefined);
  offer(msg('Convert the case to a list of cases'), wrapCase(unit, layout, pair));
  offer(msg('Convert the list to its only case'), unwrapCase(unit, layout, pair));
  return found;
}

/** The pair of a map of transitions that contains the selection. */
function transitionAt({ at, selection }: RefactoringContext): Pair | undefined {
  let found: Pair | undefined;
  for (const node of descendantsOf(at.root.node)) {
    if (node.kind !== 'map') continue;
    const end = (pair: Pair) => contentEnd(at.unit.text, pair);
    const pair = node.pairs.find((one) => one.start <= selection.start && selection.end <= end(one));
    if (pair === undefined || pair.colon < 0) continue;
    const step: Step = stepOfSlot(at.root, slotOf(node));
    const isEvents = step.type.kind === 'map' && step.type.keys === 'event';
    if (isEvents && stepIntoPair(step, node, pair).type.kind !== 'any') found = pair;
  }
  return found;
}

/** Writes a target as a case, or as a list of one case. */
export function wrapTarget(unit: Unit, layout: TextLayout, pair: Pair, asList: boolean): Edit[] | undefined {
  const { parent: map, value } = pair;
  if (value.kind !== 'scalar' || value.empty || isBlockText(value)) return undefined;
  // An anchor stays with the target.
  const anchor = value.anchor === undefined ? '' : `&${value.anchor}`;
  const [, blanks = '', before] = /^(\s*)(\S*)\s*$/.exec(unit.text.slice(pair.colon + 1, value.start)) ?? [];
  if (before !== anchor || (map.flow && anchor !== '')) return undefined;
  if (map.flow) {
    const target = { target: new WrittenScalar(unit.text.slice(value.start, value.end)) };
    const written = asList ? [target] : target;
    return [
      { range: value, text: flowText(unit, written, writingOf(map, unit.notation), pair.start, layout) },
    ];
  }
  // The target itself stays as it is written.
  const target = { target: new WrittenScalar('') };
  const pieces = new BlockWriter(layout, layout).value(asList ? [target] : target, ' '.repeat(map.indent));
  const range = { start: pair.colon + 1, end: pair.colon + 1 + blanks.length };
  return [{ range, text: textOfPieces(pieces, lineBreakOf(unit)) }];
}

/** Writes a case that has nothing but a target as that, also if it is the only one of a list. */
export function unwrapTarget({ text }: Unit, pair: Pair): Edit[] | undefined {
  const { value } = pair;
  const [one, other] = value.kind === 'seq' ? value.items : [value];
  if (one?.kind !== 'map' || other || (value.kind === 'seq' && (one.tag || one.anchor))) return undefined;
  const [only, more] = one.pairs;
  const target = only?.value;
  if (only?.name !== 'target' || more || target?.kind !== 'scalar' || target.empty) return undefined;
  if (target.tag || target.anchor || isBlockText(target)) return undefined;
  const before = text.slice(pair.colon + 1, target.start);
  const after = text.slice(target.end, value.end);
  // Only the text of the case itself: a comment would be lost.
  if (!/^\s*(?:\[\s*|-\s+)?(?:\{\s*)?["']?target["']?\s*:\s*$/.test(before)) return undefined;
  if (!/^(?:\s*,?\s*\})?(?:\s*,?\s*\])?\s*$/.test(after)) return undefined;
  const { flow, indent } = value.kind === 'seq' ? value : one;
  const below = value === one || flow ? 0 : endWithComments(text, value.end, indent + 1);
  if (below > lineEnd(text, target.end)) return undefined;
  const end = flow ? value.end : one.flow ? one.end : target.end;
  const opening = flow
    ? { range: { start: value.start, end: target.start }, text: '' }
    : { range: { start: pair.colon + 1, end: target.start }, text: ' ' };
  return [opening, { range: { start: target.end, end }, text: '' }];
}

/** Writes a case as a list of one case. */
export function wrapCase(unit: Unit, layout: TextLayout, pair: Pair): Edit[] | undefined {
  const { dash, entryStep: step = '\t', listOffset } = layout;
  const { text } = unit;
  const { value } = pair;
  if (value.kind !== 'map') return undefined;
  if (value.flow) {
    if (step === '\t') return [insertText(value.start, '['), insertText(value.end, ']')];
    const line = lineBreakOf(unit) + ' '.repeat(lineIndent(text, pair.start));
    const shifted = shiftLines(unit, value.start, value.end, step.length);
    return [insertText(value.start, `[${line}${step}`), ...shifted, insertText(value.end, `${line}]`)];
  }
  if (!/^\s*$/.test(text.slice(lineStart(text, value.start), value.start))) return undefined;
  if (value.start <= pair.colon || value.pairs.length === 0) return undefined;
  return shiftCase(unit, pair, value, value.indent, pair.parent.indent + listOffset.length, dash);
}

/** Writes the only case of a list as that. */
export function unwrapCase(unit: Unit, layout: TextLayout, pair: Pair): Edit[] | undefined {
  const { value: list } = pair;
  const [only, more] = list.kind === 'seq' ? list.items : [];
  if (list.kind !== 'seq' || list.tag || only?.kind !== 'map' || more) return undefined;
  if (only.tag || only.anchor) return undefined;
  const { text } = unit;
  if (list.flow) {
    if (!/^\[\s*$/.test(text.slice(list.start, only.start))) return undefined;
    if (!/^\s*(?:,\s*)?\]$/.test(text.slice(only.end, list.end))) return undefined;
    return [
      { range: { start: list.start, end: only.start }, text: '' },
      ...shiftLines(unit, only.start, only.end, lineIndent(text, pair.start) - lineIndent(text, only.start)),
      { range: { start: only.end, end: list.end }, text: '' },
    ];
  }
  const start = lineStart(text, only.start);
  if (!/^ *- +$/.test(text.slice(start, only.start))) return undefined;
  if (only.flow) {
    if (!/^\s*$/.test(text.slice(pair.colon + 1, start))) return undefined;
    return [{ range: { start: pair.colon + 1, end: only.start }, text: ' ' }];
  }
  return shiftCase(unit, pair, only, list.indent, pair.parent.indent + layout.step.length);
}

/** Moves a case on lines with its comments from the column of its dash, or of its keys, to another one. */
function shiftCase(unit: Unit, { colon }: Pair, map: MapNode, from: number, to: number, dash = ''): Edit[] {
  const { text } = unit;
  const { start, indent } = map;
  const line = lineStart(text, start);
  const end = endWithComments(text, contentEnd(text, map), indent - 1);
  return [
    ...shiftLines(unit, colon, line, to - from),
    { range: { start: line, end: start }, text: ' '.repeat(to) + dash },
    ...shiftLines(unit, start, end, to + dash.length - indent),
  ];
}
