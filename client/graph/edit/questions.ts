import { l10n, QuickPickItemKind, Uri } from 'vscode';
import type { StateEdge } from '../../../server/drawing/state-graph';
import type { GraphOperation, StateTexts } from '../../../server/graph-edit/operation';
import type { GraphReference } from '../../../server/protocol/messages';
import { matchedText } from '../../../server/text/lines';
import { ownValue } from '../../../server/text/own-value';
import { lastSegment } from '../../commands/display-uri';
import { casesOfTransition, type EditKind } from './kinds';
import { addingTo, newTransition } from './new-transition';
import {
  askForChange,
  askForName,
  automataLabel,
  type Choice,
  choose,
  chooseEnd,
  type EditPlan,
  forEach,
  freeNodeName,
  idOfChild,
  nameIn,
  planned,
  type Question,
  type QuestionContext,
} from './question';
import { changedMeanwhile } from './versioned-edits';

/** Asks for the details of an edit. */
export const QUESTIONS: { readonly [K in EditKind]: Question } = {
  addState,
  connect: newTransition,
  renameState,
  setText,
  setInitial: ofNode((state, name) =>
    planned({ kind: 'setInitial', state }, l10n.t('“{0}” is the initial state now.', name)),
  ),
  setFinal: ofNode((state, name) =>
    planned({ kind: 'setFinal', state, final: true }, l10n.t('“{0}” is a final state now.', name)),
  ),
  clearFinal: ofNode((state, name) =>
    planned({ kind: 'setFinal', state, final: false }, l10n.t('“{0}” is not a final state any more.', name)),
  ),
  retarget: ofEdge(retarget),
  setCondition: ofEdge(setCondition),
  renameEvent: ofEdge(renameEvent),
  setButtonText,
  moveUp: ofEdge((context, edge) => move(context, edge, -1)),
  moveDown: ofEdge((context, edge) => move(context, edge, 1)),
  duplicateState,
  moveState,
  extractAutomata,
  deleteState,
  deleteTransition: ofEdge(deleteTransition),
};

function ofNode(plan: (id: string, name: string) => EditPlan): Question {
  return async ({ graph, id = '' }) => plan(id, nameIn(graph, id));
}

function ofEdge(ask: (context: QuestionContext, edge: StateEdge) => Promise<EditPlan>): Question {
  return async (context) => {
    const edge = context.graph.edges.find(({ id }) => id === context.id);
    return edge && ask(context, edge);
  };
}

async function addState(context: QuestionContext): Promise<EditPlan> {
  const { graph, id } = context;
  const node = graph.nodes.find((one) => one.id === id) ?? graph.nodes[0];
  const automata = node?.kind === 'automata' ? node.id : node?.parent;
  if (automata === undefined) return undefined;
  const missing = node?.kind === 'missing' ? node.name : undefined;
  const isFirst =
    !graph.nodes.some(({ parent, kind }) => parent === automata && kind !== 'missing') &&
    !graph.edges.some(({ kind, from }) => kind === 'initial' && from === automata);
  const addLater = addingTo(context, automata);
  const addFirst = (name: string): GraphOperation => ({
    kind: 'steps',
    steps: [addLater(name), { kind: 'setInitial', state: idOfChild(automata, name) }],
  });
  const add = isFirst ? addFirst : addLater;
  const name = await askForName(context, automata, add, missing === undefined ? {} : { value: missing });
  return name === undefined ? undefined : planned(add(name), l10n.t('State “{0}” was added.', name));
}

async function duplicateState(context: QuestionContext): Promise<EditPlan> {
  const { graph, id: state = '' } = context;
  const automata = graph.nodes.find(({ id }) => id === state)?.parent ?? '';
  const copy = (name: string) => ({ kind: 'duplicateState', state, name }) as const;
  const name = await askForName(context, automata, copy);
  return name === undefined ? undefined : planned(copy(name), l10n.t('State “{0}” was added.', name));
}

async function deleteState(context: QuestionContext): Promise<EditPlan> {
  const { graph, ids } = context;
  const name = nameIn(graph, ids[0] ?? '');
  const remove = (references: 'keep' | 'remove') =>
    forEach(ids, (state) => ({ kind: 'deleteState', state, references }));
  const done =
    ids.length === 1
      ? l10n.t('State “{0}” was deleted.', name)
      : l10n.t('{0} states were deleted.', ids.length);
  const found = await context.references(remove('keep'));
  if (found.length === 0) return planned(remove('keep'), done);
  const chosen = await choose<'keep' | 'remove' | GraphReference>(context, referencesLine(context, found), [
    ...(ids.length === 1
      ? [
          { label: l10n.t('Delete the state and what refers to it'), value: 'remove' as const },
          { label: l10n.t('Delete the state only'), value: 'keep' as const },
        ]
      : [
          { label: l10n.t('Delete the states and what refers to them'), value: 'remove' as const },
          { label: l10n.t('Delete the states only'), value: 'keep' as const },
        ]),
    { label: l10n.t('Show in the text'), kind: QuickPickItemKind.Separator },
    ...found.map((value) => ({ label: value.line, description: lineOf(value), value })),
  ]);
  if (typeof chosen === 'object') return { reveal: chosen };
  return chosen && planned(remove(chosen), done);
}

