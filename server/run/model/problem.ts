import { type Message, msg } from '../../text/message';
import type { Json } from '../conversation/events';

/** What can solve a problem: a setting such as the address, the name of a model, or a key. */
export type ModelFix = 'settings' | 'model' | 'key';

/** Why a model gave no result. */
export interface ModelProblem {
  /** A sentence. */
  readonly message: Message;
  /** What the endpoint reports itself, without a full stop; may be empty. */
  readonly said: string;
  readonly fix: ModelFix | undefined;
}

export type ModelResult = { readonly value: Json } | { readonly problem: ModelProblem };

/** A response without an answer. */
interface Refusal {
  readonly host: string;
  readonly status: number;
  /** The endpoint's message. */
  readonly said: string;
}

function problem(message: Message, fix?: ModelFix, said = ''): ModelProblem {
  return { message, said, fix };
}

/** All problems of talking to a model. The client translates their messages. */
export const MODEL_PROBLEMS = {
  noAddress: problem(msg('No language model is set up. Set its address first.'), 'settings'),
  scheme: problem(msg('The address of the model must begin with `http://` or `https://`.'), 'settings'),
  password: problem(
    msg('The address of the model must not contain a password. Store an API key instead.'),
    'settings',
  ),
  cancelled: problem(msg('The request was cancelled.')),
  failed: problem(msg('The request failed.')),
  /** Neither the task nor the settings name a model. */
  noModel: problem(msg('The task names no model.'), 'model'),
  timeLimit: (seconds: number) => problem(msg`The model did not answer within ${seconds} s.`, 'settings'),
  /** @param code of a system error, may be empty; undefined in browsers, which do not provide one */
  unreachable: (host: string, code: string | undefined) =>
    problem(
      code === undefined
        ? msg`\`${host}\` cannot be reached. A browser can only use an endpoint that is available and allows requests from web pages (CORS).`
        : msg`\`${host}\` cannot be reached: ${unreachableReason(code)}.`,
      'settings',
    ),
  unusable: (host: string, reason: Message) =>
    problem(msg`The answer of \`${host}\` cannot be used: ${reason}.`),
  noKey: (host: string) => problem(msg`\`${host}\` requires an API key.`, 'key'),
  wrongKey: ({ host, status, said }: Refusal) =>
    problem(msg`\`${host}\` does not accept the API key (${status}).`, 'key', said),
  redirect: ({ host, status }: Refusal) =>
    problem(msg`\`${host}\` sends requests on to another address (${status}); name that one.`, 'settings'),
  unknownModel: ({ host, status, said }: Refusal, model: string) =>
    problem(
      msg`\`${host}\` does not know the model \`${model}\`, or the address is wrong (${status}).`,
      'settings',
      said,
    ),
  /** @param seconds how long to wait, if known */
  limit: ({ host, status, said }: Refusal, seconds: number | undefined) =>
    problem(
      seconds === undefined
        ? msg`\`${host}\` allows no more requests now, or no credits are left (${status}).`
        : msg`\`${host}\` allows no more requests now, or no credits are left (${status}); try again in ${seconds} s.`,
      undefined,
      said,
    ),
  serverError: ({ host, status, said }: Refusal) =>
    problem(msg`\`${host}\` has an error (${status}).`, undefined, said),
  refused: ({ host, status, said }: Refusal) =>
    problem(msg`\`${host}\` does not accept the request (${status}).`, undefined, said),
} as const;

/** Why an answer cannot be used, as a part of `MODEL_PROBLEMS.unusable`. */
export const ANSWER_PROBLEMS = {
  tooLong: (limit: number) => msg`it is longer than ${limit} characters`,
  endedEarly: msg('it ended too early'),
  filtered: msg('it was filtered'),
  cut: msg('it was cut; a larger `max_tokens` may help'),
  format: msg('it is not in the format of OpenAI-compatible endpoints'),
  noParameters: (functionName: string) => msg`it has no parameters of \`${functionName}\``,
  error: (reported: string) => msg`it reports an error: ${reported}`,
} as const;

const CLOSED = msg('the connection was closed');
const TIMED_OUT = msg('the connection timed out');
const UNTRUSTED = msg('its certificate is not trusted');

/** By the codes of system errors. */
const UNREACHABLE: Readonly<Record<string, Message>> = {
  ECONNREFUSED: msg('nothing answers at this address'),
  ECONNRESET: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  ENOTFOUND: msg('the host is unknown'),
  EAI_AGAIN: msg('its name cannot be resolved'),
  ETIMEDOUT: TIMED_OUT,
  UND_ERR_CONNECT_TIMEOUT: TIMED_OUT,
  EHOSTUNREACH: msg('there is no route to it'),
  ENETUNREACH: msg('there is no network'),
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: msg('its certificate has expired'),
};

function unreachableReason(code: string): Message {
  const known = Object.hasOwn(UNREACHABLE, code) ? UNREACHABLE[code] : undefined;
  return known ?? (code === '' ? msg('the request failed') : msg`the request failed (${code})`);
}
