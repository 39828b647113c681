import * as l10n from '@vscode/l10n';
import { type Chip, chipLine } from '../../../server/drawing/chip-line';
import type { StateNode } from '../../../server/drawing/state-graph';
import { measures } from './card-measures';
import { clipped, type WebFont, widthOf } from './measure';

/** A small label in a node. */
export type NodeChip = Chip<'input' | 'task' | 'mark'>;

/** The content of a node without children: shortened texts, and its size. */
export interface WebNodeContent {
  readonly name: string;
  readonly text: string | undefined;
  readonly chips: readonly NodeChip[];
  /** The displayed number of problems; empty for none. */
  readonly count: string;
  readonly width: number;
  readonly height: number;
}

const fonts = {
  name: { size: 13, weight: 600 },
  text: { size: 12, weight: 400 },
  chip: { size: 11, weight: 400 },
  label: { size: 11, weight: 400 },
} as const satisfies Record<string, WebFont>;

/** Computes the content of a node. */
export function webNodeContent(node: StateNode): WebNodeContent {
  const { padding, least, most } = measures;
  const inner = most - 2 * padding;
  const marks = node.isFinal ? measures.mark : 0;
  const problems = node.problems.errors + node.problems.warnings;
  const count = problems === 0 ? '' : problems > 9 ? '9+' : String(problems);
  const beside = marks + (count === '' ? 0 : widthOf(count, fonts.chip) + 10);
  const name = clipped(node.name, fonts.name, inner - beside);
  const text = node.text === undefined ? undefined : clipped(node.text, fonts.text, inner);
  const chips = chipsOf(node, inner);
  const last = chips.at(-1);
  const widest = Math.max(
    widthOf(name, fonts.name) + beside,
    text === undefined ? 0 : widthOf(text, fonts.text),
    last === undefined ? 0 : last.x + last.width - padding,
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

function chipsOf(node: StateNode, room: number): NodeChip[] {
  const wanted = [
    ...node.inputs.map((text) => ({ kind: 'input', text }) as const),
    ...node.tasks.map((text) => ({ kind: 'task', text }) as const),
    ...(node.isCached ? [{ kind: 'mark', text: l10n.t('cached') } as const] : []),
  ];
  return chipLine(wanted, {
    from: measures.padding,
    room,
    gap: measures.chipGap,
    cut: (text) => clipped(text, fonts.chip, 120),
    widthOf: (text) => Math.ceil(widthOf(text, fonts.chip)) + 2 * measures.chipPadding,
  });
}
