import { engine } from '../../engine/engine';
import type { OutputFacts } from '../../facts/facts';
import { isEqualData } from '../../text/equality';
import { isLocalRead } from '../names/reads';
import { contextVariable } from '../names/resolve';
import { localsNamed } from '../names/scope';
import { pathKey, type ScopeEntry } from '../names/symbols';
import type { Project } from '../project';

/**
 * The context variable that a plain output of a state is most likely meant to set: it has the name of a declared
 * variable, or its key misspells `context.`. Undefined if anything reads the output.
 */
export function meantVariable(project: Project, at: ScopeEntry, output: OutputFacts): string | undefined {
  if (output.context !== undefined || at.scope.kind !== 'state') return undefined;
  const { text } = output.name;
  const meant = output.misspelt;
  const isMeant =
    meant === undefined
      ? contextVariable(project, at, text).declarations.length > 0
      : contextVariable(project, at, meant).isKnown || project.table.has('contextUse', meant);
  const variable = meant ?? text;
  // If the state assigns the variable as well, the output is intended.
  const isAssigned = assignedAt(project, pathKey(at.path)).has(variable);
  return isMeant && !isAssigned && !isRead(project, at, text) ? variable : undefined;
}

/** The context variables that outputs assign in the states of a path: several of them may have the same name. */
const assignedAt = engine.query(
  'assigned at a path',
  (project: Project, key: string): ReadonlySet<string> => {
    const scopes = project.table.get('scope', key);
    return new Set(
      scopes.flatMap(({ scope }) => scope.outputs.flatMap(({ context }) => context?.text ?? [])),
    );
  },
  { equals: isEqualData },
);

/** Whether some output is most likely meant to set a context variable, but misspells `context.`. */
export function isMisassigned(project: Project, variable: string): boolean {
  const entries = project.table.get('misassigned', variable);
  return entries.some((entry) => entry.scope.kind === 'state' && !isRead(project, entry, entry.name.text));
}

/** Whether something may read a plain output. A name with a dot is never read. */
function isRead(project: Project, at: ScopeEntry, name: string): boolean {
  if (!/^[\w$]+$/.test(name)) return false;
  const local = localsNamed(project, at.path, name).find(({ kind }) => kind === 'output');
  return local === undefined || isLocalRead(project, local);
}
