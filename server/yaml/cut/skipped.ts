import { exceeds } from '../../text/bytes';
import { hashOf, isHashOfLength } from '../../text/hash';
import { lineEnd } from '../../text/lines';
import { type Message, msg } from '../../text/message';
import type { ParseLimits, ParseResult } from '../read/problem';

/** Why the text of a file is not parsed. */
export type SkipReason = 'too-large' | 'quarantined';

export function skipReason(text: string, limits: ParseLimits): SkipReason | undefined {
  if (exceeds(text, limits.maxFileSize)) return 'too-large';
  if (!mayBeQuarantined(text.length, limits)) return undefined;
  return limits.quarantined?.includes(hashOf(text)) ? 'quarantined' : undefined;
}

/** Whether a text of this length may have to be skipped: only then the text itself is needed. */
export function mayBeSkipped(length: number, limits: ParseLimits): boolean {
  return length * 3 > limits.maxFileSize || mayBeQuarantined(length, limits);
}

function mayBeQuarantined(length: number, { quarantined = [] }: ParseLimits): boolean {
  return quarantined.some((hash) => isHashOfLength(hash, length));
}

const MESSAGES: Readonly<Record<SkipReason, Message>> = {
  'too-large': msg(
    'This file is larger than the limit, so it is not checked. To check it, raise `atomicState.limits.maxFileSize`.',
  ),
  quarantined: msg(
    'The language server ended while it processed this file, so it is not analysed. Edit the file to analyse it again.',
  ),
};

/** The result of parsing a text that is skipped. */
export function skippedResult(text: string, reason: SkipReason): ParseResult {
  const problem = { kind: 'limit', start: 0, end: lineEnd(text, 0), message: MESSAGES[reason] } as const;
  return { root: undefined, problems: [problem], openAliases: [] };
}
