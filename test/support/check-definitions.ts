import { expect } from 'vitest';
import type { definitionAt } from '../../server/features/definition';
import { parseMarks } from './marks';
import { addressOf, provideFiles, workspaceOf } from './workspace';

/** Checks that the definitions of each marked name, at each offset of it, are exactly its targets. */
export function checkDefinitions(find: typeof definitionAt, fixture: string): void {
  const { files, names, targets } = parseMarks(fixture);
  const workspace = workspaceOf(files);
  // The files of tags are requested on first use: relative to the main file's folder, then to the root.
  for (let round = 0; round < 2; round++) {
    for (const { path, start } of names) find(workspace, addressOf(path), start);
    provideFiles(workspace, new Map(files.map((file) => [addressOf(file.path), file.text])));
  }
  expect(names.length).toBeGreaterThan(0);
  for (const { path, label, start, end } of names) {
    const expected = label.startsWith('@')
      ? label.split(' ').map((file) => `${addressOf(file.slice(1))} 0-0`)
      : targets
          .filter((target) => target.label === label)
          .map((target) => `${addressOf(target.path)} ${target.start}-${target.end}`);
    if (label !== '-') expect(expected, `targets of ${label}`).not.toEqual([]);
    for (let offset = start; offset <= end; offset++) {
      const found = find(workspace, addressOf(path), offset);
      const text = files.find((file) => file.path === path)?.text ?? '';
      const where = `${path} at ${text.slice(Math.max(0, offset - 20), offset)}‸${text.slice(offset, offset + 20)}`;
      const sites = found?.targets.map((one) => `${one.address} ${one.selection.start}-${one.selection.end}`);
      expect(sites ?? [], where).toEqual(expected);
      if (found === undefined) continue;
      expect(found.origin.start, where).toBeLessThanOrEqual(start);
      expect(found.origin.end, where).toBe(end);
    }
  }
}
