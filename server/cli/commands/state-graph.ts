import { isMisread, NOT_UTF8 } from '../../check';
import { openWorkspace } from '../../check-workspace';
import type { StateGraph } from '../../drawing/state-graph';
import { stateGraph } from '../../features/state-graph';
import { drawnProject } from '../../features/state-graph/state-at';
import { findingsOfFile } from '../../rules/file-findings';
import { Checker } from '../../rules/run';
import { plainReason } from '../failure';
import { openOptionsOf } from '../folder-settings';
import { addressFromPath, displayPath, fullPath } from '../paths';
import { commandFiles } from '../watched';

export interface LoadedGraph {
  readonly graph: StateGraph;
  /** The path of the main file, as shown. */
  readonly main: string;
  /** Full paths of the files of the automata. */
  readonly sources: readonly string[];
}

/** The graph of a file's project; otherwise the path of the file that prevents it, and the reason. */
export async function loadGraph(
  path: string,
  folder: string,
): Promise<LoadedGraph | { readonly path: string; readonly reason: string }> {
  const address = addressFromPath(path, folder);
  const options = openOptionsOf([path], folder);
  const { workspace, settingsOf, starts } = await openWorkspace(commandFiles, [address], {}, options);
  const state = starts[0]?.state;
  if (state?.kind === 'unreadable') return { path, reason: plainReason(state.reason) };
  const project = state?.kind === 'text' ? drawnProject(workspace, address) : undefined;
  if (project === undefined) return { path, reason: 'it is not a state file' };
  for (const { source } of project.members) {
    if (await isMisread(commandFiles, workspace, source.address))
      return { path: displayPath(source.address, folder), reason: NOT_UTF8 };
  }
  const checker = new Checker(workspace, settingsOf);
  const { graph } = stateGraph(project, (file) => findingsOfFile(checker, file));
  const sources = [...project.members].map(({ source }) => fullPath(source.address));
  return { graph, main: displayPath(project.root, folder), sources };
}
