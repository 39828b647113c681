import type {
  ChatMessage,
  ConversationEvent,
  ConversationOutput,
  FormField,
  Json,
  TaskQuestion,
} from '../../run/conversation/events';
import { LIST_TYPES } from '../../run/conversation/forms';
import { displayText, jsonOrText } from '../../run/sandbox/json';
import { formatMessage } from '../../text/message';
import { didYouMean, nearestNames } from '../../text/nearest';
import { visibleText } from '../../text/visible';
import type { Terminal } from '../command';
import { MAX_STATES, outputLines } from '../formats/transcript';
import type { LineInput } from '../line-input';
import { json, type Printable, plain, plainLines, styled } from '../printer';
import type { CommandRun } from './run';
import { changedMessage } from './run-json-lines';

const COMMANDS: readonly (readonly [name: string, effect: string])[] = [
  [':context', 'shows the context'],
  [':cancel', 'closes a form'],
  [':restart', 'reads the files again, and begins again'],
  [':help', 'shows this'],
  [':quit', 'ends the conversation, as do Ctrl+C and Ctrl+D'],
];

const HELP = `Type the number or the text of a button, or a message. Arrow keys and Tab go through the buttons.
${COMMANDS.map(([name, effect]) => `  ${name.padEnd(10)} ${effect}\n`).join('')}`;

/** The styles of outputs that are not parts of the conversation. */
const STYLES = { state: '2', task: '2', ended: '2', note: '33', error: '31' } as const;

/** The last conversation in a terminal, and whether Ctrl+C ended it. */
export interface EndedRun<Run extends CommandRun> {
  readonly run: Run;
  readonly isInterrupted: boolean;
}

/**
 * A conversation in a terminal. Ends with the input, with `:quit`, with Ctrl+C, or with the automata.
 *
 * @param reopen reads the files again; undefined if they cannot be run, which it reports
 */
export async function runInTerminal<Run extends CommandRun>(
  run: Run,
  terminal: Terminal,
  reopen: () => Promise<Run | undefined>,
): Promise<EndedRun<Run>> {
  const played = new TerminalRun(run, terminal, reopen);
  await played.play();
  return { run: played.opened, isInterrupted: played.isInterrupted };
}

class TerminalRun<Run extends CommandRun> {
  private message: ChatMessage | undefined;
  private fields: readonly FormField[] | undefined;
  private values = new Map<string, Json>();
  private question: TaskQuestion | undefined;
  /** Whether Ctrl+C ended the conversation. */
  isInterrupted = false;
  private readonly lines: LineInput;

  constructor(
    public opened: Run,
    private readonly terminal: Terminal,
    private readonly reopen: () => Promise<Run | undefined>,
  ) {
    this.lines = terminal.lines();
  }

  async play(): Promise<void> {
    const { lines, terminal } = this;
    lines.onInterrupt = () => {
      const { session } = this.opened;
      const { isAnswering } = session;
      session.cancel();
      // Programs send the signal to end the conversation.
      if (isAnswering && terminal.isTerminal) return;
      this.isInterrupted = true;
      lines.close();
    };
    terminal.closed.then(() => {
      this.opened.session.cancel();
      lines.close();
    });
    if (terminal.isTerminal) this.print(this.dim(plain`:help shows what can be typed.\n`));
    await this.send(undefined);
    while (!this.opened.session.conversation.isOver) {
      this.prompt();
      const line = await lines.next();
      if (line === undefined) {
        // The cursor is still after the prompt.
        if (terminal.isTerminal) this.print(plain`\n`);
        break;
      }
      if (line.trim() === ':quit') break;
      const changed = this.opened.changedFile();
      if (changed !== undefined)
        this.print(this.colour('33', plain`note: ${changedMessage(changed)} \`:restart\` reads it again.\n`));
      await this.take(line.trim());
    }
    lines.close();
  }

  private async take(word: string): Promise<void> {
    if (word === ':help') this.print(plainLines(HELP));
    else if (word === ':context') this.print(json(this.message?.context ?? {}, 2));
    else if (word === ':cancel') await this.cancel();
    else if (word === ':restart') await this.restart();
    // A message may begin with a colon, such as `:)`.
    else if (/^:[a-z]{2,}$/.test(word)) this.print(unknownCommand(word));
    else if (this.question) await this.send({ task: word === '' ? this.question.example : jsonOrText(word) });
    else if (this.fields) await this.fill(word);
    else if (word !== '') await this.send(this.chosen(word));
  }

  private async cancel(): Promise<void> {
    const { message, fields } = this;
    await this.send({ cancel: true });
    if (fields && this.fields === undefined && message !== undefined && message === this.message)
      this.showMessage(message);
  }

  private async restart(): Promise<void> {
    const again = await this.reopen();
    if (again === undefined) {
      this.print(this.dim(plain`The conversation continues with the text that was read before.\n`));
      return;
    }
    this.opened = again;
    this.message = undefined;
    await this.send(undefined);
  }

  private chosen(word: string): ConversationEvent {
    const contents = this.message?.buttons.map(({ content }) => content) ?? [];
    const content = chosenOf(word, contents);
    return content === undefined ? { say: word } : { click: content };
  }

  /** Stores the value of the next field if it is valid, and sends the form after the last one. */
  private async fill(word: string): Promise<void> {
    const field = this.nextField();
    if (field === undefined) return;
    const value = fieldValue(field, word);
    const problems = this.opened.session.conversation.validate(field.name, value);
    this.show(problems);
    if (problems.some(({ kind }) => kind === 'form_error')) return;
    this.values.set(field.name, value);
    if (this.nextField() === undefined) await this.send({ form: Object.fromEntries(this.values) });
  }

