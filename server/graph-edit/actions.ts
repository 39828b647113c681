import { freeStateName } from '../features/new-state';
import type { Refactoring } from '../features/refactor';
import { drawnProject, stateAt } from '../features/state-graph/state-at';
import { type Address, lastSegmentOf, resolvePath } from '../project/files/paths';
import { childrenOf } from '../project/names/resolve';
import { pathKey, pathOfKey, samePath } from '../project/names/scope-path';
import type { NameEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { statesFolders } from '../rules/state-places';
import { lineEnd, lineStart } from '../text/lines';
import { type Message, msg } from '../text/message';
import type { Range } from '../text/range';
import { remainingUses } from './delete-state';
import { Draft } from './draft';
import { type GraphEdit, graphEdit } from './index';
import type { GraphStep } from './operation';
import { isRefusal } from './outcome';

/** Operations on the graph that make sense in the text alone, as actions at the keys of states. */

/** An action with its edit. */
export interface GraphAction {
  readonly title: Message;
  /** The last segment of the code action kind, as of a refactoring. */
  readonly kind: Refactoring['kind'];
  readonly edit: GraphEdit;
}

interface ActionStep extends Pick<GraphAction, 'title' | 'kind'> {
  readonly operation: GraphStep;
}

/** More states or files than these would not fit in a menu. */
const MAX_TARGETS = 6;
const MAX_FILES = 8;

/** The actions at a selection (offsets of the document): on the key of a state, or on those of several states. */
export function graphActions(workspace: Workspace, address: Address, selection: Range): GraphAction[] {
  const project = drawnProject(workspace, address);
  if (project?.isAutomata !== true) return [];
  const [state, ...others] = selectedStates(workspace, project, address, selection);
  if (state === undefined) return [];
  const offers =
    others.length > 0 ? [extraction(project, state, others)] : offersAt(workspace, project, state);
  return offers.flatMap(({ title, kind, operation }) => {
    const edit = graphEdit(workspace, address, operation);
    return isRefusal(edit) ? [] : [{ title, kind, edit }];
  });
}

/** The states of one automata whose keys are on the lines of a selection. */
function selectedStates(
  workspace: Workspace,
  project: Project,
  address: Address,
  { start, end }: Range,
): readonly NameEntry[] {
  const text = project.source(address)?.document.text;
  const first = stateAt(workspace, address, start);
  if (text === undefined || first === undefined || first.id === '') return [];
  const from = lineStart(text, start);
  const to = lineEnd(text, end);
  return childrenOf(project, pathOfKey(first.id).slice(0, -1)).filter((child) => {
    const key = project.startOf(child) + child.name.start;
    return child.source === address && from <= key && key <= to;
  });
}

function offersAt(workspace: Workspace, project: Project, state: NameEntry): readonly ActionStep[] {
  const { path, name } = state;
  const id = pathKey(path);
  const outer = path.slice(0, -1);
  const isInitial = project.scopes(outer).some(({ scope }) => scope.initial?.text === name.text);
  const isFinal = project.scopes(path).some(({ scope }) => scope.final !== 'no');
  const copy = freeStateName(project, outer, name.text);
  return [
    ...(state.scope.kind === 'state' ? targetsAfter(project, state).map((to) => connection(id, to)) : []),
    extraction(project, state, []),
    rewrite(msg`Duplicate \`${name.text}\``, { kind: 'duplicateState', state: id, name: copy }),
    ...(isInitial
      ? []
      : [
          rewrite(msg`Make \`${name.text}\` the initial state`, { kind: 'setInitial', state: id }),
          ...deletion(workspace, project, state),
        ]),
    ...filesFor(workspace, project, state),
    rewrite(isFinal ? msg`Make \`${name.text}\` no longer final` : msg`Make \`${name.text}\` final`, {
      kind: 'setFinal',
      state: id,
      final: !isFinal,
    }),
  ];
}

function rewrite(title: Message, operation: ActionStep['operation']): ActionStep {
  return { title, kind: 'rewrite', operation };
}

/** The other states of an automata, those after a state first. */
function targetsAfter(project: Project, { path }: NameEntry): readonly NameEntry[] {
  const siblings = childrenOf(project, path.slice(0, -1));
  const index = siblings.findIndex((one) => samePath(one.path, path));
  return [...siblings.slice(index + 1), ...siblings.slice(0, index)].slice(0, MAX_TARGETS);
}

function connection(from: string, { path, name }: NameEntry): ActionStep {
  const words = name.text.replaceAll('_', ' ');
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  const operation = { kind: 'connect', from, to: pathKey(path), by: 'button', text } as const;
  return rewrite(msg`Add a button that leads to \`${name.text}\``, operation);
}

/** Other files with states of the same folder, and a new one, if others remain in the file. */
function filesFor(
  workspace: Workspace,
  project: Project,
  { path, source, name }: NameEntry,
): readonly ActionStep[] {
  const siblings = childrenOf(project, path.slice(0, -1));
  const folder = statesFolders(workspace, project, path.slice(0, -1)).find(({ files }) =>
    files.includes(source),
  );
  if (folder === undefined || siblings.filter((one) => one.source === source).length < 2) return [];
  const isTaken = new Set(folder.files.map((file) => file.toLowerCase()));
  const created = resolvePath(folder.address, `${name.text}.yaml`);
  const move = (to: Address, title: Message, kind: ActionStep['kind']) =>
    ({ title, kind, operation: { kind: 'moveState', state: pathKey(path), to } }) as const;
  return [
    ...(/^[\w-]+$/.test(name.text) && !isTaken.has(created.toLowerCase())
      ? [move(created, msg`Move \`${name.text}\` to new file \`${name.text}.yaml\``, 'extract')]
      : []),
    ...folder.files
      .filter((file) => file !== source && siblings.some((one) => one.source === file))
      .slice(0, MAX_FILES)
      .map((file) => move(file, msg`Move \`${name.text}\` to \`${lastSegmentOf(file)}\``, 'move')),
  ];
}

function extraction(project: Project, first: NameEntry, others: readonly NameEntry[]): ActionStep {
  const states = [first, ...others];
  return {
    title:
      others.length === 0
        ? msg`Extract \`${first.name.text}\` to a new automata`
        : msg`Extract ${states.length} states to a new automata`,
    kind: 'extract',
    operation: {
      kind: 'extractAutomata',
      states: states.map(({ path }) => pathKey(path)),
      name: freeStateName(project, first.path.slice(0, -1)),
    },
  };
}

/** Not offered if something else than a transition refers to the state, such as a scenario. */
function deletion(workspace: Workspace, project: Project, { path, name }: NameEntry): readonly ActionStep[] {
  const uses = remainingUses(new Draft(workspace, project), path);
  if (uses === undefined || uses.remaining > 0) return [];
  const operation = { kind: 'deleteState', state: pathKey(path), references: 'remove' } as const;
  return uses.removed === 0
    ? [rewrite(msg`Delete \`${name.text}\``, operation)]
    : [rewrite(msg`Delete \`${name.text}\` and the transitions to it`, operation)];
}
