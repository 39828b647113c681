import { l10n, window } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { displayUri } from '../commands/display-uri';
import { existingFiles } from '../commands/write-files';
import { freeScenarioUri, namedScenarioUri, writeScenario } from '../new-scenario';
import { runScenarioRequest } from '../protocol';

/** Writes a scenario that repeats a conversation to a file that the user selects; never replaces a file. */
export async function saveScenario(client: BaseLanguageClient, run: string, main: string): Promise<void> {
  const title = l10n.t('Save as Scenario');
  const mainUri = client.protocol2CodeConverter.asUri(main);
  for (;;) {
    const defaultUri = await freeScenarioUri(mainUri, 'conversation');
    const chosen = await window.showSaveDialog({
      title,
      ...(defaultUri && { defaultUri }),
      filters: { [l10n.t('Scenarios')]: ['yaml'] },
    });
    if (chosen === undefined) return;
    const target = namedScenarioUri(chosen);
    if ((await existingFiles([target])).length > 0) {
      const choose = l10n.t('Choose Another Name');
      const message = l10n.t('{0} exists already and is not overwritten.', displayUri(target));
      if ((await window.showWarningMessage(message, { modal: true }, choose)) !== choose) return;
      continue;
    }
    const file = client.code2ProtocolConverter.asUri(target);
    const text = await client.sendRequest(runScenarioRequest, { run, file });
    if (text === null) void window.showErrorMessage(l10n.t('The scenario could not be written.'));
    else await writeScenario(target, text);
    return;
  }
}
