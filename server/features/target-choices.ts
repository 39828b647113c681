import { namedChildren } from '../project/names/resolve';
import type { ScopePath } from '../project/names/scope-path';
import type { Project } from '../project/project';

/** Longer lists are easier to search by completion. */
const MAX_CHOICES = 30;

/**
 * The names that a transition of a state or automata can have as its target, for an author who chooses one: those after
 * the state first, as states often follow one another. `last` is the state itself, or the path to it.
 */
export function targetChoices(project: Project, path: ScopePath, last: string): readonly string[] {
  const isAutomata = project.scopes(path).some(({ scope }) => scope.kind === 'automata');
  const { names } = namedChildren(project, 'child', isAutomata ? path : path.slice(0, -1));
  const own = names.indexOf(path.at(-1) ?? '') + 1;
  const others = [...names.slice(own), ...names.slice(0, own)].filter(
    (name) => name !== last && /^[\w-]+$/.test(name),
  );
  return [...others.slice(0, MAX_CHOICES), last];
}
