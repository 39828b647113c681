import { parseTarget } from '../format/target-path';
import { exportSource } from '../project/files/exports';
import { lastSegmentOf } from '../project/files/paths';
import { unitFacts } from '../project/files/source';
import { pathBelow, samePath } from '../project/names/scope-path';
import type { ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import { append } from '../text/append';
import type { CursorLocation } from './cursor-location';
import type { Mention } from './symbols/mentions';
import { type DefinitionSite, definitionSite } from './symbols/sites';

/** A state of the workspace that a target may mean. */
interface Candidate {
  readonly project: Project;
  readonly entry: ScopeEntry;
}

/**
 * The states that a target in a standalone file may mean: those with that name or id in all automata of its workspace
 * folder, and the single state in a file of that name. Empty if the automata is known.
 */
export function standaloneTargets(
  { workspace, project }: CursorLocation,
  mention: Mention,
): readonly Candidate[] {
  const { what } = mention;
  if (project.isAutomata || what.kind !== 'target') return [];
  const { start, names } = parseTarget(what.upTo);
  if (start === 'self') return [];
  const found: Candidate[] = [];
  for (const other of workspace.projectsIn(workspace.folderAround(project.root))) {
    if (other === project || exportSource(workspace, other.root) !== undefined) continue;
    const entries = start === 'id' ? byId(other, names) : byName(other, names);
    append(
      found,
      entries.map((entry) => ({ project: other, entry })),
    );
  }
  return found;
}

/** The start of a candidate: its key, or the start of its file. */
export function standaloneTargetSite({ project, entry }: Candidate): DefinitionSite | undefined {
  const { name } = entry.scope;
  if (name) return definitionSite(project, { ...entry, name });
  const start = { start: 0, end: 0 };
  return { address: entry.source, range: start, selection: start };
}

function byId(project: Project, [id = '', ...rest]: readonly string[]): readonly ScopeEntry[] {
  const holders = project.inOrder('id', id);
  return holders.flatMap((holder) => project.scopes(pathBelow(holder.path, rest)));
}

function byName(project: Project, names: readonly string[]): readonly ScopeEntry[] {
  const entries = [...project.members].flatMap(({ source, prefix }) => {
    const { address, document } = source;
    const fileName = lastSegmentOf(address).replace(/(?:\.state)?\.[^.]*$/, '');
    return document.units.flatMap((unit) =>
      unitFacts(source, unit).scopes.flatMap((scope): ScopeEntry[] => {
        const path = pathBelow(prefix, scope.path);
        // A single state has the name of its file.
        const called = !project.isAutomata && path.length === 0 ? [fileName] : path.slice(-names.length);
        return samePath(called, names) ? [{ source: address, unit, scope, path }] : [];
      }),
    );
  });
  return project.sorted(entries);
}