  private nextField(): FormField | undefined {
    return this.fields?.find(({ name }) => !this.values.has(name));
  }

  private async send(event: ConversationEvent | undefined): Promise<void> {
    const { fields, values } = this;
    this.fields = undefined;
    this.question = undefined;
    this.values = new Map();
    let isStreaming = false;
    const parts = this.opened.session.play(event, {
      onAsk: ({ name, moduleType }) =>
        this.print(this.dim(plain`  ${name ?? moduleType}: the model answers (Ctrl+C cancels)\n`)),
      onText: (text) => {
        isStreaming = true;
        this.print(this.dim(plainLines(text)));
      },
    });
    for await (const outputs of parts) {
      if (isStreaming) this.print(plain`\n`);
      isStreaming = false;
      this.show(outputs);
      const wrong = outputs.find((one) => one.kind === 'form_error');
      if (wrong === undefined) continue;
      // Only invalid fields are requested again.
      this.fields = fields;
      if (values.delete(wrong.field)) this.values = values;
    }
  }

  private show(outputs: readonly ConversationOutput[]): void {
    let states = 0;
    for (const output of outputs) {
      const isState = output.kind === 'state';
      if (!isState && states > MAX_STATES)
        this.print(this.dim(plain`  ${states - MAX_STATES} more states\n`));
      states = isState ? states + 1 : 0;
      if (states <= MAX_STATES) this.showOne(output);
    }
  }

  private showOne(output: ConversationOutput): void {
    switch (output.kind) {
      case 'ask':
        this.question = output;
        this.print(plain`${output.name ?? output.moduleType} ${this.dim(JSON.stringify(output.config))}\n`);
        this.print(plain`Its result, as text or JSON; Enter takes ${JSON.stringify(output.example)}:\n`);
        break;
      case 'message':
        this.message = output;
        this.showMessage(output);
        break;
      case 'form':
        this.fields = output.fields;
        break;
      case 'form_error':
        this.print(this.colour('31', plain`${formatMessage(output.message)}\n`));
        break;
      default: {
        const indent = output.kind === 'task' ? '  ' : '';
        for (const line of outputLines(output, this.opened.placeText))
          this.print(this.colour(STYLES[output.kind], plain`${indent}${line}\n`));
      }
    }
  }

  private showMessage({ text, image, audio, video, buttons }: ChatMessage): void {
    this.print(plain`\n${plainLines((text ?? '').trimEnd())}\n`);
    for (const [name, address] of Object.entries({ image, audio, video }))
      if (address !== undefined) this.print(this.dim(plain`${name}: ${address}\n`));
    if (buttons.length > 0) this.print(plain`\n`);
    for (const [index, { content, description }] of buttons.entries()) {
      const more = description === undefined ? '' : this.dim(`  ${description}`);
      this.print(plain`  ${this.colour('36', `[${index + 1}]`)} ${content}${more}\n`);
    }
    this.print(plain`\n`);
  }

  /** Prints the prompt for the expected input. */
  private prompt(): void {
    const field = this.nextField();
    if (field) {
      const texts = field.choices?.map(displayText);
      const choices = texts?.map((choice, index) => `[${index + 1}] ${choice}`).join('  ');
      const more = [field.description, choices].filter((one) => one !== undefined).join('  ');
      if (more !== '') this.print(this.dim(plain`${more}\n`));
      const fallback = field.default === undefined ? '' : ` (${displayText(field.default)})`;
      const suggestions = texts ?? (field.type === 'boolean' ? ['true', 'false'] : []);
      this.ask(plain`${field.label}${fallback}: `, suggestions);
    } else {
      const contents = this.question ? [] : (this.message?.buttons.map(({ content }) => content) ?? []);
      this.ask(this.terminal.isTerminal ? this.colour('36', '> ') : plain``, contents);
    }
  }

  /** @param offers suggestions, which are typed as keys and therefore must not contain any others */
  private ask(text: Printable, suggestions: readonly string[]): void {
    if (this.lines.isTerminal) this.lines.prompt(text, suggestions.map(visibleText));
    else this.print(text);
  }

  private print(output: Printable): void {
    this.terminal.out(output);
  }

  private dim(part: Printable | string): Printable {
    return this.colour('2', part);
  }

  private colour(style: string, part: Printable | string): Printable {
    return styled(this.terminal.colour ? style : undefined, part);
  }
}

function unknownCommand(word: string): Printable {
  const names = COMMANDS.map(([name]) => name);
  return plain`\`${word}\` is not a command.${formatMessage(didYouMean(nearestNames(word, names))) || ' `:help` lists them.'}\n`;
}

/** One of several texts, given as text or by number. */
function chosenOf(word: string, texts: readonly string[]): string | undefined {
  const isSame = (text: string) => visibleText(text).trim().toLowerCase() === word.toLowerCase();
  return texts.find(isSame) ?? (/^\d+$/.test(word) ? texts[Number(word) - 1] : undefined);
}

function fieldValue({ type, choices, default: fallback }: FormField, word: string): Json {
  if (word === '') return fallback ?? '';
  if (choices) {
    const text = chosenOf(word, choices.map(displayText));
    return choices.find((choice) => displayText(choice) === text) ?? word;
  }
  if (type === 'object') return jsonOrText(word);
  if (!LIST_TYPES.has(type)) return word;
  const value = jsonOrText(word);
  return Array.isArray(value) ? value : word.split(',').map((item) => item.trim());
}
