import * as l10n from '@vscode/l10n';
import type { FromAnyPage } from '../page-messages';

/**
 * Starts a page: loads the translations, passes messages of the panel to the page, and reports errors to the panel.
 *
 * @param make creates the page from the initial data in its document
 */
export function startPage<Host extends { postMessage(message: FromAnyPage): void }, Start, ToPage>(
  make: (host: Host, start: Start) => { receive(message: ToPage): void },
): void {
  const host = acquireVsCodeApi<Host>();
  const { start, translations } = document.body.dataset;
  // There are none in English.
  if (translations) l10n.config({ contents: translations });
  const app = make(host, JSON.parse(start || '{}'));
  addEventListener('message', ({ data }: MessageEvent<ToPage>) => app.receive(data));
  addEventListener('error', ({ message }) => host.postMessage({ type: 'failed', what: message }));
  addEventListener('unhandledrejection', ({ reason }) =>
    host.postMessage({ type: 'failed', what: String(reason) }),
  );
  host.postMessage({ type: 'ready' });
}
