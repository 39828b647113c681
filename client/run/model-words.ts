import { l10n } from 'vscode';
import type { ModelProblem } from '../../server/run/model-problem';
import type { ModelSetupProblem } from './model-tasks';

/** The problems that another setting or key can solve. */
export type ModelFix = 'settings' | 'key';

interface ModelProblemWords {
  readonly text: string;
  readonly fix?: ModelFix;
}

/** Why a model gave no result, for the author. */
export function modelProblemWords(problem: ModelProblem | ModelSetupProblem): ModelProblemWords {
  switch (problem) {
    case 'no-address':
      return { text: l10n.t('No language model is set up. Set its address first.'), fix: 'settings' };
    case 'scheme':
      return {
        text: l10n.t('The address of the model must begin with http:// or https://.'),
        fix: 'settings',
      };
    case 'password':
      return {
        text: l10n.t('The address of the model must not contain a password. Store an API key instead.'),
        fix: 'settings',
      };
  }
  switch (problem.kind) {
    case 'cancelled':
      return { text: l10n.t('The request was cancelled.') };
    case 'no-model':
      return { text: l10n.t('The task names no model. Name one in the settings.'), fix: 'settings' };
    case 'time-limit':
      return {
        text: l10n.t('The model did not answer within {0} seconds.', problem.seconds),
        fix: 'settings',
      };
    case 'unreachable':
      return { text: unreachable(problem.host, problem.code), fix: 'settings' };
    case 'unusable':
      return { text: unusable(problem) };
    case 'no-key':
      return { text: l10n.t('{0} requires an API key.', problem.host), fix: 'key' };
    default:
      return refused(problem);
  }
}

function unreachable(host: string, code: string | undefined): string {
  if (code === undefined)
    return l10n.t(
      '{0} cannot be reached. A browser can only use an endpoint that is available and allows requests from web pages (CORS).',
      host,
    );
  return code === ''
    ? l10n.t('{0} cannot be reached.', host)
    : l10n.t('{0} cannot be reached ({1}).', host, code);
}

function unusable(problem: ModelProblem & { readonly kind: 'unusable' }): string {
  switch (problem.reason) {
    case 'too-long':
      return l10n.t('The answer is longer than {0} characters.', problem.detail);
    case 'ended-early':
      return l10n.t('The answer ended too early.');
    case 'filtered':
      return l10n.t('The answer was filtered.');
    case 'cut':
      return l10n.t('The answer was cut. Increase max_tokens of the task.');
    case 'format':
      return l10n.t('The answer of {0} is not in the format of OpenAI-compatible endpoints.', problem.host);
    case 'no-parameters':
      return l10n.t('The answer has no parameters of the function {0}.', problem.detail);
    case 'error':
      return l10n.t('{0} reports an error: {1}', problem.host, problem.detail);
  }
}

type Refused = Extract<ModelProblem, { readonly status: number }>;

function refused(problem: Refused): ModelProblemWords {
  const { host, status, said } = problem;
  const more = (text: string) => (said === '' ? text : `${text} ${host}: ${said}`);
  switch (problem.kind) {
    case 'redirect':
      return {
        text: l10n.t('{0} redirects to another address. Set that address instead.', host),
        fix: 'settings',
      };
    case 'wrong-key':
      return { text: more(l10n.t('{0} does not accept the API key ({1}).', host, status)), fix: 'key' };
    case 'unknown-model':
      return {
        text: more(
          l10n.t(
            '{0} does not know the model {1}, or the address is wrong ({2}).',
            host,
            problem.model,
            status,
          ),
        ),
        fix: 'settings',
      };
    case 'limit':
      return {
        text: more(
          problem.seconds === undefined
            ? l10n.t('{0} allows no more requests now, or no credits are left.', host)
            : l10n.t('{0} allows no more requests now. Try again in {1} seconds.', host, problem.seconds),
        ),
      };
    case 'server-error':
      return { text: more(l10n.t('{0} has an internal error ({1}).', host, status)) };
    case 'refused':
      return { text: more(l10n.t('{0} does not accept the request ({1}).', host, status)) };
  }
}
