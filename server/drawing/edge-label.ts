import type { Box, Point } from './layout';
import type { StateEdge } from './state-graph';
import { clippedText, type Font, textWidth } from './text-width';

/** The metrics of transition labels, which are in pills beside their line. */
export const LABEL_METRICS = {
  font: { size: 11 } satisfies Font,
  lineHeight: 14,
  room: 190,
  /** From a line to its labels, and from these to what is beside them. */
  gap: 4,
  /** Between the labels of one line. */
  between: 2,
  paddingX: 5,
  paddingY: 1,
  pillRadius: 7,
} as const;

type Size = Pick<Box, 'width' | 'height'>;

/** The lines of a transition's label, shortened to the available width: its event, and its condition. */
function labelLines({ event, condition }: StateEdge): readonly string[] {
  const lines = condition === undefined ? [event] : [event, condition];
  return lines
    .filter((line) => line !== '')
    .map((line) => clippedText(line, LABEL_METRICS.font, LABEL_METRICS.room));
}

/** The lines of a label around `y`, each with its baseline. */
export function placedLabelLines(
  edge: StateEdge,
  y: number,
): readonly { readonly text: string; readonly y: number; readonly isCondition: boolean }[] {
  const lines = labelLines(edge);
  const top = y - (lines.length * LABEL_METRICS.lineHeight) / 2;
  return lines.map((text, index) => ({
    text,
    y: top + (index + 1) * LABEL_METRICS.lineHeight - 3.5,
    isCondition: edge.condition !== undefined && index === lines.length - 1,
  }));
}

/** The size of a label; both are zero if it is empty. */
export function labelSize(edge: StateEdge): Size {
  const lines = labelLines(edge);
  if (lines.length === 0) return { width: 0, height: 0 };
  const { font, lineHeight, paddingX, paddingY } = LABEL_METRICS;
  const width = Math.max(...lines.map((line) => textWidth(line, font)));
  return { width: Math.ceil(width) + 2 * paddingX, height: lines.length * lineHeight + 2 * paddingY };
}

/** The box of a label around its center. */
export function labelBox(edge: StateEdge, { x, y }: Point): Box {
  const { width, height } = labelSize(edge);
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The size of the labels of one line, one below the other, with a gap around them. */
export function stackSize(edges: readonly StateEdge[]): Size {
  const sizes = edges.map(labelSize);
  const { gap, between } = LABEL_METRICS;
  return {
    width: Math.max(0, ...sizes.map(({ width }) => width)) + gap,
    height: sizes.reduce((sum, { height }) => sum + height + between, -between) + 2 * gap,
  };
}

/**
 * The centers of the labels of one line, one below the other around a center. If the line runs down beside them, they
 * begin at it.
 */
export function stackLabels(
  edges: readonly StateEdge[],
  middle: Point,
  line: readonly Point[],
): readonly (readonly [id: string, label: Point])[] {
  const { gap, between } = LABEL_METRICS;
  const labels = edges.map((edge) => ({ id: edge.id, ...labelSize(edge) }));
  const beside = verticalAt(line, middle);
  const side = beside === undefined ? 0 : Math.sign(middle.x - beside);
  let top = middle.y - labels.reduce((sum, { height }) => sum + height + between, -between) / 2;
  return labels.map(({ id, width, height }) => {
    const y = top + height / 2;
    top += height + between;
    return [id, { x: beside === undefined ? middle.x : beside + side * (gap + width / 2), y }];
  });
}

/** The nearest vertical part of a line at the height of a point. */
function verticalAt(line: readonly Point[], { x, y }: Point): number | undefined {
  let nearest: number | undefined;
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    if (from === undefined || Math.abs(from.x - to.x) > 0.5) continue;
    if (Math.min(from.y, to.y) > y || Math.max(from.y, to.y) < y) continue;
    if (nearest === undefined || Math.abs(to.x - x) < Math.abs(nearest - x)) nearest = to.x;
  }
  return nearest;
}
