import { createParser } from 'eventsource-parser';
import type { Message } from '../../text/message';
import { isRecord } from '../../text/own-value';
import type { Json } from '../conversation/events';
import { displayText, jsonMember, parsedJson } from '../sandbox/json';
import { ANSWER_PROBLEMS } from './problem';

/** Longer answers are cancelled, in UTF-16 code units. */
const MAX_ANSWER_LENGTH = 1_000_000;

/** Reads the answer of an OpenAI-compatible endpoint in chunks. */
export class ModelAnswer {
  /** Reads server-sent events. */
  private readonly events = createParser({ onEvent: ({ data }) => this.readEvent(data.trim()) });
  /** The chunks of an answer that is one object. */
  private readonly chunks: string[] = [];
  private text = '';
  /** What the last chunk added to the text. */
  private added = '';
  /** The arguments of the function that the model calls, as JSON. */
  private call = '';
  private hasEnded = false;
  private finishReason: string | undefined;
  private problem: Message | undefined;
  private length = 0;

  /**
   * @param isStream whether the answer is a stream of server-sent events; otherwise it is one JSON object
   * @param shown a reported error within a sentence
   */
  constructor(
    private readonly isStream: boolean,
    private readonly functionName: string | undefined,
    private readonly shown: (error: string) => string,
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
      this.problem = ANSWER_PROBLEMS.tooLong(MAX_ANSWER_LENGTH);
      return '';
    }
    this.added = '';
    if (this.isStream) this.events.feed(piece);
    else this.chunks.push(piece);
    return this.added;
  }

  /** The result after the last chunk. */
  finish(): { readonly value: Json } | { readonly reason: Message } {
    // Some endpoints do not end the last event.
    if (this.isStream) this.events.feed('\n\n');
    else if (!this.isOver) this.readWhole(this.chunks.join(''));
    if (this.problem !== undefined) return { reason: this.problem };
    if (!this.hasEnded && this.finishReason === undefined) return { reason: ANSWER_PROBLEMS.endedEarly };
    if (this.functionName !== undefined) return this.functionResult(this.functionName);
    if (this.text === '' && this.finishReason === 'content_filter')
      return { reason: ANSWER_PROBLEMS.filtered };
    return { value: this.text };
  }

  private functionResult(name: string): { readonly value: Json } | { readonly reason: Message } {
    // Some models put the parameters into their text.
    const written = this.call === '' ? this.text.replace(/^\s*```\w*\n|\n```\s*$/g, '') : this.call;
    const parsed = parsedJson(written);
    if (isRecord(parsed)) return { value: parsed };
    if (this.finishReason === 'length') return { reason: ANSWER_PROBLEMS.cut };
    return { reason: ANSWER_PROBLEMS.noParameters(name) };
  }

  private readEvent(data: string): void {
    if (this.isOver) return;
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
      this.problem = ANSWER_PROBLEMS.error(this.shown(displayText(message)));
      return;
    }
    const choices = jsonMember(object, 'choices');
    if (!Array.isArray(choices)) {
      this.problem = ANSWER_PROBLEMS.format;
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
