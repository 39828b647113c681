import { commands, l10n, type SecretStorage, window, workspace } from 'vscode';
import { endpointOf, isKey, LiveModel } from '../../server/run/model/live-model';
import { MODEL_PROBLEMS, type ModelProblem } from '../../server/run/model/problem';
import { DEFAULT_MODEL_TIMEOUT_SECONDS } from '../../server/run/model/request';
import { formatMessage, joinMessages } from '../../server/text/message';

/** The settings and the key of the model for tasks. Keys are only in VS Code's secret storage. */
export class ModelSetup {
  readonly #secrets: SecretStorage;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  /** The host that receives prompts. */
  get host(): string | undefined {
    const url = this.#endpoint();
    return url instanceof URL ? url.host : undefined;
  }

  /** The model with the current settings. */
  async model(): Promise<LiveModel | ModelProblem> {
    const url = this.#endpoint();
    if (!(url instanceof URL)) return url;
    const settings = workspace.getConfiguration('atomicState.run.model');
    return new LiveModel({
      url,
      key: await this.#secrets.get(nameOf(url)),
      model: settings.get('name', '').trim() || undefined,
      timeoutSeconds: settings.get('timeout', DEFAULT_MODEL_TIMEOUT_SECONDS),
    });
  }

  /** Stores the key for the configured address, or removes it. */
  async setKey(): Promise<void> {
    const url = this.#endpoint();
    if (!(url instanceof URL)) {
      const open = l10n.t('Open Settings');
      if ((await window.showWarningMessage(translatedProblem(url), open)) === open) await openModelSettings();
      return;
    }
    const key = await window.showInputBox({
      title: l10n.t('Set API Key'),
      prompt: l10n.t('API key for {0}. Leave it empty to remove the stored key.', url.host),
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) =>
        text.trim() === '' || isKey(text.trim()) ? undefined : l10n.t('An API key has no such characters.'),
    });
    if (key === undefined) return;
    if (key.trim() === '') {
      await this.#secrets.delete(nameOf(url));
      void window.showInformationMessage(l10n.t('The API key for {0} was removed.', url.host));
    } else {
      await this.#secrets.store(nameOf(url), key.trim());
      void window.showInformationMessage(l10n.t('The API key for {0} was stored.', url.host));
    }
  }

  #endpoint(): URL | ModelProblem {
    const written = workspace.getConfiguration('atomicState.run.model').get('url', '').trim();
    return written === '' ? MODEL_PROBLEMS.noAddress : endpointOf(written);
  }
}

/** The problem, in the language of VS Code. */
export function translatedProblem({ message, said }: ModelProblem): string {
  const text = said === '' ? message : joinMessages([message, `“${said}”`], ' ');
  return formatMessage(text, l10n.bundle);
}

export async function openModelSettings(): Promise<void> {
  await commands.executeCommand('workbench.action.openSettings', 'atomicState.run.model');
}

/** A key is only sent to the origin that it was entered for. */
function nameOf({ origin }: URL): string {
  return `atomicState.run.model.key ${origin}`;
}
