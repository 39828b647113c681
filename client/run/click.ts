import type { MessageButton } from '../../server/run/conversation/events';

/** A click on a button as an event of a script: its text, otherwise its event. */
export function clickOf({ content, event, payload }: MessageButton, all: readonly MessageButton[]) {
  const isUnique = content !== '' && all.filter((one) => one.content === content).length === 1;
  return isUnique || event === undefined ? content : { event, ...(payload === undefined ? {} : { payload }) };
}
