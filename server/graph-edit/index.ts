import type { DocumentChange } from '../features/refactor/refactoring';
import { drawnProject } from '../features/state-graph/state-at';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import { msg } from '../text/message';
import type { Range } from '../text/range';
import { addState } from './add-state';
import { setButtonText, setCondition, setText } from './change-text';
import { connect } from './connect';
import { copyState } from './copy-state';
import { deleteState, type StateUse, usesOfState } from './delete-state';
import { deleteTransition } from './delete-transition';
import { Draft, OTHER_FORM } from './draft';
import { extractAutomata } from './extract-automata';
import { moveButton, moveCase } from './move-item';
import { moveState } from './move-state';
import type { GraphOperation, OperationKind, OperationOf } from './operation';
import { type Done, type EditRefusal, isRefusal, type Operate, refuse } from './outcome';
import { selectionOf } from './places';
import { renameEvent, renameState } from './rename';
import { retarget, setInitial } from './retarget';
import { setFinal } from './set-final';

const OPERATIONS: { readonly [K in OperationKind]: Operate<K> } = {
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
  readonly changes: readonly DocumentChange[];
  readonly create: { readonly address: Address; readonly text: string } | undefined;
  /** A file that has no state any more. */
  readonly remove: Address | undefined;
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

/** What refers to a state that is to be deleted, or why it cannot be. */
export function previewDeletion(
  workspace: Workspace,
  address: Address,
  state: string,
): readonly StateUse[] | EditRefusal {
  const project = drawnProject(workspace, address);
  if (project === undefined) return NO_AUTOMATA;
  return usesOfState(new Draft(workspace, project), state);
}

const NO_AUTOMATA = refuse(msg('This file is not part of an automata.'));

/** The edits that write an operation on the graph of a file, or why there are none. */
export function graphEdit(
  workspace: Workspace,
  address: Address,
  operation: GraphOperation,
): GraphEdit | EditRefusal {
  const project = drawnProject(workspace, address);
  if (project === undefined) return NO_AUTOMATA;
  if (!Object.hasOwn(OPERATIONS, operation.kind)) return OTHER_FORM;
  const draft = new Draft(workspace, project);
  const done = operate(operation.kind, draft, operation);
  if (isRefusal(done)) return done;
  if (draft.isBroken) return OTHER_FORM;
  return {
    changes: draft.changes,
    create: draft.created,
    remove: draft.removed,
    id: done.id,
    selection: selectionIn(draft, done),
  };
}

function operate<K extends OperationKind>(
  kind: K,
  draft: Draft,
  operation: OperationOf<K>,
): Done | EditRefusal {
  return OPERATIONS[kind](draft, operation);
}

function selectionIn(draft: Draft, { id, at }: Done): EditedPlace | undefined {
  const place = at ?? (id === undefined ? undefined : selectionOf(draft.project, id));
  if (place === undefined) return undefined;
  const { address, range } = place;
  const text = draft.textOf(address);
  return text === undefined ? undefined : { address, text, range };
}
