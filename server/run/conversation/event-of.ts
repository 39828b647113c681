import { type Message, msg } from '../../text/message';
import { isRecord } from '../../text/own-value';
import { jsonMember } from '../sandbox/json';
import type { ConversationEvent, Json } from './events';

/** The members of events; an event has exactly one. */
export const EVENT_NAMES = ['click', 'say', 'form', 'cancel', 'task', 'task_error'] as const;

/** Requirements for their values, as sentences. */
export const EVENT_VALUES: Readonly<Record<string, Message>> = {
  click: msg('`click` must be the content of a button, or an object with its `event`.'),
  say: msg('`say` must be a text.'),
  form: msg('`form` must be an object with the values of the fields.'),
  cancel: msg('`cancel` must be true.'),
  task_error: msg('`task_error` must be a text.'),
};

/** The event with a name and value; undefined if the value does not fit. */
export function eventOf(name: string, value: Json): ConversationEvent | undefined {
  switch (name) {
    case 'click': {
      const content = textOf(value);
      if (content !== undefined) return { click: content };
      const event = jsonMember(value, 'event');
      if (typeof event !== 'string') return undefined;
      const payload = jsonMember(value, 'payload');
      return { click: payload === undefined ? { event } : { event, payload } };
    }
    case 'say': {
      const say = textOf(value);
      return say === undefined ? undefined : { say };
    }
    case 'form':
      return isRecord(value) ? { form: value } : undefined;
    case 'cancel':
      return value === true ? { cancel: true } : undefined;
    case 'task':
      return { task: value };
    case 'task_error':
      return typeof value === 'string' ? { task_error: value } : undefined;
    default:
      return undefined;
  }
}

/** In YAML, authors write texts such as `True` and `7` without quotes. */
function textOf(value: Json): string | undefined {
  return value === null || typeof value === 'object' ? undefined : String(value);
}
