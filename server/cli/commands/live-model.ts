import { endpointOf, isKey, LiveModel } from '../../run/model/live-model';
import type { ModelFix, ModelProblem } from '../../run/model/problem';
import { DEFAULT_MODEL_TIMEOUT_SECONDS } from '../../run/model/request';
import { formatMessage } from '../../text/message';
import { UsageError } from '../command';

/** Names of environment variables. */
export const MODEL_ENVIRONMENT = {
  key: 'ATOMIC_STATE_API_KEY',
  url: 'ATOMIC_STATE_MODEL_URL',
  model: 'ATOMIC_STATE_MODEL',
} as const;

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
  if (!(url instanceof URL)) throw new UsageError(`\`${source}\` cannot be used: ${modelProblemText(url)}.`);
  const key = environment[keyName]?.trim();
  if (key && !isKey(key)) throw new UsageError(`\`${keyName}\` contains characters that a key cannot have.`);
  return new LiveModel({
    url,
    key: key || undefined,
    model: (options.model ?? environment[modelName]?.trim()) || undefined,
    timeoutSeconds: options.timeoutSeconds ?? DEFAULT_MODEL_TIMEOUT_SECONDS,
  });
}

/** What solves a problem on the command line. */
const HINTS: Readonly<Record<ModelFix, string>> = {
  key: `; set \`${MODEL_ENVIRONMENT.key}\``,
  model: `; set \`--model\` or \`${MODEL_ENVIRONMENT.model}\``,
  settings: '',
};

/** The problem, as the end of a sentence. */
export function modelProblemText({ message, said, fix }: ModelProblem): string {
  const sentence = formatMessage(message)
    .replace(/^The\b/, 'the')
    .replace(/\.$/, '');
  return `${sentence}${fix ? HINTS[fix] : ''}${said === '' ? '' : `: ${said}`}`;
}
