import { eventOf } from '../run/conversation/event-of';
import type { ConversationEvent, MessageButton } from '../run/conversation/events';
import { jsonOrText, parsedJson } from '../run/sandbox/json';
import { matchedText } from '../text/lines';
import { isBlank, joinMessages, type Message, msg, type TextOrMessage } from '../text/message';
import { didYouMean, nearestNames } from '../text/nearest';

const COMMANDS: readonly (readonly [call: string, effect: Message])[] = [
  [':click 1', msg('clicks a button, by its number, its text, or {"event": "order", "payload": {}}')],
  [':say Hello', msg('sends a message')],
  [':form {"size": "large"}', msg('fills in the open form')],
  [':cancel', msg('cancels the open form')],
  [':task "result"', msg('returns the result of the waiting task, as JSON or text')],
  [':task-error out of credits', msg('makes the waiting task fail')],
  [':buttons', msg('lists the buttons')],
  [':help', msg('shows this')],
];

/** The commands of the debug console, without their arguments. */
export const COMMAND_NAMES: readonly string[] = COMMANDS.map(([call]) => matchedText(call, /^\S+/));

/** A text, or texts that are concatenated. */
export type ConsoleLine = TextOrMessage | readonly TextOrMessage[];

/** The command in a line of the debug console. */
type ConsoleCommand =
  | { readonly event: ConversationEvent }
  | { readonly lines: readonly ConsoleLine[] }
  | { readonly problem: Message };

/** Undefined if the line is an expression. */
export function consoleCommand(line: string, buttons: readonly MessageButton[]): ConsoleCommand | undefined {
  const [, name, rest = ''] = /^\s*(:[a-z-]+)(?:\s+([\s\S]*?))?\s*$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  switch (name) {
    case ':click':
      return clickOf(rest, buttons);
    case ':say':
      return rest === '' ? { problem: msg('`:say` needs a text.') } : { event: { say: rest } };
    case ':form': {
      const value = parsedJson(rest);
      const event = value === undefined ? undefined : eventOf('form', value);
      return event
        ? { event }
        : { problem: msg('`:form` needs the values of the fields as JSON, such as {"size": "large"}.') };
    }
    case ':cancel':
      return { event: { cancel: true } };
    case ':task':
      return { event: { task: jsonOrText(rest) } };
    case ':task-error':
      return { event: { task_error: rest === '' ? 'it failed' : rest } };
    case ':buttons':
      return { lines: [buttonList(buttons)] };
    case ':help': {
      const width = COMMANDS.reduce((longest, [call]) => Math.max(longest, call.length), 0) + 2;
      const lines = COMMANDS.map(([call, effect]) => [call.padEnd(width), effect]);
      return { lines: [...lines, msg('Anything else is an expression.')] };
    }
    default: {
      const near = didYouMean(nearestNames(name, COMMAND_NAMES));
      const advice = isBlank(near) ? msg(' `:help` lists them.') : near;
      return { problem: joinMessages([msg`\`${name}\` is not a command.`, advice]) };
    }
  }
}

function clickOf(written: string, buttons: readonly MessageButton[]): ConsoleCommand {
  if (written === '') return { problem: msg('`:click` needs the number or the text of a button.') };
  if (written.startsWith('{')) {
    const value = parsedJson(written);
    const event = value === undefined ? undefined : eventOf('click', value);
    return event
      ? { event }
      : { problem: msg('`:click` needs an event as JSON, such as {"event": "order", "payload": {}}.') };
  }
  const isSame = ({ content }: MessageButton) => content.trim().toLowerCase() === written.toLowerCase();
  const button = buttons.find(isSame) ?? (/^\d+$/.test(written) ? buttons[Number(written) - 1] : undefined);
  if (button === undefined && /^\d+$/.test(written))
    return { problem: joinMessages([msg`There is no button ${written}.`, ' ', buttonList(buttons)]) };
  return { event: { click: button?.content ?? written } };
}

function buttonList(buttons: readonly MessageButton[]): TextOrMessage {
  if (buttons.length === 0) return msg('There are no buttons.');
  return buttons.map(({ content }, index) => `[${index + 1}] ${content}`).join('  ');
}
