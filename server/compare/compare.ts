import type { Task } from '../engine/task';
import { parseTemplate } from '../expression/template';
import type { Program } from '../run/conversation/program';
import type { SourceValue } from '../run/conversation/source-value';
import { type BehaviourOptions, behaviourTask } from './behaviour';
import type { AutomataDifference, StructureChange } from './difference';
import { matchScopes } from './matching';
import { compareStructure } from './structure';

/** Compares two versions of an automata: what is written, and what people who talk to it notice. */
export function* compareAutomata(
  before: Program,
  after: Program,
  options: Omit<BehaviourOptions, 'observed'>,
): Task<AutomataDifference> {
  const matching = matchScopes(before, after);
  const structure = compareStructure(before, after, matching);
  if (structure.length === 0) return { structure, behaviour: [], undecided: { conversations: 0, why: [] } };
  const observed = structure.flatMap(changedValues);
  const { behaviour, undecided } = yield* behaviourTask(before, after, matching, { ...options, observed });
  return { structure, behaviour, undecided };
}

/**
 * The values of a change whose expressions differ, so that their results may. Those of whole states count with the
 * conditions that lead there.
 */
function changedValues({ kind, before, after }: StructureChange): readonly SourceValue[] {
  const isWhole = kind === 'state' || kind === 'automata';
  if (isWhole || expressionsOf(before) === expressionsOf(after)) return [];
  return [before ?? [], after ?? []].flat();
}

function expressionsOf(value: SourceValue | undefined): string {
  const texts = value?.scalars().flatMap(({ text }) => text ?? []) ?? [];
  return texts
    .flatMap((text) => parseTemplate(text).expressions.map(({ start, end }) => text.slice(start, end)))
    .join('\n');
}
