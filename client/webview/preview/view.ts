import type {
  PreviewButton,
  PreviewField,
  PreviewText,
  PreviewTransition,
} from '../../../server/features/preview/data';
import type { PagePreview } from '../../../server/protocol/messages';
import type { PreviewTexts } from '../../preview/texts';
import { fillPlaceholders, htmlElement } from '../dom';
import { ElementFactory } from './parts';
import { describeFormField, describeOutcome, describeTask } from './wording';

/** Creates the elements of a preview: the parts of a state in the order in which its user sees them. */
export class PreviewView {
  readonly #texts: PreviewTexts;
  readonly #parts: ElementFactory;

  constructor(texts: PreviewTexts) {
    this.#texts = texts;
    this.#parts = new ElementFactory(texts);
  }

  /** The element of a preview. Each part with a source has the class `place` and the attribute `data-at`. */
  of(preview: PagePreview): HTMLElement {
    const { form, received, tasks, always, chat } = preview;
    return htmlElement(
      'div',
      { class: 'state' },
      this.#header(preview),
      ...(form.length > 0 ? [this.#form(form)] : []),
      ...received.map(({ at, name }) => this.#received(at, name)),
      ...(tasks.length > 0 ? [this.#tasks(preview)] : []),
      this.#message(preview),
      ...this.#buttons(preview),
      ...this.#replies(preview),
      ...(always ? [this.#always(always)] : []),
      ...(chat ? [this.#chat(chat)] : []),
    );
  }

  #header({ state }: PagePreview): HTMLElement {
    const { initial, final, cached } = this.#texts;
    const marks = [state.isInitial && initial, state.isFinal && final, state.isCached && cached];
    return htmlElement(
      'header',
      {},
      htmlElement('h1', { class: 'place', 'data-at': state.at, tabindex: 0 }, state.name),
      ...(state.automata === undefined ? [] : [htmlElement('span', { class: 'automata' }, state.automata)]),
      ...marks.filter((mark) => mark !== false).map((mark) => htmlElement('span', { class: 'mark' }, mark)),
    );
  }

  #form(fields: readonly PreviewField[]): HTMLElement {
    const { form } = this.#texts;
    return htmlElement(
      'section',
      { class: 'form', 'aria-label': form },
      htmlElement('h2', {}, form),
      ...fields.map((field) => this.#field(field)),
    );
  }

  #field(field: PreviewField): HTMLElement {
    const label = field.label ?? field.name;
    const words = describeFormField(this.#texts, fillPlaceholders, field);
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
      ...(field.help ? [htmlElement('div', { class: 'help' }, ...this.#parts.plain(field.help, false))] : []),
      this.#control(field),
      ...(words.length > 0 ? [htmlElement('div', { class: 'limits' }, words.join(' · '))] : []),
    );
  }

  /** A form field, shown but disabled. */
  #control({ type, choices, initial }: PreviewField): HTMLElement {
    const inside = initial ? this.#parts.plain(initial, false) : [];
    if (choices) {
      const chosen = initial && this.#parts.words(initial);
      return htmlElement(
        'div',
        { class: 'choices' },
        ...choices.map((choice) =>
          htmlElement(
            'span',
            { class: `choice${this.#parts.words(choice) === chosen ? ' chosen' : ''}` },
            ...this.#parts.plain(choice, false),
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
          ...(inside.length > 0 ? inside : [this.#texts.chooseFile]),
        );
      default:
        return htmlElement('div', { class: 'box' }, ...inside);
    }
  }

  #received(at: number, name: string): HTMLElement {
    const { received } = this.#texts;
    return htmlElement(
      'div',
      { class: 'bubble user place', 'data-at': at, tabindex: 0, role: 'group', 'aria-label': received },
      `${received} → `,
      htmlElement('code', {}, name),
    );
  }

  #tasks({ tasks }: PagePreview): HTMLElement {
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
            fillPlaceholders(this.#texts.taskLine, describeTask(this.#texts, task)),
          ),
        ),
      ),
    );
  }

  #message(preview: PagePreview): HTMLElement {
    const { sender, text, media, rows, replies, form } = preview;
    const shown: (HTMLElement | string)[] = media.map(({ kind, address }) => {
      const element = this.#parts.media(kind, '', this.#parts.plain(address, true));
      element.classList.add('place');
      element.dataset.at = String(address.at);
      return element;
    });
    if (text) shown.push(this.#parts.markdown(text));
    const isEmpty = shown.length === 0 && rows.length === 0 && replies.length === 0 && form.length === 0;
    if (isEmpty) return htmlElement('p', { class: 'note' }, this.#texts.nothing);
    if (shown.length === 0) return htmlElement('div', {});
    const bubble = htmlElement(
      'div',
      { class: 'bubble agent', role: 'group', 'aria-label': this.#texts.agent },
      ...shown,
    );
    if (!sender) return bubble;
    return htmlElement('div', { class: 'said' }, this.#sender(sender), bubble);
  }

  #sender({ at, name, avatar }: NonNullable<PagePreview['sender']>): HTMLElement {
    const called = name ? this.#parts.words(name) : '';
    return htmlElement(
      'div',
      { class: 'sender place', 'data-at': at, tabindex: 0, role: 'group', 'aria-label': called },
      this.#parts.avatar(called, avatar && fillPlaceholders(this.#texts.avatar, this.#parts.words(avatar))),
      ...(name ? [htmlElement('span', { class: 'name' }, ...this.#parts.plain(name, false))] : []),
    );
  }

  #buttons({ rows }: PagePreview): HTMLElement[] {
    if (rows.length === 0) return [];
    const { buttons } = this.#texts;
    return [
      htmlElement(
        'div',
        { class: 'rows', role: 'group', 'aria-label': buttons },
        ...rows.map((row) =>
          htmlElement('div', { class: 'row' }, ...row.map((button) => this.#button(button))),
        ),
      ),
    ];
  }

  #button(button: PreviewButton): HTMLElement {
    const { at, content, computed, help, event, outcome } = button;
    if (computed)
      return htmlElement(
        'div',
        { class: 'made place', 'data-at': at, title: this.#texts.made },
        ...this.#parts.plain(computed, true),
      );
    const outcomeText =
      event === undefined
        ? this.#texts.noEvent
        : describeOutcome(this.#texts, fillPlaceholders, outcome, event);
    const isAstray = event === undefined ? outcome === undefined : outcome?.kind === 'missing';
    const title = [
      ...(help ? [this.#parts.words(help)] : []),
      ...(event === undefined ? [] : [fillPlaceholders(this.#texts.event, event)]),
      outcomeText,
    ]
      .filter((words) => words !== '')
      .join('\n');
    const element = htmlElement(
      'button',
      { type: 'button', class: `place${isAstray ? ' astray' : ''}`, 'data-at': at, title },
      ...(content
        ? this.#parts.plain(content, false)
        : [htmlElement('span', { class: 'unnamed' }, this.#texts.unnamed)]),
    );
    if (button.colour) element.style.setProperty('--own-colour', button.colour);
    if (button.background) element.style.setProperty('--own-background', button.background);
    return element;
  }

  #replies({ replies }: PagePreview): HTMLElement[] {
    if (replies.length === 0) return [];
    const reply = (one: PreviewText) =>
      htmlElement(
        'button',
        { type: 'button', class: 'place', 'data-at': one.at },
        ...this.#parts.plain(one, false),
      );
    const label = this.#texts.replies;
    return [
      htmlElement('div', { class: 'replies', role: 'group', 'aria-label': label }, ...replies.map(reply)),
    ];
  }

  #always({ at, outcome }: PreviewTransition): HTMLElement {
    const words = describeOutcome(this.#texts, fillPlaceholders, outcome, 'ALWAYS');
    return htmlElement(
      'div',
      { class: 'note place', 'data-at': at, tabindex: 0, role: 'button', title: this.#texts.notSeen },
      fillPlaceholders(this.#texts.always, words),
    );
  }

  #chat({ at, outcome }: PreviewTransition): HTMLElement {
    return htmlElement(
      'div',
      { class: 'chat place', 'data-at': at, tabindex: 0, role: 'button' },
      htmlElement('span', { class: 'box' }, this.#texts.message),
      htmlElement(
        'span',
        { class: 'leads' },
        describeOutcome(this.#texts, fillPlaceholders, outcome, 'CHAT'),
      ),
    );
  }
}
