import type { Type } from '../format/types';
import type { Step } from '../format/walk';
import { lineEnd, previousContent, trimEndOfRange } from '../text/lines';
import type { Range } from '../text/range';
import { hasNoValue, type Unit } from '../yaml/cut/unit';

/** Words at the start of comments that are meant as comments. */
const REMARK = /^#+\s*(?:(?:todo|fixme|tbd|xxx|hack|note|optional)\b|atomic-state-|$)/i;

/** A value in quotes that is commented out. */
const DISABLED_VALUE = /^#+\s*(['"`]).*\1$/;

/**
 * The text that YAML reads as a comment, from its `#` to the end of the line, because it begins with `#`:
 * `text: # Welcome`. Undefined at places that take no text, and for what is certainly meant as a comment.
 */
export function commentedText(unit: Unit, step: Step): Range | undefined {
  const { node } = step;
  if (node?.kind !== 'scalar' || !node.empty || node.end > node.start || unit.notation === 'json')
    return undefined;
  if (!takesText(step)) return undefined;
  const from = placeOfValue(unit, step);
  if (from === undefined) return undefined;
  const end = lineEnd(unit.text, from);
  const comment = /^[ \t]+(#.*)$/.exec(unit.text.slice(from, end))?.[1];
  if (comment === undefined) return undefined;
  const range = { start: end - comment.length, end: trimEndOfRange(unit.text, from, end) };
  const written = unit.text.slice(range.start, range.end);
  return REMARK.test(written) || DISABLED_VALUE.test(written) ? undefined : range;
}

/** Whether a place takes text that an author writes for people or models to read. */
function takesText({ type, index, parent }: Step): boolean {
  const isChoice = index >= 0 && type.kind === 'any' && parent?.field?.name === 'choices';
  return isChoice || isFreeText(type);
}

function isFreeText(type: Type): boolean {
  if (type.kind !== 'string') return false;
  return type.role === undefined && type.code !== true && type.expressionOnly !== true;
}

/** The offset after the `:` or the `-` of an empty value. */
function placeOfValue(unit: Unit, { node, pair, parent }: Step): number | undefined {
  if (pair !== undefined) return hasNoValue(unit, pair) ? pair.colon + 1 : undefined;
  if (node === undefined || node.tag !== undefined || node.anchor !== undefined) return undefined;
  const list = parent?.node;
  const dash = previousContent(unit.text, node.start) - 1;
  return list?.kind === 'seq' && !list.flow && unit.text[dash] === '-' ? dash + 1 : undefined;
}
