import { type Evaluator, sourceRangeOf, type Variables } from '../sandbox/evaluator';
import { displayText } from '../sandbox/json';
import type { ChatMessage, Json, MessageSender } from './events';
import type { Pausable } from './points';
import type { SourceValue } from './source-value';
import type { ShownButton } from './visit';

/** The parts of a message, with their expressions replaced. */
interface RenderedMessage
  extends Omit<ChatMessage, 'kind' | 'state' | 'buttons' | 'canChat' | 'context' | 'place'> {
  readonly buttons: readonly ShownButton[];
}

export function* renderOf(
  render: SourceValue,
  evaluator: Evaluator,
  variables: Variables,
): Pausable<RenderedMessage> {
  const shown = (name: string) => evaluator.shown(render.get(name), variables);
  const text = yield* shown('text');
  const image = yield* shown('image');
  const audio = yield* shown('audio');
  const video = yield* shown('video');
  const buttons: ShownButton[] = [];
  for (const [row, item] of render.get('buttons').items().entries()) {
    if (item.isList)
      for (const button of item.items())
        buttons.push({ ...(yield* buttonOf(button, evaluator, variables)), row });
    else buttons.push(yield* buttonOf(item, evaluator, variables));
  }
  const sender = yield* senderOf(render.get('sender'), evaluator, variables);
  const suggestedReplies = yield* repliesOf(render.get('suggested_reply'), evaluator, variables);
  return {
    text,
    image,
    audio,
    video,
    buttons,
    ...(sender ? { sender } : {}),
    ...(suggestedReplies ? { suggestedReplies } : {}),
  };
}

function* senderOf(
  sender: SourceValue,
  evaluator: Evaluator,
  variables: Variables,
): Pausable<MessageSender | undefined> {
  if (!sender.isMap) return undefined;
  const name = yield* evaluator.shown(sender.get('name'), variables);
  const avatar = yield* evaluator.shown(sender.get('avatar'), variables);
  return { ...(name === undefined ? {} : { name }), ...(avatar === undefined ? {} : { avatar }) };
}

function* repliesOf(
  replies: SourceValue,
  evaluator: Evaluator,
  variables: Variables,
): Pausable<readonly string[] | undefined> {
  if (!replies.isGiven) return undefined;
  if (!replies.isList) {
    const value = evaluator.json(yield* evaluator.evaluate(replies, variables), replies.origin);
    return Array.isArray(value) ? value.map(displayText) : undefined;
  }
  const shown: string[] = [];
  for (const item of replies.items()) {
    const text = yield* evaluator.shown(item, variables);
    if (text !== undefined) shown.push(text);
  }
  return shown;
}

function* buttonOf(button: SourceValue, evaluator: Evaluator, variables: Variables): Pausable<ShownButton> {
  const click = button.get('on_click');
  const payload = click.get('payload');
  const given = payload.isGiven ? yield* evaluator.evaluate(payload, variables) : undefined;
  const value = given !== undefined && evaluator.sandbox.isGiven(given) ? given : undefined;
  const description = yield* evaluator.shown(button.get('description'), variables);
  const json: Json | undefined = value === undefined ? undefined : evaluator.json(value, payload.origin);
  return {
    content: (yield* evaluator.shown(button.get('content'), variables)) ?? '',
    ...(description === undefined || description === '' ? {} : { description }),
    event: click.isMap ? click.get('event').text : click.text,
    payload: json,
    // A copy: what the value refers to may change before the click.
    payloadValue: json === undefined ? undefined : evaluator.sandbox.fromJson(JSON.stringify(json)),
    id: button.get('UNSTABLE_button_id').text,
    place: sourceRangeOf(button.get('content').origin),
  };
}
