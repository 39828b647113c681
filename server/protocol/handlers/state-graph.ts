import { graphChange } from '../../drawing/graph-change';
import type { StateGraph, StateNode } from '../../drawing/state-graph';
import { type PlacedGraph, stateGraph } from '../../features/state-graph';
import { drawnProject } from '../../features/state-graph/state-at';
import type { DefinitionSite } from '../../features/symbols/sites';
import { type Address, normalize, shortName } from '../../project/files/paths';
import { connectChangeNotifier } from '../connect-change-notifier';
import { toRange } from '../convert';
import type { GraphAnswer, GraphParams, GraphPlace } from '../messages';
import { ownRequest } from '../own-messages';
import type { Handler, Services } from './handler';

/** The graph of the states of an automata. A client that has an earlier one gets the difference. */
export const stateGraphHandler: Handler = {
  register(services) {
    // The client may have a graph of a server that has ended.
    let id = Date.now();
    const sent = new Map<Address, { readonly resultId: string; readonly graph: StateGraph }>();
    return ownRequest(
      'atomicState/stateGraph',
      () => null,
      (_services, params) => {
        connectChangeNotifier(services);
        const address = normalize(params.uri);
        const known = sent.get(address);
        const last = known?.resultId === params.previousResultId ? known?.graph : undefined;
        const answer = graphAnswer(services, address, params, params.findings === false ? last : undefined);
        if (answer === null || params.previousResultId === undefined) return answer;
        const { graph, ...rest } = answer;
        const resultId = String(id++);
        sent.set(address, { resultId, graph });
        return {
          ...rest,
          ...(last === undefined ? { graph } : { change: graphChange(last, graph) }),
          resultId,
        };
      },
      { files: 'requested' },
    ).register(services);
  },
};

/** @param counted the graph whose numbers of problems are enough, if there is one */
function graphAnswer(
  services: Services,
  address: Address,
  { places: hasPlaces }: GraphParams,
  counted: StateGraph | undefined,
): GraphAnswer | null {
  const { workspace, findings, versionOf, toUri } = services;
  const project = drawnProject(workspace, address);
  if (project === undefined) return null;
  const findingsOf = (file: Address) => (counted ? [] : findings.ofFile(file));
  const { graph, places } = stateGraph(project, findingsOf);
  const version = versionOf(address);
  return {
    graph: counted ? withProblemsOf(counted, graph) : graph,
    places: hasPlaces === false ? {} : placesOf(services, places),
    files: [...new Set(Array.from(places.values(), ({ address: file }) => file))].map(toUri),
    title: shortName(project.root, workspace.boundaryOf(project.root)),
    ...(version !== null && { version }),
  };
}

/** A graph with the numbers of problems of an earlier one. Of as many nodes, an unknown one has a new name. */
function withProblemsOf(before: StateGraph, { nodes, edges }: StateGraph): StateGraph {
  const known = new Map(before.nodes.map((node) => [node.id, node]));
  const renamed = before.nodes.length === nodes.length ? before.nodes : [];
  const problemsOf = (node: StateNode, index: number) =>
    (known.get(node.id) ?? renamed[index] ?? node).problems;
  return { nodes: nodes.map((node, index) => ({ ...node, problems: problemsOf(node, index) })), edges };
}

function placesOf({ workspace, toUri }: Services, places: PlacedGraph['places']): GraphAnswer['places'] {
  const placeOf = ({ address, range, selection }: DefinitionSite): GraphPlace => {
    const document = workspace.document(address);
    return { uri: toUri(address), range: toRange(document, range), selection: toRange(document, selection) };
  };
  return Object.fromEntries(Array.from(places, ([id, site]) => [id, placeOf(site)]));
}
