import { commands, Disposable, type ExtensionContext, l10n, ViewColumn, window, workspace } from 'vscode';
import { mainFileOf } from '../commands/automata';
import { CommandArguments } from '../commands/command-arguments';
import { OpenPanels } from '../open-panels';
import type { Server } from '../server';
import { askForRevision, type WantedRevision } from './ask-for-revision';
import { gitApi, repositoryOf } from './git';
import type { SavedPage } from './messages';
import { ComparePanel } from './panel';

/** Registers the command that compares an automata with a revision, and restores the panels of the previous session. */
export function registerCompare(context: ExtensionContext, { client }: Server): Disposable {
  /** By the address of the main file. */
  const panels = new OpenPanels(
    'atomicState.compare',
    (webview, saved: SavedPage) =>
      new ComparePanel(webview, client, context.extensionUri, saved, (main) => ask(main, undefined)),
  );

  const open = (uri: string, wanted: WantedRevision) => {
    const saved = { uri, ...wanted };
    const panel = panels.get(uri);
    if (panel) panel.show(saved);
    else panels.open(uri, saved, '', { viewColumn: ViewColumn.Active });
  };

  /** Compares an automata with a revision, or with the one that the user selects. */
  const ask = async (uri: string, revision: string | undefined) => {
    const file = client.protocol2CodeConverter.asUri(uri);
    if (!workspace.isTrusted) {
      // The panel offers to trust the workspace.
      open(uri, { revision: revision ?? 'HEAD', label: revision ?? 'HEAD' });
      return;
    }
    const api = await gitApi();
    if (api === undefined) {
      void window.showWarningMessage(
        l10n.t('Versions cannot be compared because the Git extension of VS Code is turned off or missing.'),
      );
      return;
    }
    const repository = await repositoryOf(api, file);
    if (repository === undefined) {
      const name = workspace.asRelativePath(file);
      void window.showWarningMessage(
        l10n.t('Versions cannot be compared because {0} is not in a Git repository.', name),
      );
      return;
    }
    const wanted =
      revision === undefined
        ? await askForRevision(repository, l10n.t('Compare with Branch or Commit'))
        : { revision, label: revision };
    if (wanted) open(uri, wanted);
  };

  const compare = async (given: unknown) => {
    const args = new CommandArguments(given);
    const title = l10n.t('Compare with Branch or Commit');
    const uri = await mainFileOf(client, args.text('automata') ?? given, title);
    if (uri !== undefined) await ask(uri, args.text('revision'));
  };

  return Disposable.from(
    commands.registerCommand('atomicState.compare', compare),
    panels.restore((stored: { saved?: SavedPage } | undefined) =>
      stored?.saved ? [stored.saved.uri, stored.saved] : undefined,
    ),
  );
}
