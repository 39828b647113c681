import { openWorkspace } from '../check-workspace';
import type { StateGraph } from '../drawing/state-graph';
import { stateGraph } from '../features/state-graph';
import { drawnProject } from '../features/state-graph/state-at';
import { nodeFileSystem } from '../filesystem-node';
import { findingsOfFile } from '../rules/file-findings';
import { Checker } from '../rules/run';
import { plainReason } from './failure';
import { settingsAround } from './folder-settings';
import { addressFromPath, displayPath, fullPath } from './paths';

export interface LoadedGraph {
  readonly graph: StateGraph;
  /** The path of the main file, as shown. */
  readonly main: string;
  /** Full paths of the files of the automata. */
  readonly sources: readonly string[];
}

/** The graph of the project around a file, or why there is none. */
export async function loadGraph(path: string, folder: string): Promise<LoadedGraph | string> {
  const address = addressFromPath(path, folder);
  const byFolder = settingsAround([path], folder);
  const options = { byFolder, workingFolder: addressFromPath('.', folder) };
  const { workspace, settingsOf, starts } = await openWorkspace(nodeFileSystem, [address], {}, options);
  const state = starts[0]?.state;
  if (state?.kind === 'unreadable') return plainReason(state.reason);
  const project = state?.kind === 'text' ? drawnProject(workspace, address) : undefined;
  if (project === undefined) return 'there is no such state file';
  const checker = new Checker(workspace, settingsOf);
  const { graph } = stateGraph(project, (file) => findingsOfFile(checker, file));
  const sources = [...project.members].map(({ source }) => fullPath(source.address));
  return { graph, main: displayPath(project.root, folder), sources };
}
