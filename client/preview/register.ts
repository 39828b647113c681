import { commands, Disposable, type ExtensionContext, l10n, ViewColumn } from 'vscode';
import { OpenPanels } from '../open-panels';
import type { Server } from '../server';
import type { SavedPage } from './messages';
import { PreviewPanel } from './panel';

/** There is one panel. */
const KEY = '';

/** Registers the preview command, and restores the panel of the previous session. */
export function registerPreview(context: ExtensionContext, { client }: Server): Disposable {
  const panels = new OpenPanels(
    'atomicState.preview',
    (webview, saved: SavedPage | undefined) => new PreviewPanel(webview, client, context.extensionUri, saved),
  );

  const open = () => {
    const panel = panels.get(KEY);
    const placement = { viewColumn: ViewColumn.Beside, preserveFocus: true };
    if (panel) panel.show();
    else panels.open(KEY, undefined, l10n.t('Preview'), placement);
  };

  return Disposable.from(
    commands.registerCommand('atomicState.openPreview', open),
    panels.restore((saved: SavedPage | undefined) => [KEY, saved]),
  );
}
