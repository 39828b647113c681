import { type Step, stepIntoPair, stepOfSlot } from '../../format/walk';
import { layoutIn } from '../../project/layout';
import { contentEnd, type Edit, flowText, insertText, lineBreakOf, shiftLines } from '../../rules/edits';
import { lineIndent, lineStart } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import { slotOf } from '../../yaml/cursor/cursor';
import type { MapNode, Pair, ScalarNode, SeqNode } from '../../yaml/tree/tree';
import { descendantsOf } from '../../yaml/tree/visit';
import { detectLayout } from '../../yaml/write/layout';
import { writingOf } from '../../yaml/write/scalars';
import { BlockWriter, textOfPieces } from '../../yaml/write/values';
import { WrittenScalar } from '../../yaml/write/written-scalar';
import type { CursorLocation } from '../cursor-location';
import { type Refactoring, type RefactoringContext, unitRefactoring } from './refactoring';

/** Converts between the three forms of a transition: a target, a case, a list of cases. */
export function transitionRefactorings(context: RefactoringContext): Refactoring[] {
  const { at } = context;
  const found: Refactoring[] = [];
  const offer = (title: Message, edits: Edit[] | undefined) => {
    if (edits) found.push(unitRefactoring(context, title, edits));
  };
  const pair = transitionAt(context);
  const value = pair?.value;
  if (pair === undefined || value === undefined || value.tag || value.anchor) return [];
  if (value.kind === 'scalar' && !value.empty && value.value !== '') {
    offer(msg('Convert the target to a case'), wrapTarget(at, pair, value, false));
    offer(msg('Convert the target to a list of cases'), wrapTarget(at, pair, value, true));
  } else if (value.kind === 'map') {
    offer(msg('Convert the case to a target'), unwrapTarget(at, pair, value));
    offer(msg('Convert the case to a list of cases'), wrapCase(at, pair, value));
  } else if (value.kind === 'seq')
    offer(msg('Convert the list to its only case'), unwrapCase(at, pair, value));
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

/** A unit of a project, in whose layout new text is written. */
type TransitionText = Pick<CursorLocation, 'unit' | 'source' | 'project'>;

/** Writes a target as a case, or as a list of one case. */
export function wrapTarget(
  { unit, source, project }: TransitionText,
  pair: Pair,
  value: ScalarNode,
  asList: boolean,
): Edit[] | undefined {
  if (value.style === 'literal' || value.style === 'folded') return undefined;
  // An anchor stays with the target.
  const anchor = value.anchor === undefined ? '' : `&${value.anchor}`;
  const [, blanks = '', written] = /^(\s*)(\S*)\s*$/.exec(unit.text.slice(pair.colon + 1, value.start)) ?? [];
  const map = pair.parent;
  if (written !== anchor || (map.flow && anchor !== '')) return undefined;
  const layout = layoutIn(project, source.address, unit);
  if (map.flow) {
    const target = { target: new WrittenScalar(unit.text.slice(value.start, value.end)) };
    return [
      {
        range: value,
        text: flowText(unit, asList ? [target] : target, writingOf(map, unit.notation), pair.start, layout),
      },
    ];
  }
  // The target itself stays as it is written.
  const target = { target: new WrittenScalar('') };
  const before = new BlockWriter(layout, layout).value(asList ? [target] : target, ' '.repeat(map.indent));
  const range = { start: pair.colon + 1, end: pair.colon + 1 + blanks.length };
  return [{ range, text: textOfPieces(before, lineBreakOf(unit)) }];
}

/** Writes a case that has nothing but a target as that, also if it is the only one of a list. */
export function unwrapTarget(
  { unit }: Pick<TransitionText, 'unit'>,
  pair: Pair,
  value: MapNode | SeqNode,
): Edit[] | undefined {
  const [one, other] = value.kind === 'seq' ? value.items : [value];
  if (one?.kind !== 'map' || other || (value.kind === 'seq' && (one.tag || one.anchor))) return undefined;
  const [only, more] = one.pairs;
  const target = only?.value;
  if (only?.name !== 'target' || more || target?.kind !== 'scalar' || target.empty) return undefined;
  if (target.tag || target.anchor || target.style === 'literal' || target.style === 'folded')
    return undefined;
  const before = unit.text.slice(pair.colon + 1, target.start);
  const after = unit.text.slice(target.end, value.end);
  // Only the text of the case itself: a comment would be lost.
  if (!/^\s*(?:\[\s*|-\s+)?(?:\{\s*)?["']?target["']?\s*:\s*$/.test(before)) return undefined;
  if (!/^(?:\s*,?\s*\})?(?:\s*,?\s*\])?\s*$/.test(after)) return undefined;
  const end = value.flow ? value.end : one.flow ? one.end : target.end;
  const opening = value.flow
    ? { range: { start: value.start, end: target.start }, text: '' }
    : { range: { start: pair.colon + 1, end: target.start }, text: ' ' };
  return [opening, { range: { start: target.end, end }, text: '' }];
}

/** Writes a case as a list of one case. */
export function wrapCase(
  { unit, source, project }: TransitionText,
  pair: Pair,
  value: MapNode,
): Edit[] | undefined {
  const { dash, entryStep: step = '\t' } = layoutIn(project, source.address, unit);
  if (value.flow) {
    if (step === '\t') return [insertText(value.start, '['), insertText(value.end, ']')];
    const line = lineBreakOf(unit) + ' '.repeat(lineIndent(unit.text, pair.start));
    const shifted = shiftLines(unit, value.start, value.end, step.length);
    return [insertText(value.start, `[${line}${step}`), ...shifted, insertText(value.end, `${line}]`)];
  }
  if (!/^\s*$/.test(unit.text.slice(lineStart(unit.text, value.start), value.start))) return undefined;
  // A comment above the first field keeps its place.
  const end = contentEnd(unit.text, value);
  if (value.start <= pair.colon || value.pairs.length === 0) return undefined;
  return [insertText(value.start, dash), ...shiftLines(unit, value.start, end, dash.length)];
}

function unwrapCase({ unit, source }: CursorLocation, pair: Pair, list: SeqNode): Edit[] | undefined {
  const [only, more] = list.items;
  if (only?.kind !== 'map' || more || only.tag || only.anchor) return undefined;
  const { text } = unit;
  if (list.flow) {
    if (!/^\[\s*$/.test(text.slice(list.start, only.start))) return undefined;
    if (!/^\s*(?:,\s*)?\]$/.test(text.slice(only.end, list.end))) return undefined;
    return [
      { range: { start: list.start, end: only.start }, text: '' },
      { range: { start: only.end, end: list.end }, text: '' },
    ];
  }
  const start = lineStart(text, only.start);
  if (!/^ *- +$/.test(text.slice(start, only.start))) return undefined;
  const holder = pair.parent.indent;
  const column =
    list.indent > holder ? list.indent : holder + detectLayout(unit, source.document).step.length;
  if (only.flow) {
    if (!/^\s*$/.test(text.slice(pair.colon + 1, start))) return undefined;
    return [{ range: { start: pair.colon + 1, end: only.start }, text: ' ' }];
  }
  return [
    { range: { start, end: only.start }, text: ' '.repeat(column) },
    ...shiftLines(unit, only.start, contentEnd(text, only), column - only.indent),
  ];
}
