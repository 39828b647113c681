import { l10n } from 'vscode';
import type { OperationOf } from '../../../server/graph-edit/operation';
import type { LineEnd } from '../messages';
import { isRoot } from './kinds';
import {
  askForName,
  askForText,
  choose,
  chooseEnd,
  type EditPlan,
  nameIn,
  planned,
  type QuestionContext,
} from './question';

type Connect = OperationOf<'connect'>;

/** A new transition, without its target. */
type Start = Omit<Connect, 'to'>;

/** Asks for the target and the kind of a new transition. */
export async function newTransition(context: QuestionContext): Promise<EditPlan> {
  const { graph, id = '' } = context;
  const end = context.end ?? (await askForEnd(context, id));
  if (end === undefined) return undefined;
  if ('to' in end) {
    const start = await chooseStart(context, id, end.to);
    const done = l10n.t('“{0}” leads to “{1}” now.', nameIn(graph, id), nameIn(graph, end.to));
    return start && planned({ ...start, to: end.to }, done);
  }
  const automata = end.newIn;
  const add = addingTo(context, automata);
  const name = await askForName(context, automata, undefined, add);
  if (name === undefined) return undefined;
  // The new state does not exist yet; a transition to the state itself is possible in the same way.
  const start = await chooseStart(context, id, id);
  if (start === undefined) return undefined;
  const to = automata === '' ? name : `${automata}\n${name}`;
  const done = l10n.t('“{0}” leads to the new state “{1}” now.', nameIn(graph, id), name);
  return { operations: [add(name), { ...start, to }], done };
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
async function chooseStart(context: QuestionContext, from: string, to: string): Promise<Start | undefined> {
  const start = await chooseTrigger(context, from, to);
  if (start === undefined) return undefined;
  const refused = await context.refusalOf({ ...start, to });
  if (refused === undefined) return start;
  const [canChange, canAdd] = await Promise.all(ways(start, to).map((one) => isPossible(context, one)));
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
        : context.refusalOf({ ...start, to, existing, condition: text }),
  });
  return condition === undefined ? undefined : { ...start, existing, condition };
}

/** The ways in which a transition that exists becomes the wanted one. */
function ways(start: Start, to: string): readonly Connect[] {
  return [
    { ...start, to, existing: 'change' },
    { ...start, to, existing: 'case', condition: 'true' },
  ];
}

async function isPossible(context: QuestionContext, operation: Connect): Promise<boolean> {
  return (await context.refusalOf(operation)) === undefined;
}

/** Asks for what takes the transition: a button, an event, a message, or nothing. */
async function chooseTrigger(context: QuestionContext, from: string, to: string): Promise<Start | undefined> {
  const base = { kind: 'connect', from } as const;
  const refusalOf = async (start: Start) => {
    const [refused, ...others] = await Promise.all(
      [{ ...start, to }, ...ways(start, to)].map((one) => context.refusalOf(one)),
    );
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
  const open = buttons.flatMap(({ text, event }) =>
    event === undefined || led.has(event)
      ? []
      : [{ label: text ?? event, description: event, value: { ...base, by: 'button', event } as Start }],
  );
  const trigger = await choose<Start>(context, l10n.t('When is the transition taken?'), [
    { label: l10n.t('A new button…'), value: { ...base, by: 'button' } },
    ...open,
    { label: l10n.t('A message of the user'), description: 'CHAT', value: { ...base, by: 'message' } },
    { label: l10n.t('Immediately'), description: 'ALWAYS', value: { ...base, by: 'always' } },
  ]);
  if (trigger?.by !== 'button' || trigger.event !== undefined) return trigger;
  const text = await askForText(context, {
    prompt: l10n.t('The text of the new button.'),
    refusalOf: (one) => refusalOf({ ...trigger, text: one }),
  });
  return text === undefined ? undefined : { ...trigger, text };
}