function referencesLine(
  { graph, ids: [id = '', ...others] }: QuestionContext,
  found: readonly unknown[],
): string {
  if (others.length > 0) {
    return found.length === 1
      ? l10n.t('1 place refers to the states.')
      : l10n.t('{0} places refer to the states.', found.length);
  }
  const name = nameIn(graph, id);
  return found.length === 1
    ? l10n.t('1 place refers to “{0}”.', name)
    : l10n.t('{0} places refer to “{1}”.', found.length, name);
}

/** The file and the line of a place, for people. */
function lineOf({ uri, range }: GraphReference): string {
  return `${fileName(uri)}:${range.start.line + 1}`;
}

function fileName(uri: string): string {
  return lastSegment(Uri.parse(uri));
}

/** Moves states to another automata, or to another file of their automata. */
async function moveState(context: QuestionContext): Promise<EditPlan> {
  const { graph, ids } = context;
  const [state = ''] = ids;
  const moveTo = (to: string) => forEach(ids, (one) => ({ kind: 'moveState', state: one, to }));
  const isInside = (id: string) => ids.some((one) => id === one || id.startsWith(`${one}\n`));
  const parents = new Set(graph.nodes.flatMap(({ id, parent }) => (ids.includes(id) ? [parent] : [])));
  const automata = graph.nodes
    .filter(
      ({ id, kind }) => kind === 'automata' && !isInside(id) && !(parents.size === 1 && parents.has(id)),
    )
    .map(
      (node): Choice<string> => ({
        label: node.name,
        description: automataLabel(graph, node),
        value: node.id,
      }),
    );
  const siblings = graph.nodes.filter(({ parent }) => parents.size === 1 && parents.has(parent));
  const places = await context.places();
  const files = new Set(siblings.flatMap(({ id }) => ownValue(places, id)?.uri ?? []));
  const own = new Set(ids.map((id) => ownValue(places, id)?.uri));
  const others = [...files].filter((uri) => !(own.size === 1 && own.has(uri)));
  // The server knows whether the files of a folder are read.
  const folders = new Set([...files].map((uri) => uri.slice(0, uri.lastIndexOf('/') + 1)));
  const added = [...folders].map((folder) => `${folder}${encodeURIComponent(nameIn(graph, state))}.yaml`);
  const possible = await Promise.all(
    added.map(async (uri) =>
      !files.has(uri) && (await context.refusalOf(moveTo(uri))) === undefined ? [uri] : [],
    ),
  );
  const fileChoice = (icon: string) => (uri: string) => ({
    label: `$(${icon}) ${fileName(uri)}`,
    value: uri,
  });
  const choices = [
    ...automata,
    ...others.map(fileChoice('file')),
    ...possible.flat().map(fileChoice('new-file')),
  ];
  if (choices.length === 0)
    return { refused: l10n.t('There is no other automata or file to move it to. Add one first.') };
  const to = await choose(context, l10n.t('Select an automata or a file of states'), choices);
  const name = nameIn(graph, state);
  const done =
    ids.length === 1 ? l10n.t('State “{0}” was moved.', name) : l10n.t('{0} states were moved.', ids.length);
  return to === undefined ? undefined : planned(moveTo(to), done);
}

async function extractAutomata(context: QuestionContext): Promise<EditPlan> {
  const { graph, ids: states } = context;
  const automata = graph.nodes.find(({ id }) => id === states[0])?.parent ?? '';
  const extract = (name: string) => ({ kind: 'extractAutomata', states, name }) as const;
  const prompt = l10n.t('The name of the new automata, which gets the selected states.');
  const value = freeNodeName(graph, automata, 'new_automata');
  const name = await askForName(context, automata, extract, { value, prompt });
  if (name === undefined) return undefined;
  return planned(extract(name), l10n.t('Automata “{0}” was added.', name));
}

async function renameState(context: QuestionContext): Promise<EditPlan> {
  const { graph, id: state = '' } = context;
  const value = nameIn(graph, state);
  return askForChange(context, {
    prompt: l10n.t('The new name of the state. All targets that lead to it change as well.'),
    value,
    operationOf: (name) => ({ kind: 'renameState', state, name }),
    doneOf: (name) => l10n.t('“{0}” is “{1}” now.', value, name),
  });
}

async function setText(context: QuestionContext): Promise<EditPlan> {
  const { graph, id: state = '' } = context;
  const texts = await context.texts(state);
  if (texts === null) {
    const place = ownValue(await context.places(), state);
    return place && { reveal: { uri: place.uri, range: place.selection } };
  }
  const { text: whole = '' } = texts;
  // A block of lines ends with a line break, which nobody types.
  const end = matchedText(whole, /\n*$/);
  return askForChange(context, {
    prompt: l10n.t('The message of the state.'),
    value: whole.slice(0, whole.length - end.length),
    isLong: true,
    operationOf: (text) => ({ kind: 'setText', state, text: text + end }),
    doneOf: () => l10n.t('The message of “{0}” was changed.', nameIn(graph, state)),
  });
}

