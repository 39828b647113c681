import type { Json } from '../run/conversation/events';
import type { Mismatch } from '../run/scenario/expect';
import { joinMessages, msg, type TextOrMessage } from '../text/message';
import { inlineValue } from '../yaml/write/values';

/** Limit of a displayed expected or actual value. In characters. */
const MAX_VALUE = 300;

/** The message about an unmet expectation. */
export function mismatchText({ message, expected, actual }: Mismatch): TextOrMessage {
  if (expected === null && actual === null) return message;
  const short = (value: Json) => {
    const text = inlineValue(value, 'flow', { quotes: 'double' });
    return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
  };
  return joinMessages([message, ' ', msg`Expected ${short(expected)}, got ${short(actual)}.`]);
}
