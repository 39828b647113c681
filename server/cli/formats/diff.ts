import { type ChangedText, unifiedDiff } from '../../text/unified-diff';
import { visibleLines } from '../../text/visible';
import { document, type Printable } from '../printer';

/**
 * The changes of texts as a unified diff. A program gets the texts as they are; a person sees what could control the
 * terminal.
 *
 * @param isTerminal whether a person reads it
 */
export function printableDiff(changed: readonly ChangedText[], isTerminal: boolean): Printable {
  const diff = unifiedDiff(changed);
  return document(isTerminal ? visibleLines(diff) : diff);
}
