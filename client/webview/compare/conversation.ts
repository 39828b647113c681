import * as l10n from '@vscode/l10n';
import type { VersionName } from '../../../server/compare/difference';
import type { BehaviourChangeData, VersionTurnData } from '../../../server/protocol/messages';
import type { ShownTurn } from '../../../server/run/conversation/chat-data';
import type { FormOpened, Json, ShownOutput } from '../../../server/run/conversation/events';
import type { FromPage } from '../../compare/messages';
import { looksDifferent } from '../../run/difference';
import { htmlElement } from '../dom';
import { iconButton } from '../graph/button';
import { actionButton } from '../run/controls';
import { FieldInput } from '../run/field-input';
import { MessageElements, userElement } from '../run/message-elements';
import { taskConfiguration } from '../run/task-configuration';
import { taskName } from '../run/wording';
import { sentence } from '../sentence';
import { locationHint, locationText } from './wording';

interface ConversationActions {
  /** Shows the states again. */
  readonly close: () => void;
  readonly previous: () => void;
  readonly next: () => void;
}

/** A conversation with both versions side by side. */
export class VersionsOfConversation {
  readonly element = htmlElement('main', {
    class: 'versions-of-conversation',
    'aria-label': l10n.t('Conversation in both versions'),
    hidden: '',
  });
  readonly #send: (message: FromPage) => void;
  readonly #actions: ConversationActions;

  constructor(send: (message: FromPage) => void, actions: ConversationActions) {
    this.#send = send;
    this.#actions = actions;
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      actions.close();
    });
  }

  /** @param revision the name of the old version */
  show(change: BehaviourChangeData, revision: string): void {
    const { title, turns, location } = change;
    const heading = htmlElement('h2', { tabindex: -1 }, ...sentence(title));
    // The change is in the last turn, if only in what its buttons raise; earlier turns may differ by other changes.
    const last = turns.length - 1;
    const differing = turns.map(
      ({ before, after }, index) => index === last || looksDifferent(before, after),
    );
    const first = differing.indexOf(true);
    const items = turns.map((turn, index) => {
      const mark =
        index === first ? 'first' : index === last ? 'change' : differing[index] ? 'other' : undefined;
      return this.#turn(turn, index, turns.length, mark);
    });
    const { close, previous, next } = this.#actions;
    const links =
      location === undefined
        ? []
        : [
            actionButton(locationText(location), () => this.#send({ type: 'showLocation', location }), {
              hint: locationHint(location),
              kind: 'place',
            }),
          ];
    this.element.replaceChildren(
      htmlElement(
        'div',
        { class: 'head' },
        iconButton('back', l10n.t('Back to the states (Escape)'), close),
        heading,
        ...links,
        iconButton('previous', l10n.t('Previous change'), previous),
        iconButton('next', l10n.t('Next change'), next),
      ),
      htmlElement(
        'div',
        { class: 'names', 'aria-hidden': 'true' },
        htmlElement('div', {}, l10n.t('Before: {0}', revision)),
        htmlElement('div', {}, l10n.t('After: text in the editor')),
      ),
      htmlElement('ol', { class: 'both', tabindex: 0, 'aria-label': l10n.t('Turns') }, ...items),
    );
    this.element.hidden = false;
    items[last]?.scrollIntoView({ block: 'nearest' });
    heading.focus({ preventScroll: true });
  }

  hide(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  #turn(
    { before, after }: VersionTurnData,
    index: number,
    count: number,
    mark: Mark | undefined,
  ): HTMLElement {
    const event = after?.event ?? before?.event;
    const name = l10n.t('Turn {0} of {1}', index + 1, count);
    const words = {
      first: l10n.t('The versions differ from here.'),
      change: l10n.t('This is the change.'),
      other: undefined,
    };
    const note = mark && words[mark];
    return htmlElement(
      'li',
      { class: mark && `differs ${mark}`, 'aria-label': mark ? l10n.t('{0}, differs', name) : name },
      ...(event === undefined ? [] : [userElement(event)]),
      ...(note === undefined ? [] : [htmlElement('p', { class: 'difference' }, note)]),
      this.#side('before', before, after),
      this.#side('after', after, before),
    );
  }

  #side(version: VersionName, turn: ShownTurn | undefined, other: ShownTurn | undefined): HTMLElement {
    const elements = new MessageElements((message) => {
      if (message.type === 'reveal') this.#send({ type: 'showPlace', version, place: message.place });
    }, false);
    const tasks = configurations(other);
    const outputs = (turn?.outputs ?? []).flatMap((output) => [
      ...elements.output(output, false),
      ...otherElements(output, tasks),
    ]);
    const nothing =
      turn === undefined
        ? l10n.t('This version does not get this far.')
        : l10n.t('This version shows nothing here.');
    return htmlElement(
      'div',
      {
        class: `turn side ${version}-version`,
        role: 'group',
        'aria-label': version === 'before' ? l10n.t('Before') : l10n.t('After'),
      },
      ...(outputs.length > 0 ? outputs : [htmlElement('p', { class: 'hint' }, nothing)]),
    );
  }
}

/** How a turn differs: as the first one, as the one of the change, or in between. */
type Mark = 'first' | 'change' | 'other';

/** What is not a message: forms as their user sees them, and tasks with their configuration. */
function otherElements(output: ShownOutput, tasks: ReadonlySet<string>): HTMLElement[] {
  switch (output.kind) {
    case 'form':
      return [formElement(output)];
    case 'form_error':
      return [htmlElement('p', { class: 'remark error' }, ...sentence(output.message))];
    case 'task':
      return [taskElement(taskName(output), output.config, !tasks.has(JSON.stringify(output.config)))];
    default:
      return [];
  }
}

/** A form that cannot be filled in. */
function formElement({ fields }: FormOpened): HTMLElement {
  return htmlElement(
    'fieldset',
    { class: 'form', disabled: '', 'aria-label': l10n.t('Form') },
    ...fields.map((field) => new FieldInput(field).element),
  );
}

/** @param differs whether the other version has no task with this configuration in the same turn */
function taskElement(name: string, config: Json, differs: boolean): HTMLElement {
  return htmlElement(
    'details',
    { class: 'task', open: differs ? '' : undefined },
    htmlElement('summary', {}, l10n.t('Task: {0}', name)),
    taskConfiguration(config),
  );
}

function configurations(turn: ShownTurn | undefined): ReadonlySet<string> {
  const tasks = (turn?.outputs ?? []).flatMap((one) => (one.kind === 'task' ? [one] : []));
  return new Set(tasks.map(({ config }) => JSON.stringify(config)));
}
