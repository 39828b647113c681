import type { Json } from '../run/events';
import { ModelAnswer } from '../run/model-answer';
import {
  DEFAULT_MODEL_TIMEOUT_SECONDS,
  isModelTask,
  type ModelMessage,
  type ModelRequest,
  modelRequestOf,
} from '../run/model-request';
import { displayText, jsonMember, type TaskAnswer, type TaskCall } from '../run/tasks';
import { UsageError } from './command';
import { errorCode } from './failure';
import { Redactor } from './redact';

/** Names of variables of the environment. */
export const MODEL_ENVIRONMENT = {
  key: 'ATOMIC_STATE_API_KEY',
  url: 'ATOMIC_STATE_MODEL_URL',
  model: 'ATOMIC_STATE_MODEL',
} as const;

/** What a server says about an error is cut after this, in UTF-16 code units. */
const MAX_ERROR_LENGTH = 300;
const MAX_ERROR_BODY_LENGTH = 100_000;

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at this address',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name cannot be resolved',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no network',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};

export interface ModelSettings {
  /** The address of an OpenAI-compatible interface, such as `https://api.openai.com/v1`. */
  readonly url: string | undefined;
  /** Is taken in place of the models that tasks name. */
  readonly model: string | undefined;
  readonly timeoutSeconds: number | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A language model of an OpenAI-compatible endpoint. The key is in no message, result or file. */
export class LiveModel {
  private readonly dialogues = new Map<string, ModelMessage[]>();

  private constructor(
    private readonly url: URL,
    private readonly key: string | undefined,
    private readonly model: string | undefined,
    private readonly timeoutSeconds: number,
  ) {}

  /** Throws `UsageError`. Addresses are not shown, as they may contain secrets. */
  static of(settings: ModelSettings, environment: Environment): LiveModel {
    const { key: keyName, url: urlName, model: modelName } = MODEL_ENVIRONMENT;
    const written = settings.url ?? environment[urlName]?.trim();
    const source = settings.url === undefined ? urlName : '--model-url';
    if (written === undefined || written === '')
      throw new UsageError(
        `\`--tasks live\` needs the address of a model: set \`--model-url\` or \`${urlName}\`, such as \`http://localhost:11434/v1\`.`,
      );
    const url = URL.canParse(written) ? new URL(written) : undefined;
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
      throw new UsageError(`\`${source}\` must be an address that begins with \`http://\` or \`https://\`.`);
    if (url.username !== '' || url.password !== '')
      throw new UsageError(`\`${source}\` must not contain a password. Set \`${keyName}\` instead.`);
    url.hash = '';
    if (!/\/chat\/completions\/?$/.test(url.pathname))
      url.pathname = `${url.pathname.replace(/\/$/, '')}/chat/completions`;
    const key = environment[keyName]?.trim();
    if (key && !/^[\x21-\x7e]+$/.test(key))
      throw new UsageError(`\`${keyName}\` contains characters that a key cannot have.`);
    const model = settings.model ?? environment[modelName]?.trim();
    const timeout = settings.timeoutSeconds ?? DEFAULT_MODEL_TIMEOUT_SECONDS;
    return new LiveModel(url, key || undefined, model || undefined, timeout);
  }

  /** Whether it gives the result of a task. */
  answers(call: TaskCall): boolean {
    return isModelTask(call);
  }

  /**
   * The result of a task.
   *
   * @param onText is called with each part of a text as it comes
   */
  async answer(call: TaskCall, signal: AbortSignal, onText: (text: string) => void): Promise<TaskAnswer> {
    const redactor = new Redactor(this.key);
    const line = (text: string) => shownLine(redactor.text(text));
    const dialogue = `${call.state.join('\n')}\n\n${call.index}`;
    const history = this.dialogues.get(dialogue) ?? [];
    const request = modelRequestOf(call, history);
    const model = this.model ?? request.model;
    if (model === undefined)
      return {
        error: `it names no model; set \`--model\` or \`${MODEL_ENVIRONMENT.model}\``,
      };
    const limit = AbortSignal.timeout(this.timeoutSeconds * 1000);
    let answer: TaskAnswer;
    try {
      const show = (text: string) => text !== '' && onText(text);
      answer = await this.request(model, request, AbortSignal.any([signal, limit]), line, (text) =>
        show(redactor.piece(text)),
      );
      show(redactor.lastPiece());
    } catch (error) {
      if (signal.aborted) answer = { error: 'the request was cancelled' };
      else if (limit.aborted) answer = { error: `the model did not answer within ${this.timeoutSeconds} s` };
      else answer = { error: `\`${this.url.host}\` cannot be reached: ${unreachable(error)}` };
    }
    if ('error' in answer) return answer;
    if (request.keepsMemory) {
      const asked = request.messages.slice(-1);
      const said = { role: 'assistant', content: displayText(answer.value) };
      this.dialogues.set(dialogue, [...history, ...asked, said]);
    }
    return { value: redactor.json(answer.value) };
  }

