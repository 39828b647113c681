/**
 * The rules for names: states, context variables, inputs, outputs and results are *keys*; events may have several
 * segments (documentation and types of Pro Config). For names of special events (`CHAT`), see `events.ts`.
 */

import { type Message, msg } from '../text/message';

/** Names of fields, which cannot be used as keys or segments. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'type',
  'id',
  'properties',
  'inputs',
  'outputs',
  'tasks',
  'render',
  'transitions',
  'states',
  'context',
  'payload',
]);

export type NameFaultKind =
  | 'empty'
  | 'blank' // white space anywhere
  | 'leading-dot'
  | 'dot' // in a key, which has one segment only
  | 'empty-segment'
  | 'reserved'
  | 'digits'
  | 'upper-case'
  | 'not-snake-case';

export interface NameProblem {
  readonly kind: NameFaultKind;
  /** The invalid part of the name. */
  readonly segment: string;
  /** The problem, as a predicate after the name: "contains a space". */
  readonly reason: Message;
}

const SNAKE_CASE = /^[a-z\d]+(?:_[a-z\d]+)*$/;
const ALL_DIGITS = /^\d+$/;
const BLANK = /\s/;

/** Whether the word is the name of a field. Exact: `ids` and `Type` are allowed. */
export function isReserved(name: string): boolean {
  return RESERVED_NAMES.has(name);
}

/**
 * Whether a single word is snake_case: groups of lower-case letters and digits joined by single underscores, with at
 * least one letter. Ignores reserved words.
 */
export function isSnakeCase(name: string): boolean {
  return SNAKE_CASE.test(name) && !ALL_DIGITS.test(name);
}

/** The words of a text in lower snake_case. May be empty, or not a valid name (only digits, reserved). */
export function snakeCased(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

/** Longer names are hard to read. */
const MAX_WORDS = 4;

/**
 * A name for the event of a button with a text: `next_question` for `Next question!`. If the text has no usable letters, it
 * is named after its target; without one, a placeholder.
 */
export function eventNameFrom(content: string, target = ''): string {
  // Without the marks of letters such as `é`.
  const plain = content.normalize('NFD').replace(/(?<=[a-zA-Z])\p{M}+/gu, '');
  const isPlain = !/(?![a-zA-Z])\p{L}/u.test(plain) && !content.includes('{{');
  const name = isPlain ? snakeCased(plain).split('_').slice(0, MAX_WORDS).join('_') : '';
  if (isKeyName(name)) return name;
  const toTarget = `to_${snakeCased(target)}`;
  return isKeyName(toTarget) ? toTarget : 'new_event';
}

/** Whether the name is valid for a state, context variable, input, output or result. */
export function isKeyName(name: string): boolean {
  return keyNameProblem(name) === undefined;
}

/** Whether the name is valid for an author's event: segments joined by single dots. */
export function isEventName(name: string): boolean {
  return eventNameProblem(name) === undefined;
}

/** The first thing wrong with a name of one segment, or undefined. */
export function keyNameProblem(name: string): NameProblem | undefined {
  if (name === '') return fault('empty', name);
  if (BLANK.test(name)) return fault('blank', name);
  if (name.includes('.')) return fault('dot', name);
  return segmentFault(name);
}

/** The first thing wrong with the name of an author's event, or undefined. */
export function eventNameProblem(name: string): NameProblem | undefined {
  if (name === '') return fault('empty', name);
  if (BLANK.test(name)) return fault('blank', name);
  if (name.startsWith('.')) return fault('leading-dot', name);
  for (const segment of name.split('.')) {
    const found = segment === '' ? fault('empty-segment', segment) : segmentFault(segment, name);
    if (found) return found;
  }
  return undefined;
}

function segmentFault(segment: string, name = segment): NameProblem | undefined {
  if (isReserved(segment)) return fault('reserved', segment, name);
  if (ALL_DIGITS.test(segment)) return fault('digits', segment, name);
  if (/[A-Z]/.test(segment)) return fault('upper-case', segment);
  return SNAKE_CASE.test(segment) ? undefined : fault('not-snake-case', segment);
}

const REASONS: Readonly<Record<NameFaultKind, (segment: string, isWhole: boolean) => Message>> = {
  empty: () => msg('is empty'),
  blank: (name) => (/[\n\r]/.test(name) ? msg('contains a line break') : msg('contains a space')),
  'leading-dot': () => msg('starts with a dot'),
  dot: () => msg('contains a dot'),
  'empty-segment': () => msg('has an empty part before or after a dot'),
  reserved: (segment, isWhole) =>
    isWhole ? msg('is a reserved word of the format') : msg`contains the reserved word \`${segment}\``,
  digits: (segment, isWhole) => (isWhole ? msg('has only digits') : msg`has only digits in \`${segment}\``),
  'upper-case': () => msg('contains upper-case letters, which are reserved for events of the service'),
  'not-snake-case': () => msg('is not lower snake_case (letters, digits and single underscores)'),
};

function fault(kind: NameFaultKind, segment: string, name = segment): NameProblem {
  return { kind, segment, reason: REASONS[kind](segment, segment === name) };
}
