import { EVENT_NAMES, EVENT_VALUES, eventOf } from '../../run/conversation/event-of';
import type { ConversationEvent } from '../../run/conversation/events';
import { hasInfiniteNumber, jsonMember, parsedJson } from '../../run/sandbox/json';
import { formatMessage } from '../../text/message';
import { quotedList } from '../arguments';
import type { Terminal } from '../command';
import { jsonOfOutput } from '../formats/transcript';
import { json } from '../printer';
import type { CommandRun } from './run';

/**
 * Reads one event from each line of standard input, and prints each output as a line. Returns whether Ctrl+C ended the
 * conversation.
 */
export async function runJsonLines(
  { session, placeText, changedFile }: CommandRun,
  terminal: Terminal,
): Promise<boolean> {
  const print = (line: object) => terminal.out(json(line));
  const play = async (event: ConversationEvent | undefined) => {
    let isFormCancelled =
      event !== undefined && 'cancel' in event && session.conversation.waitsFor === 'form';
    for await (const outputs of session.play(event)) {
      // The first form of a conversation stays open.
      if (isFormCancelled && session.conversation.waitsFor !== 'form') print({ cancelled: true });
      isFormCancelled = false;
      for (const output of outputs) print(jsonOfOutput(output, placeText));
    }
  };
  const lines = terminal.lines();
  lines.intercept = (line) => {
    if (!session.isAnswering || !isCancel(line)) return false;
    session.cancel();
    return true;
  };
  const end = () => {
    session.cancel();
    lines.close();
  };
  let isInterrupted = false;
  lines.onInterrupt = () => {
    isInterrupted = true;
    end();
  };
  terminal.closed.then(end);
  await play(undefined);
  for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
    if (line.trim() === '') continue;
    const file = changedFile();
    if (file !== undefined)
      print({ note: { code: 'file-changed', message: changedMessage(file), file, line: 1 } });
    const event = lineEvent(line);
    if (typeof event === 'string') print({ error: { message: event } });
    else await play(event);
  }
  return isInterrupted;
}

/** The message about a file that has changed since it was read. */
export function changedMessage(file: string): string {
  return `${file} has changed. The conversation continues with the text that was read.`;
}

function isCancel(line: string): boolean {
  const event = line.trim() === '' ? '' : lineEvent(line);
  return typeof event === 'object' && 'cancel' in event;
}

/** The event of a line, or what is wrong with it. */
function lineEvent(line: string): ConversationEvent | string {
  const value = parsedJson(line);
  if (value === undefined) return 'This line is not JSON.';
  if (hasInfiniteNumber(value)) return 'This line has a number that is too large.';
  const [name, ...others] = EVENT_NAMES.filter((one) => jsonMember(value, one) !== undefined);
  if (name === undefined || others.length > 0)
    return `An event must have exactly one of ${quotedList(EVENT_NAMES)}.`;
  const given = jsonMember(value, name) ?? null;
  // Unlike YAML, JSON always has quotes around a text.
  const isText = typeof given !== 'number' && typeof given !== 'boolean';
  const event = isText || name === 'task' || name === 'cancel' ? eventOf(name, given) : undefined;
  return event ?? formatMessage(EVENT_VALUES[name] ?? '');
}
