import { type Chip, chipLine } from './chip-line';
import type { StateNode } from './state-graph';
import { clippedText, type Font, textWidth } from './text-width';

/** The fonts of texts in a node. */
export const NODE_FONTS = {
  name: { size: 13, isBold: true },
  text: { size: 11.5 },
  chip: { size: 10 },
} as const satisfies Record<string, Font>;

/** Measures of a node in pixels. */
export const NODE_METRICS = {
  least: 116,
  most: 230,
  padding: 12,
  /** From the top to the baseline, line by line. */
  nameFoot: 22,
  textFoot: 39,
  chipHeight: 16,
  chipGap: 4,
  chipPadding: 6,
} as const;

const HEIGHTS = { name: 34, text: 17, chips: 22 } as const;

type Chips = Chip<'input' | 'task'>[];

/** The content of a node without children: shortened texts, and its size. */
export interface NodeContent {
  readonly name: string;
  readonly text: string | undefined;
  readonly chips: Readonly<Chips>;
  /** Offset of the upper border of the chips. */
  readonly chipTop: number;
  readonly width: number;
  readonly height: number;
}

export function nodeContent(node: StateNode): NodeContent {
  const inner = NODE_METRICS.most - 2 * NODE_METRICS.padding;
  const name = clippedText(node.name, NODE_FONTS.name, inner);
  const text = node.text === undefined ? undefined : clippedText(node.text, NODE_FONTS.text, inner);
  const chips = chipsOf(node, inner);
  const last = chips.at(-1);
  const widest = Math.max(
    textWidth(name, NODE_FONTS.name),
    text === undefined ? 0 : textWidth(text, NODE_FONTS.text),
    last === undefined ? 0 : last.x + last.width - NODE_METRICS.padding,
  );
  const chipTop = HEIGHTS.name + (text === undefined ? 0 : HEIGHTS.text) - 2;
  return {
    name,
    text,
    chips,
    chipTop,
    // Rounded up in steps, so that one more letter does not move anything.
    width: Math.max(NODE_METRICS.least, Math.ceil((widest + 2 * NODE_METRICS.padding) / 12) * 12),
    height: chips.length > 0 ? chipTop + HEIGHTS.chips : chipTop + (text === undefined ? 2 : 6),
  };
}

function chipsOf(node: StateNode, room: number): Chips {
  const wanted = [
    ...node.inputs.map((text) => ({ kind: 'input', text }) as const),
    ...node.tasks.map((text) => ({ kind: 'task', text }) as const),
  ];
  return chipLine(wanted, {
    from: NODE_METRICS.padding,
    room,
    gap: NODE_METRICS.chipGap,
    cut: (text) => clippedText(text, NODE_FONTS.chip, 90),
    widthOf: chipWidth,
  });
}

function chipWidth(text: string): number {
  return Math.ceil(textWidth(text, NODE_FONTS.chip)) + 2 * NODE_METRICS.chipPadding;
}
