import { append } from '../../text/append';
import { lineEnd, lineStart } from '../../text/lines';
import type { Unit } from '../../yaml/cut/unit';
import { type MapNode, type Pair, pairOf } from '../../yaml/tree/tree';
import { quotedText, writingOf } from '../../yaml/write/scalars';
import { contentEnd, type Edit, insertText, lineBreakOf, shiftLines } from '../edits';

/**
 * The edits that turn a map of tasks into a list with each key as `name`, in order and with all comments and anchors. A
 * task that has a name keeps it. Undefined if a task is not a map that is written in place (alias, tag, merged keys).
 */
export function tasksAsList(unit: Unit, map: MapNode): readonly Edit[] | undefined {
  if (map.anchor !== undefined) return undefined;
  const edits: Edit[] = [];
  for (const pair of map.pairs) {
    const more = map.flow ? flowItem(unit, pair) : blockItem(unit, map, pair);
    if (more === undefined) return undefined;
    append(edits, more);
  }
  if (!map.flow) return edits;
  return [
    { range: { start: map.start, end: map.start + 1 }, text: '[' },
    ...edits,
    { range: { start: map.end - 1, end: map.end }, text: ']' },
  ];
}

/** An anchor right after the key of a task. */
const ANCHOR = /^[ \t]*&\S+/;

function hasName({ value }: Pair): boolean {
  return value.kind === 'map' && pairOf(value, 'name') !== undefined;
}

/** The text of a task's name, from its key; undefined if the key cannot be a name. */
function taskName(unit: Unit, { key, colon, value }: Pair): string | undefined {
  if (key.kind !== 'scalar' || key.empty || key.tag || key.anchor || colon < 0) return undefined;
  if (value.tag || key.value === '<<') return undefined;
  return key.type === 'string' ? unit.text.slice(key.start, key.end) : quotedText(key.value, 'single');
}

function blockItem(unit: Unit, map: MapNode, pair: Pair): Edit[] | undefined {
  const name = taskName(unit, pair);
  const { value, colon } = pair;
  const { text } = unit;
  if (name === undefined || lineStart(text, pair.start) + map.indent !== pair.start) return undefined;
  if (value.kind === 'scalar' && value.empty && value.anchor === undefined) {
    return [{ range: { start: pair.start, end: colon + 1 }, text: `- name: ${name}` }];
  }
  if (value.kind !== 'map') return undefined;
  if (value.flow) {
    const edits = flowItem(unit, pair);
    return edits && [{ range: { start: pair.start, end: pair.start }, text: '- ' }, ...edits];
  }
  const by = map.indent + 2 - value.indent;
  const end = contentEnd(text, value);
  const before = text.slice(colon + 1, value.start);
  if (value.anchor !== undefined && !ANCHOR.test(before)) return undefined;
  if (hasName(pair) && before.trim() === '')
    return [
      { range: { start: pair.start, end: value.start }, text: '- ' },
      ...shiftLines(unit, value.start, end, by),
    ];
  if (value.anchor === undefined && !hasName(pair))
    return [
      { range: { start: pair.start, end: colon + 1 }, text: `- name: ${name}` },
      ...shiftLines(unit, colon + 1, end, by),
    ];
  const own = hasName(pair) ? '' : `${lineBreakOf(unit)}${' '.repeat(map.indent + 2)}name: ${name}`;
  return [
    { range: { start: pair.start, end: colon + 1 }, text: '-' },
    insertText(lineEnd(text, colon), own),
    ...shiftLines(unit, colon + 1, end, by),
  ];
}

/** `ask: {` becomes `{name: ask, `; the rest of the value is unchanged. */
function flowItem(unit: Unit, pair: Pair): Edit[] | undefined {
  const name = taskName(unit, pair);
  const { value, colon } = pair;
  const { text } = unit;
  if (name === undefined || value.kind !== 'map' || !value.flow) return undefined;
  const anchor = text.slice(colon + 1, value.start).trimStart();
  if (anchor !== '' && !(value.anchor !== undefined && /^&\S+\s+$/.test(anchor))) return undefined;
  const key = writingOf(value, unit.notation) === 'json' ? '"name"' : 'name';
  const range = { start: pair.start, end: value.start };
  if (hasName(pair)) return [{ range, text: anchor }];
  const [first] = value.pairs;
  if (first === undefined)
    return [{ range: { ...range, end: value.start + 1 }, text: `${anchor}{${key}: ${name}` }];
  const gap = text.slice(value.start + 1, first.start);
  if (!/^\s*$/.test(gap)) return undefined;
  return [
    { range, text: anchor },
    { range: { start: first.start, end: first.start }, text: `${key}: ${name},${gap === '' ? ' ' : gap}` },
  ];
}

/**
 * Turns the map into the only item of a list. Undefined if an anchor precedes the map, as the anchor would then name
 * the list.
 */
export function asSingleItem(unit: Unit, map: MapNode): Edit[] | undefined {
  const { start, end } = map;
  if (map.anchor !== undefined) return undefined;
  if (!map.flow) {
    return [
      { range: { start, end: start }, text: '- ' },
      ...shiftLines(unit, start, contentEnd(unit.text, map), 2),
    ];
  }
  return [
    { range: { start, end: start }, text: '[' },
    { range: { start: end, end }, text: ']' },
  ];
}
