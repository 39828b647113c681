import { engine } from '../../engine/engine';
import { guardedChains } from '../../expression/guards';
import type { ExpressionFacts, ExpressionPart } from '../../facts/facts';
import { contextOf } from '../../inference/context';
import { NameReader } from '../../inference/names';
import { inferPart } from '../../inference/written';
import type { ScopeEntry } from '../../project/symbols';
import type { Inference } from '../../shapes/infer';
import { evaluated, isSound } from '../expressions/uses';
import type { Subject } from '../rule';

/** An expression that is evaluated, with what is known of its parts. */
export interface Inferred {
  readonly entry: ScopeEntry;
  readonly expression: ExpressionFacts;
  readonly part: ExpressionPart;
  readonly inference: Inference;
}

/** What is known of all expressions of a unit, in the order of the text. Every rule asks for the same. */
export const inferredOf = engine.shared((subject: Subject): readonly Inferred[] => {
  const { workspace, project, facts, scopes } = subject;
  const reader = new NameReader(workspace, project, contextOf(workspace, project));
  return evaluated(facts.expressions).flatMap((expression): Inferred[] => {
    const entry = scopes[expression.place.scope];
    const own = entry && reader.readerOf(entry);
    if (entry === undefined || own === undefined) return [];
    const names = reader.namesAt(entry, expression.place);
    return expression.parts.filter(isSound).flatMap((part): Inferred[] => {
      const inference = inferPart(own, expression, part, names);
      return inference ? [{ entry, expression, part, inference }] : [];
    });
  });
});

/** Whether an expression asks whether there is such a member before it relies on it. */
export function isGuarded(part: ExpressionPart, chain: string): boolean {
  return part.ast !== undefined && guardsIn(part.ast).has(chain);
}

const guardsIn = engine.query('guarded chains', guardedChains);
