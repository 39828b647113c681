import * as l10n from '@vscode/l10n';
import type {
  PreviewButton,
  PreviewField,
  PreviewText,
  PreviewTransition,
} from '../../../server/features/preview/data';
import type { PagePreview } from '../../../server/protocol/messages';
import { htmlElement } from '../dom';
import { avatarElement, labelText, markdownElement, mediaElement, plainNodes } from './parts';
import { describeFormField, describeOutcome, describeTask } from './wording';

/**
 * The element of a preview: the parts of a state in the order in which its user sees them. Each part with a source has the class `place` and the
 * attribute `data-at`.
 */
export function previewElement(preview: PagePreview): HTMLElement {
  const { form, received, tasks, always, chat } = preview;
  return htmlElement(
    'div',
    { class: 'state' },
    headerElement(preview),
    ...(form.length > 0 ? [formElement(form)] : []),
    ...received.map(({ at, name }) => receivedElement(at, name)),
    ...(tasks.length > 0 ? [taskList(preview)] : []),
    messageElement(preview),
    ...buttonRows(preview),
    ...replyRow(preview),
    ...(always ? [alwaysElement(always)] : []),
    ...(chat ? [chatElement(chat)] : []),
  );
}

function headerElement({ state }: PagePreview): HTMLElement {
  const marks = [
    state.isInitial && l10n.t('initial'),
    state.isFinal && l10n.t('final state'),
    state.isCached && l10n.t('cached'),
  ];
  return htmlElement(
    'header',
    {},
    htmlElement('h1', { class: 'place', 'data-at': state.at, tabindex: 0 }, state.name),
    ...(state.automata === undefined ? [] : [htmlElement('span', { class: 'automata' }, state.automata)]),
    ...marks.filter((mark) => mark !== false).map((mark) => htmlElement('span', { class: 'mark' }, mark)),
  );
}

function formElement(fields: readonly PreviewField[]): HTMLElement {
  return htmlElement(
    'section',
    { class: 'form', 'aria-label': l10n.t('Entered in a form') },
    htmlElement('h2', {}, l10n.t('Entered in a form')),
    ...fields.map((field) => fieldElement(field)),
  );
}

function fieldElement(field: PreviewField): HTMLElement {
  const label = field.label ?? field.name;
  const words = describeFormField(field);
  return htmlElement(
    'div',
    { class: 'field place', 'data-at': field.at, tabindex: 0, role: 'group', 'aria-label': label },
    htmlElement(
      'div',
      { class: 'label' },
      htmlElement('span', { class: 'name' }, label),
      ...(field.isRequired ? [htmlElement('span', { class: 'required', 'aria-hidden': 'true' }, '*')] : []),
      ...(label === field.name ? [] : [htmlElement('span', { class: 'variable' }, field.name)]),
    ),
    ...(field.help ? [htmlElement('div', { class: 'help' }, ...plainNodes(field.help, false))] : []),
    controlElement(field),
    ...(words.length > 0 ? [htmlElement('div', { class: 'limits' }, words.join(' · '))] : []),
  );
}

/** A form field, shown but disabled. */
function controlElement({ type, choices, initial }: PreviewField): HTMLElement {
  const inside = initial ? plainNodes(initial, false) : [];
  if (choices) {
    const chosen = initial && labelText(initial);
    return htmlElement(
      'div',
      { class: 'choices' },
      ...choices.map((choice) =>
        htmlElement(
          'span',
          { class: `choice${labelText(choice) === chosen ? ' chosen' : ''}` },
          ...plainNodes(choice, false),
        ),
      ),
    );
  }
  switch (type) {
    case 'boolean':
      return htmlElement('div', { class: 'box check' }, htmlElement('span', { class: 'tick' }), ...inside);
    case 'image':
    case 'audio':
    case 'video':
    case 'file':
    case 'text_file':
      return htmlElement(
        'div',
        { class: 'box file' },
        ...(inside.length > 0 ? inside : [l10n.t('Choose a file')]),
      );
    default:
      return htmlElement('div', { class: 'box' }, ...inside);
  }
}

function receivedElement(at: number, name: string): HTMLElement {
  return htmlElement(
    'div',
    {
      class: 'bubble user place',
      'data-at': at,
      tabindex: 0,
      role: 'group',
      'aria-label': l10n.t('User message'),
    },
    `${l10n.t('User message')} → `,
    htmlElement('code', {}, name),
  );
}

