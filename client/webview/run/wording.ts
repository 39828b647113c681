import * as l10n from '@vscode/l10n';
import { stateLabel } from '../../../server/format/target-path';
import type { ConversationEvent, ShownOutput } from '../../../server/run/conversation/events';
import { displayText } from '../../../server/run/sandbox/json';
import { oneLine } from '../../../server/text/one-line';

/** Longer texts are cut in one line of the trace, in characters. */
export const MAX_TRACE_LENGTH = 160;

/** An action of the agent's user, as text. */
export function eventText(event: ConversationEvent): string {
  if ('click' in event) return typeof event.click === 'string' ? event.click : event.click.event;
  if ('say' in event) return event.say;
  if ('form' in event) {
    const lines = Object.entries(event.form).map(([name, value]) => `${name}: ${displayText(value)}`);
    return lines.length > 0 ? lines.join('\n') : l10n.t('Form submitted');
  }
  return l10n.t('Form cancelled');
}

/** One line of the trace. */
interface TraceLine {
  readonly kind: ShownOutput['kind'];
  readonly title: string;
  readonly detail: string;
}

export function traceLine(output: ShownOutput): TraceLine {
  const { kind } = output;
  switch (kind) {
    case 'state': {
      const detail = output.event === undefined ? '' : l10n.t('by {0}', output.event);
      return { kind, title: stateLabel(output.path), detail };
    }
    case 'task': {
      const results = Object.entries(output.results).map(
        ([name, value]) => `${name} = ${displayText(value)}`,
      );
      return { kind, title: taskName(output), detail: oneLine(results.join(', '), MAX_TRACE_LENGTH) };
    }
    case 'ask':
      return { kind, title: taskName(output), detail: l10n.t('waiting for a result') };
    case 'message': {
      const words = output.text ?? output.image ?? output.audio ?? output.video ?? '';
      return { kind, title: l10n.t('Message'), detail: oneLine(words, MAX_TRACE_LENGTH) };
    }
    case 'form':
      return { kind, title: l10n.t('Form'), detail: output.fields.map(({ name }) => name).join(', ') };
    case 'form_error':
      return { kind, title: l10n.t('Form'), detail: output.message };
    case 'note':
      return { kind, title: l10n.t('Note'), detail: output.message };
    case 'error':
      return { kind, title: l10n.t('Error'), detail: output.message };
    case 'ended':
      return { kind, title: l10n.t('End'), detail: '' };
  }
}

export function taskName({
  name,
  index,
}: {
  readonly name: string | undefined;
  readonly index: number;
}): string {
  return name ?? l10n.t('Task {0}', index + 1);
}
