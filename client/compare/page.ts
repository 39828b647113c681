import { l10n, type Uri, type Webview } from 'vscode';
import { layoutPermissions } from '../graph/page';
import { resourceUri, type WebviewPage } from '../webview-page';
import type { ComparePageStart, SavedPage } from './messages';

/** The page of a comparison. */
export function comparePage(webview: Webview, extension: Uri, saved: SavedPage): WebviewPage {
  const start: ComparePageStart = { ...saved, layouter: resourceUri(webview, extension, 'layout.js') };
  return {
    name: 'compare',
    title: l10n.t('Comparison of versions'),
    libraries: ['markdown.js'],
    start,
    allowed: layoutPermissions(webview),
  };
}
