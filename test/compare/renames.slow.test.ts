import { expect, it } from 'vitest';
import { matchScopes } from '../../server/compare/matching';
import { compareStructure } from '../../server/compare/structure';
import { renameSymbol } from '../../server/features/rename';
import { type Mention, mentionsOf } from '../../server/features/symbols/mentions';
import { unitFacts } from '../../server/project/files/source';
import { applyEdits } from '../support/apply-edits';
import type { FixtureFile } from '../support/fixture';
import { workspaceOf } from '../support/workspace';
import { exampleAgents, programFor } from './agents';

/** Each name of the agents is renamed with all its uses, as an editor does. */

/** Labels, which nothing refers to. */
const LABELS: ReadonlySet<string> = new Set(['id', 'task', 'button']);
/** Keys of data. They are not names of an automata. */
const KEYS: ReadonlySet<string> = new Set(['payload', 'payload-use']);

/** The files after each possible rename, once for each name, with what is renamed. */
function renamesIn(files: readonly FixtureFile[]): ReadonlyMap<string, RenamedFiles> {
  const workspace = workspaceOf(files);
  const found = new Map<string, RenamedFiles>();
  for (const { source } of [...workspace.allProjects].flatMap((project) => [...project.members]))
    for (const [index, unit] of source.document.units.entries())
      for (const mention of mentionsOf(unitFacts(source, unit))) {
        const at = source.document.startAt(index) + mention.start;
        const result = renameSymbol(workspace, source.address, at, 'fresh_name');
        if (result.kind !== 'edits') continue;
        const renamed = applyEdits(files, result.changes);
        const key = JSON.stringify(renamed);
        if (!found.has(key)) found.set(key, { mention, files: renamed });
      }
  return found;
}

interface RenamedFiles {
  readonly mention: Mention;
  readonly files: readonly FixtureFile[];
}

it('a rename with all its uses is one change', { timeout: 120_000 }, () => {
  const unexpected: string[] = [];
  let count = 0;
  for (const agent of exampleAgents()) {
    const before = programFor(agent);
    for (const { mention, files } of renamesIn(agent.files).values()) {
      const { kind } = mention.what;
      if (KEYS.has(kind)) continue;
      count++;
      const after = programFor({ ...agent, files });
      const changes = compareStructure(before, after, matchScopes(before, after));
      const [change] = changes.map((one) => one.change);
      if (changes.length === 1 && change === (LABELS.has(kind) ? 'changed' : 'renamed')) continue;
      const shown = changes.map((one) => `${one.change} ${one.kind} ${one.name}`).join(', ');
      unexpected.push(`${agent.name}: ${kind} ${mention.name}: ${shown}`);
    }
  }
  expect(unexpected).toEqual([]);
  expect(count).toBeGreaterThan(100);
});
