import { l10n, type Uri, type Webview } from 'vscode';
import { resourceUri, type WebviewPage } from '../webview-page';
import type { PageStart } from './messages';

/** @param uri a file of the project that is drawn */
export function graphPage(webview: Webview, extension: Uri, uri: string): WebviewPage {
  const start: PageStart = { uri, layouter: resourceUri(webview, extension, 'layout.js'), isEditable: true };
  return {
    name: 'graph',
    title: l10n.t('State graph'),
    start,
    allowed: layoutPermissions(webview),
  };
}

/** What a page needs to draw a graph. */
export function layoutPermissions(webview: Webview): readonly string[] {
  return [
    // Layouts are computed in a worker, whose script must come from the page itself.
    `connect-src ${webview.cspSource}`,
    'worker-src blob:',
    // A PNG is rendered from the SVG.
    'img-src blob: data:',
  ];
}
