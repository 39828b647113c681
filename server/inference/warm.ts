import { Latest } from '../engine/latest';
import type { Task } from '../engine/task';
import { warmFlow } from '../project/flow';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { warmContext } from './context';
import { warmDeadAssignments } from './dead';

/**
 * Computes step by step what follows from a whole project, so that nobody who asks for it later has to wait. Once that is
 * done, an edit leaves so little to be computed that it is left to whoever asks.
 */
export function* warm(workspace: Workspace, project: Project): Task<void> {
  if (isWarm(workspace, project)) return;
  yield* warmContext(workspace, project);
  yield* warmFlow(project);
  yield* warmDeadAssignments(project);
  warmSizes.set(project, workspace, project.size);
}

/** Whether all of it was computed, and few states have been added since. */
export function isWarm(workspace: Workspace, project: Project): boolean {
  const known = warmSizes.get(project);
  return known?.argument === workspace && project.size <= known.value + MAX_ADDED;
}

/** So many units are computed at once without anybody noticing. */
const MAX_ADDED = 20;

/** How many units a project had when all of it was computed. */
const warmSizes = new Latest<Project, Workspace, number>();
