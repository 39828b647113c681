import { graphChange } from '../../drawing/graph-change';
import type { StateGraph } from '../../drawing/state-graph';
import { type PlacedGraph, stateGraph } from '../../features/state-graph';
import { drawnProject } from '../../features/state-graph/state-at';
import type { DefinitionSite } from '../../features/symbols/sites';
import { type Address, normalize, shortName } from '../../project/files/paths';
import { connectChangeNotifier } from '../connect-change-notifier';
import { toRange } from '../convert';
import type { GraphAnswer, GraphParams, GraphPlace, GraphResult } from '../messages';
import { ownRequest } from '../own-messages';
import type { Handler, Services } from './handler';

/** The graph of the states of an automata. A client that has an earlier one gets the difference. */
export const stateGraphHandler: Handler = {
  register(services) {
    const sent = new SentGraphs();
    return ownRequest(
      'atomicState/stateGraph',
      () => null,
      (_services, params) => {
        connectChangeNotifier(services);
        return graphResult(services, params, sent);
      },
      { files: 'requested' },
    ).register(services);
  },
};

/** The last graph that was sent for each file, for clients that ask for differences. */
class SentGraphs {
  private readonly graphs = new Map<Address, { readonly resultId: string; readonly graph: StateGraph }>();
  private count = 0;
  /** The client may have an answer of a server that has ended. */
  private readonly start = Date.now();

  get(address: Address, resultId: string | undefined): StateGraph | undefined {
    const last = this.graphs.get(address);
    return last?.resultId === resultId ? last?.graph : undefined;
  }

  /** @returns its `resultId` */
  add(address: Address, graph: StateGraph): string {
    this.count += 1;
    const resultId = `${this.start}-${this.count}`;
    this.graphs.set(address, { resultId, graph });
    return resultId;
  }
}

function graphResult(
  services: Services,
  { uri, places: hasPlaces, previousResultId, findings: hasFindings }: GraphParams,
  sent: SentGraphs,
): GraphResult | null {
  const { workspace, findings, versionOf, toUri } = services;
  const address = normalize(uri);
  const project = drawnProject(workspace, address);
  if (project === undefined) return null;
  const last = sent.get(address, previousResultId);
  const keepsProblems = hasFindings === false && last !== undefined;
  const { graph: found, places } = stateGraph(project, (file) =>
    keepsProblems ? [] : findings.ofFile(file),
  );
  const graph = keepsProblems ? withProblemsOf(last, found) : found;
  const version = versionOf(address);
  return {
    ...(last === undefined ? { graph } : { change: graphChange(last, graph) }),
    ...(previousResultId !== undefined && { resultId: sent.add(address, graph) }),
    places: hasPlaces === false ? {} : placesOf(services, places),
    files: [...new Set(Array.from(places.values(), ({ address: file }) => file))].map(toUri),
    title: shortName(project.root, workspace.boundaryOf(project.root)),
    ...(version !== null && { version }),
  };
}

/** A graph with the numbers of problems of an earlier one. */
function withProblemsOf(before: StateGraph, { nodes, edges }: StateGraph): StateGraph {
  const problems = new Map(before.nodes.map((node) => [node.id, node.problems]));
  return {
    nodes: nodes.map((node) => ({ ...node, problems: problems.get(node.id) ?? node.problems })),
    edges,
  };
}

function placesOf({ workspace, toUri }: Services, places: PlacedGraph['places']): GraphAnswer['places'] {
  const placeOf = ({ address, range, selection }: DefinitionSite): GraphPlace => {
    const document = workspace.document(address);
    return { uri: toUri(address), range: toRange(document, range), selection: toRange(document, selection) };
  };
  return Object.fromEntries(Array.from(places, ([id, site]) => [id, placeOf(site)]));
}
