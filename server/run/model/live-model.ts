import type { Json } from '../conversation/events';
import type { TaskCall } from '../conversation/tasks';
import { displayText, jsonMember, parsedJson } from '../sandbox/json';
import { ModelAnswer } from './answer';
import { MODEL_PROBLEMS, type ModelProblem, type ModelResult } from './problem';
import { Redactor } from './redact';
import { type ModelMessage, type ModelRequest, modelRequestOf } from './request';

/** Limit of a server's error message, in UTF-16 code units. */
const MAX_ERROR_LENGTH = 300;
const MAX_ERROR_BODY_LENGTH = 100_000;

export interface ModelSettings {
  /** The URL from `endpointOf`. */
  readonly url: URL;
  readonly key: string | undefined;
  /** Overrides the models that tasks name. */
  readonly model: string | undefined;
  readonly timeoutSeconds: number;
}

/** The URL for chat completions from that of an OpenAI-compatible interface, such as `https://api.openai.com/v1`. */
export function endpointOf(written: string): URL | ModelProblem {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return MODEL_PROBLEMS.scheme;
  if (url.username !== '' || url.password !== '') return MODEL_PROBLEMS.password;
  url.hash = '';
  if (!/\/chat\/completions\/?$/.test(url.pathname))
    url.pathname = `${url.pathname.replace(/\/$/, '')}/chat/completions`;
  return url;
}

/** Whether a text can be a key, which is sent in a header. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** A language model at an OpenAI-compatible endpoint. The key never appears in messages, results or files. */
export class LiveModel {
  constructor(private readonly settings: ModelSettings) {}

  /**
   * The result of a task.
   *
   * @param history earlier messages, for a task with a memory
   * @param onText called with each part of a text as it arrives
   */
  async answer(
    call: TaskCall,
    history: readonly ModelMessage[],
    signal: AbortSignal,
    onText: (text: string) => void,
  ): Promise<ModelResult> {
    const { url, key, timeoutSeconds } = this.settings;
    const redactor = new Redactor(key);
    const line = (text: string) => shownLine(redactor.text(text));
    const request = modelRequestOf(call, history);
    const model = this.settings.model ?? request.model;
    if (model === undefined) return { problem: MODEL_PROBLEMS.noModel };
    const limit = AbortSignal.timeout(timeoutSeconds * 1000);
    try {
      const show = (text: string) => text !== '' && onText(text);
      const any = AbortSignal.any([signal, limit]);
      const result = await this.request(model, request, any, line, (text) => show(redactor.piece(text)));
      show(redactor.lastPiece());
      return 'value' in result ? { value: redactor.json(result.value) } : result;
    } catch (error) {
      if (signal.aborted) return { problem: MODEL_PROBLEMS.cancelled };
      if (limit.aborted) return { problem: MODEL_PROBLEMS.timeLimit(timeoutSeconds) };
      return { problem: MODEL_PROBLEMS.unreachable(url.host, codeOf(error)) };
    }
  }

  private async request(
    model: string,
    { messages, options, functionName }: ModelRequest,
    signal: AbortSignal,
    line: (text: string) => string,
    onText: (text: string) => void,
  ): Promise<ModelResult> {
    const { url, key } = this.settings;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream, application/json',
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, messages: [...messages], stream: true, ...options }),
      // The key must only be sent to this address.
      redirect: 'manual',
      signal,
    });
    if (!response.ok) return { problem: await this.refusal(response, model, line) };
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const answer = new ModelAnswer(isStream, functionName, line);
    for await (const piece of textsOf(response)) {
      onText(answer.push(piece));
      if (answer.isOver) break;
    }
    const result = answer.finish();
    return 'value' in result ? result : { problem: MODEL_PROBLEMS.unusable(url.host, result.reason) };
  }

  private async refusal(
    response: Response,
    model: string,
    line: (text: string) => string,
  ): Promise<ModelProblem> {
    const { status } = response;
    const { host } = this.settings.url;
    const refusal = { host, status, said: line(await errorTextOf(response)) };
    // Browsers hide the status of a redirect.
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400))
      return MODEL_PROBLEMS.redirect(refusal);
    if (status === 401 || status === 403)
      return this.settings.key === undefined ? MODEL_PROBLEMS.noKey(host) : MODEL_PROBLEMS.wrongKey(refusal);
    if (status === 404 || /model_not_found|model.{0,60}(?:not found|does not exist)/i.test(refusal.said))
      return MODEL_PROBLEMS.unknownModel(refusal, model);
    if (status === 429) {
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      return MODEL_PROBLEMS.limit(refusal, Number.isFinite(seconds) ? seconds : undefined);
    }
    return status >= 500 ? MODEL_PROBLEMS.serverError(refusal) : MODEL_PROBLEMS.refused(refusal);
  }
}

/** What a task with a memory and its answer add to the next request of the same task. */
export function exchangeOf(call: TaskCall, answer: Json): readonly ModelMessage[] {
  const { messages, keepsMemory } = modelRequestOf(call, []);
  return keepsMemory ? [...messages.slice(-1), { role: 'assistant', content: displayText(answer) }] : [];
}

async function* textsOf({ body }: Response): AsyncGenerator<string> {
  if (body === null) return;
  const decoder = new TextDecoder();
  // Not every browser can iterate over the body itself.
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    // Cancel, so that the rest is not sent.
    reader.cancel().catch(() => undefined);
  }
}

/** The error message of a server. */
async function errorTextOf(response: Response): Promise<string> {
  let text = '';
  for await (const piece of textsOf(response)) {
    text += piece;
    if (text.length > MAX_ERROR_BODY_LENGTH) break;
  }
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (isHtml) return '';
  const body = parsedJson(text);
  if (body === undefined) return text;
  const error = jsonMember(body, 'error') ?? body;
  const message = displayText(jsonMember(error, 'message') ?? error);
  return jsonMember(error, 'code') === 'model_not_found' ? `model_not_found: ${message}` : message;
}

/** A text of a server within a sentence, without control characters. */
function shownLine(text: string): string {
  const line = text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return line.length > MAX_ERROR_LENGTH ? `${line.slice(0, MAX_ERROR_LENGTH)}…` : line.replace(/\.$/, '');
}

/**
 * The code of a failed request; empty if it has none, undefined in browsers. The error message is not used, as it may
 * contain what was sent.
 */
function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause === undefined && error instanceof TypeError) return undefined;
  const causes = [error, cause].flatMap((one) => [one, ...(one instanceof AggregateError ? one.errors : [])]);
  return causes.flatMap((one: unknown) => errorCodeOf(one) ?? [])[0] ?? '';
}

function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
