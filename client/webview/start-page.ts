import type { FromAnyPage } from '../page-messages';

/**
 * Begins a page: hands what the panel says to what the page is made of, and tells the panel what fails.
 *
 * @param make puts the page together, from what the panel put into its document
 */
export function startPage<Host extends { postMessage(message: FromAnyPage): void }, Start, ToPage>(
  make: (host: Host, start: Start) => { receive(message: ToPage): void },
): void {
  const host = acquireVsCodeApi<Host>();
  const app = make(host, JSON.parse(document.body.dataset.start ?? '{}'));
  addEventListener('message', ({ data }: MessageEvent<ToPage>) => app.receive(data));
  addEventListener('error', ({ message }) => host.postMessage({ type: 'failed', what: message }));
  addEventListener('unhandledrejection', ({ reason }) =>
    host.postMessage({ type: 'failed', what: String(reason) }),
  );
  host.postMessage({ type: 'ready' });
}
