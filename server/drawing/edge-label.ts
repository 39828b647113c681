import type { StateEdge } from './state-graph';
import { clippedText, type Font, textWidth } from './text-width';

/** The metrics of transition labels. */
export const LABEL_METRICS = {
  font: { size: 11 } satisfies Font,
  lineHeight: 14,
  room: 190,
  gap: 6,
} as const;

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

/** The size of a label; its height is zero if it is empty. */
export function labelSize(edge: StateEdge): { readonly width: number; readonly height: number } {
  const lines = labelLines(edge);
  const widths = lines.map((line) => textWidth(line, LABEL_METRICS.font));
  return { width: Math.ceil(Math.max(0, ...widths)), height: lines.length * LABEL_METRICS.lineHeight };
}
