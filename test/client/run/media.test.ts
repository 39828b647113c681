import { expect, it, vi } from 'vitest';
import type { Uri, Webview } from 'vscode';
import { runPage } from '../../../client/run/page';
import { webviewHtml } from '../../../client/webview-page';

vi.mock('vscode', () => ({
  Uri: { joinPath: (...parts: readonly unknown[]) => parts.join('/') },
  l10n: { t: (text: string) => text },
}));

/** The content security policy of the page of a conversation. */
function policyOf(loadsMedia: boolean): string {
  const webview = { cspSource: 'vscode-resource:', asWebviewUri: (uri: Uri) => uri };
  const html = webviewHtml(webview as Webview, 'extension' as unknown as Uri, runPage(loadsMedia));
  return /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
}

it('the page of a conversation loads pictures and sounds only if the author allows it', () => {
  expect(policyOf(false)).toMatch(
    /^default-src 'none'; script-src 'nonce-[^']+'; style-src vscode-resource:$/,
  );
  expect(policyOf(true)).toContain('; img-src https: http:; media-src https: http:');
});
