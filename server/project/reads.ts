import { engine } from '../engine/engine';
import { SCOPE_PARTS } from '../facts/facts';
import type { Project } from './project';
import { hasHiddenStates } from './resolve';
import { isVisible, type LocalVariable, localsNamed } from './scope';
import { keyAt, type PlacedUseEntry } from './symbols';

/**
 * Whether anything reads a context variable, in any state; variables of the same name in two automata are not
 * distinguished. True also if an unknown place may read it.
 */
export const isContextRead = engine.query('is variable read', (project: Project, name: string) => {
  return isReadInSight(project, name) || project.table.has('word', name) || mayReadUnseen(project);
});

/** The same, but undefined if it may be read only in a part of the automata that is not completely known. */
export function isContextCertainlyRead(project: Project, name: string): boolean | undefined {
  if (isReadInSight(project, name)) return true;
  return hasHiddenParts(project) ? undefined : isContextRead(project, name);
}

function isReadInSight(project: Project, name: string): boolean {
  const uses = project.table.get('contextUse', name);
  return uses.some((entry) => reads(entry) || entry.use.members.length > 1);
}

/**
 * Whether an input or a task result is read: by an expression of its state, by one of another state to which it may
 * be passed, or as `<state>.<name>`. True also if an unknown expression may read it.
 */
export function isLocalRead(project: Project, { name: { text }, at }: LocalVariable): boolean {
  // Checked first, and mostly sufficient: then uses of the name in other states are not dependencies.
  if (project.table.get('localUseAt', keyAt(at.path, text)).some(reads)) return true;
  if (isReadElsewhere(project, text)) return true;
  // An output of another state is written `state.name`.
  const ofState = project.table.get('localUse', at.path.at(-1) ?? '');
  if (ofState.some(({ use: { members } }) => members.length === 0 || members[0]?.name === text)) return true;
  return project.table.has('word', text) || mayReadLocalUnseen(project);
}

/** Whether a name is read in a scope that has no variable of this name. */
const isReadElsewhere = engine.query('is read elsewhere', (project: Project, name: string) =>
  project.table.get('localUse', name).some((entry) => reads(entry) && !hasOwn(project, entry)),
);

/** Whether a name means a variable of the scope it is used in, and no other. */
function hasOwn(project: Project, { path, name, place }: PlacedUseEntry): boolean {
  return localsNamed(project, path, name.text).some((local) => isVisible(local, place));
}

/** Whether a use may read its name. An assignment in a transition is usually meant as a comparison. */
function reads({ use: { name, access, members }, place }: PlacedUseEntry): boolean {
  const isPart = name !== 'context' && members.length > 0;
  return access !== 'write' || isPart || place.phase === 'transition';
}

/** Whether something unknown may read any variable of the context. */
export function mayReadContextUnseen(project: Project): boolean {
  return mayReadUnseen(project) || project.table.has('word', 'context');
}

/** Whether something unknown may read any variable, be it of the context or not. */
const mayReadUnseen = engine.query(
  'something unknown may read',
  (project: Project) => hasHiddenParts(project) || project.table.get('blind', '').length > 0,
);

const mayReadLocalUnseen = engine.query(
  'something unknown may read locals',
  (project: Project) =>
    hasHiddenParts(project) || project.table.get('blind', '').some((entry) => entry.reads !== 'context'),
);

const hasHiddenParts = engine.query(
  'parts are incomplete',
  (project: Project) =>
    !project.isAutomata ||
    SCOPE_PARTS.some((part) => part !== 'states' && project.table.get('incomplete', part).length > 0) ||
    hasHiddenStates(project),
);
