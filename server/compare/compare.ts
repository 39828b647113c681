import type { Task } from '../engine/task';
import { parseTemplate } from '../expression/template';
import { stateLabel } from '../format/target-path';
import type { Program } from '../run/conversation/program';
import type { SourceValue } from '../run/conversation/source-value';
import { type BehaviourOptions, behaviourTask } from './behaviour';
import type { AutomataDifference, StructureChange } from './difference';
import { type Matching, matchScopes } from './matching';
import type { NewEvents } from './noticed-turn';
import { compareStructure } from './structure';

/** Compares two versions of an automata: what is written, and what people who talk to it notice. */
export function* compareAutomata(
  before: Program,
  after: Program,
  options: Omit<BehaviourOptions, 'observed'>,
): Task<AutomataDifference> {
  const matching = matchScopes(before, after);
  const structure = compareStructure(before, after, matching);
  if (structure.length === 0)
    return { matching, structure, behaviour: [], undecided: { conversations: 0, why: [] } };
  const observed = structure.flatMap(changedValues);
  const newEventOf = renamedEvents(structure, matching);
  const limited = { ...options, observed };
  const { behaviour, undecided } = yield* behaviourTask(before, after, matching, newEventOf, limited);
  return { matching, structure, behaviour, undecided };
}

/** Events are renamed with the transitions of a state or automata that handle them. */
function renamedEvents(structure: readonly StructureChange[], matching: Matching): NewEvents {
  const renamed = new Map<string | undefined, string>();
  for (const { change, kind, name, was } of structure)
    if (change === 'renamed' && kind === 'transition') renamed.set(was, name);
  return (state, event) => {
    for (let depth = state.length; depth >= 0; depth--) {
      const owner = state.slice(0, depth);
      const name = renamed.get(stateLabel([...owner, event]));
      const prefix = stateLabel([...(matching.newPathOf(owner) ?? owner), '']);
      if (name !== undefined) return name.slice(prefix.length);
    }
    return event;
  };
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