function taskList({ tasks }: PagePreview): HTMLElement {
  return htmlElement(
    'ul',
    { class: 'tasks' },
    ...tasks.map((task) =>
      htmlElement(
        'li',
        {},
        htmlElement(
          'span',
          { class: 'place', 'data-at': task.at, tabindex: 0, role: 'button' },
          l10n.t('then: {0}', describeTask(task)),
        ),
      ),
    ),
  );
}

function messageElement(preview: PagePreview): HTMLElement {
  const { sender, text, media, rows, replies, form } = preview;
  const shown: (HTMLElement | string)[] = media.map(({ kind, address }) => {
    const element = mediaElement(kind, '', plainNodes(address, true));
    element.classList.add('place');
    element.dataset.at = String(address.at);
    return element;
  });
  if (text) shown.push(markdownElement(text));
  const isEmpty = shown.length === 0 && rows.length === 0 && replies.length === 0 && form.length === 0;
  if (isEmpty) return htmlElement('p', { class: 'note' }, l10n.t('This state shows nothing.'));
  if (shown.length === 0) return htmlElement('div', {});
  const bubble = htmlElement(
    'div',
    { class: 'bubble agent', role: 'group', 'aria-label': l10n.t('Agent message') },
    ...shown,
  );
  if (!sender) return bubble;
  return htmlElement('div', { class: 'said' }, senderElement(sender), bubble);
}

function senderElement({ at, name, avatar }: NonNullable<PagePreview['sender']>): HTMLElement {
  const called = name ? labelText(name) : '';
  return htmlElement(
    'div',
    { class: 'sender place', 'data-at': at, tabindex: 0, role: 'group', 'aria-label': called },
    avatarElement(called, avatar && l10n.t('Image: {0}', labelText(avatar))),
    ...(name ? [htmlElement('span', { class: 'name' }, ...plainNodes(name, false))] : []),
  );
}

function buttonRows({ rows }: PagePreview): HTMLElement[] {
  if (rows.length === 0) return [];
  return [
    htmlElement(
      'div',
      { class: 'rows', role: 'group', 'aria-label': l10n.t('Buttons') },
      ...rows.map((row) =>
        htmlElement('div', { class: 'row' }, ...row.map((button) => buttonElement(button))),
      ),
    ),
  ];
}

function buttonElement(button: PreviewButton): HTMLElement {
  const { at, content, computed, help, event, outcome } = button;
  if (computed)
    return htmlElement(
      'div',
      { class: 'made place', 'data-at': at, title: l10n.t('Buttons from an expression') },
      ...plainNodes(computed, true),
    );
  const outcomeText =
    event === undefined ? l10n.t('This button has no event yet.') : describeOutcome(outcome, event);
  const isAstray = event === undefined ? outcome === undefined : outcome?.kind === 'missing';
  const title = [
    ...(help ? [labelText(help)] : []),
    ...(event === undefined ? [] : [l10n.t('Event: {0}', event)]),
    outcomeText,
  ]
    .filter((words) => words !== '')
    .join('\n');
  const element = htmlElement(
    'button',
    { type: 'button', class: `place${isAstray ? ' astray' : ''}`, 'data-at': at, title },
    ...(content
      ? plainNodes(content, false)
      : [htmlElement('span', { class: 'unnamed' }, l10n.t('No text'))]),
  );
  if (button.colour) element.style.setProperty('--own-colour', button.colour);
  if (button.background) element.style.setProperty('--own-background', button.background);
  return element;
}

function replyRow({ replies }: PagePreview): HTMLElement[] {
  if (replies.length === 0) return [];
  const reply = (one: PreviewText) =>
    htmlElement('button', { type: 'button', class: 'place', 'data-at': one.at }, ...plainNodes(one, false));
  const label = l10n.t('Suggested replies');
  return [
    htmlElement('div', { class: 'replies', role: 'group', 'aria-label': label }, ...replies.map(reply)),
  ];
}

function alwaysElement({ at, outcome }: PreviewTransition): HTMLElement {
  const words = describeOutcome(outcome, 'ALWAYS');
  return htmlElement(
    'div',
    {
      class: 'note place',
      'data-at': at,
      tabindex: 0,
      role: 'button',
      title: l10n.t('The message is not shown because the state continues automatically.'),
    },
    l10n.t('Continues automatically: {0}', words),
  );
}

function chatElement({ at, outcome }: PreviewTransition): HTMLElement {
  return htmlElement(
    'div',
    { class: 'chat place', 'data-at': at, tabindex: 0, role: 'button' },
    htmlElement('span', { class: 'box' }, l10n.t('Message')),
    htmlElement('span', { class: 'leads' }, describeOutcome(outcome, 'CHAT')),
  );
}
