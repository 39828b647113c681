import type { Layout, Point } from './layout';

/** A layout moved as a whole. */
export function movedBy(layout: Layout, by: Point): Layout {
  if (by.x === 0 && by.y === 0) return layout;
  const moved = <P extends Point>(point: P): P => ({ ...point, x: point.x + by.x, y: point.y + by.y });
  return {
    width: layout.width,
    height: layout.height,
    nodes: new Map([...layout.nodes].map(([id, box]) => [id, moved(box)])),
    edges: new Map(
      [...layout.edges].map(([id, { points, label }]) => [
        id,
        { points: points.map((point) => moved(point)), label: moved(label) },
      ]),
    ),
  };
}
