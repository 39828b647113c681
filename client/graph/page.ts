import { Uri, type Webview } from 'vscode';
import type { PageStart } from './messages';
import { graphTexts } from './texts';

/** Where the bundles of the page lie in the extension. */
export function pageFolder(extension: Uri): Uri {
  return Uri.joinPath(extension, 'dist');
}

/**
 * The document of the page: an empty one that names its script and style sheet. Nothing else may load or run in it.
 *
 * @param uri a file of the project that is drawn
 */
export function pageHtml(webview: Webview, extension: Uri, uri: string): string {
  const source = (file: string) => webview.asWebviewUri(Uri.joinPath(pageFolder(extension), file)).toString();
  const nonce = newNonce();
  const start: PageStart = { uri, layouter: source('graph-layout.js'), texts: graphTexts() };
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    // The layout is worked out beside the page; a worker must come from the page itself.
    `connect-src ${webview.cspSource}`,
    'worker-src blob:',
    // A PNG is made from the drawing as SVG.
    'img-src blob: data:',
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(start.texts.title)}</title>
<link rel="stylesheet" href="${source('graph.css')}">
</head>
<body data-start="${escaped(JSON.stringify(start))}">
<script nonce="${nonce}" src="${source('graph.js')}"></script>
</body>
</html>`;
}

function newNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
