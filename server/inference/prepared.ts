import { wholeFlow } from '../project/flow';
import type { Whole } from '../project/kept';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import type { Steps } from '../text/steps';
import { wholeContext } from './context';
import { wholeDead } from './dead';

/** Whether all that takes long to be made from a whole project is made: nobody who asks for it has to wait. */
export function isPrepared(workspace: Workspace, project: Project): boolean {
  return wholesOf(workspace, project).every(({ isDue }) => !isDue);
}

/** Makes what is not made yet step by step. Where something changes between the steps they are to be taken anew. */
export function* prepared(workspace: Workspace, project: Project): Steps<void> {
  for (const whole of wholesOf(workspace, project)) if (whole.isDue) yield* whole.prepare();
}

function wholesOf(workspace: Workspace, project: Project): readonly Whole[] {
  return [wholeContext(workspace, project), wholeFlow(project), wholeDead(project)];
}
