import * as lsp from 'vscode-languageserver';
import type { StateGraph } from '../../drawing/state-graph';
import { drawnProject, stateAt } from '../../features/state-at';
import { stateGraph } from '../../features/state-graph';
import type { Site } from '../../features/symbol-sites';
import { normalize, shortName } from '../../project/paths';
import { toRange } from '../convert';
import { guard } from '../guard';
import { tellChanges } from '../tell-changes';
import { askedAt, type Handler, type Services } from './handler';

/** What is asked for a graph: any file of the project. */
interface GraphParams {
  readonly uri: string;
}

/** A graph, and where what is drawn stands. */
interface GraphAnswer {
  readonly graph: StateGraph;
  /** By the `id` of nodes and edges. */
  readonly places: Readonly<Record<string, GraphPlace>>;
  /** The main file as a person would name it. */
  readonly title: string;
  /** Of the text of the file that was asked for, if it is open. */
  readonly version?: number;
}

interface GraphPlace {
  readonly uri: string;
  readonly range: lsp.Range;
  readonly selection: lsp.Range;
}

/** The state at a cursor by its `id`, and the transition where the cursor is in one. */
interface AtAnswer {
  readonly id: string;
  readonly edge?: string;
}

const GRAPH_REQUEST = new lsp.RequestType<GraphParams, GraphAnswer | null, void>('atomicState/stateGraph');
const AT_REQUEST = new lsp.RequestType<lsp.TextDocumentPositionParams, AtAnswer | null, void>(
  'atomicState/stateAt',
);

export const stateGraphHandler: Handler = {
  register(services) {
    const { connection, workspace, loader } = services;
    connection.onRequest(
      GRAPH_REQUEST,
      guard<GraphParams, GraphAnswer | null>(services, 'stateGraph', null, async ({ uri }) => {
        await loader.load();
        tellChanges(services);
        return answerFor(services, uri);
      }),
    );
    connection.onRequest(
      AT_REQUEST,
      guard<lsp.TextDocumentPositionParams, AtAnswer | null>(services, 'stateAt', null, (params) => {
        const asked = askedAt(services, params);
        const found = asked && stateAt(workspace, asked.address, asked.offset);
        if (found === undefined) return null;
        return found.edge === undefined ? { id: found.id } : { id: found.id, edge: found.edge };
      }),
    );
  },
};

function answerFor(services: Services, uri: string): GraphAnswer | null {
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
