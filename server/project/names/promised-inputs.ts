import type { ExpressionPlace } from '../../facts/facts';
import { statePath } from '../flow/possible-states';
import type { Project } from '../project';
import { type LocalVariable, localsOf } from './scope';

/**
 * The inputs of the state that a promise names, which its `where` can read: messages of other states do not have them.
 * Incomplete if there may be others.
 */
export function promisedInputs(
  project: Project,
  { promise }: ExpressionPlace,
): { readonly inputs: readonly LocalVariable[]; readonly isComplete: boolean } {
  if (promise?.state === undefined) return { inputs: [], isComplete: true };
  const path = project.isAutomata ? statePath(project, promise.state) : undefined;
  if (path === undefined) return { inputs: [], isComplete: false };
  const inputs = localsOf(project, path).filter(({ kind }) => kind === 'input');
  return { inputs, isComplete: !project.isIncomplete('inputs', path) };
}

export function promisedInput(
  project: Project,
  place: ExpressionPlace,
  name: string,
): LocalVariable | undefined {
  return promisedInputs(project, place).inputs.find((input) => input.name.text === name);
}
