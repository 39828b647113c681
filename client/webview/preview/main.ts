import type { PageStart, ToPage } from '../../preview/messages';
import { App, type Host } from './app';

const start: PageStart = JSON.parse(document.body.dataset.start ?? '{}');
const host = acquireVsCodeApi<Host>();
const app = new App(host, start, document.body);
addEventListener('message', ({ data }: MessageEvent<ToPage>) => app.receive(data));
addEventListener('error', ({ message }) => host.postMessage({ type: 'failed', what: message }));
addEventListener('unhandledrejection', ({ reason }) =>
  host.postMessage({ type: 'failed', what: String(reason) }),
);
host.postMessage({ type: 'ready' });
