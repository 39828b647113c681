import { l10n } from 'vscode';
import type { GraphOperation, OperationOf } from '../../../server/graph-edit/operation';
import type { LineEnd } from '../messages';
import { isRoot } from './kinds';
import {
  askForName,
  askForText,
  type Choice,
  choose,
  chooseEnd,
  type EditPlan,
  idOfChild,
  nameIn,
  planned,
  type QuestionContext,
} from './question';

type Connect = OperationOf<'connect'>;

/** A new transition, without its target. */
type Start = Omit<Connect, 'to'>;

/** Writes a transition to the target that the user has chosen. */
type OperationOfStart = (start: Start) => GraphOperation;

/** Asks for the target and the kind of a new transition. */
export async function newTransition(context: QuestionContext): Promise<EditPlan> {
  const { graph, id = '' } = context;
  const end = context.end ?? (await askForEnd(context, id));
  if (end === undefined) return undefined;
  if ('to' in end) {
    const { to } = end;
    const operationOf = (start: Start) => ({ ...start, to });
    const start = await chooseStart(context, id, operationOf);
    const done = l10n.t('“{0}” leads to “{1}” now.', nameIn(graph, id), nameIn(graph, to));
    return start && planned(operationOf(start), done);
  }
  const automata = end.newIn;
  const add = addingTo(context, automata);
  const name = await askForName(context, automata, add);
  if (name === undefined) return undefined;
  const to = idOfChild(automata, name);
  const operationOf = (start: Start): GraphOperation => ({
    kind: 'steps',
    steps: [add(name), { ...start, to }],
  });
  const start = await chooseStart(context, id, operationOf);
  const done = l10n.t('“{0}” leads to the new state “{1}” now.', nameIn(graph, id), name);
  return start && planned(operationOf(start), done);
}

/** The operation that adds a state to an automata: after the selected one, if that is in the same automata. */
export function addingTo(
  { graph, id }: QuestionContext,
  automata: string,
): (name: string) => OperationOf<'addState'> {
  const node = graph.nodes.find((one) => one.id === id);
  const after = node?.parent === automata && node.kind !== 'missing' ? { after: node.id } : {};
  return (name) => ({ kind: 'addState', automata, name, ...after });
}

function askForEnd(context: QuestionContext, from: string): Promise<LineEnd | undefined> {
  const node = context.graph.nodes.find(({ id }) => id === from);
  const newIn = node && (isRoot(node) ? node.id : node.parent);
  const label = `$(add) ${l10n.t('New State…')}`;
  return chooseEnd(context, from, newIn === undefined ? [] : [{ label, value: { newIn } }]);
}

/** Asks what takes the transition, and what becomes of one that exists. */
async function chooseStart(
  context: QuestionContext,
  from: string,
  operationOf: OperationOfStart,
): Promise<Start | undefined> {
  const refusalOf = (start: Start) => context.refusalOf(operationOf(start));
  const start = await chooseTrigger(context, from, refusalOf);
  if (start === undefined) return undefined;
  const refused = await refusalOf(start);
  if (refused === undefined) return start;
  const refusals = await Promise.all(ways(start).map(refusalOf));
  const [canChange, canAdd] = refusals.map((one) => one === undefined);
  const existing = await choose<'change' | 'case'>(context, refused, [
    ...(canChange
      ? [{ label: l10n.t('Change the target of the existing transition'), value: 'change' as const }]
      : []),
    ...(canAdd ? [{ label: l10n.t('Add a case with a condition'), value: 'case' as const }] : []),
  ]);
  if (existing !== 'case') return existing && { ...start, existing };
  const condition = await askForText(context, {
    prompt: l10n.t('The condition of the new case, as JavaScript, such as `score > 3`.'),
    refusalOf: (text) =>
      text.trim() === ''
        ? Promise.resolve(l10n.t('Enter a condition.'))
        : refusalOf({ ...start, existing, condition: text }),
  });
  return condition === undefined ? undefined : { ...start, existing, condition };
}

/** The ways in which a transition that exists becomes the wanted one. */
function ways(start: Start): readonly Start[] {
  return [
    { ...start, existing: 'change' },
    { ...start, existing: 'case', condition: 'true' },
  ];
}

/** Asks for what takes the transition: a button, an event, a message, or nothing. */
async function chooseTrigger(
  context: QuestionContext,
  from: string,
  refusalOfStart: (start: Start) => Promise<string | undefined>,
): Promise<Start | undefined> {
  const base = { kind: 'connect', from } as const;
  const refusalOf = async (start: Start) => {
    const [refused, ...others] = await Promise.all([start, ...ways(start)].map(refusalOfStart));
    return others.includes(undefined) ? undefined : refused;
  };
  if (context.graph.nodes.find(({ id }) => id === from)?.kind === 'automata') {
    const named = (event: string): Start => ({ ...base, by: 'button', event });
    const event = await askForText(context, {
      prompt: l10n.t('The event that the automata handles for all of its states.'),
      refusalOf: (text) => refusalOf(named(text)),
    });
    return event === undefined ? undefined : named(event);
  }
  const led = new Set(context.graph.edges.flatMap((edge) => (edge.from === from ? [edge.event] : [])));
  const buttons = (await context.texts(from))?.buttons ?? [];
  const byEvent = new Map(
    buttons.flatMap(({ text, event }) => (event === undefined ? [] : [[event, text] as const])),
  );
  const choices = [...byEvent].map(
    ([event, text]): Choice<Start> => ({
      label: text ?? event,
      description: event,
      value: { ...base, by: 'button', event },
    }),
  );
  const leads = ({ value: { event = '' } }: Choice<Start>) => led.has(event);
  const trigger = await choose<Start>(context, l10n.t('When is the transition taken?'), [
    { label: l10n.t('A new button…'), value: { ...base, by: 'button' } },
    ...choices.filter((choice) => !leads(choice)),
    { label: l10n.t('A message of the user'), description: 'CHAT', value: { ...base, by: 'message' } },
    { label: l10n.t('Immediately'), description: 'ALWAYS', value: { ...base, by: 'always' } },
    ...choices.filter(leads),
  ]);
  if (trigger?.by !== 'button' || trigger.event !== undefined) return trigger;
  const text = await askForText(context, {
    prompt: l10n.t('The text of the new button.'),
    refusalOf: (one) => refusalOf({ ...trigger, text: one }),
  });
  return text === undefined ? undefined : { ...trigger, text };
}
