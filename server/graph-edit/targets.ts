import { descendantTarget, idOfTarget, idTarget, parseTarget } from '../format/target-path';
import { targetPath } from '../project/names/resolve';
import { isAtOrBelow, type ScopePath, samePath } from '../project/names/scope-path';
import type { ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import { msg } from '../text/message';
import { type EditRefusal, refuse } from './outcome';

/**
 * The shortest target that means a state in the transitions of a scope: a name or path if possible, otherwise an id.
 *
 * @param old the target that it replaces, whose dot or id it begins with if possible
 */
export function targetFor(project: Project, from: ScopeEntry, to: ScopePath, old = ''): string | EditRefusal {
  if (to.length === 0)
    return refuse(msg('A transition leads to a state, not to the whole automata. Choose one of its states.'));
  const isMeant = (target: string) => {
    const found = targetPath(project, from.path, from.scope.kind, target);
    return found.kind === 'found' && samePath(found.path, to);
  };
  const ids = byId(project, to);
  const alike =
    parseTarget(old).start === 'self'
      ? [`.${descendantTarget(to.slice(from.path.length))}`]
      : ids.filter((target) => idOfTarget(target) === idOfTarget(old));
  const target = [...alike, ...byName(from, to), ...ids].find(isMeant);
  return (
    target ??
    refuse(
      msg`No target in this place can name \`${to.at(-1) ?? ''}\`, which is in another automata. Give it an \`id\` first.`,
    )
  );
}

function byName({ path, scope }: ScopeEntry, to: ScopePath): string[] {
  const around = [...(scope.kind === 'automata' ? [path] : []), path.slice(0, -1)];
  return around.flatMap((outer) => {
    const names = to.slice(outer.length);
    return names.length > 0 && isAtOrBelow(to, outer) ? [descendantTarget(names)] : [];
  });
}

/** Targets by the id of the state, or by that of an automata around it. */
function byId(project: Project, to: ScopePath): string[] {
  return Array.from({ length: to.length }, (_, up) => to.slice(0, to.length - up)).flatMap((path) =>
    project.scopes(path).flatMap(({ scope }) => {
      const id = scope.id?.text;
      return id === undefined ? [] : [[idTarget(id), ...to.slice(path.length)].join('.')];
    }),
  );
}
