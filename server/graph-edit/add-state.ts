import { newStateIn } from '../features/new-state';
import { childrenOf } from '../project/names/resolve';
import { childPath, pathKey, pathOfKey, samePath } from '../project/names/scope-path';
import { msg } from '../text/message';
import { capturedName } from './meaning';
import { isRefusal, type Operate, refuse } from './outcome';
import { scopesOfNode } from './places';

/** Adds the smallest valid state, in the form of its neighbours. */
export const addState: Operate<'addState'> = (draft, { automata, name, after }) => {
  const { project, workspace } = draft;
  const parts = scopesOfNode(project, automata);
  if (isRefusal(parts)) return parts;
  if (!project.isAutomata || !parts.some(({ scope }) => scope.kind === 'automata'))
    return refuse(msg('Only an automata has states. Open its main file to add one.'));
  const path = pathOfKey(automata);
  const previous = after === undefined ? undefined : pathOfKey(after);
  const neighbour = childrenOf(project, path).find((child) => previous && samePath(child.path, previous));
  if (after !== undefined && neighbour === undefined) {
    const others = scopesOfNode(project, after);
    return isRefusal(others)
      ? others
      : refuse(msg`\`${previous?.at(-1) ?? ''}\` is in another automata. Choose a state of this one.`);
  }
  const added = newStateIn(workspace, project, path, name, { after: neighbour, canShareFile: true });
  if (isRefusal(added)) return added;
  const refused = added.change && draft.editDocument(added.change);
  if (refused !== undefined) return refused;
  if (added.create) draft.create(added.create.address, added.create.text, path);
  const { address, range } = added.at;
  const child = childPath(path, name);
  return capturedName(draft, child) ?? { id: pathKey(child), at: { address, range } };
};
