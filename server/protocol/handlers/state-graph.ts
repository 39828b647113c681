import { stateGraph } from '../../features/state-graph';
import { drawnProject, stateAt } from '../../features/state-graph/state-at';
import type { Site } from '../../features/symbols/sites';
import { normalize, shortName } from '../../project/paths';
import { toRange } from '../convert';
import type { GraphPlace, PlacedGraph } from '../messages';
import { ownRequest } from '../own-messages';
import { tellChanges } from '../tell-changes';
import { askedAt, type Handler, type Services } from './handler';

export const STATE_GRAPH: readonly Handler[] = [
  ownRequest(
    'atomicState/stateGraph',
    () => null,
    async (services, { uri }) => {
      await services.loader.load();
      tellChanges(services);
      return answerFor(services, uri);
    },
  ),
  ownRequest(
    'atomicState/stateAt',
    () => null,
    (services, params) => {
      const asked = askedAt(services, params);
      const found = asked && stateAt(services.workspace, asked.address, asked.offset);
      if (found === undefined) return null;
      return found.edge === undefined ? { id: found.id } : { id: found.id, edge: found.edge };
    },
  ),
];

function answerFor(services: Services, uri: string): PlacedGraph | null {
  const { workspace, findings, versionOf } = services;
  const address = normalize(uri);
  const project = drawnProject(workspace, address);
  if (project === undefined) return null;
  const { graph, places } = stateGraph(project, (file) => findings.ofFile(file));
  const version = versionOf(address);
  return {
    graph,
    places: Object.fromEntries(
      Array.from(places, ([id, site]) => [id, placeOf(services, site)] as const).flatMap(([id, place]) =>
        place ? [[id, place]] : [],
      ),
    ),
    title: shortName(project.root, workspace.boundaryOf(project.root)),
    ...(version !== null && { version }),
  };
}

function placeOf(
  { workspace, toUri }: Services,
  { address, range, selection }: Site,
): GraphPlace | undefined {
  const document = workspace.document(address);
  if (document === undefined) return undefined;
  return { uri: toUri(address), range: toRange(document, range), selection: toRange(document, selection) };
}
