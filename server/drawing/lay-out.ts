import Elk, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { Box, LayOut, Layout, Point, SizeOf } from './layout';
import type { StateGraph } from './state-graph';

const elk = new Elk();

const OPTIONS: Readonly<Record<string, string>> = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'SPLINES',
};

/** Lays the states out in layers, in the direction in which most transitions lead. */
export const layOut: LayOut = async (graph, sizeOf) => {
  const placed = await elk.layout(elkGraph(graph, sizeOf));
  return layoutOf(placed);
};

function elkGraph({ nodes, edges }: StateGraph, sizeOf: SizeOf): ElkNode {
  const root: ElkNode = { id: 'root', layoutOptions: { ...OPTIONS }, children: [], edges: [] };
  const all = new Map<string, ElkNode>();
  const drawn = nodes.filter(({ kind, parent }) => kind !== 'automata' || parent !== undefined);
  for (const node of drawn) all.set(node.id, { id: `n${node.id}`, ...sizeOf(node) });
  for (const node of drawn) {
    const own = all.get(node.id);
    const outer = all.get(node.parent ?? '') ?? root;
    if (own === undefined) continue;
    outer.children ??= [];
    outer.children.push(own);
  }
  root.edges = edges.flatMap(({ id, from, to }): ElkExtendedEdge[] => {
    if (!all.has(from) || !all.has(to)) return [];
    return [{ id, sources: [`n${from}`], targets: [`n${to}`] }];
  });
  return root;
}

function layoutOf(root: ElkNode): Layout {
  const nodes = new Map<string, Box>();
  const edges = new Map<string, { points: readonly Point[]; label: Point }>();
  const origins = new Map<string, Point>([['root', { x: 0, y: 0 }]]);
  const place = (outer: ElkNode, { x, y }: Point) => {
    for (const child of outer.children ?? []) {
      const at = { x: x + (child.x ?? 0), y: y + (child.y ?? 0) };
      origins.set(child.id, at);
      nodes.set(child.id.slice(1), { ...at, width: child.width ?? 0, height: child.height ?? 0 });
      place(child, at);
    }
  };
  place(root, { x: 0, y: 0 });
  for (const edge of root.edges ?? []) {
    const container = 'container' in edge && typeof edge.container === 'string' ? edge.container : 'root';
    const origin = origins.get(container) ?? { x: 0, y: 0 };
    const points = (edge.sections ?? []).flatMap(({ startPoint, bendPoints, endPoint }) =>
      [startPoint, ...(bendPoints ?? []), endPoint].map(({ x, y }) => ({ x: x + origin.x, y: y + origin.y })),
    );
    const middle = points[points.length >> 1];
    if (middle) edges.set(edge.id, { points, label: middle });
  }
  return { width: root.width ?? 0, height: root.height ?? 0, nodes, edges };
}
