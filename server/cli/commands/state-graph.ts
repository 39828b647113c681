import { isMisread, NOT_UTF8 } from '../../check';
import { type OpenedWorkspace, openWorkspace } from '../../check-workspace';
import type { StateGraph } from '../../drawing/state-graph';
import { stateGraph } from '../../features/state-graph';
import { drawnProject } from '../../features/state-graph/state-at';
import type { FileSystem } from '../../filesystem';
import { allMainsAt } from '../../load-automata';
import type { Address } from '../../project/files/paths';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import { findingsOfFile } from '../../rules/file-findings';
import { Checker } from '../../rules/run';
import type { WorkingFolder } from '../command';
import { plainReason } from '../failure';
import { openOptionsOf } from '../folder-settings';
import { addressFromPath, displayPath, fullPath } from '../paths';

export interface LoadedGraph {
  readonly graph: StateGraph;
  /** The address of the main file. */
  readonly root: Address;
  /** The path of the main file, as shown. */
  readonly main: string;
  /** Full paths of the files of the automata. */
  readonly sources: readonly string[];
}

/** The path of a file that has no graph, or prevents one, and the reason. */
interface NoGraph {
  readonly path: string;
  readonly reason: string;
}

/** The graph of a file's project. */
export async function loadGraph(path: string, terminal: WorkingFolder): Promise<LoadedGraph | NoGraph> {
  const [graph = { path, reason: NOT_STATES }] = await loadGraphs([path], terminal);
  return graph;
}

/** The graphs of the projects of files, and of the automata in folders: each once, in the order of the paths. */
export async function loadGraphs(
  paths: readonly string[],
  terminal: WorkingFolder,
): Promise<readonly (LoadedGraph | NoGraph)[]> {
  const { folder, files } = terminal;
  const addresses = paths.map((path) => addressFromPath(path, folder));
  const opened = await openWorkspace(files, addresses, {}, openOptionsOf(paths, terminal));
  return await openedGraphs(files, opened, paths, folder);
}

/** The same for paths that are open. */
export async function openedGraphs(
  world: FileSystem,
  { workspace, settingsOf, starts }: OpenedWorkspace,
  paths: readonly string[],
  folder: string,
): Promise<readonly (LoadedGraph | NoGraph)[]> {
  const checker = new Checker(workspace, settingsOf);
  const found = new Set<Project>();
  const graphs: (LoadedGraph | NoGraph)[] = [];
  for (const [index, start] of starts.entries()) {
    const { address, state } = start;
    const path = paths[index] ?? '';
    if (state.kind === 'unreadable') graphs.push({ path, reason: plainReason(state.reason) });
    const files =
      state.kind === 'folder' ? allMainsAt(workspace, start) : state.kind === 'text' ? [address] : [];
    const projects = files.flatMap((file) => drawnProject(workspace, file) ?? []);
    if (projects.length === 0 && state.kind !== 'unreadable')
      graphs.push({
        path,
        reason: state.kind === 'folder' ? 'there is no automata in this folder' : NOT_STATES,
      });
    for (const project of projects) {
      if (found.has(project)) continue;
      found.add(project);
      graphs.push(await graphOf(project, workspace, checker, folder, world));
    }
  }
  return graphs;
}

const NOT_STATES = 'it is not a state file';

async function graphOf(
  project: Project,
  workspace: Workspace,
  checker: Checker,
  folder: string,
  world: FileSystem,
): Promise<LoadedGraph | NoGraph> {
  for (const { source } of project.members) {
    if (await isMisread(world, workspace, source.address))
      return { path: displayPath(source.address, folder), reason: NOT_UTF8 };
  }
  const { graph } = stateGraph(project, (file) => findingsOfFile(checker, file));
  const sources = [...project.members].map(({ source }) => fullPath(source.address));
  return { graph, root: project.root, main: displayPath(project.root, folder), sources };
}
