import type {
  PreviewButton,
  PreviewField,
  PreviewTransition,
  Shown,
} from '../../../server/features/preview/data';
import type { ShownPreview } from '../../../server/protocol/messages';
import type { PreviewTexts } from '../../preview/texts';
import { fill, html } from '../dom';
import { Parts } from './parts';
import { fieldWords, taskWords, wayWords } from './words';

/** Makes the page of a preview: the parts of a state in the order in which its user meets them. */
export class View {
  readonly #texts: PreviewTexts;
  readonly #parts: Parts;

  constructor(texts: PreviewTexts) {
    this.#texts = texts;
    this.#parts = new Parts(texts);
  }

  /** All of it. Each part that can be gone to has the class `place` and the attribute `data-at`. */
  of(preview: ShownPreview): HTMLElement {
    const { form, received, tasks, always, chat } = preview;
    return html(
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

  #header({ state }: ShownPreview): HTMLElement {
    const { initial, final, cached } = this.#texts;
    const marks = [state.isInitial && initial, state.isFinal && final, state.isCached && cached];
    return html(
      'header',
      {},
      html('h1', { class: 'place', 'data-at': state.at, tabindex: 0 }, state.name),
      ...(state.automata === undefined ? [] : [html('span', { class: 'automata' }, state.automata)]),
      ...marks.filter((mark) => mark !== false).map((mark) => html('span', { class: 'mark' }, mark)),
    );
  }

  #form(fields: readonly PreviewField[]): HTMLElement {
    const { form } = this.#texts;
    return html(
      'section',
      { class: 'form', 'aria-label': form },
      html('h2', {}, form),
      ...fields.map((field) => this.#field(field)),
    );
  }

  #field(field: PreviewField): HTMLElement {
    const label = field.label ?? field.name;
    const words = fieldWords(this.#texts, fill, field);
    return html(
      'div',
      { class: 'field place', 'data-at': field.at, tabindex: 0, role: 'group', 'aria-label': label },
      html(
        'div',
        { class: 'label' },
        html('span', { class: 'name' }, label),
        ...(field.isRequired ? [html('span', { class: 'required', 'aria-hidden': 'true' }, '*')] : []),
        ...(label === field.name ? [] : [html('span', { class: 'variable' }, field.name)]),
      ),
      ...(field.help ? [html('div', { class: 'help' }, ...this.#parts.plain(field.help, false))] : []),
      this.#control(field),
      ...(words.length > 0 ? [html('div', { class: 'limits' }, words.join(' · '))] : []),
    );
  }

  /** What is to be filled in: shown, and of no use. */
  #control({ type, choices, initial }: PreviewField): HTMLElement {
    const inside = initial ? this.#parts.plain(initial, false) : [];
    if (choices) {
      const chosen = initial && this.#parts.words(initial);
      return html(
        'div',
        { class: 'choices' },
        ...choices.map((choice) =>
          html(
            'span',
            { class: `choice${this.#parts.words(choice) === chosen ? ' chosen' : ''}` },
            ...this.#parts.plain(choice, false),
          ),
        ),
      );
    }
    switch (type) {
      case 'boolean':
        return html('div', { class: 'box check' }, html('span', { class: 'tick' }), ...inside);
      case 'image':
      case 'audio':
      case 'video':
      case 'file':
      case 'text_file':
        return html('div', { class: 'box file' }, ...(inside.length > 0 ? inside : [this.#texts.chooseFile]));
      default:
        return html('div', { class: 'box' }, ...inside);
    }
  }

  #received(at: number, name: string): HTMLElement {
    const { received } = this.#texts;
    return html(
      'div',
      { class: 'bubble user place', 'data-at': at, tabindex: 0, role: 'group', 'aria-label': received },
      `${received} → `,
      html('code', {}, name),
    );
  }

  #tasks({ tasks }: ShownPreview): HTMLElement {
    return html(
      'ul',
      { class: 'tasks' },
      ...tasks.map((task) =>
        html(
          'li',
          {},
          html(
            'span',
            { class: 'place', 'data-at': task.at, tabindex: 0, role: 'button' },
            fill(this.#texts.taskLine, taskWords(this.#texts, task)),
          ),
        ),
      ),
    );
  }

  #message(preview: ShownPreview): HTMLElement {
    const { sender, text, media, rows, replies, form } = preview;
    const shown: (HTMLElement | string)[] = media.map(({ kind, address }) => {
      const element = this.#parts.media(kind, '', this.#parts.plain(address, true));
      element.classList.add('place');
      element.dataset.at = String(address.at);
      return element;
    });
    if (text) shown.push(this.#parts.markdown(text));
    const isEmpty = shown.length === 0 && rows.length === 0 && replies.length === 0 && form.length === 0;
    if (isEmpty) return html('p', { class: 'note' }, this.#texts.nothing);
    if (shown.length === 0) return html('div', {});
    const bubble = html(
      'div',
      { class: 'bubble agent', role: 'group', 'aria-label': this.#texts.agent },
      ...shown,
    );
    if (!sender) return bubble;
    return html('div', { class: 'said' }, this.#sender(sender), bubble);
  }

  #sender({ at, name, avatar }: NonNullable<ShownPreview['sender']>): HTMLElement {
    const called = name ? this.#parts.words(name) : '';
    return html(
      'div',
      { class: 'sender place', 'data-at': at, tabindex: 0, role: 'group', 'aria-label': called },
      html(
        'span',
        {
          class: 'avatar',
          'aria-hidden': 'true',
          title: avatar && fill(this.#texts.avatar, this.#parts.words(avatar)),
        },
        [...called].at(0)?.toUpperCase() ?? '?',
      ),
      ...(name ? [html('span', { class: 'name' }, ...this.#parts.plain(name, false))] : []),
    );
  }

  #buttons({ rows }: ShownPreview): HTMLElement[] {
    if (rows.length === 0) return [];
    const { buttons } = this.#texts;
    return [
      html(
        'div',
        { class: 'rows', role: 'group', 'aria-label': buttons },
        ...rows.map((row) => html('div', { class: 'row' }, ...row.map((button) => this.#button(button)))),
      ),
    ];
  }

  #button(button: PreviewButton): HTMLElement {
    const { at, content, computed, help, event, way } = button;
    if (computed)
      return html(
        'div',
        { class: 'made place', 'data-at': at, title: this.#texts.made },
        ...this.#parts.plain(computed, true),
      );
    const leads = event === undefined ? this.#texts.noEvent : wayWords(this.#texts, fill, way, event);
    const isAstray = event === undefined ? way === undefined : way?.kind === 'missing';
    const title = [
      ...(help ? [this.#parts.words(help)] : []),
      ...(event === undefined ? [] : [fill(this.#texts.event, event)]),
      leads,
    ]
      .filter((words) => words !== '')
      .join('\n');
    const element = html(
      'button',
      { type: 'button', class: `place${isAstray ? ' astray' : ''}`, 'data-at': at, title },
      ...(content
        ? this.#parts.plain(content, false)
        : [html('span', { class: 'unnamed' }, this.#texts.unnamed)]),
    );
    if (button.colour) element.style.setProperty('--own-colour', button.colour);
    if (button.background) element.style.setProperty('--own-background', button.background);
    return element;
  }

  #replies({ replies }: ShownPreview): HTMLElement[] {
    if (replies.length === 0) return [];
    const reply = (one: Shown) =>
      html('button', { type: 'button', class: 'place', 'data-at': one.at }, ...this.#parts.plain(one, false));
    const label = this.#texts.replies;
    return [html('div', { class: 'replies', role: 'group', 'aria-label': label }, ...replies.map(reply))];
  }

  #always({ at, way }: PreviewTransition): HTMLElement {
    const words = wayWords(this.#texts, fill, way, 'ALWAYS');
    return html(
      'div',
      { class: 'note place', 'data-at': at, tabindex: 0, role: 'button', title: this.#texts.notSeen },
      fill(this.#texts.always, words),
    );
  }

  #chat({ at, way }: PreviewTransition): HTMLElement {
    return html(
      'div',
      { class: 'chat place', 'data-at': at, tabindex: 0, role: 'button' },
      html('span', { class: 'box' }, this.#texts.message),
      html('span', { class: 'leads' }, wayWords(this.#texts, fill, way, 'CHAT')),
    );
  }
}
