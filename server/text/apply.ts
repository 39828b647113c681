import type { TextChange } from './line-diff';

/** The text after changes that do not overlap; changes at the same offset are applied in the order of the list. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let result = '';
  let at = 0;
  for (const { range, text: replacement } of [...changes].sort((a, b) => a.range.start - b.range.start)) {
    result += text.slice(at, range.start) + replacement;
    at = range.end;
  }
  return result + text.slice(at);
}
