import type { Json } from './events';
import { displayText, isJsonObject, jsonMember, parsedJson } from './json';
import type { AnswerProblem } from './model-problem';

/** Longer answers are cancelled, in UTF-16 code units. */
const MAX_ANSWER_LENGTH = 1_000_000;

/** Reads the answer of an OpenAI-compatible endpoint in chunks. */
export class ModelAnswer {
  /** The chunks of the line that has not ended, or of the whole object. */
  private rest: string[] = [];
  private text = '';
  /** What the last chunk added to the text. */
  private added = '';
  /** The arguments of the function that the model calls, as JSON. */
  private call = '';
  private hasEnded = false;
  private finishReason: string | undefined;
  private problem: AnswerProblem | undefined;
  private length = 0;

  /** @param isStream whether the answer is a stream of server-sent events; otherwise it is one JSON object */
  constructor(
    private readonly isStream: boolean,
    private readonly functionName: string | undefined,
  ) {}

  /** Whether the answer is complete. */
  get isOver(): boolean {
    return this.hasEnded || this.problem !== undefined;
  }

  /** Returns the text that the chunk adds. */
  push(piece: string): string {
    if (this.isOver) return '';
    this.length += piece.length;
    // Each chunk of a stream comes with some 200 characters around it.
    if (this.length > MAX_ANSWER_LENGTH * (this.isStream ? 100 : 2) || this.text.length > MAX_ANSWER_LENGTH) {
      this.problem = { reason: 'too-long', detail: MAX_ANSWER_LENGTH };
      return '';
    }
    this.added = '';
    // A carriage return at the end of a chunk may be followed by a line feed in the next one.
    const endsLine = this.isStream && (/[\r\n]/.test(piece) || this.rest.at(-1)?.endsWith('\r') === true);
    this.rest.push(piece);
    if (!endsLine) return '';
    const lines = this.rest.join('').split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.splice(-1);
    for (const line of lines) this.readLine(line);
    return this.added;
  }

  /** The result after the last chunk. */
  finish(): { readonly value: Json } | AnswerProblem {
    if (this.problem === undefined && !this.hasEnded) {
      const rest = this.rest.join('');
      if (!this.isStream) this.readWhole(rest);
      else if (rest !== '') this.readLine(rest);
    }
    if (this.problem !== undefined) return this.problem;
    if (!this.hasEnded && this.finishReason === undefined) return { reason: 'ended-early' };
    if (this.functionName !== undefined) return this.functionResult(this.functionName);
    if (this.text === '' && this.finishReason === 'content_filter') return { reason: 'filtered' };
    return { value: this.text };
  }

  private functionResult(name: string): { readonly value: Json } | AnswerProblem {
    // Some models put the parameters into their text.
    const written = this.call === '' ? this.text.replace(/^\s*```\w*\n|\n```\s*$/g, '') : this.call;
    const parsed = parsedJson(written);
    if (isJsonObject(parsed)) return { value: parsed };
    if (this.finishReason === 'length') return { reason: 'cut' };
    return { reason: 'no-parameters', detail: name };
  }

  private readLine(line: string): void {
    // Other lines are comments, event names, and empty.
    if (!line.startsWith('data:') || this.isOver) return;
    const data = line.slice('data:'.length).trim();
    if (data === '[DONE]') this.hasEnded = true;
    else if (data !== '') this.readObject(parsedJson(data), 'delta');
  }

  private readWhole(text: string): void {
    this.readObject(parsedJson(text), 'message');
    this.hasEnded = true;
  }

  private readObject(object: Json | undefined, part: 'delta' | 'message'): void {
    const error = jsonMember(object, 'error');
    if (error !== undefined && error !== null) {
      const message = jsonMember(error, 'message') ?? error;
      this.problem = { reason: 'error', detail: displayText(message) };
      return;
    }
    const choices = jsonMember(object, 'choices');
    if (!Array.isArray(choices)) {
      this.problem = { reason: 'format' };
      return;
    }
    const [choice] = choices as readonly Json[];
    const given = jsonMember(choice, part);
    const content = jsonMember(given, 'content');
    if (typeof content === 'string') {
      this.text += content;
      this.added += content;
    }
    const calls = jsonMember(given, 'tool_calls');
    const [first] = Array.isArray(calls) ? (calls as readonly Json[]) : [];
    const called = jsonMember(first, 'function') ?? jsonMember(given, 'function_call');
    // Further calls are ignored.
    const position = jsonMember(first, 'index') ?? 0;
    const written = jsonMember(called, 'arguments');
    if (position === 0 && typeof written === 'string') this.call += written;
    const reason = jsonMember(choice, 'finish_reason');
    if (typeof reason === 'string') this.finishReason = reason;
  }
}
