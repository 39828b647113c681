import { parseExpression } from '../../expression/parse';
import { nearFields } from '../../format/near-fields';
import { type Message, msg, seriesOf } from '../../text/message';
import { didYouMean } from '../../text/nearest';
import type { SourceRange } from '../conversation/events';
import type { SourceValue } from '../conversation/source-value';
import { sourceRangeOf } from '../sandbox/evaluator';
import { itemFault, typeFault } from './type-fault';
import { noExpression, whereSource } from './where';

export const PROMISE_KINDS = ['never', 'always', 'reachable', 'always_reachable'] as const;

export type PromiseKind = (typeof PROMISE_KINDS)[number];

/** What holds in all conversations. */
export interface ScenarioPromise {
  readonly kind: PromiseKind;
  /** Of `always`, an expression; of others, a state or the fields of a message. */
  readonly promised: SourceValue;
  readonly place: SourceRange | undefined;
}

const MESSAGE_FIELDS = ['state', 'text', 'buttons', 'where'];

/** An item of `promises`; undefined if it is wrong, or if an expression in it has a syntax error. */
export function promiseOf(
  item: SourceValue,
  fail: (message: Message, at: SourceValue) => void,
): ScenarioPromise | undefined {
  let hasFailed = false;
  const failIf = (message: Message | undefined, at: SourceValue) => {
    if (message === undefined) return;
    hasFailed = true;
    fail(message, at);
  };
  const wrongItem = itemFault('promises', item);
  const [written, promised] = item.entries()[0] ?? [];
  const kind = PROMISE_KINDS.find((one) => one === written);
  if (wrongItem || kind === undefined || promised === undefined || item.entries().length !== 1) {
    const names = seriesOf(
      PROMISE_KINDS.map((one) => `\`${one}\``),
      ',',
    );
    fail(wrongItem ?? msg`A promise must have exactly one of ${names}.`, item);
    return undefined;
  }
  if (!promised.isGiven) failIf(msg`\`${kind}\` has no value.`, promised);
  else if (kind === 'always') failIf(expressionFault(kind, promised), promised);
  else if (promised.isMap) {
    for (const [field, value] of promised.entries())
      if (!MESSAGE_FIELDS.includes(field)) {
        const near = nearFields('promised-message', field, (name) => promised.get(name).isGiven);
        failIf(msg`${msg('A message of a promise')} has no field \`${field}\`.${didYouMean(near)}`, value);
      }
    const where = promised.get('where');
    if (where.isGiven) failIf(expressionFault('where', where), where);
    for (const pattern of patternsIn(promised)) failIf(patternFault(pattern), pattern);
  } else failIf(typeFault(kind, promised, 'scalar'), promised);
  return hasFailed ? undefined : { kind, promised, place: sourceRangeOf(item.origin) };
}

function expressionFault(field: string, value: SourceValue): Message | undefined {
  const wrong = typeFault(field, value, 'text');
  if (wrong) return wrong;
  const { ast } = parseExpression(whereSource(value.text ?? ''));
  return ast === undefined ? noExpression(field) : undefined;
}

/** The regular expressions of the matchers in a value. */
function patternsIn(value: SourceValue): SourceValue[] {
  return [
    ...value.entries().flatMap(([name, one]) => (name === 'matches' ? [one] : patternsIn(one))),
    ...value.items().flatMap(patternsIn),
  ];
}

function patternFault({ text = '' }: SourceValue): Message | undefined {
  try {
    new RegExp(text, 'su');
    return undefined;
  } catch {
    return msg`\`${text}\` is not a valid regular expression.`;
  }
}

/** A promise in one line, such as `never state: payout, where: {{!context.approved}}`. */
export function promiseTitle({ kind, promised }: Pick<ScenarioPromise, 'kind' | 'promised'>): string {
  return `${kind} ${shown(promised)}`.replace(/\s+/g, ' ').trim();
}

function shown(value: SourceValue): string {
  if (value.isMap)
    return value
      .entries()
      .map(([name, one]) => `${name}: ${one.isMap ? `{ ${shown(one)} }` : shown(one)}`)
      .join(', ');
  if (value.isList) return `[${value.items().map(shown).join(', ')}]`;
  return value.text ?? String(value.value ?? '');
}
