import type { RenameResult } from '../../server/features/rename';
import type { FixtureFile } from './fixture';
import { addressOf } from './workspace';

/** Files after edits. */
export function applyEdits(
  files: readonly FixtureFile[],
  changes: RenameResult['changes'],
): readonly FixtureFile[] {
  return files.map(({ path, text }) => {
    const edits = [...(changes.get(addressOf(path)) ?? [])].sort((a, b) => b.range.start - a.range.start);
    const changed = edits.reduce(
      (old, { range, text: added }) => old.slice(0, range.start) + added + old.slice(range.end),
      text,
    );
    return { path, text: changed };
  });
}
