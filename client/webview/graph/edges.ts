import { LABEL_METRICS, labelBox, placedLabelLines } from '../../../server/drawing/edge-label';
import type { Layout, Point } from '../../../server/drawing/layout';
import { arrowPath, linePath } from '../../../server/drawing/line-path';
import type { StateEdge } from '../../../server/drawing/state-graph';
import { svgElement } from '../dom';

type Line = NonNullable<ReturnType<Layout['edges']['get']>>;

/** A transition as a line with an arrow and its label. */
export function drawEdge(edge: StateEdge, line: Line, tooltip: string): SVGGElement {
  const { points, label } = line;
  const path = linePath(points);
  return svgElement(
    'g',
    // Screen readers read only the selected edge.
    {
      class: `edge ${edge.kind}`,
      'data-edge': edge.id,
      'aria-hidden': 'true',
      'aria-label': tooltip,
    },
    svgElement('title', {}, tooltip),
    svgElement('path', { class: 'hit', d: path }),
    svgElement('path', { class: 'line', d: path }),
    svgElement('path', { class: 'arrow', d: arrowPath(points) }),
    ...(edge.kind === 'initial' && points[0]
      ? [svgElement('circle', { class: 'dot', cx: points[0].x, cy: points[0].y, r: 5 })]
      : []),
    ...(edge.kind === 'initial' || edge.event === '' ? [] : [labelAt(edge, label)]),
  );
}

/** The lines of a label in a pill, in the space that the layout reserved. */
function labelAt(edge: StateEdge, label: Point): SVGGElement {
  const { x, y } = label;
  return svgElement(
    'g',
    { class: 'label' },
    svgElement('rect', { class: 'pill', ...labelBox(edge, label), rx: LABEL_METRICS.pillRadius }),
    svgElement(
      'text',
      {},
      ...placedLabelLines(edge, y).map((line) =>
        svgElement('tspan', { class: line.isCondition ? 'condition' : 'event', x, y: line.y }, line.text),
      ),
    ),
  );
}
