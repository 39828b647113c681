import {
  commands,
  Disposable,
  type ExtensionContext,
  l10n,
  ViewColumn,
  type WebviewPanel,
  window,
} from 'vscode';
import type { Server } from '../server';
import type { SavedPage } from './messages';
import { PreviewPanel } from './panel';

const viewType = 'atomicState.preview';

/** Registers the preview command, and restores the panel of the previous session. */
export function registerPreview(context: ExtensionContext, { client }: Server): Disposable {
  /** It remains when the extension ends, so that VS Code can restore it. */
  let panel: PreviewPanel | undefined;

  const keep = (webview: WebviewPanel, saved: SavedPage | undefined) => {
    const kept = new PreviewPanel(webview, client, context.extensionUri, saved);
    panel = kept;
    kept.onDidDispose(() => {
      if (panel === kept) {
        panel = undefined;
      }
    });
  };

  const open = () => {
    if (panel) {
      panel.show();
      return;
    }
    const webview = window.createWebviewPanel(viewType, l10n.t('Preview'), {
      viewColumn: ViewColumn.Beside,
      preserveFocus: true,
    });
    keep(webview, undefined);
  };

  return Disposable.from(
    commands.registerCommand('atomicState.openPreview', open),
    window.registerWebviewPanelSerializer(viewType, {
      async deserializeWebviewPanel(webview: WebviewPanel, saved: SavedPage | undefined) {
        if (panel) {
          webview.dispose();
        } else {
          keep(webview, saved);
        }
      },
    }),
  );
}
