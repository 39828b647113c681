import { engine } from '../engine/engine';
import { parseTarget } from '../format/target-path';
import type { Address } from '../project/files/paths';
import { lastSegmentOf } from '../project/files/paths';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { isEqualData } from '../text/equality';
import type { Subject } from './rule';

/**
 * The names by which a standalone file may refer to states of its workspace folder: states of any automata, ids, and
 * files with a single state. Undefined if the folder has no automata, as nothing is known about names then.
 */
export function workspaceStates(workspace: Workspace, project: Project): ReadonlySet<string> | undefined {
  return namesIn(workspace, workspace.folderAround(project.root));
}

const namesIn = engine.query(
  'states of a folder',
  (workspace: Workspace, folder: Address | undefined): ReadonlySet<string> | undefined => {
    const names = new Set<string>();
    let hasAutomata = false;
    for (const other of workspace.projectsIn(folder)) {
      hasAutomata ||= other.isAutomata;
      for (const { source } of other.members) {
        for (const name of namesInFile(other, source.address)) names.add(name);
        if (!other.isAutomata) names.add(lastSegmentOf(source.address).replace(/(?:\.state)?\.[^.]*$/, ''));
      }
    }
    return hasAutomata ? names : undefined;
  },
  { equals: isEqualData },
);

const namesInFile = engine.query(
  'states of a file',
  (project: Project, address: Address): ReadonlySet<string> => {
    const names = new Set<string>();
    for (const unit of project.unitsOf(address)) {
      for (const scope of project.facts({ source: address, unit })?.scopes ?? []) {
        if (scope.name) names.add(scope.name.text);
        if (scope.id) names.add(`#${scope.id.text}`).add(scope.id.text);
      }
    }
    return names;
  },
  { equals: isEqualData },
);

/** Whether each name in a target's path exists anywhere in the workspace. */
export function knownInWorkspace({ workspace, project }: Subject, target: string): boolean {
  const names = workspaceStates(workspace, project);
  if (names === undefined || names.has(target)) return true;
  const path = parseTarget(target);
  const [first = '', ...rest] = path.names;
  return names.has(path.start === 'id' ? `#${first}` : first) && rest.every((name) => names.has(name));
}
