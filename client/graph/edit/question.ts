import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { StateGraph } from '../../../server/drawing/state-graph';
import { stateLabel } from '../../../server/format/target-path';
import type { GraphOperation, StateTexts } from '../../../server/graph-edit/operation';
import { pathOfKey } from '../../../server/project/names/scope-path';
import type { GraphReference } from '../../../server/protocol/messages';
import type { EditRequest, LineEnd } from '../messages';
import { isRoot, targetsFrom } from './kinds';

/** What the user is asked about, and what the questions need. */
export interface QuestionContext {
  /** Of dialogs. */
  readonly title: string;
  readonly graph: StateGraph;
  /** The node or edge; undefined for the canvas. */
  readonly id: string | undefined;
  readonly end: EditRequest['end'];
  texts(state: string): Promise<StateTexts | null>;
  /** What refers to a state that would be deleted. */
  references(operation: GraphOperation): Promise<readonly GraphReference[]>;
  /** Why an operation is not possible, as a sentence. */
  refusalOf(operation: GraphOperation): Promise<string | undefined>;
}

/** What the user wants; undefined if the user cancels. */
export type EditPlan =
  | {
      readonly operations: readonly GraphOperation[];
      /** The result, as a sentence for the user. */
      readonly done: string;
    }
  | { readonly refused: string }
  /** The user edits the text of this node in the editor. */
  | { readonly reveal: string }
  | undefined;

export type Question = (context: QuestionContext) => Promise<EditPlan>;

/** A plan of one operation. */
export function planned(operation: GraphOperation, done: string): EditPlan {
  return { operations: [operation], done };
}

/** The name of a node, for people. */
export function nameIn({ nodes }: StateGraph, id: string): string {
  return nodes.find((node) => node.id === id)?.name ?? id;
}

interface TextQuestion {
  readonly prompt: string;
  readonly value?: string;
  /** Why a text is not possible. */
  readonly refusalOf?: (text: string) => Promise<string | undefined>;
}

/** Asks for a text; undefined if the user cancels or leaves it as it was. */
export async function askForText(
  { title }: QuestionContext,
  { prompt, value = '', refusalOf }: TextQuestion,
): Promise<string | undefined> {
  const text = await window.showInputBox({
    title,
    prompt,
    value,
    ignoreFocusOut: true,
    ...(refusalOf && { validateInput: (one) => (one === value ? undefined : refusalOf(one)) }),
  });
  return text === value ? undefined : text;
}

interface ChangedText {
  readonly prompt: string;
  readonly value: string;
  operationOf(text: string): GraphOperation;
  /** The result, as a sentence for the user. */
  doneOf(text: string): string;
}

/** Asks for another text instead of one, and plans the operation that writes it. */
export async function askForChange(
  context: QuestionContext,
  { prompt, value, operationOf, doneOf }: ChangedText,
): Promise<EditPlan> {
  const refusalOf = (text: string) => context.refusalOf(operationOf(text));
  const text = await askForText(context, { prompt, value, refusalOf });
  return text === undefined ? undefined : planned(operationOf(text), doneOf(text));
}

/** Asks for the name of a new state. */
export async function askForName(
  context: QuestionContext,
  automata: string,
  value: string | undefined,
  operationOf: (name: string) => GraphOperation,
): Promise<string | undefined> {
  const around = context.graph.nodes.find(({ id }) => id === automata)?.name ?? '';
  return window.showInputBox({
    title: context.title,
    prompt: l10n.t('The name of the new state in {0}.', around),
    value: value ?? freeName(context.graph, automata),
    ignoreFocusOut: true,
    validateInput: (name) => context.refusalOf(operationOf(name)),
  });
}

function freeName({ nodes }: StateGraph, automata: string): string {
  const taken = new Set(nodes.flatMap(({ name, parent }) => (parent === automata ? [name] : [])));
  let name = 'new_state';
  for (let number = 2; taken.has(name); number++) name = `new_state_${number}`;
  return name;
}

interface Choice<T> extends QuickPickItem {
  readonly value: T;
}

/**
 * Lets the user select one of several things; undefined if the user cancels.
 *
 * @param lines what to know before, below the choices; it cannot be selected
 */
export async function choose<T>(
  { title }: Pick<QuestionContext, 'title'>,
  placeHolder: string,
  choices: readonly Choice<T>[],
  lines: readonly string[] = [],
): Promise<T | undefined> {
  const below = lines.map((label) => ({ label, kind: QuickPickItemKind.Separator }));
  const options = { title, placeHolder, matchOnDescription: true };
  const chosen = await window.showQuickPick<QuickPickItem | Choice<T>>([...choices, ...below], options);
  return chosen && 'value' in chosen ? chosen.value : undefined;
}

/**
 * Lets the user select the end of a transition.
 *
 * @param others ends besides the states to which it can lead
 */
export function chooseEnd(
  context: QuestionContext,
  from: string,
  others: readonly Choice<LineEnd>[] = [],
): Promise<LineEnd | undefined> {
  const { graph } = context;
  const targets = targetsFrom(from, graph).map((node): Choice<LineEnd> => {
    const outer = graph.nodes.find(({ id }) => id === node.parent);
    const description = outer && !isRoot(outer) ? stateLabel(pathOfKey(outer.id)) : '';
    return { label: node.name, description, value: { to: node.id } };
  });
  return choose(context, l10n.t('Select the target of the transition'), [...targets, ...others]);
}
