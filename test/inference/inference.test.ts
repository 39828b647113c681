import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { currentAssigned } from '../../server/inference/assigned';
import { currentContext } from '../../server/inference/context';
import { writersBefore } from '../../server/inference/writers';
import type { Project } from '../../server/project/project';
import type { Workspace } from '../../server/project/workspace';
import { describe as inWords } from '../../server/shapes/describe';
import { parseCases, parseFixture } from '../support/fixture';
import { workspaceOf } from '../support/workspace';

/**
 * Cases: files, then lines of what is inferred of them:
 *
 *     >>> context NAME: shape            what a context variable may hold
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
  if (what === 'context') return `: ${inWords(currentContext(workspace, project).shapeOf(name))}`;
  if (what === 'writers') {
    const { writers, certainty, without } = writersBefore(project, variable, name.split('.'));
    const path = without && ` (${without.join(' → ')})`;
    return `: ${writers.map((key) => key.split('\n').join('.')).join(', ')}; ${certainty}${path ?? ''}`;
  }
  if (what !== 'at') throw new Error(`No such line: ${line}`);
  return `: ${certainty(project, name.split('.').join('\n'), variable)}`;
}

function certainty(project: Project, state: string, variable: string): string {
  const { steps, variables } = currentAssigned(project);
  const flow = variables.get(variable);
  if (flow === undefined) return 'unknown';
  if (!flow.unset.has(state)) return 'set';
  // Set on some path: an assigning state leads here.
  const seen = new Set<string>();
  const queue = [...flow.assigning].flatMap((key) => [...steps.next(key)]);
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (key === state) return 'possibly';
    if (!seen.has(key)) queue.push(...steps.next(key));
    seen.add(key);
  }
  return 'never';
}
