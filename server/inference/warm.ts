import { LatestResult } from '../engine/latest-result';
import type { Task } from '../engine/task';
import { warmFlow } from '../project/flow/flow';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { warmContext } from './context';
import { warmDeadAssignments } from './dead-assignments';

/**
 * Computes everything that depends on a whole project as a task, so that later requests do not wait. After that, an
 * edit invalidates little, and requests compute it themselves.
 */
export function* warm(workspace: Workspace, project: Project): Task<void> {
  if (isWarm(workspace, project)) return;
  yield* warmContext(workspace, project);
  yield* warmFlow(project);
  yield* warmDeadAssignments(project);
  warmSizes.set(project, workspace, project.size);
}

/** Whether everything was computed, and few units have been added since. */
export function isWarm(workspace: Workspace, project: Project): boolean {
  const known = warmSizes.get(project);
  return known?.argument === workspace && project.size <= known.value + MAX_ADDED;
}

/** The maximum number of added units that are computed without a noticeable delay. */
const MAX_ADDED = 20;

/** The number of units of a project when everything was computed. */
const warmSizes = new LatestResult<Project, Workspace, number>();
