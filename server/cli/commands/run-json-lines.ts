import { stateLabel } from '../../format/target-path';
import { EVENT_NAMES, EVENT_VALUES, eventOf } from '../../run/conversation/event-of';
import type { ConversationEvent, ConversationOutput } from '../../run/conversation/events';
import { hasInfiniteNumber, jsonMember, parsedJson } from '../../run/sandbox/json';
import { formatMessage } from '../../text/message';
import { quotedList } from '../arguments';
import type { Terminal } from '../command';
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
      for (const output of outputs) print(jsonOf(output, placeText));
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

function jsonOf(output: ConversationOutput, placeText: CommandRun['placeText']): object {
  switch (output.kind) {
    case 'state':
      return {
        state: stateLabel(output.path),
        ...(output.event === undefined ? {} : { event: output.event }),
      };
    case 'task':
    case 'ask': {
      const { state, name, moduleType, config } = output;
      const common = { state: stateLabel(state), name, module_type: moduleType, config };
      return output.kind === 'task'
        ? { task: { ...common, results: output.results } }
        : { ask: { ...common, example: output.example } };
    }
    case 'message': {
      const { state, text, image, audio, video, sender, suggestedReplies, context } = output;
      const buttons = output.buttons.map(({ content, event, payload, description, row }) => ({
        content,
        event,
        payload,
        description,
        row,
      }));
      const shown = { text, image, audio, video, buttons, sender, suggested_reply: suggestedReplies };
      return { message: { state: stateLabel(state), ...shown }, context };
    }
    case 'form': {
      const fields = output.fields.map(({ place: _place, isRequired, ...field }) => ({
        ...field,
        required: isRequired,
      }));
      return { form: { state: stateLabel(output.state), fields } };
    }
    case 'form_error':
      return { form_error: { field: output.field, message: formatMessage(output.message) } };
    case 'ended':
      return { ended: true };
    default: {
      const { kind, code, message, place } = output;
      return { [kind]: { code, message: formatMessage(message), ...(place ? placeText(place) : {}) } };
    }
  }
}
