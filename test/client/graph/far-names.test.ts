import { describe, expect, it } from 'vitest';
import { farNames, type NamedBox, nameRooms, wrapName } from '../../../client/webview/graph/far-names';
import { boxesTouch } from '../../../client/webview/graph/geometry';
import { computeLayout } from '../../../server/drawing/compute-layout';
import { nodeContent } from '../../../server/drawing/node-content';
import { agentGraph } from '../../drawing/agents';

/** As in a font whose characters have the same width, in pixels. */
const measure = (text: string) => [...text].length * 7;

describe('a name', () => {
  it.each<[string, number, number, readonly string[] | undefined]>([
    ['home', 28, 1, ['home']],
    ['work_zone_menu', 98, 1, ['work_zone_menu']],
    ['work_zone_menu', 70, 2, ['work_zone_', 'menu']],
    ['work_zone_menu', 40, 3, ['work_', 'zone_', 'menu']],
    // The ends of names differ most.
    ['work_zone_menu', 56, 1, ['wor…menu']],
    ['work_zone_cashier', 56, 2, ['work_', '…cashier']],
    ['work_zone_menu', 28, 1, undefined],
    ['home', 20, 1, undefined],
    ['home', 100, 0, undefined],
    ['答题主页面开始的状态', 49, 1, ['答题主…的状态']],
  ])('%s in %i pixels and %i lines', (name, room, most, lines) => {
    expect(wrapName(name, room, most, measure)).toEqual(lines);
  });
});

describe('the names of 60 states', () => {
  const graph = agentGraph(60);
  const placed = computeLayout(graph, nodeContent).then((layout) => {
    const parents = new Set(graph.nodes.map(({ parent }) => parent));
    const boxes = graph.nodes.flatMap(({ id, name, isInitial }): NamedBox[] => {
      const box = layout.nodes.get(id);
      return box ? [{ id, name, box, isFrame: parents.has(id), rank: isInitial ? 1 : 0 }] : [];
    });
    const cards = new Map(boxes.flatMap(({ id, box, isFrame }) => (isFrame ? [] : [[id, box] as const])));
    return { boxes, rooms: nameRooms(cards) };
  });

  it.each([
    [0.7, 64],
    [0.4, 64],
    [0.25, 60],
    [0.1, 12],
  ])('at scale %d: at least %i, without overlaps', async (scale, least) => {
    const { boxes, rooms } = await placed;
    const names = farNames(boxes, rooms, scale, measure);
    expect(names.size).toBeGreaterThanOrEqual(least);
    expect(names.has('welcome')).toBe(true);
    const all = [...names.values()].map(({ lines, box }) => {
      const width = (Math.max(...lines.map(measure)) - 1) / scale;
      const height = (lines.length * 14 - 1) / scale;
      return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
    });
    const overlaps = all.flatMap((one, index) =>
      all.slice(index + 1).filter((other) => boxesTouch(one, other)),
    );
    expect(overlaps).toEqual([]);
  });
});
