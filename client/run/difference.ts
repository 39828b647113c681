import type { ShownTurn } from '../../server/run/conversation/chat-data';
import type { MessageButton, ShownOutput } from '../../server/run/conversation/events';
import type { Difference } from './messages';

/**
 * The index of the first turn that looks different to its user; undefined if there is none. Includes turns that were
 * not replayed.
 */
export function firstDifference(
  before: readonly ShownTurn[],
  now: readonly ShownTurn[],
): Difference | undefined {
  const turn = before.findIndex((one, index) => seenIn(one) !== seenIn(now[index]));
  return turn < 0 ? undefined : { turn, before: before[turn] };
}

/** Whether a turn looks different in two versions, in which its states may have other names. */
export function looksDifferent(before: ShownTurn | undefined, after: ShownTurn | undefined): boolean {
  return seenIn(before, false) !== seenIn(after, false);
}

/** The visible content of a turn, as one text. */
function seenIn(turn: ShownTurn | undefined, hasNames = true): string {
  return JSON.stringify(turn?.outputs.flatMap((one) => seenOf(one, hasNames) ?? []));
}

/** @param hasNames whether the names of states are compared */
function seenOf(output: ShownOutput, hasNames: boolean): unknown {
  switch (output.kind) {
    case 'message': {
      const { state, text, image, audio, video, buttons, canChat, sender, suggestedReplies } = output;
      const seen = [text, image, audio, video, buttons.map(seenOfButton), canChat, sender, suggestedReplies];
      return hasNames ? [state, ...seen] : seen;
    }
    case 'form':
      return output.fields.map(({ place: _, ...field }) => field);
    case 'form_error':
      return [output.field, output.message];
    case 'error':
      return [output.code, output.message];
    case 'ended':
      return 'ended';
    default:
      return undefined;
  }
}

function seenOfButton({ content, description, row }: MessageButton): unknown {
  return [content, description, row];
}
