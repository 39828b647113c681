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

/** The visible content of a turn, as one text. */
function seenIn(turn: ShownTurn | undefined): string {
  return JSON.stringify(turn?.outputs.flatMap((one) => seenOf(one) ?? []));
}

function seenOf(output: ShownOutput): unknown {
  switch (output.kind) {
    case 'message': {
      const { state, text, image, audio, video, buttons, canChat, sender, suggestedReplies } = output;
      return [state, text, image, audio, video, buttons.map(seenOfButton), canChat, sender, suggestedReplies];
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
