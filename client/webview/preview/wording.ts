import * as l10n from '@vscode/l10n';
import type {
  EventOutcome,
  PreviewField,
  PreviewLimit,
  PreviewTask,
} from '../../../server/features/preview/data';

/** Short texts of a preview. */

/** The targets of an event: "goes to a if x > 1, otherwise to b"; empty if there is nothing to show. */
export function describeOutcome(outcome: EventOutcome | undefined, event: string): string {
  switch (outcome?.kind) {
    case 'cases':
      return outcome.cases
        .map(({ target, condition }, index) => {
          const to = target ?? l10n.t('this state');
          const isFirst = index === 0;
          if (condition === undefined)
            return isFirst ? l10n.t('goes to {0}', to) : l10n.t('otherwise to {0}', to);
          return isFirst
            ? l10n.t('goes to {0} if {1}', to, condition)
            : l10n.t('otherwise to {0} if {1}', to, condition);
        })
        .join(', ');
    case 'client':
      return l10n.t('The client handles this event.');
    case 'missing':
      return l10n.t('No transition handles “{0}”.', event);
    default:
      return '';
  }
}

/** The conditions of a field, shown next to its name. */
export function describeFormField(field: PreviewField): readonly string[] {
  return [
    ...(field.type === undefined ? [] : [field.type]),
    ...(field.isRequired === undefined ? [] : [field.isRequired ? l10n.t('required') : l10n.t('optional')]),
    ...field.limits.map(limitText),
  ];
}

function limitText({ kind, value }: PreviewLimit): string {
  switch (kind) {
    case 'max_length':
      return l10n.t('at most {0} characters', value);
    case 'max_file_size':
      return l10n.t('at most {0} bytes', value);
    case 'max_number':
      return l10n.t('at most {0}', value);
    case 'min_number':
      return l10n.t('at least {0}', value);
    case 'max_items':
      return l10n.t('at most {0} items', value);
    case 'min_items':
      return l10n.t('at least {0} items', value);
    case 'error_message':
      return l10n.t('otherwise: {0}', value);
  }
}

/** A task with its module and its result: "judge (GPT-3.5) → verdict". */
export function describeTask({ name, called, result }: PreviewTask): string {
  const what = `${name ?? l10n.t('a task')}${called === undefined ? '' : ` (${called})`}`;
  return result === undefined ? what : `${what} → ${result}`;
}
