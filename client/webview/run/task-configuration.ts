import * as l10n from '@vscode/l10n';
import type { Json } from '../../../server/run/conversation/events';
import { htmlElement } from '../dom';
import { promptsOf } from './prompts';

/** The prompts of a task, and its whole configuration, which is open if it has no prompt. */
export function taskConfiguration(config: Json): HTMLElement {
  const prompts = promptsOf(config);
  return htmlElement(
    'div',
    { class: 'configuration', tabindex: 0, role: 'group', 'aria-label': l10n.t('Configuration') },
    ...prompts.map(({ name, text }) =>
      htmlElement(
        'div',
        { class: 'prompt' },
        htmlElement('div', { class: 'help' }, name),
        htmlElement('div', { class: 'text' }, text),
      ),
    ),
    htmlElement(
      'details',
      prompts.length > 0 ? {} : { open: '' },
      htmlElement('summary', {}, l10n.t('Configuration')),
      htmlElement('pre', {}, JSON.stringify(config, undefined, 2)),
    ),
  );
}
