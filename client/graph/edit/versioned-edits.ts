import { l10n } from 'vscode';
import type { StateGraph } from '../../../server/drawing/state-graph';
import type { GraphOperation } from '../../../server/graph-edit/operation';
import type { GraphAnswer, GraphEditAnswer, GraphReference } from '../../../server/protocol/messages';
import { identityOf } from './kinds';

/** What edits in the graph need of the server and of VS Code. */
export interface EditAccess {
  /** Asks for the edit of an operation, which applies nothing. */
  request(operation: GraphOperation, version: number | null, preview: boolean): Promise<GraphEditAnswer>;
  /** Asks for the graph of the current text, with or without its places; null if there is none. */
  graph(places: boolean): Promise<GraphAnswer | null>;
  /** The version of the main file; null if it is not open. */
  version(): number | null;
  /**
   * Applies an edit as one step that can be undone.
   *
   * @returns `old` if a text is not the one that the edit was made for, `failed` if a text cannot be changed
   */
  apply(edit: Done['edit']): Promise<'applied' | 'old' | 'failed'>;
}

type Done = Extract<GraphEditAnswer, { readonly edit: unknown }>;

/** Why there is no edit, as a sentence. */
type Refused = Extract<GraphEditAnswer, { readonly refused: string }>;

/** The limit of requests for one operation while somebody types. */
const MAX_ATTEMPTS = 4;

/**
 * Requests and applies edits of the text for operations on a graph that was drawn. If the text has changed since, asks
 * again, provided that what the operation names is still the same.
 */
export class VersionedEdits {
  readonly #access: EditAccess;
  /** Settles when no edit is being applied. */
  #applied: Promise<unknown> = Promise.resolve();

  constructor(access: EditAccess) {
    this.#access = access;
  }

  /** The edit of an operation, or why there is none. */
  async ask(operation: GraphOperation, drawn: GraphAnswer): Promise<Done | Refused> {
    const answer = await this.#ask(operation, drawn, false);
    return 'references' in answer ? { refused: cannotChange() } : answer;
  }

  /** What refers to the states that an operation deletes. */
  async references(operation: GraphOperation, drawn: GraphAnswer): Promise<readonly GraphReference[]> {
    const answer = await this.#ask(operation, drawn, true);
    return 'references' in answer ? answer.references : [];
  }

  async #ask(operation: GraphOperation, drawn: GraphAnswer, preview: boolean): Promise<GraphEditAnswer> {
    let graph = drawn;
    for (let attempt = 1; ; attempt++) {
      const version = graph.version ?? null;
      const answer = await this.#access.request(operation, version, preview);
      const isCurrent = !('refused' in answer) || version === this.#access.version();
      if (isCurrent || attempt === MAX_ATTEMPTS) return answer;
      const now = await this.graph();
      if (now === null || !isSame(operation, drawn.graph, now.graph)) return { refused: changedMeanwhile() };
      graph = now;
    }
  }

  /** Applies an operation, after those before it: VS Code may apply edits of one text that it gets at the same time. */
  apply(operation: GraphOperation, drawn: GraphAnswer): Promise<Done | Refused> {
    const result = this.#applied.then(() => this.#apply(operation, drawn));
    this.#applied = result.catch(() => {});
    return result;
  }

  async #apply(operation: GraphOperation, drawn: GraphAnswer): Promise<Done | Refused> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const answer = await this.ask(operation, drawn);
      if ('refused' in answer) return answer;
      const result = await this.#access.apply(answer.edit);
      if (result === 'applied') return answer;
      if (result === 'failed') break;
    }
    return { refused: cannotChange() };
  }

  /** The graph of the current text; null if there is none, or if the text keeps changing. */
  async graph(places = false): Promise<GraphAnswer | null> {
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      const found = await this.#access.graph(places);
      if (found !== null) return found;
    }
    return this.#access.graph(places);
  }
}

/** Why nothing was changed, if only VS Code knows. */
export function cannotChange(): string {
  return l10n.t('The text could not be changed. Try again.');
}

/** Why an element that the user has seen is not edited. */
export function changedMeanwhile(): string {
  return l10n.t('This part of the graph has changed meanwhile. Try again.');
}

/** Whether two graphs have the same nodes and edges that an operation names. */
function isSame(operation: GraphOperation, before: StateGraph, now: StateGraph): boolean {
  if (operation.kind === 'steps') return operation.steps.every((step) => isSame(step, before, now));
  const named: { readonly [key: string]: unknown } = operation;
  return ['automata', 'after', 'from', 'to', 'edge', 'state', 'states']
    .flatMap((key) => named[key] ?? [])
    .every((id) => typeof id !== 'string' || identityOf(before, id) === identityOf(now, id));
}
