import { formatMessage, type Message, msg } from '../../text/message';
import { isSandboxError, type Sandbox, type ValueDescription, type ValueRef } from '../sandbox/sandbox';
import type { Json } from './events';

/** Longer texts of values without JSON are cut, in UTF-16 code units. */
const MAX_SHOWN_LENGTH = 40;

/**
 * The variables of a context as JSON. One without JSON is a text that says what it is.
 *
 * @param onText called for each of them, with what to say about it
 */
export function contextJson(
  context: ValueRef,
  sandbox: Sandbox,
  onText: (name: string, message: Message) => void = () => {},
): { readonly [name: string]: Json } {
  const plain = sandbox.plainJson(context);
  if (plain !== undefined) return JSON.parse(plain) as { readonly [name: string]: Json };
  const members = new Map<string, Json>();
  for (const name of sandbox.names(context)) {
    const value = sandbox.get(context, name);
    const described: ValueDescription = isSandboxError(value)
      ? { kind: 'object', isTruthy: true, text: '', json: undefined, problem: value.message }
      : sandbox.describe(value);
    const { kind, json, problem = msg('it has no JSON') } = described;
    if (kind === 'undefined') continue;
    // `NaN` and infinite numbers are `null` in JSON.
    const isText = json === undefined || (kind === 'number' && json === 'null');
    members.set(name, isText ? textOf(described) : (JSON.parse(json) as Json));
    if (isText) onText(name, msg`\`context.${name}\` (${kind}) is shown as a text: ${problem}.`);
  }
  return Object.fromEntries(members);
}

function textOf({ kind, text, problem }: ValueDescription): string {
  if (kind === 'bigint' || kind === 'number') return `[${kind} ${text.slice(0, MAX_SHOWN_LENGTH)}]`;
  return kind === 'object' || kind === 'array' ? `[${kind}: ${formatMessage(problem ?? '')}]` : `[${kind}]`;
}
