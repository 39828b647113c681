import * as l10n from '@vscode/l10n';
import type { ShownTurn } from '../../../server/run/conversation/chat-data';
import { taskKey } from '../../../server/run/conversation/chat-data';
import type { FormField, FormOpened, Json, TaskQuestion } from '../../../server/run/conversation/events';
import type { FromPage, PageConversation, PageModel } from '../../run/messages';
import { htmlElement } from '../dom';
import { actionButton, newId } from './controls';
import { FieldInput } from './field-input';
import { readValue, writtenValue } from './json-input';
import { taskConfiguration } from './task-configuration';
import { taskName } from './wording';

/** The input of the user: as the user of the agent, or the result of a task. */
export class Composer {
  readonly element: HTMLElement;
  readonly #send: (message: FromPage) => void;
  /** The expected input; while it does not change, the typed text stays. */
  #asked = '';
  #fields = new Map<string, FieldInput>();
  /** The incomplete answer of a model. */
  #modelText: HTMLElement | undefined;

  constructor(send: (message: FromPage) => void) {
    this.#send = send;
    this.element = htmlElement('div', { class: 'composer' });
  }

  show(turns: readonly ShownTurn[], { waitsFor, isOver, model, debugging }: PageConversation): void {
    if (debugging !== undefined && debugging !== 'waiting') {
      this.#show([debugging], () => this.#words(''));
      return;
    }
    const outputs = turns.flatMap((turn) => turn.outputs.map((output) => ({ output, turn })));
    const message = outputs.findLast(({ output }) => output.kind === 'message')?.output;
    const question = outputs.findLast(({ output }) => output.kind === 'ask')?.output;
    const form = outputs.findLast(({ output }) => output.kind === 'form')?.output;
    const canChat = message?.kind === 'message' && message.canChat;
    const hasButtons = message?.kind === 'message' && message.buttons.length > 0;
    if (waitsFor === 'task' && question?.kind === 'ask') {
      if (model?.kind === 'answering')
        this.#show(['model', turns.length, question], () => this.#answering(question, model.text));
      else this.#show(['task', turns.length, question, model], () => this.#question(question, model));
    } else if (waitsFor === 'form' && form?.kind === 'form') {
      this.#show(['form', form], () => this.#form(form));
      this.#showFormError(turns.at(-1));
    } else if (isOver) this.#show(['over'], () => this.#words(''));
    else if (canChat) this.#show(['chat'], () => this.#messageBox());
    else
      this.#show([hasButtons], () =>
        this.#words(
          hasButtons
            ? l10n.t('Choose a button. Messages are not handled in this state.')
            : l10n.t('There is no way to go on: no button is shown, and messages are not handled here.'),
        ),
      );
  }

  /** Appends text to the incomplete answer of a model. */
  addModelText(text: string): void {
    this.#modelText?.append(text);
    this.#modelText?.scrollTo({ top: this.#modelText.scrollHeight });
  }

  /** Focuses the first control; false if there is none. */
  focus(): boolean {
    const control = this.element.querySelector<HTMLElement>('input, textarea, select');
    control?.focus({ preventScroll: true });
    // Typing replaces a default value.
    if (control instanceof HTMLInputElement && control.type === 'text') control.select();
    return control !== null;
  }

  #show(asked: unknown, make: () => HTMLElement): void {
    const key = JSON.stringify(asked);
    if (key === this.#asked) return;
    this.#asked = key;
    this.#fields = new Map();
    this.#modelText = undefined;
    const made = make();
    this.element.hidden = made.textContent === '' && made.matches('.hint');
    this.element.replaceChildren(made);
  }

  #words(words: string): HTMLElement {
    return htmlElement('p', { class: 'hint' }, words);
  }

  #messageBox(): HTMLElement {
    const box = htmlElement('input', {
      type: 'text',
      'aria-label': l10n.t('Message'),
      placeholder: l10n.t('Message'),
      autocomplete: 'off',
    });
    const form = htmlElement(
      'form',
      { class: 'say' },
      box,
      htmlElement('button', { type: 'submit', class: 'primary' }, l10n.t('Send')),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (box.value === '') return;
      this.#send({ type: 'event', event: { say: box.value } });
      box.value = '';
    });
    return form;
  }

  #form({ fields }: FormOpened): HTMLElement {
    const made = fields.map((field) => this.#field(field));
    const form = htmlElement(
      'form',
      { class: 'form', 'aria-label': l10n.t('Form'), novalidate: '' },
      ...made.map(({ element }) => element),
      htmlElement(
        'div',
        { class: 'actions' },
        htmlElement('button', { type: 'submit', class: 'primary' }, l10n.t('Submit')),
        actionButton(l10n.t('Cancel'), () => this.#send({ type: 'event', event: { cancel: true } })),
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const values = new Map<string, Json>();
      for (const input of made) {
        const read = input.read();
        if (read === undefined) continue;
        if ('problem' in read) return;
        values.set(input.name, read.value);
      }
      this.#send({ type: 'event', event: { form: Object.fromEntries(values) } });
    });
    return form;
  }

  #field(field: FormField): FieldInput {
    const input = new FieldInput(field);
    this.#fields.set(field.name, input);
    return input;
  }

  #showFormError(turn: ShownTurn | undefined): void {
    const error = turn?.outputs.findLast((one) => one.kind === 'form_error');
    for (const [name, input] of this.#fields) {
      const problem = error?.field === name ? error.message : '';
      input.complain(problem);
      if (problem !== '' && this.element.contains(document.activeElement)) input.focus();
    }
  }

  #answering(question: TaskQuestion, text: string): HTMLElement {
    this.#modelText = htmlElement('div', { class: 'model-text', tabindex: 0 }, text);
    const stop = actionButton(l10n.t('Stop'), () => this.#send({ type: 'cancelModel' }));
    requestAnimationFrame(() => {
      if (this.element.contains(stop) && document.hasFocus()) stop.focus({ preventScroll: true });
    });
    return htmlElement(
      'div',
      { class: 'question', role: 'group', 'aria-label': taskName(question) },
      htmlElement('div', { class: 'asks' }, ...this.#taskHead(taskName(question), question)),
      taskConfiguration(question.config),
      htmlElement('p', { class: 'hint', role: 'status' }, l10n.t('Waiting for the language model…')),
      this.#modelText,
      htmlElement('div', { class: 'actions' }, stop),
    );
  }

  #taskHead(title: string, { moduleType }: TaskQuestion): (HTMLElement | string)[] {
    return [title, htmlElement('span', { class: 'module' }, moduleType)];
  }

  /** The actions if a model has not answered. */
  #modelActions(model: PageModel & { readonly kind: 'stopped' }): HTMLElement {
    const { problem, fix } = model;
    const settings = l10n.t('Open Settings');
    const words = { settings, model: settings, key: l10n.t('Set API Key…') };
    return htmlElement(
      'div',
      { class: 'model' },
      ...(problem === undefined ? [] : [htmlElement('p', { class: 'remark error', role: 'alert' }, problem)]),
      htmlElement(
        'div',
        { class: 'actions' },
        actionButton(l10n.t('Ask the Model'), () => this.#send({ type: 'askModel' })),
        ...(fix === undefined ? [] : [actionButton(words[fix], () => this.#send({ type: 'fixModel', fix }))]),
      ),
    );
  }

  #question(question: TaskQuestion, model: PageModel | undefined): HTMLElement {
    const { example, config } = question;
    const name = taskName(question);
    const problem = htmlElement('div', { class: 'problem', role: 'alert' });
    const box = htmlElement('textarea', { rows: 2, spellcheck: 'false' });
    box.value = writtenValue(example);
    box.setAttribute('aria-label', l10n.t('Result'));
    const hint = htmlElement(
      'span',
      { class: 'help', id: newId('hint') },
      l10n.t('Enter uses the result, Shift+Enter begins a new line.'),
    );
    box.setAttribute('aria-describedby', hint.id);
    const answer = () => {
      const read = readValue(box.value, example);
      if ('problem' in read) problem.textContent = l10n.t('This is not valid JSON: {0}', read.problem);
      else this.#send({ type: 'answer', task: taskKey(question), answer: read });
    };
    box.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      answer();
    });
    const form = htmlElement(
      'form',
      { class: 'question', 'aria-label': l10n.t('Enter a result for {0}', name) },
      htmlElement(
        'div',
        { class: 'asks' },
        ...this.#taskHead(l10n.t('Enter a result for {0}', name), question),
      ),
      ...(model?.kind === 'stopped' ? [this.#modelActions(model)] : []),
      taskConfiguration(config),
      box,
      problem,
      htmlElement(
        'div',
        { class: 'actions' },
        htmlElement('button', { type: 'submit', class: 'primary' }, l10n.t('Use Result')),
        actionButton(l10n.t('Let It Fail'), () =>
          this.#send({
            type: 'answer',
            task: taskKey(question),
            answer: { error: l10n.t('The task failed.') },
          }),
        ),
        hint,
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      answer();
    });
    // The example is selected, so that typing replaces it.
    requestAnimationFrame(() => {
      if (!this.element.contains(box) || !document.hasFocus()) return;
      box.focus({ preventScroll: true });
      box.select();
    });
    return form;
  }
}
