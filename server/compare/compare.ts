import type { Task } from '../engine/task';
import type { Program } from '../run/conversation/program';
import { type BehaviourOptions, behaviourTask } from './behaviour';
import type { AutomataDifference } from './difference';
import { matchScopes } from './matching';
import { compareStructure } from './structure';

/** Compares two versions of an automata: what is written, and what people who talk to it notice. */
export function* compareAutomata(
  before: Program,
  after: Program,
  options: BehaviourOptions,
): Task<AutomataDifference> {
  const matching = matchScopes(before, after);
  const structure = compareStructure(before, after, matching);
  if (structure.length === 0) return { structure, behaviour: [], undecided: { conversations: 0, why: [] } };
  const changed = structure.flatMap((one) => [one.before ?? [], one.after ?? []].flat());
  const observed = [...(options.observed ?? []), ...changed];
  const { behaviour, undecided } = yield* behaviourTask(before, after, matching, { ...options, observed });
  return { structure, behaviour, undecided };
}
