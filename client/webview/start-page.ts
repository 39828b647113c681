import * as l10n from '@vscode/l10n';
import type { FromAnyPage } from '../page-messages';
import { textCommand } from './text-keys';

/**
 * Starts a page: loads the translations, handles keys of text fields, passes messages of the panel to the page, and
 * reports errors to the panel.
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
  document.addEventListener('keydown', handleTextKeys);
  const app = make(host, JSON.parse(start || '{}'));
  addEventListener('message', ({ data }: MessageEvent<ToPage>) => app.receive(data));
  addEventListener('error', ({ message }) => host.postMessage({ type: 'failed', what: message }));
  addEventListener('unhandledrejection', ({ reason }) =>
    host.postMessage({ type: 'failed', what: String(reason) }),
  );
  host.postMessage({ type: 'ready' });
}

/** Does at once what a key does in a text field. VS Code gets the keys whose events reach the window. */
function handleTextKeys(event: KeyboardEvent): void {
  const { target } = event;
  if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return;
  const command = textCommand(event, navigator.platform.startsWith('Mac'));
  if (command === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  // Deprecated, but nothing else can undo what was typed.
  document.execCommand(command);
}
