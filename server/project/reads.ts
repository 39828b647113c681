import { engine } from '../engine/engine';
import { isEqualData } from '../engine/equality';
import { PARTS } from '../facts/facts';
import type { Project } from './project';
import { hasHiddenStates } from './resolve';
import { isVisible, type Local, localsOf } from './scope';
import { keyAt, type PlacedUseEntry } from './symbols';

/**
 * Whether anything reads a context variable, in any state; variables of the same name in two automata are not
 * distinguished. True also if an unknown place may read it.
 */
export function isContextRead(project: Project, name: string): boolean {
  const uses = project.table.get('contextUse', name);
  if (uses.some(({ use }) => use.access !== 'write' || use.members.length > 1)) return true;
  return project.table.has('word', name) || mayReadUnseen(project, () => true);
}

/**
 * Whether anything reads an input or the result of a task: an expression of its own state, one of another state to
 * which it may be passed, or `<state>.<name>`. True also if an unknown place may read it.
 */
export function isLocalRead(project: Project, { name: { text }, at }: Local): boolean {
  // Checked first, and mostly sufficient: then uses of the name in other states are not dependencies.
  if (project.table.get('localUseAt', keyAt(at.path, text)).some(reads)) return true;
  if (isReadElsewhere(project, text)) return true;
  // An output of another state is written `state.name`.
  const ofState = project.table.get('localUse', at.path.at(-1) ?? '');
  if (ofState.some(({ use: { members } }) => members.length === 0 || members[0]?.name === text)) return true;
  return project.table.has('word', text) || mayReadUnseen(project, (what) => what !== 'context');
}

/** Whether a name is read in a scope that has no variable of this name. */
const isReadElsewhere = engine.query('is read elsewhere', (project: Project, name: string) =>
  project.table.get('localUse', name).some((entry) => reads(entry) && !hasOwn(project, entry)),
);

/** Whether a name means a variable of the scope it is used in, and no other. */
function hasOwn(project: Project, { path, name, place }: PlacedUseEntry): boolean {
  return localsOf(project, path).some((local) => local.name.text === name.text && isVisible(local, place));
}

function reads({ use: { access, members } }: PlacedUseEntry): boolean {
  return access !== 'write' || members.length > 0;
}

/** Whether an unknown place may read any context variable. */
export function mayReadContextUnseen(project: Project): boolean {
  return mayReadUnseen(project, () => true) || project.table.has('word', 'context');
}

function mayReadUnseen(project: Project, counts: (what: string) => boolean): boolean {
  return mayReadHidden(project) || [...blindReads(project)].some(counts);
}

/** What blind reads may read. */
const blindReads = engine.query(
  'blind reads',
  (project: Project): ReadonlySet<string> =>
    new Set(project.table.get('blind', '').map(({ reads }) => reads)),
  { equals: isEqualData },
);

const mayReadHidden = engine.query('unknown parts may read', (project: Project) => {
  return (
    !project.isAutomata ||
    PARTS.some((part) => part !== 'states' && project.table.get('incomplete', part).length > 0) ||
    hasHiddenStates(project)
  );
});
