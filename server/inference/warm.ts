import type { Task } from '../engine/task';
import { warmFlow } from '../project/flow';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { warmContext } from './context';
import { warmDeadAssignments } from './dead';

/** Computes step by step what follows from a whole project, so that nobody who asks for it later has to wait. */
export function* warm(workspace: Workspace, project: Project): Task<void> {
  yield* warmContext(workspace, project);
  yield* warmFlow(project);
  yield* warmDeadAssignments(project);
}
