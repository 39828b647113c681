import { eventOf } from '../run/event-of';
import type { ConversationEvent, Json, MessageButton } from '../run/events';
import { formatMessage } from '../text/message';
import { didYouMean, nearestNames } from '../text/nearest';

const COMMANDS: readonly (readonly [call: string, effect: string])[] = [
  [':click 1', 'clicks a button, by its number, its text, or {"event": "order", "payload": {}}'],
  [':say Hello', 'sends a message'],
  [':form {"size": "large"}', 'fills in the open form'],
  [':cancel', 'closes the open form'],
  [':task "result"', 'gives the result of the task that waits for one, as JSON or text'],
  [':task-error out of credits', 'lets that task fail'],
  [':buttons', 'lists the buttons'],
  [':help', 'shows this'],
];

/** The commands of the debug console, without what follows them. */
export const COMMAND_NAMES: readonly string[] = COMMANDS.map(([call]) => call.split(' ')[0] ?? '');

/** What a line of the debug console asks for. */
export type ConsoleCommand =
  | { readonly event: ConversationEvent }
  | { readonly text: string }
  | { readonly problem: string };

/** Undefined if the line is an expression. */
export function consoleCommand(line: string, buttons: readonly MessageButton[]): ConsoleCommand | undefined {
  const [, name, rest = ''] = /^\s*(:[a-z-]+)(?:\s+([\s\S]*?))?\s*$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  switch (name) {
    case ':click':
      return clickOf(rest, buttons);
    case ':say':
      return rest === '' ? { problem: '`:say` needs a text.' } : { event: { say: rest } };
    case ':form': {
      const value = jsonOf(rest);
      const event = value === undefined ? undefined : eventOf('form', value);
      return event
        ? { event }
        : { problem: '`:form` needs the values of the fields as JSON, such as {"size": "large"}.' };
    }
    case ':cancel':
      return { event: { cancel: true } };
    case ':task':
      return { event: { task: jsonOf(rest) ?? rest } };
    case ':task-error':
      return { event: { task_error: rest === '' ? 'it failed' : rest } };
    case ':buttons':
      return { text: buttonList(buttons) };
    case ':help': {
      const width = COMMANDS.reduce((longest, [call]) => Math.max(longest, call.length), 0) + 2;
      const lines = COMMANDS.map(([call, effect]) => `${call.padEnd(width)}${effect}`);
      return { text: [...lines, 'Anything else is an expression.'].join('\n') };
    }
    default: {
      const near = formatMessage(didYouMean(nearestNames(name, COMMAND_NAMES))) || ' `:help` lists them.';
      return { problem: `\`${name}\` is not a command.${near}` };
    }
  }
}

function clickOf(written: string, buttons: readonly MessageButton[]): ConsoleCommand {
  if (written === '') return { problem: '`:click` needs the number or the text of a button.' };
  if (written.startsWith('{')) {
    const value = jsonOf(written);
    const event = value === undefined ? undefined : eventOf('click', value);
    return event
      ? { event }
      : { problem: '`:click` needs an event as JSON, such as {"event": "order", "payload": {}}.' };
  }
  const isSame = ({ content }: MessageButton) => content.trim().toLowerCase() === written.toLowerCase();
  const button = buttons.find(isSame) ?? (/^\d+$/.test(written) ? buttons[Number(written) - 1] : undefined);
  if (button === undefined && /^\d+$/.test(written))
    return { problem: `There is no button ${written}. ${buttonList(buttons)}` };
  return { event: { click: button?.content ?? written } };
}

function buttonList(buttons: readonly MessageButton[]): string {
  if (buttons.length === 0) return 'There are no buttons.';
  return buttons.map(({ content }, index) => `[${index + 1}] ${content}`).join('  ');
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
