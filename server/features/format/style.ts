import { countUp } from '../../text/group-by';
import type { Document } from '../../yaml/cut/document';
import type { Unit } from '../../yaml/cut/unit';
import { containerOf, type MapNode, type SeqNode } from '../../yaml/tree/tree';
import { descendantsOf } from '../../yaml/tree/visit';

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
  const votes: Votes = { flat: 0, deep: 0, spaced: 0, tight: 0, steps: new Map() };
  for (const unit of document.units) count(unit, votes);
  const [usual] = [...votes.steps].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return {
    indent: usual?.[0] ?? Math.min(Math.max(tabSize, 1), 8),
    flatLists: votes.flat > votes.deep,
    bracketSpacing: votes.spaced > votes.tight,
    lineBreak: document.units[0]?.lineBreak ?? '\n',
  };
}

/** How often each style occurs. */
interface Votes {
  flat: number;
  deep: number;
  spaced: number;
  tight: number;
  /** The columns per level of indentation. */
  readonly steps: Map<number, number>;
}

function count(unit: Unit, votes: Votes): void {
  if (unit.kind === 'state') countStep(unit.text.search(/\S/) - unit.level.keys, votes);
  for (const node of descendantsOf(unit.parsed.root)) {
    if (node.kind === 'scalar' || node.kind === 'alias') continue;
    if (node.flow) countBrackets(node, unit.text, votes);
    else countIndent(node, votes);
  }
}

function countBrackets(node: MapNode | SeqNode, text: string, votes: Votes): void {
  if (node.kind !== 'map' || node.pairs.length === 0) return;
  const gap = text[node.start + 1];
  if (gap === ' ') votes.spaced++;
  else if (gap !== '\n' && gap !== '\r') votes.tight++;
}

function countIndent(node: MapNode | SeqNode, votes: Votes): void {
  const holder = node.parent?.kind === 'pair' ? containerOf(node) : undefined;
  if (holder === undefined || holder.flow) return;
  const step = node.indent - holder.indent;
  if (node.kind === 'map') countStep(step, votes);
  else if (step === 0) votes.flat++;
  else votes.deep++;
}

function countStep(step: number, { steps }: Votes): void {
  if (step > 0 && step <= 8) countUp(steps, step);
}
