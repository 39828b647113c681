import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { afterAll, expect, it, vi } from 'vitest';
import type { Uri, Webview } from 'vscode';
import { webviewHtml } from '../../client/webview-page';

const TRANSLATIONS = { Send: '"发送" & <b>', '{0} states': '{0} 个状态' };
let bundle: Readonly<Record<string, string>> | undefined;

vi.mock('vscode', () => ({
  Uri: { joinPath: (...parts: readonly unknown[]) => parts.join('/') },
  l10n: {
    get bundle() {
      return bundle;
    },
  },
}));

/** The attributes of the body of a page, as a browser reads them. */
function bodyData(start?: unknown): Readonly<Record<string, string>> {
  const webview = { cspSource: 'vscode-resource:', asWebviewUri: (uri: Uri) => uri } as Webview;
  const html = webviewHtml(webview, 'extension' as unknown as Uri, { name: 'run', title: 'Run', start });
  const attributes = /<body ([^>]*)>/.exec(html)?.[1] ?? '';
  const characters: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>' };
  return Object.fromEntries(
    [...attributes.matchAll(/data-(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/&(\w+);/g, (whole, character) => characters[character] ?? whole),
    ]),
  );
}

/** Starts a page, and returns its initial data and what `text` returns while it is created. */
async function inPage(dataset: Readonly<Record<string, string>>, text: () => string): Promise<unknown[]> {
  vi.stubGlobal('document', { body: { dataset }, addEventListener() {} });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage() {} }));
  // Its types need those of a browser.
  const { startPage } = await import(
    /* @vite-ignore */ join(import.meta.dirname, '../../client/webview/start-page.ts')
  );
  const seen: unknown[] = [];
  startPage((_host: unknown, start: unknown) => {
    seen.push(start, text());
    return { receive() {} };
  });
  return seen;
}

afterAll(() => {
  vi.unstubAllGlobals();
  l10n.config({ contents: {} });
});

it('a page is in the language of VS Code', async () => {
  bundle = TRANSLATIONS;
  const text = () => `${l10n.t('Send')}, ${l10n.t('{0} states', 3)}, ${l10n.t('New {0}', 'text')}`;
  expect(await inPage(bodyData({ uri: 'a"b' }), text)).toEqual([
    { uri: 'a"b' },
    '"发送" & <b>, 3 个状态, New text',
  ]);
});

it('a page is in English without translations', async () => {
  bundle = undefined;
  l10n.config({ contents: {} });
  expect(await inPage(bodyData(), () => l10n.t('Send'))).toEqual([{}, 'Send']);
});
