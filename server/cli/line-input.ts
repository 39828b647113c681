import { createInterface, type Interface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import type { Printable } from './printer';

/** The lines of standard input, in order. */
export interface LineInput {
  /** The next line; undefined at the end. */
  next(): Promise<string | undefined>;
  /** If set, gets each line first, and consumes those for which it returns true. */
  intercept: ((line: string) => boolean) | undefined;
  /** Called for Ctrl+C, also for its signal (SIGINT); without it, Ctrl+C ends the input. */
  onInterrupt: (() => void) | undefined;
  /** Whether both input and output are terminals. */
  readonly isTerminal: boolean;
  /** Shows a prompt at a terminal, where arrow keys and Tab insert one of the suggestions. */
  prompt(text: Printable, suggestions: readonly string[]): void;
  /** Drops lines that were not requested yet. */
  close(): void;
}

interface Key {
  readonly name?: string;
}

/** A stream of text, which may be a terminal. */
interface InputStream extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
}
interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
}

export function openLines(input: InputStream, output: OutputStream): LineInput {
  return new Lines(input, output);
}

class Lines implements LineInput {
  intercept: ((line: string) => boolean) | undefined;
  onInterrupt: (() => void) | undefined;
  private readonly waiting: string[] = [];
  private isClosed = false;
  private notify: () => void = () => undefined;
  private readonly reader: Interface;
  private suggestions: readonly string[] = [];
  /** The index of the inserted suggestion; -1 if there is none. */
  private chosen = -1;
  readonly isTerminal: boolean;

  constructor(
    private readonly input: InputStream,
    output: OutputStream,
  ) {
    this.isTerminal = input.isTTY === true && output.isTTY === true;
    const common = { input, crlfDelay: Number.POSITIVE_INFINITY };
    this.reader = this.isTerminal
      ? createInterface({
          ...common,
          output,
          terminal: true,
          // Arrow keys select suggestions instead.
          historySize: 0,
          completer: (line: string) => [this.suggestions.filter((one) => startsWith(one, line)), line],
        })
      : createInterface(common);
    this.reader.on('line', (line) => {
      if (this.intercept?.(line)) return;
      this.waiting.push(line);
      this.notify();
    });
    this.reader.on('close', () => {
      this.isClosed = true;
      // Lines that were read before the end of the input are still to be handled.
      if (this.waiting.length === 0) this.ignoreSignal();
      this.notify();
    });
    this.reader.on('SIGINT', this.interrupt);
    // A terminal reads Ctrl+C as a key; otherwise, and from other processes, it is a signal.
    process.on('SIGINT', this.interrupt);
    if (this.isTerminal) input.on('keypress', this.onKey);
  }

  async next(): Promise<string | undefined> {
    while (this.waiting.length === 0 && !this.isClosed)
      await new Promise<void>((resolve) => {
        this.notify = resolve;
      });
    // Lets a signal arrive between lines of a large input.
    if (this.waiting.length > 0) await setImmediate();
    const line = this.waiting.shift();
    if (line === undefined) this.ignoreSignal();
    return line;
  }

  prompt({ text }: Printable, suggestions: readonly string[]): void {
    this.suggestions = suggestions;
    this.chosen = -1;
    if (this.isClosed) return;
    this.reader.setPrompt(text);
    this.reader.prompt();
  }

  close(): void {
    this.input.off('keypress', this.onKey);
    this.waiting.length = 0;
    this.reader.close();
    this.ignoreSignal();
  }

  private readonly interrupt = (): void => {
    if (this.onInterrupt) this.onInterrupt();
    else this.close();
  };

  private ignoreSignal(): void {
    process.off('SIGINT', this.interrupt);
  }

  private readonly onKey = (_text: string | undefined, { name }: Key): void => {
    const { suggestions } = this;
    if ((name !== 'up' && name !== 'down') || suggestions.length === 0) return;
    const isEdited = this.reader.line !== '' && this.reader.line !== suggestions[this.chosen];
    if (isEdited) return;
    const from = this.chosen < 0 && name === 'up' ? 0 : this.chosen;
    this.chosen = (from + (name === 'up' ? -1 : 1) + suggestions.length) % suggestions.length;
    // Clears the line.
    this.reader.write(null, { ctrl: true, name: 'e' });
    this.reader.write(null, { ctrl: true, name: 'u' });
    this.reader.write(suggestions[this.chosen] ?? '');
  };
}

function startsWith(text: string, beginning: string): boolean {
  return text.toLowerCase().startsWith(beginning.toLowerCase());
}
