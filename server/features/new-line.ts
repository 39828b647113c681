import { specOf } from '../format/objects';
import type { ObjectId } from '../format/types';
import { isOneOf, type Step, stepIntoItem, stepIntoPair, stepOfSlot } from '../format/walk';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import type { TextChange } from '../text/line-diff';
import { breakBefore, lineEnd, lineStart } from '../text/lines';
import type { Range } from '../text/range';
import { slotOf } from '../yaml/cursor/cursor';
import { type MapNode, type SeqNode, textOf } from '../yaml/tree/tree';
import { descendantsOf } from '../yaml/tree/visit';
import { type CursorLocation, locateCursor } from './cursor-location';
import { itemStart, trimRangeEnd } from './nodes';

/** A line without its line break. */
interface Line extends Range {
  readonly text: string;
}

/**
 * The additional edit for Enter in a list; `offset` is the cursor on the new line. Below an empty item, the list ends
 * and the dash is removed. Below the last field of a finished item (a button, a task, a case with a condition and the
 * like), the next item begins. Below an unfinished item, or one that ends in something deeper, it begins with the
 * second Enter. Undefined if no edit is needed.
 */
export function onNewLine(workspace: Workspace, address: Address, offset: number): TextChange | undefined {
  const document = workspace.source(address)?.document;
  if (document === undefined || document.notation === 'json') return undefined;
  const { text } = document;
  const line = lineOf(text, offset);
  const above = lineAbove(text, line);
  if (above === undefined || line.text.trim() !== '') return undefined;
  if (/^ *- *$/.test(above.text)) {
    const at = locateCursor(workspace, address, above.start + above.text.indexOf('-'));
    return at && endOfList(at, above, line);
  }
  const isSecond = above.text.trim() === '';
  const content = isSecond ? lineAbove(text, above) : above;
  if (content === undefined || content.text.trim() === '') return undefined;
  const at = locateCursor(workspace, address, content.start + content.text.search(/\S/));
  const end = content.start + content.text.trimEnd().length;
  const list = at && listToContinue(at, end - at.unitStart, isSecond);
  if (list === undefined || (isSecond && line.text.length <= list.indent)) return undefined;
  return { range: { start: isSecond ? above.start : line.start, end: line.end }, text: dash(list) };
}

/**
 * The removal of a dash and space that were typed after an automatic dash, up to the cursor at `offset`. Undefined if
 * there is no second dash, or the first one was typed too.
 *
 * @param isAutomatic whether the first dash comes from `onNewLine`; editors insert it themselves below a scalar item
 */
export function onSecondDash(
  workspace: Workspace,
  address: Address,
  offset: number,
  isAutomatic: boolean,
): TextChange | undefined {
  const document = workspace.source(address)?.document;
  if (document === undefined || document.notation === 'json') return undefined;
  const { text } = document;
  const line = lineOf(text, offset);
  const first = /^( *- )- $/.exec(line.text)?.[1];
  if (first === undefined || offset !== line.end) return undefined;
  const above = lineAbove(text, line)?.text ?? '';
  const isBelowScalar = above.startsWith(first) && !/^ *-(?: *$| +-|.*:(?: |$))/.test(above);
  if (!isAutomatic && !isBelowScalar) return undefined;
  return { range: { start: line.start + first.length, end: line.end }, text: '' };
}

function dash({ indent }: SeqNode): string {
  return `${' '.repeat(indent)}- `;
}

/** Removes the dash of an empty last item, and moves the cursor to the place of the next key. */
function endOfList(
  { root, unit, unitStart }: CursorLocation,
  above: Line,
  line: Line,
): TextChange | undefined {
  const dashAt = above.start + above.text.indexOf('-') - unitStart;
  for (const node of descendantsOf(root.node)) {
    if (node.kind !== 'seq' || node.flow || node.parent?.kind !== 'pair') continue;
    const last = node.items.at(-1);
    if (last?.kind !== 'scalar' || !last.empty || itemStart(last, unit.text) !== dashAt) continue;
    return { range: { start: above.start, end: line.end }, text: ' '.repeat(node.parent.parent.indent) };
  }
  return undefined;
}

