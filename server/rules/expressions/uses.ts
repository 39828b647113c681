import { engine } from '../../engine/engine';
import type { NameUse } from '../../expression/names';
import type { ExpressionFacts, ExpressionPart, ExpressionPlace } from '../../facts/facts';
import type { ScopeEntry } from '../../project/names/symbols';
import type { Range } from '../../text/range';
import type { Unit } from '../../yaml/cut/unit';
import type { Subject } from '../rule';

/** A free name of an evaluated expression, with the scope whose variables are visible to it. */
export interface EvaluatedUse {
  readonly use: NameUse;
  readonly place: ExpressionPlace;
  readonly entry: ScopeEntry;
  /** It is in code of another language, where double braces may have another meaning. */
  readonly code: boolean;
}

/** The names in all closed, evaluated expressions of a unit, in the order of the text. */
export const evaluatedUses = engine.shared((subject: Subject): readonly EvaluatedUse[] => {
  const all: EvaluatedUse[] = [];
  for (const { place, parts, code } of evaluatedScalars(subject.facts.expressions)) {
    const entry = subject.resolvedScopes[place.scope];
    if (entry === undefined) continue;
    for (const { closed, uses } of parts)
      if (closed) for (const use of uses) all.push({ use, place, entry, code });
  }
  return all;
});

/** The names in evaluated expressions without syntax errors, in the order of the text. */
export function* usesInSoundExpressions({
  facts,
  resolvedScopes: scopes,
}: Subject): Generator<EvaluatedUse & { readonly part: ExpressionPart }> {
  for (const { place, parts, code } of evaluatedScalars(facts.expressions)) {
    const entry = scopes[place.scope];
    if (entry === undefined) continue;
    for (const part of parts.filter(isSound))
      for (const use of part.uses) yield { use, place, entry, code, part };
  }
}

/** Strings with evaluated expressions and closed quotes. */
export const evaluatedScalars = engine.query(
  'evaluated expressions',
  (expressions: readonly ExpressionFacts[]): readonly ExpressionFacts[] =>
    expressions.filter(({ node, place }) => place.phase !== undefined && node.closed),
);

/** Whether an expression is closed and has no syntax error. */
export function isSound({ closed, problem }: ExpressionPart): boolean {
  return closed && problem === undefined;
}

/** The range of a name without its members. */
export function nameRange({ start, name }: NameUse): Range {
  return { start, end: start + name.length };
}

/** The range of a name with its members up to this one, including the bracket after `["member"]`. */
export function chainRange(unit: Unit, use: NameUse, last: NameUse['members'][number] | undefined): Range {
  if (last === undefined) return nameRange(use);
  // The name of a destructured member comes before the value.
  if (last.end <= use.start) return { start: last.start, end: last.end };
  const bracket = last.computed ? unit.text.slice(last.end, last.end + 8).indexOf(']') : -1;
  return { start: use.start, end: last.end + bracket + 1 };
}
