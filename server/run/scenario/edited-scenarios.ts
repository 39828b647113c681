import { type DataMap, type ExchangeData, isDataList, isDataMap } from '../../exchange/data';
import { type IntendedData, isReadAs, plainDataOf } from '../../exchange/read-back';
import { applyChanges } from '../../text/apply';
import { commentTexts } from '../../yaml/tree/equivalence';
import type { Json, SourceRange } from '../conversation/events';
import type { SourceValue } from '../conversation/source-value';
import { sourceRangeOf } from '../sandbox/evaluator';
import { textInPlaceOf } from './expectation-text';

/** An expectation of a scenario file, by the indices of the scenario and of its step. */
export interface ExpectationChange {
  readonly scenario: number;
  readonly step: number;
  /** What is expected afterwards; undefined for anything. */
  readonly value?: Json;
}

/** An edit of the scenario file. */
export interface ExpectationEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A scenario file after edits. */
export interface EditedScenarios {
  readonly text: string;
  readonly intended: IntendedData;
}

/**
 * A scenario file after edits; undefined if they overlap, or if anything else would change: another value, also
 * through an alias or a merge key, or a comment.
 */
export function editedScenarios(
  text: string,
  edits: readonly ExpectationEdit[],
  changes: readonly ExpectationChange[],
): EditedScenarios | undefined {
  const sorted = edits.toSorted((a, b) => a.start - b.start);
  if (sorted.some(({ start }, index) => start < (sorted[index - 1]?.end ?? 0))) return undefined;
  const asChange = ({ start, end, text: added }: ExpectationEdit) => ({ range: { start, end }, text: added });
  const edited = applyChanges(text, sorted.map(asChange));
  const before = plainDataOf(text, 'yaml');
  const after = plainDataOf(edited, 'yaml');
  if (before === undefined || after === undefined) return undefined;
  let data = before;
  for (const { scenario, step, value } of changes) {
    const path = ['scenarios', scenario, 'steps', step, 'expect'];
    const wanted = value === undefined ? memberAt(after, path) : plainDataOf(JSON.stringify(value), 'json');
    if (wanted === undefined) return undefined;
    data = withMember(data, path, wanted);
  }
  const intended: IntendedData = { notation: 'yaml', data };
  const hasComments = commentTexts(edited).join('\n') === commentTexts(text).join('\n');
  return hasComments && isReadAs(edited, intended) ? { text: edited, intended } : undefined;
}

/** The edit that replaces a value where it is used, even if an alias repeats it there. Undefined if it is in no file. */
export function replacementEdit(value: SourceValue, actual: Json, text: string): ExpectationEdit | undefined {
  const place = writtenPlace(value);
  if (place === undefined) return undefined;
  const { start, end } = place;
  const written = text.slice(start, end);
  return { start, end, text: withComments(written, textInPlaceOf(written, actual)) };
}

function writtenPlace({ origin }: SourceValue): SourceRange | undefined {
  return origin?.alias ? { ...origin.alias, address: origin.address } : sourceRangeOf(origin);
}

/** The fields of an empty map are written before its comments. */
function withComments(written: string, replacement: string): string {
  const comments = /^\{([^{}]*#[\s\S]*)\}$/.exec(written)?.[1];
  if (comments === undefined || !replacement.endsWith(' }')) return replacement;
  return `${replacement.slice(0, -2)}${comments.replace(/^[ \t]*(?=#)/, ' ')}}`;
}

type Path = readonly (string | number)[];

function memberAt(data: ExchangeData | undefined, [first, ...rest]: Path): ExchangeData | undefined {
  if (first === undefined) return data;
  if (typeof first === 'string') return isDataMap(data) ? memberAt(data.get(first), rest) : undefined;
  return isDataList(data) ? memberAt(data[first], rest) : undefined;
}

/** The data with another value at a path that exists. */
function withMember(data: ExchangeData, [first, ...rest]: Path, value: ExchangeData): ExchangeData {
  if (first === undefined) return value;
  const inner = memberAt(data, [first]);
  if (inner === undefined) return data;
  const changed = withMember(inner, rest, value);
  if (isDataList(data)) return data.map((item, index) => (index === first ? changed : item));
  return new Map([...(data as DataMap)].map(([key, item]) => [key, key === first ? changed : item]));
}
