import { drawnProject } from '../features/state-graph/state-at';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import { msg } from '../text/message';
import type { Range } from '../text/range';
import { addState } from './add-state';
import { setButtonText, setCondition, setText } from './change-text';
import { connect } from './connect';
import { copyState } from './copy-state';
import { deleteState, type StateUse, usesOfStates } from './delete-state';
import { deleteTransition } from './delete-transition';
import { Draft, type EditedDocument, OTHER_FORM } from './draft';
import { extractAutomata } from './extract-automata';
import { keepMeaning } from './meaning';
import { invalidStep } from './members';
import { moveButton, moveCase } from './move-item';
import { moveState } from './move-state';
import type { GraphOperation, GraphStep, OperationOf, StepKind } from './operation';
import { type Done, type EditRefusal, isRefusal, type Moved, type Operate, refuse } from './outcome';
import { selectionOf } from './places';
import { renameEvent, renameState } from './rename';
import { retarget, setInitial } from './retarget';
import { setFinal } from './set-final';

const OPERATIONS: { readonly [K in StepKind]: Operate<K> } = {
  addState,
  connect,
  deleteState,
  deleteTransition,
  duplicateState: copyState,
  extractAutomata,
  moveButton,
  moveCase,
  moveState,
  renameEvent,
  renameState,
  retarget,
  setButtonText,
  setCondition,
  setFinal,
  setInitial,
  setText,
};

/** The edits of an operation, and where its text is after them. */
export interface GraphEdit {
  readonly changes: readonly EditedDocument[];
  readonly create: readonly { readonly address: Address; readonly text: string }[];
  /** Files that have no state any more. */
  readonly remove: readonly Address[];
  /** The `id` of the node or edge that is new or changed. */
  readonly id: string | undefined;
  readonly selection: EditedPlace | undefined;
}

/** A range of a text after the edits. */
interface EditedPlace {
  readonly address: Address;
  readonly text: string;
  readonly range: Range;
}

/** What refers to states that an operation deletes, or why they cannot be deleted. */
export function previewDeletion(
  workspace: Workspace,
  address: Address,
  operation: GraphOperation,
): readonly StateUse[] | EditRefusal {
  const project = drawnProject(workspace, address);
  if (project === undefined) return NO_AUTOMATA;
  const steps = stepsOf(operation);
  if (isRefusal(steps)) return steps;
  const states = steps.flatMap((step) => (step.kind === 'deleteState' ? [step.state] : []));
  return usesOfStates(new Draft(workspace, project), states);
}

/** The steps of an operation, or why they are not valid. */
function stepsOf(operation: GraphOperation): readonly GraphStep[] | EditRefusal {
  const steps = operation?.kind === 'steps' && Array.isArray(operation.steps) ? operation.steps : [operation];
  return steps.map(invalidStep).find((one) => one !== undefined) ?? (steps as readonly GraphStep[]);
}

const NO_AUTOMATA = refuse(
  msg('This file is not part of an automata. If it is one itself, add `type: automata` at its beginning.'),
);

/** The edits that write an operation on the graph of a file, or why there are none. */
export function graphEdit(
  workspace: Workspace,
  address: Address,
  operation: GraphOperation,
): GraphEdit | EditRefusal {
  const project = drawnProject(workspace, address);
  if (project === undefined) return NO_AUTOMATA;
  const steps = stepsOf(operation);
  if (isRefusal(steps)) return steps;
  const draft = new Draft(workspace, project);
  const done = take(draft, steps);
  if (isRefusal(done)) return done;
  if (draft.isBroken) return OTHER_FORM;
  const anchor = draft.repeatedAnchor;
  if (anchor !== undefined)
    return refuse(msg`The anchor \`&${anchor}\` would be in the text twice. Remove it first.`);
  if (draft.changesBlankLines)
    return refuse(msg('The blank lines here belong to a text. Change this in the editor.'));
  return {
    changes: draft.changes,
    create: draft.created,
    remove: draft.removed,
    id: done.id,
    selection: selectionIn(draft, done),
  };
}

/** Takes steps, and returns the result of the last one that has one. */
function take(draft: Draft, steps: readonly GraphStep[]): Done | EditRefusal {
  let last: Done = {};
  let moved: Moved | undefined;
  for (const [index, step] of steps.entries()) {
    if (moved === undefined) draft.begin();
    const done = operate(step.kind, draft, step);
    if (isRefusal(done)) return done;
    // The place of an earlier step may have moved.
    last = done.id === undefined ? { ...last, ...done } : done;
    moved = moved && done.moved ? moveTwice(moved, done.moved) : done.moved;
    // What is moved together means one another by name.
    if (moved === undefined || (step.kind === 'moveState' && steps[index + 1]?.kind === step.kind)) continue;
    const refused = keepMeaning(draft, moved);
    if (refused !== undefined) return refused;
    moved = undefined;
  }
  return last;
}

function operate<K extends StepKind>(kind: K, draft: Draft, step: OperationOf<K>): Done | EditRefusal {
  return OPERATIONS[kind](draft, step);
}

function moveTwice(first: Moved, second: Moved): Moved {
  return (path) => second(first(path));
}

function selectionIn(draft: Draft, { id, at }: Done): EditedPlace | undefined {
  const place = at ?? (id === undefined ? undefined : selectionOf(draft.project, id));
  if (place === undefined) return undefined;
  const { address, range } = place;
  const text = draft.textOf(address);
  return text === undefined ? undefined : { address, text, range };
}
