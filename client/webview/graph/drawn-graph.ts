import type { Layout } from '../../../server/drawing/layout';
import type { StateGraph, StateNode } from '../../../server/drawing/state-graph';
import type { DrawnGraph } from './drawing';
import type { Size } from './geometry';
import { readFont } from './measure';
import { type Model, modelOf } from './model';
import { type WebNodeContent, webNodeContent } from './node-content';
import { describeState, describeTransition } from './wording';

/** A graph that is prepared for layout and drawing. */
export interface PreparedGraph {
  readonly model: Model;
  readonly contents: ReadonlyMap<string, WebNodeContent>;
  /** The ids of nodes that contain others. */
  readonly frames: ReadonlySet<string>;
  /** The sizes of the nodes without children. */
  readonly sizes: ReadonlyMap<string, Size>;
  /** The family in which the texts were measured. */
  readonly font: string;
  /** Equal for graphs with the same layout. */
  readonly key: string;
}

/**
 * Computes the appearance of a graph's nodes.
 *
 * @param before an earlier version of the graph, whose unchanged nodes need not be measured again
 */
export function prepareGraph(graph: StateGraph, before?: PreparedGraph): PreparedGraph {
  const font = readFont();
  const model = modelOf(graph);
  const known = before?.font === font ? before : undefined;
  const contentOf = (node: StateNode) =>
    (known?.model.nodes.get(node.id) === node && known.contents.get(node.id)) || webNodeContent(node);
  const contents = new Map(graph.nodes.map((node) => [node.id, contentOf(node)]));
  const frames = new Set(graph.nodes.flatMap(({ id }) => (model.children.has(id) ? [id] : [])));
  const sizes = new Map(
    [...contents].flatMap(([id, { width, height }]) =>
      frames.has(id) ? [] : [[id, { width, height }] as const],
    ),
  );
  const key = JSON.stringify([
    graph.nodes.map(({ id, parent, isInitial }) => [id, parent, isInitial, sizes.get(id)]),
    graph.edges.map(({ id, from, to, kind, event, condition }) => [id, from, to, kind, event, condition]),
  ]);
  return { model, contents, frames, sizes, font, key };
}

/** The drawn elements of a graph with a layout; elements without a position are omitted. */
export function drawnGraph({ model, contents, frames }: PreparedGraph, layout: Layout): DrawnGraph {
  return {
    frames,
    layout,
    nodes: model.graph.nodes.flatMap((node) => {
      const box = layout.nodes.get(node.id);
      const content = contents.get(node.id);
      if (!box || !content) return [];
      const label = describeState(model, node);
      return [{ node, content, box, isRoot: node.parent === undefined, label }];
    }),
    edges: model.graph.edges.map((edge) => ({
      edge,
      ends: [edge.from, edge.to].map((id) => model.nodes.get(id)?.name),
      tooltip: () => describeTransition(model, edge),
    })),
  };
}

/** The class of a node in the overview. */
export function smallClass({ model, frames }: PreparedGraph, id: string): string {
  const problems = model.nodes.get(id)?.problems;
  const kind = problems?.errors ? ' has-errors' : problems?.warnings ? ' has-warnings' : '';
  return `${frames.has(id) ? 'frame' : 'card'}${kind}`;
}
