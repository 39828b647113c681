import type { BaseLanguageClient, CancellationToken } from 'vscode-languageclient';
import { changedGraph } from '../../server/drawing/graph-change';
import type { StateGraph } from '../../server/drawing/state-graph';
import type { GraphAnswer, GraphParams } from '../../server/protocol/messages';
import { stateGraphRequest } from '../protocol';

/** Requests the graph of a project. After the first time, the server only sends what has changed. */
export class GraphSource {
  readonly #client: BaseLanguageClient;
  readonly #uri: string;
  #resultId = '';
  #graph: StateGraph = { nodes: [], edges: [] };

  /** @param uri of a file of the project, as the protocol writes it */
  constructor(client: BaseLanguageClient, uri: string) {
    this.#client = client;
    this.#uri = uri;
  }

  /** @returns null if there is none */
  async graph(
    wanted: Pick<GraphParams, 'places' | 'findings'>,
    token?: CancellationToken,
  ): Promise<GraphAnswer | null> {
    const before = this.#graph;
    const params = { uri: this.#uri, places: false, previousResultId: this.#resultId, ...wanted };
    const answer = await this.#client.sendRequest(stateGraphRequest, params, token);
    if (answer === null) return null;
    const graph = 'graph' in answer ? answer.graph : changedGraph(before, answer.change);
    this.#resultId = answer.resultId ?? '';
    this.#graph = graph;
    return { ...answer, graph };
  }
}
