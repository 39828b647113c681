import type { Document } from '../../yaml/document';
import { containerOf } from '../../yaml/tree';
import type { Unit } from '../../yaml/unit';
import { descendantsOf } from '../../yaml/visit';

/** The style of a file, where several styles are common. */
export interface WritingStyle {
  /** Columns per level of indentation. */
  readonly indent: number;
  /** Lists are in the column of their key (`a:` above `- b`). */
  readonly flatLists: boolean;
  /** `{ a: 1 }`, not `{a: 1}`. */
  readonly bracketSpacing: boolean;
  readonly lineBreak: string;
}

/** The prevailing style of a document; `tabSize` if it has no indentation. */
export function detectStyle(document: Document, tabSize: number): WritingStyle {
  const votes = { flat: 0, deep: 0, spaced: 0, tight: 0 };
  const steps = new Map<number, number>();
  for (const unit of document.units) count(unit, votes, steps);
  const [usual] = [...steps].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return {
    indent: usual?.[0] ?? Math.min(Math.max(tabSize, 1), 8),
    flatLists: votes.flat > votes.deep,
    bracketSpacing: votes.spaced > votes.tight,
    lineBreak: /\r\n|\n|\r/.exec(document.text)?.[0] ?? '\n',
  };
}

function count(
  unit: Unit,
  votes: { flat: number; deep: number; spaced: number; tight: number },
  steps: Map<number, number>,
): void {
  if (unit.kind === 'state') vote(steps, unit.text.search(/\S/) - unit.level.keys);
  for (const node of descendantsOf(unit.parsed.root)) {
    if (node.kind === 'scalar' || node.kind === 'alias') continue;
    const holder = node.parent?.kind === 'pair' ? containerOf(node) : undefined;
    if (node.flow) {
      if (node.kind !== 'map' || node.pairs.length === 0) continue;
      const gap = unit.text[node.start + 1];
      if (gap === ' ') votes.spaced++;
      else if (gap !== '\n' && gap !== '\r') votes.tight++;
    } else if (holder && !holder.flow) {
      const step = node.indent - holder.indent;
      if (node.kind === 'map') vote(steps, step);
      else if (step === 0) votes.flat++;
      else votes.deep++;
    }
  }
}

function vote(steps: Map<number, number>, step: number): void {
  if (step > 0 && step <= 8) steps.set(step, (steps.get(step) ?? 0) + 1);
}