async function retarget(context: QuestionContext, { id: edge, from }: StateEdge): Promise<EditPlan> {
  const end = context.end && 'to' in context.end ? context.end : await chooseEnd(context, from);
  if (end === undefined || 'newIn' in end) return undefined;
  const { to } = end;
  const done = l10n.t('The transition leads to “{0}” now.', nameIn(context.graph, to));
  return planned({ kind: 'retarget', edge, to }, done);
}

async function setCondition(
  context: QuestionContext,
  { id: edge, from, condition: shown = '' }: StateEdge,
): Promise<EditPlan> {
  const texts = await context.texts(from);
  return askForChange(context, {
    prompt: l10n.t('When the transition is taken, as JavaScript, such as `score > 3`. Empty: always.'),
    value: ownValue(texts?.conditions, edge) ?? shown,
    isLong: true,
    isCode: true,
    operationOf: (condition) => ({ kind: 'setCondition', edge, condition }),
    doneOf: () => l10n.t('The condition was changed.'),
  });
}

async function renameEvent(
  context: QuestionContext,
  { id: edge, event: value }: StateEdge,
): Promise<EditPlan> {
  return askForChange(context, {
    prompt: l10n.t('The new name of the event. Its buttons change as well.'),
    value,
    operationOf: (name) => ({ kind: 'renameEvent', edge, name }),
    doneOf: (name) => l10n.t('“{0}” is “{1}” now.', value, name),
  });
}

/** The buttons of a node, or those of the source of an edge that raise its event, with their indexes. */
async function buttonsOf(context: QuestionContext) {
  const { graph, id = '' } = context;
  const edge = graph.edges.find((one) => one.id === id);
  const state = edge?.from ?? id;
  const all = ((await context.texts(state))?.buttons ?? []).map((button, index) => ({ ...button, index }));
  const own = edge ? all.filter(({ event }) => event === edge.event) : all;
  return { state, own, all };
}

const noButton = () =>
  l10n.t(
    'There is no button here that can be changed. Select another state, or change the text in the editor.',
  );

async function setButtonText(context: QuestionContext): Promise<EditPlan> {
  const { graph, answer, id = '' } = context;
  const { state, own } = await buttonsOf(context);
  const known = own.flatMap(({ text, ...one }) => (text === undefined ? [] : [{ ...one, text }]));
  if (known.length === 0) return { refused: noButton() };
  const items = known.map((value) => ({ label: value.text, description: value.event ?? '', value }));
  const chosen = answer
    ? known.find(({ index, text }) => index === answer.button && [answer.before, answer.text].includes(text))
    : known.length === 1
      ? known[0]
      : await choose(context, l10n.t('Select a button'), items);
  if (chosen === undefined) return answer && { refused: changedMeanwhile() };
  const { index: button, text: value, event } = chosen;
  const edge = graph.edges.find((one) => one.from === state && one.event === event);
  return askForChange(context, {
    at: id === state && edge ? edge.id : id,
    button,
    prompt: l10n.t('The text of the button.'),
    value,
    isLong: /[\r\n]/.test(value),
    operationOf: (text) => ({ kind: 'setButtonText', state, button, text }),
    doneOf: (text) => l10n.t('The button is “{0}” now.', text),
  });
}

/** Moves a case of a transition, or the button of a transition with one case. */
async function move(context: QuestionContext, edge: StateEdge, step: -1 | 1): Promise<EditPlan> {
  const cases = casesOfTransition(edge, context.graph.edges);
  const done = step < 0 ? l10n.t('Moved up.') : l10n.t('Moved down.');
  // An index is that before the move.
  const before = (index: number) => (step < 0 ? index - 1 : index + 2);
  if (cases.length > 1) {
    const index = cases.indexOf(edge);
    if (index + step < 0 || index + step >= cases.length) return undefined;
    return planned({ kind: 'moveCase', edge: edge.id, before: before(index) }, done);
  }
  const { state, own, all } = await buttonsOf(context);
  const [button] = own;
  if (button === undefined || own.length > 1) return { refused: noButton() };
  if (button.index + step < 0 || button.index + step >= all.length) return undefined;
  const operation = {
    kind: 'moveButton',
    state,
    button: button.index,
    before: before(button.index),
  } as const;
  // So that the next key moves it again.
  return { operation, done, selected: edge.id };
}

async function deleteTransition(context: QuestionContext, edge: StateEdge): Promise<EditPlan> {
  const done = l10n.t('The transition was deleted.');
  const operation = { kind: 'deleteTransition', edge: edge.id } as const;
  const isLast = casesOfTransition(edge, context.graph.edges).length === 1;
  const { own } = isLast ? await buttonsOf(context) : { own: [] as StateTexts['buttons'] };
  if (own.length === 0) return planned(operation, done);
  const withButton = await choose(context, l10n.t('Delete the button as well?'), [
    { label: l10n.t('Delete the transition and its button'), description: own[0]?.text ?? '', value: true },
    { label: l10n.t('Delete the transition only'), value: false },
  ]);
  return withButton === undefined ? undefined : planned({ ...operation, withButton }, done);
}
