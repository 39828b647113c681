import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextOf } from '../../server/inference/context';
import { startState, successors } from '../../server/inference/successors';
import { unsetPath } from '../../server/inference/unassigned-paths';
import { writersBefore } from '../../server/inference/writers';
import { toScopePath } from '../../server/project/names/scope-path';
import { pathKey } from '../../server/project/names/symbols';
import type { Project } from '../../server/project/project';
import type { Workspace } from '../../server/project/workspace';
import { typeText as inWords } from '../../server/types/type-text';
import { parseCases, parseFixture } from '../support/fixture';
import { workspaceOf } from '../support/workspace';

/**
 * Cases: files, then lines with the expected types:
 *
 *     >>> context NAME: type             what a context variable may hold
 *     >>> at STATE NAME: set             every path to the state assigns the variable before
 *     >>> at STATE NAME: possibly        some do, some do not
 *     >>> at STATE NAME: never           none does
 *     >>> writers STATE NAME: a, b; set  whose assignment may hold where the state begins, nearest first; how certain
 */
const FOLDER = join(import.meta.dirname, '../fixtures/inference');

for (const file of readdirSync(FOLDER)) {
  const cases = parseCases(readFileSync(join(FOLDER, file), 'utf8'));
  describe(file.replace(/\.txt$/, ''), () => {
    it.each(cases.map(({ title, body }) => [title, body]))('%s', (_title, body) => check(body));
  });
}

function check(body: string): void {
  const [files = '', ...expected] = body.split(/^>>> /m);
  expect(expected).not.toEqual([]);
  const workspace = workspaceOf(parseFixture(files).files);
  const [project] = [...workspace.allProjects].filter((one) => one.isAutomata);
  if (project === undefined) throw new Error('A case needs an automata');
  const found = expected.map((line) =>
    line.trim().replace(/: .*$/s, (all) => tell(workspace, project, line) ?? all),
  );
  expect(found).toEqual(expected.map((line) => line.trim()));
}

function tell(workspace: Workspace, project: Project, line: string): string {
  const [, what, name = '', variable = ''] = /^(\w+) ([^\s:]+)(?: ([^\s:]+))?:/.exec(line) ?? [];
  if (what === 'context') return `: ${inWords(contextOf(workspace, project).typeOf(name))}`;
  if (what === 'writers') {
    const { writers, certainty, without } = writersBefore(project, variable, toScopePath(name.split('.')));
    const path = without && ` (${without.map((one) => one.join('.')).join(' → ')})`;
    return `: ${writers.map((key) => key.split('\n').join('.')).join(', ')}; ${certainty}${path ?? ''}`;
  }
  if (what !== 'at') throw new Error(`No such line: ${line}`);
  return `: ${certainty(project, name.split('.').join('\n'), variable)}`;
}

function certainty(project: Project, state: string, variable: string): string {
  // Nothing is assigned before the first state begins, unless the variable is uncertain.
  const start = startState(project);
  if (start === undefined || unsetPath(project, variable, toScopePath(start.split('\n'))) === undefined)
    return 'unknown';
  if (unsetPath(project, variable, toScopePath(state.split('\n'))) === undefined) return 'set';
  // Set on some path: there is a path from an assigning state.
  const seen = new Set<string>();
  const assigning = project.table.get('assignment', variable).map(({ path }) => pathKey(path));
  const queue = assigning.flatMap((key) => [...successors(project, key)]);
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (key === state) return 'possibly';
    if (!seen.has(key)) queue.push(...successors(project, key));
    seen.add(key);
  }
  return 'never';
}
