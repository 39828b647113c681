import type { StateEdge, StateNode } from '../../../server/drawing/state-graph';
import type { GraphTexts } from '../../graph/texts';
import { fillPlaceholders } from '../dom';
import { ancestors, type Model } from './model';

/** Descriptions of nodes and edges, for tooltips and screen readers. */
export class Wording {
  constructor(readonly texts: GraphTexts) {}

  /** One line: the name of a node and its special properties. */
  node(model: Model, node: StateNode): string {
    const { texts } = this;
    const around = ancestors(model, node.id)[0];
    return [
      node.name,
      node.kind === 'automata' ? texts.automataKind : '',
      node.kind === 'missing' ? texts.missing : '',
      node.kind === 'unseen' ? texts.unseen : '',
      around?.parent === undefined ? '' : fillPlaceholders(texts.inside, around.name),
      ...this.#marks(node),
      ...this.#problems(node),
      fillPlaceholders(texts.leadHere, transitionCount(model.into.get(node.id))),
      fillPlaceholders(texts.leadAway, transitionCount(model.out.get(node.id))),
    ]
      .filter((part) => part !== '')
      .join(', ');
  }

  /** The details of a node that do not fit into it, on several lines. */
  tooltip(model: Model, node: StateNode): string {
    const { texts } = this;
    return [
      this.node(model, node),
      node.text ?? '',
      node.inputs.length > 0 ? fillPlaceholders(texts.inputs, node.inputs.join(', ')) : '',
      node.tasks.length > 0 ? fillPlaceholders(texts.tasks, node.tasks.join(', ')) : '',
    ]
      .filter((line) => line !== '')
      .join('\n');
  }

  /** A transition as a sentence. */
  edge(model: Model, edge: StateEdge): string {
    const name = (id: string) => model.nodes.get(id)?.name ?? id;
    const { texts } = this;
    if (edge.kind === 'initial') return fillPlaceholders(texts.begins, name(edge.from), name(edge.to));
    const sentence = fillPlaceholders(texts.edge, edge.event, name(edge.from), name(edge.to));
    return edge.condition === undefined
      ? sentence
      : `${sentence} ${fillPlaceholders(texts.condition, edge.condition)}`;
  }

  #marks(node: StateNode): string[] {
    const { texts } = this;
    return [
      node.isInitial ? texts.initial : '',
      node.isFinal ? texts.final : '',
      node.isCached ? texts.cached : '',
      node.isReachable ? '' : texts.unreachable,
    ];
  }

  #problems({ problems }: StateNode): string[] {
    const { texts } = this;
    return [
      problems.errors > 0 ? fillPlaceholders(texts.errors, problems.errors) : '',
      problems.warnings > 0 ? fillPlaceholders(texts.warnings, problems.warnings) : '',
    ];
  }
}

function transitionCount(edges: readonly StateEdge[] = []): number {
  return edges.filter(({ kind }) => kind !== 'initial').length;
}