  private async request(
    model: string,
    { messages, options, functionName }: ModelRequest,
    signal: AbortSignal,
    line: (text: string) => string,
    onText: (text: string) => void,
  ): Promise<TaskAnswer> {
    const { host } = this.url;
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream, application/json',
        ...(this.key === undefined ? {} : { Authorization: `Bearer ${this.key}` }),
      },
      body: JSON.stringify({ model, messages: [...messages], stream: true, ...options }),
      // The key is for this address only.
      redirect: 'manual',
      signal,
    });
    if (!response.ok) return { error: await this.problemOf(response, model, line) };
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const answer = new ModelAnswer(isStream, functionName);
    for await (const piece of textsOf(response)) {
      onText(answer.push(piece));
      if (answer.isOver) break;
    }
    const result = answer.finish();
    return 'error' in result
      ? { error: `the answer of \`${host}\` cannot be used: ${line(result.error)}` }
      : result;
  }

  private async problemOf(
    response: Response,
    model: string,
    line: (text: string) => string,
  ): Promise<string> {
    const { status } = response;
    const { host } = this.url;
    const said = line(await errorTextOf(response));
    const more = said === '' ? '' : `: ${said}`;
    const { key } = MODEL_ENVIRONMENT;
    if (status >= 300 && status < 400)
      return `\`${host}\` sends requests on to another address (${status}); name that one`;
    if (status === 401 || status === 403)
      return this.key === undefined
        ? `\`${host}\` needs a key; set \`${key}\``
        : `\`${host}\` does not accept the key in \`${key}\` (${status})${more}`;
    if (status === 404 || /model_not_found|model.{0,60}(?:not found|does not exist)/i.test(said))
      return `\`${host}\` does not know the model \`${model}\`, or the address is wrong (${status})${more}`;
    if (status === 429) {
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      const wait = Number.isFinite(seconds) ? `; try again in ${seconds} s` : '';
      return `\`${host}\` allows no more requests now, or no credits are left (429)${wait}${more}`;
    }
    return status >= 500
      ? `\`${host}\` has an error (${status})${more}`
      : `\`${host}\` does not accept the request (${status})${more}`;
  }
}

async function* textsOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  for await (const bytes of response.body) yield decoder.decode(bytes as Uint8Array, { stream: true });
  yield decoder.decode();
}

/** What a server says about an error. */
async function errorTextOf(response: Response): Promise<string> {
  let text = '';
  for await (const piece of textsOf(response)) {
    text += piece;
    if (text.length > MAX_ERROR_BODY_LENGTH) break;
  }
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (isHtml) return '';
  try {
    const body = JSON.parse(text) as Json;
    const error = jsonMember(body, 'error') ?? body;
    const message = displayText(jsonMember(error, 'message') ?? error);
    return jsonMember(error, 'code') === 'model_not_found' ? `model_not_found: ${message}` : message;
  } catch {
    return text;
  }
}

/** A text of a server as a part of a sentence, without what terminals would obey. */
function shownLine(text: string): string {
  const line = text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return line.length > MAX_ERROR_LENGTH ? `${line.slice(0, MAX_ERROR_LENGTH)}…` : line.replace(/\.$/, '');
}

/** Why a request failed. The message of the error is not shown: it may contain what was sent. */
function unreachable(error: unknown): string {
  const causes = [error, error instanceof Error ? error.cause : undefined];
  const codes = causes.flatMap((one) => {
    const inner = one instanceof AggregateError ? one.errors : [];
    return [one, ...inner].flatMap((each) => errorCode(each) ?? []);
  });
  const known = codes.map((code) => UNREACHABLE[code]).find((reason) => reason !== undefined);
  return known ?? (codes[0] ? `the request failed (${codes[0]})` : 'the request failed');
}
