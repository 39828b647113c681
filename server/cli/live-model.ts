import { endpointOf, isKey, LiveModel } from '../run/live-model';
import type { ModelProblem } from '../run/model-problem';
import { DEFAULT_MODEL_TIMEOUT_SECONDS } from '../run/model-request';
import { UsageError } from './command';

/** Names of environment variables. */
export const MODEL_ENVIRONMENT = {
  key: 'ATOMIC_STATE_API_KEY',
  url: 'ATOMIC_STATE_MODEL_URL',
  model: 'ATOMIC_STATE_MODEL',
} as const;

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at this address',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  ENOTFOUND: 'the host is unknown',
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

export interface ModelOptions {
  /** The URL of an OpenAI-compatible interface, such as `https://api.openai.com/v1`. */
  readonly url: string | undefined;
  readonly model: string | undefined;
  readonly timeoutSeconds: number | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The model that options and the environment name. Throws `UsageError`. URLs may contain secrets and are never shown.
 */
export function liveModelOf(options: ModelOptions, environment: Environment): LiveModel {
  const { key: keyName, url: urlName, model: modelName } = MODEL_ENVIRONMENT;
  const written = options.url ?? environment[urlName]?.trim();
  const source = options.url === undefined ? urlName : '--model-url';
  if (written === undefined || written === '')
    throw new UsageError(
      `\`--tasks live\` needs the address of a model: set \`--model-url\` or \`${urlName}\`, such as \`http://localhost:11434/v1\`.`,
    );
  const url = endpointOf(written);
  if (url === 'scheme')
    throw new UsageError(`\`${source}\` must be an address that begins with \`http://\` or \`https://\`.`);
  if (url === 'password')
    throw new UsageError(`\`${source}\` must not contain a password. Set \`${keyName}\` instead.`);
  const key = environment[keyName]?.trim();
  if (key && !isKey(key)) throw new UsageError(`\`${keyName}\` contains characters that a key cannot have.`);
  return new LiveModel({
    url,
    key: key || undefined,
    model: (options.model ?? environment[modelName]?.trim()) || undefined,
    timeoutSeconds: options.timeoutSeconds ?? DEFAULT_MODEL_TIMEOUT_SECONDS,
  });
}

/** The problem, as the end of a sentence. */
export function modelProblemText(problem: ModelProblem): string {
  const { key, model } = MODEL_ENVIRONMENT;
  if (problem.kind === 'cancelled') return 'the request was cancelled';
  if (problem.kind === 'no-model') return `it names no model; set \`--model\` or \`${model}\``;
  if (problem.kind === 'time-limit') return `the model did not answer within ${problem.seconds} s`;
  const host = `\`${problem.host}\``;
  if (problem.kind === 'unreachable') return `${host} cannot be reached: ${unreachable(problem.code)}`;
  if (problem.kind === 'unusable') return `the answer of ${host} cannot be used: ${answerProblem(problem)}`;
  if (problem.kind === 'no-key') return `${host} needs a key; set \`${key}\``;
  const { status, said } = problem;
  const more = said === '' ? '' : `: ${said}`;
  switch (problem.kind) {
    case 'redirect':
      return `${host} sends requests on to another address (${status}); name that one`;
    case 'wrong-key':
      return `${host} does not accept the key in \`${key}\` (${status})${more}`;
    case 'unknown-model':
      return `${host} does not know the model \`${problem.model}\`, or the address is wrong (${status})${more}`;
    case 'limit': {
      const wait = problem.seconds === undefined ? '' : `; try again in ${problem.seconds} s`;
      return `${host} allows no more requests now, or no credits are left (429)${wait}${more}`;
    }
    case 'server-error':
      return `${host} has an error (${status})${more}`;
    case 'refused':
      return `${host} does not accept the request (${status})${more}`;
  }
}

function answerProblem(problem: ModelProblem & { readonly kind: 'unusable' }): string {
  switch (problem.reason) {
    case 'too-long':
      return `it is longer than ${problem.detail} characters`;
    case 'ended-early':
      return 'it ended too early';
    case 'filtered':
      return 'it was filtered';
    case 'cut':
      return 'it was cut; a larger `max_tokens` may help';
    case 'format':
      return 'it is not in the format of OpenAI-compatible endpoints';
    case 'no-parameters':
      return `it has no parameters of \`${problem.detail}\``;
    case 'error':
      return `it reports an error: ${problem.detail}`;
  }
}

function unreachable(code: string | undefined): string {
  return UNREACHABLE[code ?? ''] ?? (code ? `the request failed (${code})` : 'the request failed');
}
