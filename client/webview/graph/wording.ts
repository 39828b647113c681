/** Descriptions of nodes and edges, for tooltips and screen readers. */

import * as l10n from '@vscode/l10n';
import type { StateEdge, StateNode } from '../../../server/drawing/state-graph';
import { ancestors, type Model } from './model';

/** One line: the name of a node and its special properties. */
export function describeState(model: Model, node: StateNode): string {
  const around = ancestors(model, node.id)[0];
  return [
    node.name,
    node.kind === 'automata' ? l10n.t('automata') : '',
    node.kind === 'missing' ? l10n.t('missing') : '',
    node.kind === 'unseen' ? l10n.t('unresolved') : '',
    around?.parent === undefined ? '' : l10n.t('in {0}', around.name),
    ...nodeMarks(node),
    ...problemCounts(node),
    l10n.t('{0} incoming', transitionCount(model.into.get(node.id))),
    l10n.t('{0} outgoing', transitionCount(model.out.get(node.id))),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** The details of a node that do not fit into it, on several lines: first its description. */
export function nodeTooltip(description: string, node: StateNode): string {
  return [
    description,
    node.text ?? '',
    node.inputs.length > 0 ? l10n.t('inputs: {0}', node.inputs.join(', ')) : '',
    node.tasks.length > 0 ? l10n.t('tasks: {0}', node.tasks.join(', ')) : '',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** A transition as a sentence. */
export function describeTransition(model: Model, edge: StateEdge): string {
  const name = (id: string) => model.nodes.get(id)?.name ?? id;
  if (edge.kind === 'initial') return l10n.t('{0} starts at {1}', name(edge.from), name(edge.to));
  const sentence = l10n.t('{0} from {1} to {2}', edge.event, name(edge.from), name(edge.to));
  return edge.condition === undefined ? sentence : `${sentence} ${l10n.t('if {0}', edge.condition)}`;
}

function nodeMarks(node: StateNode): string[] {
  return [
    node.isInitial ? l10n.t('initial') : '',
    node.isFinal ? l10n.t('final state') : '',
    node.isCached ? l10n.t('cached') : '',
    node.isReachable ? '' : l10n.t('unreachable'),
  ];
}

function problemCounts({ problems }: StateNode): string[] {
  return [
    problems.errors > 0 ? l10n.t('errors: {0}', problems.errors) : '',
    problems.warnings > 0 ? l10n.t('warnings: {0}', problems.warnings) : '',
  ];
}
/** How to take a transition that the conversation can take. */
export function takeHint(): string {
  return l10n.t('Click it or press Enter to take this transition in the conversation.');
}

function transitionCount(edges: readonly StateEdge[] = []): number {
  return edges.filter(({ kind }) => kind !== 'initial').length;
}
