import { exportSource } from '../project/files/exports';
import type { Address } from '../project/files/paths';
import { allScopes } from '../project/flow/flow';
import { ROOT_PATH, type ScopePath } from '../project/names/scope-path';
import { pathKey } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { statesFolders } from '../rules/state-places';
import { locateCursor, scopeAt } from './cursor-location';
import { freeStateName } from './new-state';
import { stateCount } from './state-count';

/** An automata of the workspace: the root of a project, or nested in it. */
export interface Automata {
  /** The main file of its project. */
  readonly main: Address;
  /** Names from the root of the project down; empty for the root. */
  readonly path: ScopePath;
  /** The number of known states, including those of nested automata. */
  readonly states: number;
  /** The folder of its states, as written in the tag. */
  readonly folder?: string;
  /** A name that no state of it has yet. */
  readonly freeName: string;
  /** The file with the cursor belongs to its project. */
  readonly isHere: boolean;
}

/** A cursor in a file, or only the file. */
interface Cursor {
  readonly address: Address;
  /** Offset in the document. */
  readonly offset?: number;
}

/**
 * Every automata of the workspace, without exports. Those that enclose the cursor come first, innermost first. The
 * others are in the order of their main files, outer automata before nested ones.
 */
export function automataList(workspace: Workspace, cursor?: Cursor): readonly Automata[] {
  const around = cursor ? pathAt(workspace, cursor) : undefined;
  const projects = [...workspace.allProjects].filter(
    ({ isAutomata, root }) => isAutomata && exportSource(workspace, root) === undefined,
  );
  projects.sort((a, b) => (a.root < b.root ? -1 : 1));
  const all = projects.flatMap((project) => {
    const isHere = cursor !== undefined && project.has(cursor.address);
    return automataIn(workspace, project, isHere).map((automata) => {
      const depth = automata.path.length;
      const isAround = isHere && pathKey(around?.slice(0, depth) ?? ROOT_PATH) === pathKey(automata.path);
      return { automata, nearness: isAround ? depth + 2 : isHere ? 1 : 0 };
    });
  });
  return all.sort((a, b) => b.nearness - a.nearness).map(({ automata }) => automata);
}

function automataIn(workspace: Workspace, project: Project, isHere: boolean): readonly Automata[] {
  const paths = new Map([['', ROOT_PATH]]);
  for (const { scope, path } of allScopes(project))
    if (scope.kind === 'automata') paths.set(pathKey(path), path);
  return Array.from(paths.values(), (path): Automata => {
    const [folder] = statesFolders(workspace, project, path);
    const states = stateCount(project, path);
    const freeName = freeStateName(project, path);
    return { main: project.root, path, states, freeName, isHere, ...(folder && { folder: folder.path }) };
  });
}

/** The path of the scope at a cursor. */
function pathAt(workspace: Workspace, { address, offset }: Cursor): ScopePath {
  const at = offset === undefined ? undefined : locateCursor(workspace, address, offset);
  return (at?.step && scopeAt(at, at.step)?.path) ?? ROOT_PATH;
}
