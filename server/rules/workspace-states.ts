import { nameOfPath } from '../project/paths';
import { OUTSIDE, type Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import type { Subject } from './rule';

/**
 * The names under which a file that belongs to no automata may know the states of its folder of the workspace: states
 * of any automata, ids, and files of lone states. Undefined where the folder has no automata: then nothing can be
 * said of any name.
 */
export function workspaceStates(workspace: Workspace, project: Project): ReadonlySet<string> | undefined {
  project.table.note(OUTSIDE.workspace);
  const names = new Set<string>();
  let hasAutomata = false;
  for (const other of workspace.projectsAround(project.root)) {
    hasAutomata ||= other.isAutomata;
    for (const member of other.members) {
      for (const unit of member.source.document.units) {
        for (const scope of other.facts({ source: member.source.address, unit })?.scopes ?? []) {
          if (scope.name) names.add(scope.name.text);
          if (scope.id) names.add(`#${scope.id.text}`).add(scope.id.text);
        }
      }
      if (!other.isAutomata) names.add(nameOfPath(member.source.address).replace(/(?:\.state)?\.[^.]*$/, ''));
    }
  }
  return hasAutomata ? names : undefined;
}

/** Whether each name of a target's path is known somewhere in the workspace. */
export function knownInWorkspace({ workspace, project }: Subject, target: string): boolean {
  const names = workspaceStates(workspace, project);
  if (names === undefined || names.has(target)) return true;
  const [first = '', ...rest] = target.replace(/^\./, '').split('.');
  return names.has(first) && rest.every((name) => names.has(name));
}
