import { engine } from '../../engine/engine';
import { SCOPE_PARTS } from '../../facts/facts';
import type { Project } from '../project';
import { hasHiddenStates } from './resolve';
import { isVisible, type LocalVariable, localsNamed } from './scope';
import { keyAt, type PlacedUseEntry } from './symbols';

/**
 * Whether anything reads a context variable, in any state; variables of the same name in two automata are not
 * distinguished. True also if an unknown place may read it.
 */
export const isContextRead = engine.query('is variable read', (project: Project, name: string) => {
  return isReadExplicitly(project, name) || project.table.has('word', name) || hasOpaqueReads(project);
});

/** Whether a scenario expects a value of a context variable, or may do so. */
export function isContextTested({ table }: Project, name: string): boolean {
  return table.has('testedContext', name) || table.has('testedContext', '');
}

/** `isContextRead`, but undefined if only an incomplete part of the automata may read it. */
export function isContextCertainlyRead(project: Project, name: string): boolean | undefined {
  if (isReadExplicitly(project, name)) return true;
  return hasHiddenParts(project) ? undefined : isContextRead(project, name);
}

function isReadExplicitly(project: Project, name: string): boolean {
  const uses = project.table.get('contextUse', name);
  return uses.some((entry) => mayRead(entry) || entry.use.members.length > 1);
}

/**
 * Whether an input or a task result is read: by an expression of its state, by one of another state to which it may
 * be passed, or as `<state>.<name>`. True also if an unknown expression may read it.
 */
export function isLocalRead(project: Project, local: LocalVariable): boolean {
  const {
    name: { text },
    at,
  } = local;
  const key = keyAt(at.path, text);
  // Before an output is assigned, its name refers to the input or the result of that name.
  const isShared =
    local.kind === 'output' && localsNamed(project, at.path, text).some(({ kind }) => kind !== 'output');
  const mayReadIt = (entry: PlacedUseEntry) => mayRead(entry) && (!isShared || isVisible(local, entry.place));
  // Checked first, because it usually suffices, and then uses of the name in other states are not dependencies.
  if (project.table.get('localUseAt', key).some(mayReadIt)) return true;
  if (project.table.has('repeatedVariable', key)) return true;
  if (local.kind === 'input' && project.table.has('testedInput', text)) return true;
  if (isReadElsewhere(project, text)) return true;
  // Other states read an output as `state.name`.
  const ofState = at.path.slice(-1).flatMap((state) => project.table.get('localUse', state));
  if (ofState.some(({ use: { members } }) => members.length === 0 || members[0]?.name === text)) return true;
  return project.table.has('word', text) || hasOpaqueLocalReads(project);
}

/** Whether a name is read in a scope that has no variable of this name. */
const isReadElsewhere = engine.query('is read elsewhere', (project: Project, name: string) =>
  project.table.get('localUse', name).some((entry) => mayRead(entry) && !hasOwn(project, entry)),
);

/** Whether a name refers to a variable of the scope that it is used in. */
function hasOwn(project: Project, { path, name, place }: PlacedUseEntry): boolean {
  return localsNamed(project, path, name.text).some((local) => isVisible(local, place));
}

/** Whether a use may read its name. An assignment in a transition is usually a misspelt comparison. */
function mayRead({ use: { name, access, members }, place }: PlacedUseEntry): boolean {
  const isPart = name !== 'context' && members.length > 0;
  return access !== 'write' || isPart || place.phase === 'transition';
}

/** Whether something unknown may read any context variable. */
export function hasOpaqueContextReads(project: Project): boolean {
  return hasOpaqueReads(project) || project.table.has('word', 'context');
}

/** Whether something unknown may read any variable, of the context or local. */
const hasOpaqueReads = engine.query(
  'opaque reads',
  (project: Project) => hasOpaqueLocalReads(project) || project.table.has('opaque', 'context'),
);

const hasOpaqueLocalReads = engine.query(
  'opaque reads of locals',
  (project: Project) => hasHiddenParts(project) || project.table.has('opaque', 'all'),
);

const hasHiddenParts = engine.query(
  'parts are incomplete',
  (project: Project) =>
    !project.isAutomata ||
    SCOPE_PARTS.some((part) => part !== 'states' && project.table.get('incomplete', part).length > 0) ||
    hasHiddenStates(project),
);
