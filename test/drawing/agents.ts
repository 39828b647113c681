import { shownGraph } from '../../server/drawing/shown-graph';
import type { StateGraph } from '../../server/drawing/state-graph';
import { stateGraph } from '../../server/features/state-graph';
import { drawnProject } from '../../server/features/state-graph/state-at';
import { addressOf, workspaceOf } from '../support/workspace';
import { agentText } from './agent-text';

/** The graph of such an agent, as it is drawn. */
export function agentGraph(size: number, edit = (text: string) => text): StateGraph {
  const text = edit(agentText(size));
  const project = drawnProject(workspaceOf([{ path: 'main.yaml', text }]), addressOf('main.yaml'));
  if (project === undefined) throw new Error('no project');
  return shownGraph(stateGraph(project).graph, { shortcuts: false });
}
