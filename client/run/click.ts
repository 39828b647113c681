import type { MessageButton } from '../../server/run/events';

/** What a click on a button is in a script: its text, or else its event. */
export function clickOf({ content, event, payload }: MessageButton, all: readonly MessageButton[]) {
  const isUnique = content !== '' && all.filter((one) => one.content === content).length === 1;
  return isUnique || event === undefined ? content : { event, ...(payload === undefined ? {} : { payload }) };
}
