import { engine } from '../../engine/engine';
import type { UnbracedFacts } from '../../facts/facts';
import { contextVariable } from '../../project/names/resolve';
import { isVisible, localsNamed } from '../../project/names/scope';
import type { Subject } from '../rule';

/** Text outside `{{ }}` that looks like an expression and begins with a known variable. */
export const unbracedVariables = engine.shared((subject: Subject): readonly UnbracedFacts[] => {
  const { facts, project, resolvedScopes } = subject;
  return facts.unbraced.filter(({ name, isContext, place }) => {
    const entry = resolvedScopes[place.scope];
    if (entry === undefined) return false;
    if (isContext) return contextVariable(project, entry, name).isKnown;
    return localsNamed(project, entry.path, name).some((local) => isVisible(local, place));
  });
});
