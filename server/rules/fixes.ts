import type { Range } from '../text/range';
import type { Fix } from './rule';

/** One fix for each name that may be meant in place of the text of a range. */
export function renames(range: Range, names: readonly string[]): Fix[] {
  return names.map((name) => ({
    title: `Change to \`${name}\``,
    edits: [{ range, text: name }],
    preferred: names.length === 1,
  }));
}
