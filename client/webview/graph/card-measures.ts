/** Measures of a node, in pixels at scale 1. */
export const measures = {
  padding: 12,
  nameLine: 34,
  textLine: 19,
  chipLine: 26,
  chipHeight: 18,
  chipPadding: 7,
  chipGap: 5,
  /** The width of the mark for a final state, with the gap after it. */
  mark: 16,
  least: 112,
  most: 236,
} as const;
