import { describe, expect, it } from 'vitest';
import { computeLayout } from '../../server/drawing/compute-layout';
import { labelBox } from '../../server/drawing/edge-label';
import type { Layout } from '../../server/drawing/layout';
import { nodeContent } from '../../server/drawing/node-content';
import type { StateGraph } from '../../server/drawing/state-graph';
import { IS_COMPLETE } from '../support/depth';
import { agentGraph } from './agents';
import { drawingCounts } from './drawing-counts';

/** The counts of a layout. */
function countsOf(graph: StateGraph, layout: Layout) {
  const parents = new Set(graph.nodes.map(({ parent }) => parent));
  return drawingCounts({
    nodes: [...layout.nodes].flatMap(([id, box]) => (parents.has(id) ? [] : [box])),
    lines: [
      ...new Map([...layout.edges.values()].map(({ points }) => [JSON.stringify(points), points])).values(),
    ],
    labels: graph.edges.flatMap((edge) => {
      const label = edge.kind === 'initial' ? undefined : layout.edges.get(edge.id)?.label;
      return label ? [labelBox(edge, label)] : [];
    }),
  });
}

const NOTHING_HIDDEN = { labelOverlaps: 0, struckLabels: 0, linesThroughNodes: 0 };

describe('a drawing', () => {
  const sizes: [states: number, crossings: number][] = [
    [6, 0],
    [20, 0],
    [60, 2],
    [200, 8],
  ];
  it.each(IS_COMPLETE ? sizes : sizes.slice(0, -1))(
    'of %i states hides nothing, with %i crossings at most',
    async (size, crossings) => {
      const graph = agentGraph(size);
      expect(graph.nodes.filter(({ kind }) => kind === 'state').length).toBe(size);
      const counts = countsOf(graph, await computeLayout(graph, nodeContent));
      expect(counts).toMatchObject(NOTHING_HIDDEN);
      expect(counts.crossings).toBeLessThanOrEqual(crossings);
    },
  );

  it.each<[string, (text: string) => string]>([
    ['a longer event', (text) => text.replaceAll('skip', 'skip_all_parts_of_this_quiz')],
    [
      'a condition',
      (text) => text.replace('next: example', 'next: { target: example, condition: "{{true}}" }'),
    ],
    ['an added transition', (text) => text.replace('leave: bye', 'leave: bye\n      more: work_zone_lobby')],
    ['a renamed state', (text) => text.replaceAll('work_zone_kitchen', 'work_zone_large_kitchen')],
  ])('hides nothing after an edit: %s', async (_, edit) => {
    const before = await computeLayout(agentGraph(20), nodeContent);
    const graph = agentGraph(20, edit);
    expect(graph).not.toEqual(agentGraph(20));
    expect(countsOf(graph, await computeLayout(graph, nodeContent, before))).toMatchObject(NOTHING_HIDDEN);
  });
});

describe('the counts', () => {
  const box = { x: 0, y: 0, width: 20, height: 10 };
  const [flat, steep] = [
    [
      { x: -5, y: 5 },
      { x: 30, y: 5 },
    ],
    [
      { x: 25, y: -5 },
      { x: 25, y: 20 },
    ],
  ];

  it('find what is hidden', () => {
    const none = { labelOverlaps: 0, struckLabels: 0, linesThroughNodes: 0, crossings: 0 };
    expect(
      drawingCounts({
        nodes: [box],
        lines: [],
        labels: [
          { ...box, x: 10 },
          { ...box, x: 50 },
        ],
      }),
    ).toEqual({
      ...none,
      labelOverlaps: 1,
    });
    expect(drawingCounts({ nodes: [], lines: [flat], labels: [box] })).toEqual({ ...none, struckLabels: 1 });
    expect(drawingCounts({ nodes: [box], lines: [flat, steep], labels: [] })).toEqual({
      ...none,
      linesThroughNodes: 1,
      crossings: 1,
    });
  });

  it('do not include what only touches', () => {
    const beside = [
      { x: 20, y: -5 },
      { x: 20, y: 5 },
      { x: 40, y: 5 },
    ];
    const counts = drawingCounts({ nodes: [box], lines: [beside, steep], labels: [{ ...box, y: 10 }] });
    expect(counts).toEqual({ labelOverlaps: 0, struckLabels: 0, linesThroughNodes: 0, crossings: 1 });
  });
});
