import type { StateEdge } from './state-graph';
import { clippedText, type Font, textWidth } from './text-width';

/** How labels of transitions are written. */
export const LABEL_METRICS = {
  font: { size: 11 } satisfies Font,
  lineHeight: 14,
  room: 190,
  gap: 6,
} as const;

/** What is at a transition, a text for each line, each as wide as there is room: its event, and its condition. */
export function labelLines({ event, condition }: StateEdge): readonly string[] {
  const lines = condition === undefined ? [event] : [event, condition];
  return lines
    .filter((line) => line !== '')
    .map((line) => clippedText(line, LABEL_METRICS.font, LABEL_METRICS.room));
}

/** How large a label is; of no height where nothing is written. */
export function labelSize(edge: StateEdge): { readonly width: number; readonly height: number } {
  const lines = labelLines(edge);
  const widths = lines.map((line) => textWidth(line, LABEL_METRICS.font));
  return { width: Math.ceil(Math.max(0, ...widths)), height: lines.length * LABEL_METRICS.lineHeight };
}
