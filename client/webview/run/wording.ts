import { stateLabel } from '../../../server/format/target-path';
import type { ConversationEvent, Json, ShownOutput } from '../../../server/run/events';
import type { RunTexts } from '../../run/texts';

/** Longer texts are cut in one line of the trace, in UTF-16 code units. */
const MAX_LINE_LENGTH = 160;

/** A value for display. */
export function valueText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A text on one line, cut if it is too long. */
export function shortened(text: string, most = MAX_LINE_LENGTH): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** An action of the agent's user, as text. */
export function eventText(
  event: ConversationEvent,
  texts: Pick<RunTexts, 'cancelled' | 'submitted'>,
): string {
  if ('click' in event) return typeof event.click === 'string' ? event.click : event.click.event;
  if ('say' in event) return event.say;
  if ('form' in event) {
    const lines = Object.entries(event.form).map(([name, value]) => `${name}: ${valueText(value)}`);
    return lines.length > 0 ? lines.join('\n') : texts.submitted;
  }
  return texts.cancelled;
}

/** One line of the trace. */
interface TraceLine {
  readonly kind: ShownOutput['kind'];
  readonly title: string;
  readonly detail: string;
}

export function traceLine(output: ShownOutput, texts: RunTexts): TraceLine {
  const { kind } = output;
  switch (kind) {
    case 'state': {
      const detail = output.event === undefined ? '' : texts.by.replace('{0}', output.event);
      return { kind, title: stateLabel(output.path), detail };
    }
    case 'task': {
      const results = Object.entries(output.results).map(([name, value]) => `${name} = ${valueText(value)}`);
      return { kind, title: taskName(output, texts), detail: shortened(results.join(', ')) };
    }
    case 'ask':
      return { kind, title: taskName(output, texts), detail: texts.asked };
    case 'message': {
      const words = output.text ?? output.image ?? output.audio ?? output.video ?? '';
      return { kind, title: texts.message, detail: shortened(words) };
    }
    case 'form':
      return { kind, title: texts.form, detail: output.fields.map(({ name }) => name).join(', ') };
    case 'form_error':
      return { kind, title: texts.form, detail: output.message };
    case 'note':
    case 'error':
      return { kind, title: texts[kind], detail: output.message };
    case 'ended':
      return { kind, title: texts.ended, detail: '' };
  }
}

export function taskName(
  { name, index }: { readonly name: string | undefined; readonly index: number },
  texts: Pick<RunTexts, 'task'>,
): string {
  return name ?? texts.task.replace('{0}', String(index + 1));
}
