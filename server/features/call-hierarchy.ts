import { type Address, folderOf, lastSegmentOf, shortName } from '../project/files/paths';
import type { ScopePath } from '../project/names/scope-path';
import { pathKey } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { groupBy } from '../text/group-by';
import type { Range } from '../text/range';
import { locateCursor } from './cursor-location';
import {
  incomingTransitions,
  outgoingTransitions,
  type StateTransition,
  sourcesOfInherited,
  transitionLabel,
} from './state-transitions';
import { type DefinitionSite, definitionSite, definitionsOf, mainFileSite } from './symbols/sites';
import { symbolAt } from './symbols/symbol';

/** A state or an automata in a hierarchy. */
export interface HierarchyState {
  /** The main file of the project in which it appears, and its path from the root of that project. */
  readonly root: Address;
  readonly path: ScopePath;
  readonly kind: 'automata' | 'state';
  readonly name: string;
  /** A short description after the name. */
  readonly detail: string;
  readonly site: DefinitionSite;
}

/** A predecessor or successor of a state. */
export interface HierarchyCall {
  /** Its detail has the events and conditions of the transitions. */
  readonly state: HierarchyState;
  /** The transitions in the source state: offsets of the document that defines this state. */
  readonly ranges: readonly Range[];
}

/** The state that the cursor names by its key, a target, `initial` or its id; empty elsewhere. */
export function hierarchyAt(
  workspace: Workspace,
  address: Address,
  offset: number,
): readonly HierarchyState[] {
  const at = locateCursor(workspace, address, offset);
  const symbol = at && symbolAt(at)?.symbol;
  if (at === undefined || (symbol?.kind !== 'state' && symbol?.kind !== 'id')) return [];
  const { project } = at;
  const state = stateOf(project, symbol.path, '');
  if (state === undefined) return [];
  return [{ ...state, detail: shortName(state.site.address, folderOf(project.root)) }];
}

/** The states with a transition to a state, and the automata that have it as `initial` or as a target. */
export function callsTo(workspace: Workspace, root: Address, path: ScopePath): readonly HierarchyCall[] {
  const project = projectOf(workspace, root);
  if (project === undefined) return [];
  const transitions = incomingTransitions(project, path).flatMap((transition) => [
    transition,
    ...sourcesOfInherited(project, transition),
  ]);
  return callsOf(project, transitions, (transition) => transition.from);
}

/** The targets of a state's transitions. */
export function callsFrom(workspace: Workspace, root: Address, path: ScopePath): readonly HierarchyCall[] {
  const project = projectOf(workspace, root);
  return project ? callsOf(project, outgoingTransitions(project, path), (transition) => transition.to) : [];
}

function projectOf(workspace: Workspace, root: Address): Project | undefined {
  return workspace.projectsOf(root).find((project) => project.root === root);
}

function callsOf(
  project: Project,
  transitions: readonly StateTransition[],
  other: (transition: StateTransition) => ScopePath,
): HierarchyCall[] {
  const groups = groupBy(transitions, (transition) => pathKey(other(transition)));
  return [...groups.values()].flatMap((group): HierarchyCall[] => {
    const [first] = group;
    if (first === undefined) return [];
    const detail = [...new Set(group.map(transitionLabel))].join(', ');
    const state = stateOf(project, other(first), detail);
    const left = stateOf(project, first.from, '')?.site.address;
    if (state === undefined) return [];
    const ranges = group.flatMap(({ at }) => {
      const site = definitionSite(project, at);
      // A state may be defined in several files; only places in the opened one are shown.
      return site && site.address === left ? [site.selection] : [];
    });
    return [{ state, ranges: ranges.sort((a, b) => a.start - b.start) }];
  });
}

function stateOf(project: Project, path: ScopePath, detail: string): HierarchyState | undefined {
  const [scope] = project.scopes(path);
  const name = path.at(-1);
  const { root } = project;
  const kind = scope?.scope.kind ?? 'state';
  const rest = { root, path, kind, detail } as const;
  if (name === undefined) return { ...rest, name: lastSegmentOf(root), site: mainFileSite(project) };
  const [definition] = definitionsOf(project, { kind: 'state', path });
  const site = definition && definitionSite(project, definition);
  return site && { ...rest, name, site };
}
