import { stateLabel } from '../../server/format/target-path';
import type { ShownTurn } from '../../server/run/conversation/chat-data';
import type { ShownOutput } from '../../server/run/conversation/events';

/** The last message that a state has shown in a conversation. */
export function lastMessageOf(
  turns: readonly ShownTurn[],
  state: string,
): Extract<ShownOutput, { kind: 'message' }> | undefined {
  return turns
    .flatMap(({ outputs }) => outputs.filter((one) => one.kind === 'message'))
    .findLast((one) => stateLabel(one.state) === state);
}
