import type { ConversationEvent, FormField, Happening, Json, Message } from '../run/events';
import { textOf } from '../run/tasks';
import type { Terminal } from './command';
import type { Run } from './run';

const HELP = `Type the number or the text of a button, or a message.
  :context   shows the context
  :cancel    closes a form
  :quit      ends the conversation
`;

/** A conversation in a terminal. Ends with the input, with `:quit`, or with the automata. */
export async function runInTerminal(run: Run, terminal: Terminal): Promise<void> {
  await new TerminalRun(run, terminal).run();
}

class TerminalRun {
  private message: Message | undefined;
  private fields: readonly FormField[] | undefined;
  private values: Record<string, Json> = {};
  private isAsked = false;

  constructor(
    private readonly run_: Run,
    private readonly terminal: Terminal,
  ) {}

  async run(): Promise<void> {
    this.show(undefined, this.run_.conversation.begin());
    if (this.run_.conversation.isOver) return;
    for await (const line of this.terminal.lines()) {
      if (line.trim() === ':quit') return;
      this.take(line);
      if (this.run_.conversation.isOver) return;
    }
  }

  private take(line: string): void {
    const word = line.trim();
    if (word === ':help') this.print(HELP);
    else if (word === ':context') this.print(`${JSON.stringify(this.message?.context ?? {}, null, 2)}\n`);
    else if (word === ':cancel') this.send({ cancel: true });
    else if (this.isAsked) this.send({ task: jsonOr(word) });
    else if (this.fields) this.fill(word);
    else if (word !== '') this.send(this.chosen(word));
    this.prompt();
  }

  private chosen(word: string): ConversationEvent {
    const buttons = this.message?.buttons ?? [];
    const number = /^\d+$/.test(word) ? buttons[Number(word) - 1] : undefined;
    const button = number ?? buttons.find(({ content }) => content.toLowerCase() === word.toLowerCase());
    return button ? { click: button.content } : { say: word };
  }

  /** Takes the value of the next field, and sends the form after the last one. */
  private fill(word: string): void {
    const fields = this.fields ?? [];
    const field = fields[Object.keys(this.values).length];
    if (field === undefined) return;
    const choice = /^\d+$/.test(word) ? field.choices?.[Number(word) - 1] : undefined;
    this.values[field.name] = choice ?? (word === '' ? (field.default ?? '') : word);
    if (Object.keys(this.values).length === fields.length) this.send({ form: this.values });
  }

  private send(event: ConversationEvent): void {
    this.show(event, this.run_.conversation.handle(event));
  }

  private show(event: ConversationEvent | undefined, happenings: readonly Happening[]): void {
    this.run_.record(event as Json | undefined, happenings);
    const before = this.fields;
    this.fields = undefined;
    this.isAsked = false;
    this.values = {};
    for (const happening of happenings) this.showOne(happening);
    if (happenings.some(({ kind }) => kind === 'form_error')) this.fields = before;
    if (event === undefined) this.prompt();
  }

  private showOne(happening: Happening): void {
    switch (happening.kind) {
      case 'state':
        this.print(
          this.dim(`→ ${happening.path.join('.')}${happening.event ? ` (${happening.event})` : ''}\n`),
        );
        break;
      case 'task':
        this.print(
          this.dim(`  ${happening.name ?? happening.moduleType}: ${JSON.stringify(happening.results)}\n`),
        );
        break;
      case 'ask':
        this.isAsked = true;
        this.print(
          `${happening.name ?? happening.moduleType} ${this.dim(JSON.stringify(happening.config))}\n`,
        );
        this.print(`Its result, as text or JSON, such as ${JSON.stringify(happening.example)}:\n`);
        break;
      case 'message':
        this.message = happening;
        this.showMessage(happening);
        break;
      case 'form':
        this.fields = happening.fields;
        break;
      case 'form_error':
        this.print(this.colour('31', `${happening.message}\n`));
        break;
      case 'ended':
        this.print(this.dim('The conversation is over.\n'));
        break;
      default: {
        const place = happening.place && this.run_.placeText(happening.place);
        const where = place ? ` (${place.file}:${place.line})` : '';
        const text = `${happening.kind}: ${happening.message}${where}\n`;
        this.print(happening.kind === 'error' ? this.colour('31', text) : this.colour('33', text));
      }
    }
  }

  private showMessage({ text, image, audio, video, buttons }: Message): void {
    this.print(`\n${text ?? ''}\n`);
    for (const [name, address] of Object.entries({ image, audio, video }))
      if (address !== undefined) this.print(this.dim(`${name}: ${address}\n`));
    for (const [index, { content, description }] of buttons.entries()) {
      const more = description === undefined ? '' : this.dim(`  ${description}`);
      this.print(`  ${this.colour('36', `[${index + 1}]`)} ${content}${more}\n`);
    }
    this.print('\n');
  }

  /** What is expected next. */
  private prompt(): void {
    if (this.run_.conversation.isOver) return;
    const field = this.fields?.[Object.keys(this.values).length];
    if (field) {
      const choices = field.choices?.map((choice, index) => `[${index + 1}] ${textOf(choice)}`).join('  ');
      const more = [field.description, choices].filter((one) => one !== undefined).join('  ');
      if (more !== '') this.print(this.dim(`${more}\n`));
      const fallback = field.default === undefined ? '' : ` (${textOf(field.default)})`;
      this.print(`${field.label}${fallback}: `);
    } else if (this.terminal.isTerminal) this.print('> ');
  }

  private print(text: string): void {
    this.terminal.out(text);
  }

  private dim(text: string): string {
    return this.colour('2', text);
  }

  private colour(code: string, text: string): string {
    return this.terminal.colour ? `\u001b[${code}m${text}\u001b[0m` : text;
  }
}

/** JSON if the text is JSON, else the text. */
function jsonOr(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
