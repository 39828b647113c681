import { formatMessage } from '../text/message';
import type { Json } from './events';
import type { Turn } from './expect';

/** Outputs formatted as expectations. */

/** The expectable values of a turn. */
export function expectationOf({ message, form, formError, hasEnded }: Turn): Json {
  if (formError !== undefined) return { form_error: formatMessage(formError.message) };
  if (form) return { form: form.fields.map(({ name }) => name) };
  return {
    ...(message ? { state: message.state.join('.') } : {}),
    ...(message?.text === undefined ? {} : { text: message.text }),
    ...(message && message.buttons.length > 0
      ? { buttons: message.buttons.map(({ content }) => content) }
      : {}),
    ...(hasEnded ? { ended: true } : {}),
  };
}

/** A value in flow style, in one line. */
export function flowText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return quoted(value);
  const members = Object.entries(value).map(
    ([name, one]) => `${isPlainKey(name) ? name : quoted(name)}: ${flowText(one)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** JSON is valid YAML, except for characters that YAML reads as line breaks or does not allow. */
function quoted(value: Json): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isPlainKey(name: string): boolean {
  return /^[a-z_]\w*$/i.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name);
}
