import { stateLabel } from '../format/target-path';
import type { ConversationOutput, FormField, Json, SourceRange } from '../run/conversation/events';
import { displayText } from '../run/sandbox/json';
import { joinMessages, msg, seriesOf, type TextOrMessage } from '../text/message';

/** The console text of an output. */
interface ConsoleText {
  readonly lines: readonly TextOrMessage[];
  readonly category: 'console' | 'stdout' | 'stderr';
  readonly place: SourceRange | undefined;
}

export function consoleText(output: ConversationOutput): ConsoleText {
  switch (output.kind) {
    case 'state': {
      const by = output.event === undefined ? '' : ` (${output.event})`;
      return { lines: [`→ ${stateLabel(output.path)}${by}`], category: 'console', place: output.place };
    }
    case 'task': {
      const name = output.name ?? output.moduleType;
      const results = JSON.stringify(output.results);
      return { lines: [`${name}: ${results}`], category: 'console', place: output.place };
    }
    case 'ask': {
      const name = output.name ?? output.moduleType;
      const lines = [
        `${name} ${JSON.stringify(output.config)}`,
        msg`Enter its result with :task, for example :task ${JSON.stringify(output.example)}`,
      ];
      return { lines, category: 'console', place: output.place };
    }
    case 'message': {
      const { text = '', image, audio, video, buttons, canChat } = output;
      const media = Object.entries({ image, audio, video }).flatMap(([name, address]) =>
        address === undefined ? [] : [`${name}: ${address}`],
      );
      const shown = buttons.map(
        ({ content, description }, index) =>
          `  [${index + 1}] ${content}${description === undefined ? '' : `  ${description}`}`,
      );
      const commands = [...(buttons.length > 0 ? [':click 1'] : []), ...(canChat ? [':say Hello'] : [])];
      const hint = commands.length > 0 ? [joinMessages(['(', seriesOf(commands, 'or'), ')'])] : [];
      const lines = [text.trimEnd(), ...media, ...shown, ...hint];
      return { lines, category: 'stdout', place: output.place };
    }
    case 'form': {
      const { fields, place } = output;
      const lines = fields.map(fieldText);
      const example = JSON.stringify(exampleOf(fields));
      const all = [msg('Form:'), ...lines, msg`(:form ${example} or :cancel)`];
      return { lines: all, category: 'stdout', place };
    }
    case 'form_error':
      return { lines: [output.message], category: 'stderr', place: undefined };
    case 'ended':
      return { lines: [msg('The conversation is over.')], category: 'console', place: undefined };
    default: {
      const { kind, message, place } = output;
      const label = kind === 'error' ? msg('error') : msg('note');
      return {
        lines: [joinMessages([label, ': ', message])],
        category: kind === 'error' ? 'stderr' : 'console',
        place,
      };
    }
  }
}

function fieldText({ name, label, type, choices, default: fallback }: FormField): TextOrMessage {
  const more = [
    ...(label === name ? [] : [label]),
    choices ? choices.map(displayText).join(' | ') : type,
    ...(fallback === undefined ? [] : [msg`default ${displayText(fallback)}`]),
  ];
  return joinMessages(['  ', name, ': ', joinMessages(more, ', ')]);
}

function exampleOf(fields: readonly FormField[]): { readonly [name: string]: Json } {
  return Object.fromEntries(
    fields.map(({ name, type, choices, default: fallback }) => {
      const fits = type === 'number' || type === 'integer' ? 1 : type === 'boolean' ? true : '';
      return [name, fallback ?? choices?.[0] ?? fits];
    }),
  );
}