/** The innermost list of objects with an item that ends at an offset of the unit. */
function listToContinue(at: CursorLocation, end: number, isSecond: boolean): SeqNode | undefined {
  let found: SeqNode | undefined;
  for (const node of descendantsOf(at.root.node)) {
    if (node.kind !== 'seq' || node.flow || node.start > end) continue;
    const index = node.items.findIndex(
      (item) => item.kind === 'map' && !item.flow && endOf(at, item) === end,
    );
    const item = node.items[index];
    if (item?.kind !== 'map') continue;
    const step = stepIntoItem(stepOfSlot(at.root, slotOf(node)), node, index);
    if (step.type.kind !== 'object' || endsInText(item)) continue;
    const isLast = index === node.items.length - 1;
    if (isLast && step.type.object === 'transition-case' && isAlways(item)) continue;
    if (isSecond || isFinished(at, step, item)) found = node;
  }
  return found;
}

/** Whether an item has all required fields, and its last field is a line of its own. */
function isFinished(at: CursorLocation, step: Step, item: MapNode): boolean {
  const { type } = step;
  if (type.kind !== 'object' || !isOneOf(type.object, LISTED)) return false;
  const names = new Set(item.pairs.map(({ name }) => name));
  if (!specOf(type.object).fields.every(({ name, required }) => !required || names.has(name))) return false;
  const last = item.pairs.at(-1);
  const isConfig = type.object === 'task' && last?.name === 'module_config' && last.value.kind === 'map';
  if (isConfig && !last.value.flow) return isFinishedConfig(at, stepIntoPair(step, item, last), last.value);
  if (!endsInLine(at, item)) return false;
  if (type.object === 'transition-case') return names.has('target') && !isAlways(item);
  return type.object !== 'memory-item' || (names.has('role') && names.has('content'));
}

/** Whether the configuration of a task names its result, and has the fields that its module or widget needs. */
function isFinishedConfig(at: CursorLocation, { type, catalog }: Step, config: MapNode): boolean {
  if (type.kind !== 'object' || !endsInLine(at, config)) return false;
  const names = new Set(config.pairs.map(({ name }) => name));
  const { fields, oneOf } = specOf(type.object);
  const ofWidget = catalog.widgetOf(textOf(config, 'widget_id'))?.fields ?? [];
  const isComplete = [...fields, ...ofWidget].every(({ name, required }) => !required || names.has(name));
  return isComplete && names.has('output_name') && (oneOf?.some((name) => names.has(name)) ?? true);
}

/** Whether the last value of a map is on one line and not empty. */
function endsInLine({ unit }: CursorLocation, map: MapNode): boolean {
  const last = map.pairs.at(-1);
  const isLine = last && !/[\n\r]/.test(unit.text.slice(last.start, trimRangeEnd(map, unit.text).end));
  return isLine === true && !(last.value.kind === 'scalar' && last.value.empty);
}

/** Objects with few fields that usually appear several times in a list. */
const LISTED: readonly ObjectId[] = [
  'button',
  'task',
  'transition-case',
  'validation',
  'memory-item',
  'function-parameter',
];

/** Cases after one without a condition, or with a constant true one, are unreachable. */
function isAlways(item: MapNode): boolean {
  const condition = textOf(item, 'condition');
  return condition === undefined || /^(?:\{\{)?\s*true\s*(?:\}\})?$/i.test(condition);
}

/** In a multi-line string, including an empty one, a blank line is part of the string. */
function endsInText(item: MapNode): boolean {
  let node: MapNode['pairs'][number]['value'] | undefined = item;
  while (node?.kind === 'map' || node?.kind === 'seq') {
    if (node.flow) return false;
    node = node.kind === 'map' ? node.pairs.at(-1)?.value : node.items.at(-1);
  }
  if (node?.kind !== 'scalar') return false;
  return node.style === 'literal' || node.style === 'folded' || (isQuoted(node.style) && !node.closed);
}

function isQuoted(style: string): boolean {
  return style === 'single' || style === 'double';
}

function endOf({ unit }: CursorLocation, range: Range): number {
  return trimRangeEnd(range, unit.text).end;
}

function lineOf(text: string, offset: number): Line {
  const start = lineStart(text, offset);
  const end = lineEnd(text, offset);
  return { start, end, text: text.slice(start, end) };
}

function lineAbove(text: string, { start }: Line): Line | undefined {
  if (start === 0) return undefined;
  return lineOf(text, breakBefore(text, start));
}
