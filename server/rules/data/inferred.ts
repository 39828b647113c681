import { guardedChains } from '../../expression/guards';
import type { ExpressionFacts, ExpressionPart } from '../../facts/facts';
import { trackedContext } from '../../inference/context';
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

const bySubject = new WeakMap<Subject, readonly Inferred[]>();

/** What is known of all expressions of a unit, in the order of the text. Every rule asks for the same. */
export function inferredOf(subject: Subject): readonly Inferred[] {
  const known = bySubject.get(subject);
  if (known) return known;
  const { workspace, project, facts, scopes } = subject;
  const reader = new NameReader(workspace, project, trackedContext(workspace, project));
  const all = evaluated(facts.expressions).flatMap((expression): Inferred[] => {
    const entry = scopes[expression.place.scope];
    const own = entry && reader.readerOf(entry);
    if (entry === undefined || own === undefined) return [];
    const names = reader.namesAt(entry, expression.place);
    return expression.parts.filter(isSound).flatMap((part): Inferred[] => {
      const inference = inferPart(own, expression, part, names);
      return inference ? [{ entry, expression, part, inference }] : [];
    });
  });
  bySubject.set(subject, all);
  return all;
}

const guards = new WeakMap<ExpressionPart, ReadonlySet<string>>();

/** Whether an expression asks whether there is such a member before it relies on it. */
export function isGuarded(part: ExpressionPart, chain: string): boolean {
  if (part.ast === undefined) return false;
  let known = guards.get(part);
  if (known === undefined) {
    known = guardedChains(part.ast);
    // Most expressions guard nothing, and share one set.
    if (known.size === 0) known = NONE;
    guards.set(part, known);
  }
  return known.has(chain);
}

const NONE: ReadonlySet<string> = new Set();
