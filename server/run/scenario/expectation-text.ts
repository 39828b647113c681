import { stateLabel } from '../../format/target-path';
import { formatMessage } from '../../text/message';
import { needsEscapes } from '../../yaml/read/quotes';
import type { QuoteStyle } from '../../yaml/write/scalars';
import { inlineValue } from '../../yaml/write/values';
import type { Json } from '../conversation/events';
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

/**
 * A value in place of a written one, in its style: with the same quotes, or as a block of lines.
 */
export function textInPlaceOf(written: string, value: Json): string {
  const block = typeof value === 'string' ? blockInPlaceOf(written, value) : undefined;
  return block ?? inlineValue(value, 'flow', { quotes: quotesOf(written) });
}

/** The quotes of the first text in a value; undefined if it has none. */
function quotesOf(written: string): QuoteStyle | undefined {
  const [, mark] = /^(?:[[{\s]|- )*(?:[\w.-]+:\s+)?(["'])/.exec(written) ?? [];
  if (mark === undefined) return undefined;
  return mark === '"' ? 'double' : 'single';
}

/** Trailing line breaks do not matter in expectations, so the header and end of a literal block stay. */
function blockInPlaceOf(written: string, text: string): string | undefined {
  const [, header, indentation] = /^(\|[-+]?)[ \t]*\n(?:[ \t]*\n)*( +)\S/.exec(written) ?? [];
  if (header === undefined || indentation === undefined) return undefined;
  const lines = text.trim().split('\n');
  if (needsEscapes(text)) return undefined;
  const trailing = written.slice(written.trimEnd().length);
  const end = trailing.slice(trailing.includes('\n') ? trailing.indexOf('\n') : trailing.length);
  return `${header}\n${lines.map((line) => (line === '' ? '' : indentation + line)).join('\n')}${end}`;
}
