import { actionOf, clickedButton } from '../run/conversation/clicked-button';
import type {
  ChatMessage,
  ConversationEvent,
  ConversationOutput,
  FormOpened,
  Json,
  MessageButton,
} from '../run/conversation/events';
import { buttonClick } from '../run/explore/inputs';

/** What a conversation shows while it waits for the user. */
export interface Waiting {
  readonly message: ChatMessage | undefined;
  /** The open form. */
  readonly form: FormOpened | undefined;
}

export const NOT_BEGUN: Waiting = { message: undefined, form: undefined };

/** What a conversation shows after a turn. */
export function waitingAfter(outputs: readonly ConversationOutput[], before: Waiting): Waiting {
  const last = lastShown(outputs);
  if (last === undefined) return before;
  return last.kind === 'form' ? { message: before.message, form: last } : { message: last, form: undefined };
}

/** The message or form that a turn ends with; undefined if it shows nothing new. */
export function lastShown(outputs: readonly ConversationOutput[]): ChatMessage | FormOpened | undefined {
  return outputs.findLast((one) => one.kind === 'form' || one.kind === 'message');
}

/**
 * The same event in another version; undefined if it is not possible there. A button is matched by its event and
 * payload, then by its text.
 */
export function matchingEvent(
  event: ConversationEvent,
  here: Waiting,
  there: Waiting,
): ConversationEvent | undefined {
  if ('click' in event) {
    const clicked = here.form ? undefined : clickedButton(event.click, here.message?.buttons);
    const found = there.form || clicked === undefined ? undefined : matchingButton(clicked, there.message);
    return found && buttonClick(found, there.message?.buttons ?? []);
  }
  if ('say' in event) return !there.form && there.message?.canChat ? event : undefined;
  if ('form' in event)
    return here.form && there.form && { form: matchingValues(event.form, here.form, there.form) };
  return event;
}

/**
 * An event for both versions. If the text of a button differs, the button is clicked by its event.
 *
 * @param old the event in the old version
 * @param now the same event in the new version
 */
export function commonEvent(
  old: ConversationEvent,
  now: ConversationEvent,
  before: Waiting,
  after: Waiting,
): ConversationEvent {
  if (!('click' in old && 'click' in now) || JSON.stringify(old) === JSON.stringify(now)) return now;
  const [one, other] = [
    clickedButton(old.click, before.message?.buttons),
    clickedButton(now.click, after.message?.buttons),
  ];
  if (one?.event === undefined || other === undefined || actionOf(one) !== actionOf(other)) return now;
  const { event, payload } = one;
  return { click: payload === undefined ? { event } : { event, payload } };
}

/** The event that a click or message raises; undefined for a form. */
export function raisedEvent(event: ConversationEvent, { message }: Waiting): string | undefined {
  if ('say' in event) return 'CHAT';
  return 'click' in event ? clickedButton(event.click, message?.buttons)?.event : undefined;
}

function matchingButton(clicked: MessageButton, message: ChatMessage | undefined): MessageButton | undefined {
  const buttons = message?.buttons ?? [];
  const action = actionOf(clicked);
  const same = clicked.event === undefined ? [] : buttons.filter((one) => actionOf(one) === action);
  const withText = buttons.filter(({ content }) => content === clicked.content);
  return same.find((one) => withText.includes(one)) ?? same[0] ?? withText[0];
}

/** The values of a form, for the fields of another version: those with the same name, then those with the same label. */
function matchingValues(
  values: { readonly [name: string]: Json },
  here: FormOpened,
  there: FormOpened,
): { readonly [name: string]: Json } {
  const names = new Map<string, string>();
  const left = new Set(there.fields.map(({ name }) => name));
  const match = (name: string, to: string | undefined) => {
    if (to === undefined || names.has(name) || !left.delete(to)) return;
    names.set(name, to);
  };
  for (const { name } of here.fields) match(name, name);
  for (const { name, label } of here.fields)
    match(name, there.fields.find((one) => left.has(one.name) && one.label === label)?.name);
  const matched = Object.entries(values).flatMap(([name, value]) => {
    const to = names.get(name);
    return to === undefined ? [] : [[to, value] as const];
  });
  return Object.fromEntries(matched);
}
