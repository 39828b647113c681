import { l10n, type QuickPickItem, window } from 'vscode';
import type { Location } from 'vscode-languageclient';
import type { StateGraph, StateNode } from '../../../server/drawing/state-graph';
import { stateLabel } from '../../../server/format/target-path';
import type { GraphOperation, GraphStep, StateTexts } from '../../../server/graph-edit/operation';
import { childPath, pathKey, pathOfKey } from '../../../server/project/names/scope-path';
import type { GraphAnswer, GraphReference } from '../../../server/protocol/messages';
import { freeName } from '../../../server/text/free-name';
import type { EditRequest, LineEnd, TextField } from '../messages';
import { isRoot, targetsFrom } from './kinds';

/** What the user is asked about, and what the questions need. */
export interface QuestionContext {
  /** Of dialogs. */
  readonly title: string;
  readonly graph: StateGraph;
  /** The node or edge, or the first of several nodes; undefined for the canvas. */
  readonly id: string | undefined;
  /** All of them. */
  readonly ids: readonly string[];
  readonly end: EditRequest['end'];
  readonly answer: EditRequest['answer'];
  places(): Promise<GraphAnswer['places']>;
  texts(state: string): Promise<StateTexts | null>;
  /** What refers to the states that would be deleted. */
  references(operation: GraphOperation): Promise<readonly GraphReference[]>;
  /** Why an operation is not possible, as a sentence. */
  refusalOf(operation: GraphOperation): Promise<string | undefined>;
}

/** What the user wants; undefined if the user cancels. */
export type EditPlan =
  | {
      readonly operation: GraphOperation;
      /** The result, as a sentence for the user. */
      readonly done: string;
      /** What is selected then; by default, what the server says. */
      readonly selected?: string;
    }
  | {
      readonly refused: string;
      /** The text that has changed meanwhile. */
      readonly value?: string;
    }
  /** The user is asked for a text where it is drawn. */
  | { readonly field: Field }
  /** The user goes to a place of the text. */
  | { readonly reveal: Location }
  | undefined;

type Field = Pick<TextField, 'at' | 'prompt' | 'value' | 'isLong' | 'isCode' | 'button'>;

export type Question = (context: QuestionContext) => Promise<EditPlan>;

/** A plan of one operation. */
export function planned(operation: GraphOperation, done: string): EditPlan {
  return { operation, done };
}

/** The same for each of several nodes, as one edit. */
export function forEach(ids: readonly string[], stepOf: (id: string) => GraphStep): GraphOperation {
  const steps = ids.map(stepOf);
  const [first, ...others] = steps;
  return first && others.length === 0 ? first : { kind: 'steps', steps };
}

/** The name of a node, for people. */
export function nameIn({ nodes }: StateGraph, id: string): string {
  return nodes.find((node) => node.id === id)?.name ?? id;
}

/** The id of a node with a name in an automata. */
export function idOfChild(automata: string, name: string): string {
  return pathKey(childPath(pathOfKey(automata), name));
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

interface ChangedText extends Omit<Field, 'at'> {
  /** By default the node or edge that is edited. */
  readonly at?: string;
  operationOf(text: string): GraphOperation;
  /** The result, as a sentence for the user. */
  doneOf(text: string): string;
}

/** Asks for another text instead of one, or plans the operation that writes the answer. */
export function askForChange(
  { id = '', answer }: QuestionContext,
  { operationOf, doneOf, ...field }: ChangedText,
): EditPlan {
  const { value } = field;
  if (answer === undefined) return { field: { at: id, ...field } };
  const { text, before } = answer;
  if (text === value) return undefined;
  if (before !== value)
    return { refused: l10n.t('This text has changed meanwhile. Press Enter again to replace it.'), value };
  return planned(operationOf(text), doneOf(text));
}

/** Asks for the name of a new state. */
export async function askForName(
  context: QuestionContext,
  automata: string,
  operationOf: (name: string) => GraphOperation,
  { value = freeNodeName(context.graph, automata, 'new_state'), prompt = '' } = {},
): Promise<string | undefined> {
  return window.showInputBox({
    title: context.title,
    prompt: prompt || l10n.t('The name of the new state in {0}.', nameIn(context.graph, automata)),
    value,
    ignoreFocusOut: true,
    validateInput: (name) => context.refusalOf(operationOf(name)),
  });
}

/** A name that no node of an automata has. */
export function freeNodeName({ nodes }: StateGraph, automata: string, wanted: string): string {
  return freeName(wanted, (one) => nodes.some(({ name, parent }) => parent === automata && name === one));
}

export interface Choice<T> extends QuickPickItem {
  readonly value: T;
}

/**
 * Lets the user select one of several things; undefined if the user cancels.
 *
 * @param choices may have items without a value, such as separators
 */
export async function choose<T>(
  { title }: Pick<QuestionContext, 'title'>,
  placeHolder: string,
  choices: readonly (Choice<T> | QuickPickItem)[],
): Promise<T | undefined> {
  // After a previous question, the page may get the focus back late.
  const options = { title, placeHolder, matchOnDescription: true, ignoreFocusOut: true };
  const chosen = await window.showQuickPick(choices, options);
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
    return { label: node.name, description: automataLabel(graph, node), value: { to: node.id } };
  });
  return choose(context, l10n.t('Select the target of the transition'), [...targets, ...others]);
}

/** The automata of a node, for people; empty for the outermost one. */
export function automataLabel({ nodes }: StateGraph, { parent }: StateNode): string {
  const outer = nodes.find(({ id }) => id === parent);
  return outer && !isRoot(outer) ? stateLabel(pathOfKey(outer.id)) : '';
}
