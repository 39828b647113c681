import type { ConversationOutput, FormField, Json, SourceRange } from '../run/events';
import { displayText } from '../run/tasks';
import { joinMessages, msg, seriesOf, type TextOrMessage } from '../text/message';

/** The console text of an output. */
export interface ConsoleText {
  readonly lines: readonly TextOrMessage[];
  readonly category: 'console' | 'stdout' | 'stderr';
  readonly place: SourceRange | undefined;
}

export function consoleText(happening: ConversationOutput): ConsoleText {
  switch (happening.kind) {
    case 'state': {
      const by = happening.event === undefined ? '' : ` (${happening.event})`;
      return { lines: [`→ ${happening.path.join('.')}${by}`], category: 'console', place: happening.place };
    }
    case 'task': {
      const name = happening.name ?? happening.moduleType;
      const results = JSON.stringify(happening.results);
      return { lines: [`${name}: ${results}`], category: 'console', place: happening.place };
    }
    case 'ask': {
      const name = happening.name ?? happening.moduleType;
      const lines = [
        `${name} ${JSON.stringify(happening.config)}`,
        msg`Enter its result with :task, for example :task ${JSON.stringify(happening.example)}`,
      ];
      return { lines, category: 'console', place: happening.place };
    }
    case 'message': {
      const { text, image, audio, video, buttons, canChat } = happening;
      const media = Object.entries({ image, audio, video }).flatMap(([name, address]) =>
        address === undefined ? [] : [`${name}: ${address}`],
      );
      const shown = buttons.map(
        ({ content, description }, index) =>
          `  [${index + 1}] ${content}${description === undefined ? '' : `  ${description}`}`,
      );
      const ways = [...(buttons.length > 0 ? [':click 1'] : []), ...(canChat ? [':say Hello'] : [])];
      const hint = ways.length > 0 ? [joinMessages(['(', seriesOf(ways, 'or'), ')'])] : [];
      const lines = [(text ?? '').trimEnd(), ...media, ...shown, ...hint];
      return { lines, category: 'stdout', place: happening.place };
    }
    case 'form': {
      const { fields, place } = happening;
      const lines = fields.map(fieldText);
      const example = JSON.stringify(exampleOf(fields));
      const all = [msg('Form:'), ...lines, msg`(:form ${example} or :cancel)`];
      return { lines: all, category: 'stdout', place };
    }
    case 'form_error':
      return { lines: [happening.message], category: 'stderr', place: undefined };
    case 'ended':
      return { lines: [msg('The conversation is over.')], category: 'console', place: undefined };
    default: {
      const { kind, message, place } = happening;
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
