import { inlineScalar, type ScalarQuotes } from '../exchange/write-yaml';
import { stateLabel } from '../format/target-path';
import { formatMessage } from '../text/message';
import type { Json } from './events';
import type { Turn } from './expect';

/** Outputs formatted as expectations. */

/** The expectable values of a turn. */
export function expectationOf({ message, form, formError, hasEnded }: Turn): Json {
  if (formError !== undefined) return { form_error: formatMessage(formError.message) };
  if (form) return { form: form.fields.map(({ name }) => name) };
  return {
    ...(message ? { state: stateLabel(message.state) } : {}),
    ...(message?.text === undefined ? {} : { text: message.text }),
    ...(message && message.buttons.length > 0
      ? { buttons: message.buttons.map(({ content }) => content) }
      : {}),
    ...(hasEnded ? { ended: true } : {}),
  };
}

/** A value in flow style, in one line. */
export function flowText(value: Json, quotes: ScalarQuotes = 'double'): string {
  if (Array.isArray(value)) return `[${value.map((item) => flowText(item, quotes)).join(', ')}]`;
  if (typeof value === 'string') return inlineScalar(value, quotes);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, one]) => `${isPlainKey(name) ? name : inlineScalar(name, quotes)}: ${flowText(one, quotes)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/**
 * A value in place of a written one, in its style: with the same quotes, or as a block of lines.
 */
export function textInPlaceOf(written: string, value: Json): string {
  const block = typeof value === 'string' ? blockInPlaceOf(written, value) : undefined;
  return block ?? flowText(value, quotesOf(written));
}

/** The quotes of the first text in a value. */
function quotesOf(written: string): ScalarQuotes {
  const [, mark] = /^(?:[[{\s]|- )*(?:[\w.-]+:\s+)?(["'])/.exec(written) ?? [];
  if (mark === undefined) return 'as required';
  return mark === '"' ? 'double' : 'single';
}

/** Trailing line breaks do not matter in expectations, so the header and end of a literal block stay. */
function blockInPlaceOf(written: string, text: string): string | undefined {
  const [, header, indentation] = /^(\|[-+]?)[ \t]*\n(?:[ \t]*\n)*( +)\S/.exec(written) ?? [];
  if (header === undefined || indentation === undefined) return undefined;
  const lines = text.trim().split('\n');
  if (/[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe]|[\u2028\u2029]/u.test(text)) return undefined;
  const trailing = written.slice(written.trimEnd().length);
  const end = trailing.slice(trailing.includes('\n') ? trailing.indexOf('\n') : trailing.length);
  return `${header}\n${lines.map((line) => (line === '' ? '' : indentation + line)).join('\n')}${end}`;
}

function isPlainKey(name: string): boolean {
  return /^[a-z_]\w*$/i.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name);
}
