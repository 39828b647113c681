import { engine } from '../../engine/engine';
import type { Address } from '../../project/files/paths';
import { unitFacts } from '../../project/files/source';
import { pathKey, type ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import { countUp } from '../../text/group-by';
import { touchesRange } from '../../text/range';
import { type DrawnCase, drawnScope } from './scope';

/** The element of a state graph at a cursor. */
interface DrawnAt {
  /** The state or automata that contains the cursor. */
  readonly id: string;
  /** The transition at the cursor. */
  readonly edge: string | undefined;
}

/** The state and the transition at an offset of a document; undefined if it is not in a graph. */
export function stateAt(workspace: Workspace, address: Address, offset: number): DrawnAt | undefined {
  const project = drawnProject(workspace, address);
  const entry = project && scopeAround(project, address, offset);
  if (project === undefined || entry === undefined) return undefined;
  const inUnit = offset - project.startOf(entry);
  const edge = edgesOf(project, project.scopes(entry.path)).find(
    (one) =>
      one.entry.unit === entry.unit &&
      one.entry.scope === entry.scope &&
      touchesRange(one.case.range, inUnit),
  );
  return { id: pathKey(entry.path), edge: edge?.id };
}

/** The project that a file is drawn in; undefined for files of other formats. */
export function drawnProject(workspace: Workspace, address: Address): Project | undefined {
  const projects = workspace.projectsOf(address);
  const project = projects.find((one) => one.isAutomata) ?? projects[0];
  return project?.source(address)?.documentKind === 'successor' ? undefined : project;
}

/**
 * The innermost state or automata that contains an offset of a document. Text next to the states belongs to the
 * automata; in a file of states, it belongs to none.
 */
export function scopeAround(project: Project, address: Address, offset: number): ScopeEntry | undefined {
  const member = project.member(address);
  if (member === undefined) return undefined;
  const { source } = member;
  const index = source.document.unitIndexAt(offset);
  const unit = source.document.units[index];
  if (unit === undefined) return undefined;
  const inUnit = offset - source.document.startAt(index);
  const { scopes } = unitFacts(source, unit);
  const entries = scopes.map((scope) => project.entryOf(address, unit, scope));
  const around = entries.findLast((entry) => {
    const range = drawnScope(project, entry).place?.range;
    return range !== undefined && touchesRange(range, inUnit);
  });
  // Incomplete lines between two states belong to the first one.
  const isOfStates = unit.kind === 'state' || source.documentKind === 'states';
  const named =
    around ??
    (isOfStates
      ? entries.findLast(
          ({ scope }) =>
            scope.path.length === unit.path.length + 1 && (scope.name?.start ?? inUnit + 1) <= inUnit,
        )
      : undefined);
  if (named !== undefined) return named;
  const isOfStatesOnly = source.documentKind === 'states' || source.documentKind === 'scenarios';
  const isDrawn = project.isAutomata ? !isOfStatesOnly : source.documentKind === 'state';
  return isDrawn ? entries[0] : undefined;
}

/** One case of a transition, with its `id` in the graph. */
interface PlacedCase {
  readonly id: string;
  readonly entry: ScopeEntry;
  readonly case: DrawnCase;
}

/** The cases of all transitions of a state, from all of its parts. */
export function edgesOf(project: Project, parts: readonly ScopeEntry[]): readonly PlacedCase[] {
  const [only] = parts;
  return only === undefined || parts.length > 1 ? numbered(project, parts) : casesOf(project, only);
}

const casesOf = engine.query('drawn cases', (project: Project, only: ScopeEntry) =>
  numbered(project, [only]),
);

function numbered(project: Project, parts: readonly ScopeEntry[]): readonly PlacedCase[] {
  const counts = new Map<string, number>();
  return parts.flatMap((entry) =>
    drawnScope(project, entry).cases.map((one) => {
      const index = countUp(counts, one.event) - 1;
      return { id: edgeId(pathKey(entry.path), one.event, index), entry, case: one };
    }),
  );
}

/** The id of an edge: its source state, event, and index among the cases of both. */
export function edgeId(from: string, event: string, index: number): string {
  return `${from}\n\n${event}\n\n${index}`;
}
