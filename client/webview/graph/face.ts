import type { StateNode } from '../../../server/drawing/state-graph';
import { clipped, type Font, widthOf } from './measure';

/** A small label in a node. */
export interface Chip {
  readonly kind: 'input' | 'task' | 'mark';
  readonly text: string;
  readonly width: number;
}

/** What a node without children looks like: texts that fit into it, and its size. */
export interface Face {
  readonly name: string;
  readonly text: string | undefined;
  readonly chips: readonly Chip[];
  /** How many problems it has, as it is written; empty for none. */
  readonly count: string;
  readonly width: number;
  readonly height: number;
}

export const fonts = {
  name: { size: 13, weight: 600 },
  text: { size: 12, weight: 400 },
  chip: { size: 11, weight: 400 },
  label: { size: 11, weight: 400 },
} as const satisfies Record<string, Font>;

/** Measures of a node, in pixels at scale 1. */
export const measures = {
  padding: 12,
  nameLine: 34,
  textLine: 19,
  chipLine: 26,
  chipHeight: 18,
  chipPadding: 7,
  chipGap: 5,
  /** Of the mark for a final state, with the gap behind it. */
  mark: 16,
  least: 112,
  most: 236,
} as const;

/**
 * Works out the face of a node.
 *
 * @param cached what the chip says of a state whose results are kept
 */
export function faceOf(node: StateNode, cached: string): Face {
  const { padding, chipGap, least, most } = measures;
  const inner = most - 2 * padding;
  const marks = node.isFinal ? measures.mark : 0;
  const problems = node.problems.errors + node.problems.warnings;
  const count = problems === 0 ? '' : problems > 9 ? '9+' : String(problems);
  const beside = marks + (count === '' ? 0 : widthOf(count, fonts.chip) + 10);
  const name = clipped(node.name, fonts.name, inner - beside);
  const text = node.text === undefined ? undefined : clipped(node.text, fonts.text, inner);
  const chips = chipsOf(node, cached, inner);
  const chipsWidth = chips.reduce((sum, { width }) => sum + width + chipGap, -chipGap);
  const widest = Math.max(
    widthOf(name, fonts.name) + beside,
    text === undefined ? 0 : widthOf(text, fonts.text),
    chipsWidth,
  );
  return {
    name,
    text,
    chips,
    count,
    width: Math.max(least, Math.ceil((widest + 2 * padding) / 4) * 4),
    height:
      measures.nameLine +
      (text === undefined ? 0 : measures.textLine) +
      (chips.length > 0 ? measures.chipLine : 0) +
      (text !== undefined && chips.length === 0 ? 4 : 0),
  };
}

/** The chips that fit into a line, and how many did not. */
function chipsOf(node: StateNode, cached: string, room: number): Chip[] {
  const wanted = [
    ...node.inputs.map((text) => chipOf('input', text)),
    ...node.tasks.map((text) => chipOf('task', text)),
    ...(node.isCached ? [chipOf('mark', cached)] : []),
  ];
  const more = chipOf('mark', '+99').width + measures.chipGap;
  const chips: Chip[] = [];
  let left = room;
  for (const [index, chip] of wanted.entries()) {
    const isLast = index === wanted.length - 1;
    if (chip.width + (isLast ? 0 : more) > left && chips.length > 0) {
      chips.push(chipOf('mark', `+${wanted.length - index}`));
      break;
    }
    chips.push(chip);
    left -= chip.width + measures.chipGap;
  }
  return chips;
}

function chipOf(kind: Chip['kind'], text: string): Chip {
  const short = clipped(text, fonts.chip, 120);
  return { kind, text: short, width: Math.ceil(widthOf(short, fonts.chip)) + 2 * measures.chipPadding };
}
