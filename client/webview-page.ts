import { l10n, Uri, type Webview } from 'vscode';

/** A page in a panel. Its script and style sheet are `dist/<name>.js` and `dist/<name>.css`. */
export interface WebviewPage {
  readonly name: string;
  readonly title: string;
  /** Files of `dist/` that are loaded before its script. */
  readonly libraries?: readonly string[];
  /** Initial data of the page. */
  readonly start?: unknown;
  /** Further permissions of the page, as directives of a content security policy. */
  readonly allowed?: readonly string[];
}

/** The address by which a page loads a file of `dist/`. */
export function resourceUri(webview: Webview, extension: Uri, file: string): string {
  return webview.asWebviewUri(Uri.joinPath(extension, 'dist', file)).toString();
}

/**
 * The document of a page: empty, with its script and style sheet. Nothing else may load or run in it, so its initial
 * data and the translations for its calls of `l10n.t` are attributes of its body.
 */
export function webviewHtml(webview: Webview, extension: Uri, page: WebviewPage): string {
  const nonce = newNonce();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    ...(page.allowed ?? []),
  ].join('; ');
  const script = (file: string) =>
    `<script nonce="${nonce}" src="${resourceUri(webview, extension, file)}"></script>`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)}</title>
<link rel="stylesheet" href="${resourceUri(webview, extension, `${page.name}.css`)}">
</head>
<body data-start="${escapedJson(page.start)}" data-translations="${escapedJson(l10n.bundle)}">
${[...(page.libraries ?? []), `${page.name}.js`].map(script).join('\n')}
</body>
</html>`;
}

function newNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** Data for an attribute; empty if it is undefined. */
function escapedJson(data: unknown): string {
  return escaped(JSON.stringify(data) ?? '');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
