import type { Range } from '../text/range';
import type { Unit } from '../yaml/document';
import type { Fix } from './rule';

/** One fix for each name that may be meant in place of the text of a range. */
export function renames(_unit: Unit, range: Range, names: readonly string[]): Fix[] {
  return names.map((name) => ({
    title: `Change to \`${name}\``,
    edits: [{ range, text: name }],
    preferred: names.length === 1,
  }));
}
