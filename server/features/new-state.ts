import { type Address, lastSegmentOf, resolvePath, shortName } from '../project/files/paths';
import { childrenOf } from '../project/names/resolve';
import { childPath, type ScopePath, samePath } from '../project/names/scope-path';
import { pathKey } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { pathFault } from '../rules/files/missing-file';
import {
  insertState,
  NEW_STATE,
  type StatePlacing,
  type StatesFolder,
  stateFileText,
  statesFolders,
} from '../rules/state-places';
import { maxOf } from '../text/append';
import { applyChanges } from '../text/apply';
import { freeName } from '../text/free-name';
import { type Message, msg } from '../text/message';
import { type Range, shiftRange } from '../text/range';
import { nameProblem, takenName } from './new-names';
import type { DocumentChange } from './refactor/refactoring';

/** The edits for a new state, or why the name is not possible. */
type NewState =
  | { readonly refused: Message }
  | {
      readonly change: DocumentChange | undefined;
      readonly create: { readonly address: Address; readonly text: string } | undefined;
      /** Where the author continues to write. */
      readonly at: {
        readonly address: Address;
        /** In the text after the edits. */
        readonly range: Range;
        readonly text: string;
      };
    };

/**
 * Adds a state to the automata at a path: as a file if the automata includes its states from a folder, otherwise at
 * the end of its states, or of those in the file `near`.
 */
export function newState(
  workspace: Workspace,
  main: Address,
  path: ScopePath,
  name: string,
  near?: Address,
): NewState {
  const project = workspace.projectsOf(main).find(({ root, isAutomata }) => root === main && isAutomata);
  const source = project?.source(main);
  if (project === undefined || source === undefined)
    return { refused: msg('The automata no longer exists.') };
  return newStateIn(workspace, project, path, name, { near });
}

/** Where a new state goes. */
interface NewStatePlacing extends StatePlacing {
  /** Whether it goes into a file with several states, if the states are in several files. */
  readonly canShareFile?: boolean;
}

/** Adds a state to an automata of a project: as `newState` by default. */
export function newStateIn(
  workspace: Workspace,
  project: Project,
  path: ScopePath,
  name: string,
  placing: NewStatePlacing,
): NewState {
  const main = project.root;
  const refused = nameProblem(name) ?? takenName(workspace, project, path, name);
  if (refused !== undefined) return { refused };
  const address = fileForState(workspace, project, path, name, placing.canShareFile);
  if (address !== undefined) {
    const create = { address, text: stateFileText(name, project.lineBreakIn(main)) };
    return { change: undefined, create, at: placeToWrite(create.address, create.text) };
  }
  const place = insertState(project, path, name, placing);
  const document = place && project.source(place.source)?.document;
  if (place === undefined || document === undefined) {
    const fault = faultOfStates(workspace, project, path);
    if (fault !== undefined) return { refused: fault };
    const where = shortName(main, workspace.boundaryOf(main));
    return {
      refused: msg`\`${where}\` cannot get a new state because its \`states\` are not a map here. Add the state by hand.`,
    };
  }
  const start = document.startOf(place.unit);
  const edits = place.edits.map((edit) => ({ ...edit, range: shiftRange(edit.range, start) }));
  const text = applyChanges(document.text, edits);
  // The inserted text ends with the state; a comma may precede it.
  const from = maxOf(
    edits.map(({ range }) => range.start),
    0,
  );
  return {
    change: { address: place.source, document, edits },
    create: undefined,
    at: placeToWrite(place.source, text, from),
  };
}

/** Why the states of an automata cannot be included from the path that is written. */
function faultOfStates(workspace: Workspace, project: Project, path: ScopePath): Message | undefined {
  const entry = project
    .scopes(path)
    .flatMap(({ source }) => project.table.get('file', source))
    .find(({ use, path: own }) => use.key === 'states' && samePath(own, path));
  const state = entry && workspace.resolvePath(project, entry).state;
  return entry && state && pathFault(entry, state);
}

/** The new file of a state whose automata includes a folder; undefined if the state goes into the file of others. */
export function fileForState(
  workspace: Workspace,
  project: Project,
  path: ScopePath,
  name: string,
  canShareFile = false,
): Address | undefined {
  const [folder] = statesFolders(workspace, project, path);
  const isShared = canShareFile && hasSharedFile(project, path);
  return folder === undefined || isShared ? undefined : freeFile(project, folder, name);
}

/** Whether a file has several states of an automata. */
function hasSharedFile(project: Project, path: ScopePath): boolean {
  const sources = childrenOf(project, path).map(({ source }) => source);
  return new Set(sources).size < sources.length;
}

/** A file name that does not exist in the folder, also on case-insensitive file systems. */
function freeFile(project: Project, { address, files }: StatesFolder, name: string): Address {
  const known = new Set(files.map((file) => file.toLowerCase()));
  const fileOf = (base: string) => resolvePath(address, `${base}.yaml`);
  // An edited project may have files that do not exist yet.
  const isKnown = (file: Address) => known.has(file.toLowerCase()) || project.member(file) !== undefined;
  return fileOf(freeName(`${nextPrefix(files)}${name}`, (base) => isKnown(fileOf(base))));
}

/** The next number before a name, such as `2_`, in a folder in which all files have one. */
function nextPrefix(files: readonly Address[]): string {
  const numbers = files.map((file) => /^(\d{1,4})_/.exec(lastSegmentOf(file))?.[1]);
  const [first] = numbers;
  if (first === undefined || numbers.length < 2 || numbers.includes(undefined)) return '';
  const next = maxOf(numbers.map(Number), 0) + 1;
  return `${String(next).padStart(first.length, '0')}_`;
}

/** The placeholders of the new state. */
function placeToWrite(address: Address, text: string, from = 0) {
  const start = text.indexOf(NEW_STATE.render.text, from);
  return { address, text, range: { start, end: start + NEW_STATE.render.text.length } };
}

/** A name that no state of the automata has, as a default. */
export function freeStateName(project: Project, path: ScopePath, wanted = 'new_state'): string {
  return freeName(wanted, (name) => project.table.has('scope', pathKey(childPath(path, name))));
}
