import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebviewPanel } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { PagePanel } from '../../client/page-panel';

/** An event of VS Code, and a function that fires it. */
function event<T>() {
  const listeners = new Set<(value: T) => void>();
  const on = (listener: (value: T) => void) => {
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  };
  return { on, fire: (value: T) => listeners.forEach((listener) => void listener(value)) };
}

vi.mock('vscode', () => ({
  Uri: { joinPath: (...parts: readonly unknown[]) => parts.join('/') },
  l10n: { bundle: undefined },
  Disposable: {
    from: (...parts: readonly { dispose(): void }[]) => ({
      dispose: () => {
        for (const part of parts) part.dispose();
      },
    }),
  },
  EventEmitter: class {
    readonly #event = event<void>();
    readonly event = this.#event.on;
    readonly fire = () => this.#event.fire();
  },
  CancellationTokenSource: class {
    readonly token = { isCancellationRequested: false };
    cancel() {
      this.token.isCancellationRequested = true;
    }
    dispose() {}
  },
}));
vi.mock('vscode-languageclient', () => ({
  LSPErrorCodes: { RequestCancelled: 1, ServerCancelled: 2, ContentModified: 3 },
  NotificationType: class {},
  NotificationType0: class {},
  RequestType: class {},
  RequestType0: class {},
  State: { Running: 'running' },
}));

type PendingRequest = {
  answer: (text: string) => void;
  fail: (error: unknown) => void;
  isCancelled: () => boolean;
};

let sent: string[];
let titles: string[];
let log: string[];
let requests: PendingRequest[];
let readyCount: number;
let panel: Panel;
const fromPage = event<{ type: string; what?: string }>();
const viewState = event<void>();
const closed = event<void>();
const clientState = event<{ newState: string }>();
const view = { visible: true };
let isRunning: boolean;
let changed: () => void;

class Panel extends PagePanel<string, string> {
  constructor(...given: ConstructorParameters<typeof PagePanel>) {
    super(...given);
    this.load({ name: 'x', title: 'X', start: {} });
  }
  protected override ask(token: { readonly isCancellationRequested: boolean }): Promise<string> {
    return new Promise((answer, fail) => {
      requests.push({ answer, fail, isCancelled: () => token.isCancellationRequested });
    });
  }
  protected override take(answer: string): void {
    titles.push(answer);
    this.display(answer);
  }
  protected override begun(): void {
    readyCount += 1;
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function answer(request: number, text: string): Promise<void> {
  requests[request]?.answer(text);
  await settled();
}

function setVisible(visible: boolean): void {
  view.visible = visible;
  viewState.fire();
}

beforeEach(() => {
  [sent, titles, log, requests, readyCount, isRunning] = [[], [], [], [], 0, true];
  view.visible = true;
  const webview = {
    onDidReceiveMessage: fromPage.on,
    postMessage: (message: string) => sent.push(message),
    asWebviewUri: (uri: unknown) => uri,
  };
  const client = {
    isRunning: () => isRunning,
    onNotification: (_type: unknown, listener: () => void) => {
      changed = listener;
    },
    onDidChangeState: clientState.on,
    warn: (text: string) => log.push(text),
  };
  panel?.dispose();
  panel = new Panel(
    Object.assign(view, {
      webview,
      onDidChangeViewState: viewState.on,
      onDidDispose: closed.on,
      dispose: () => undefined,
    }) as unknown as WebviewPanel,
    client as unknown as BaseLanguageClient,
    '' as never,
    { name: 'x', logged: 'X', pause: 0 },
  );
});

describe('a panel with a page', () => {
  it('sends its request before the page is ready, and shows the answer when it is', async () => {
    expect(requests).toHaveLength(1);
    await answer(0, 'one');
    expect({ titles, sent, readyCount }).toEqual({ titles: ['one'], sent: [], readyCount: 0 });
    fromPage.fire({ type: 'ready' });
    expect({ sent, readyCount, asked: requests.length }).toEqual({ sent: ['one'], readyCount: 1, asked: 1 });
  });

  it('shows the answer on a page that was ready first', async () => {
    fromPage.fire({ type: 'ready' });
    expect({ sent, readyCount }).toEqual({ sent: [], readyCount: 0 });
    await answer(0, 'one');
    expect({ sent, readyCount }).toEqual({ sent: ['one'], readyCount: 1 });
  });

  it('restores a page that was rebuilt, and requests what changed while it was hidden', async () => {
    fromPage.fire({ type: 'ready' });
    await answer(0, 'one');
    setVisible(false);
    changed();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(requests).toHaveLength(1); // The panel is hidden.
    setVisible(true);
    expect(requests).toHaveLength(2);
    fromPage.fire({ type: 'ready' });
    await answer(1, 'two');
    expect({ sent, readyCount }).toEqual({ sent: ['one', 'one', 'two'], readyCount: 2 });
    fromPage.fire({ type: 'ready' }); // Moved to another column.
    expect({ sent, readyCount }).toEqual({ sent: ['one', 'one', 'two', 'two'], readyCount: 3 });
  });

  it('uses the last answer only', async () => {
    changed();
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    expect(requests.map(({ isCancelled }) => isCancelled())).toEqual([true, false]);
    await answer(1, 'new');
    await answer(0, 'old');
    expect(titles).toEqual(['new']);
  });

  it('logs failures, except of outdated or cancelled requests', async () => {
    requests[0]?.fail({ code: 3 });
    await settled();
    changed();
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    changed();
    await vi.waitFor(() => expect(requests).toHaveLength(3));
    requests[1]?.fail(new Error('broken off'));
    requests[2]?.fail(new Error('true'));
    await settled();
    fromPage.fire({ type: 'failed', what: 'a page' });
    expect(log).toEqual(['X: Error: true', 'X: a page']);
  });

  it('sends no request to a stopped server, and repeats it after a restart', async () => {
    isRunning = false;
    changed();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(requests).toHaveLength(1);
    isRunning = true;
    clientState.fire({ newState: 'running' });
    await vi.waitFor(() => expect(requests).toHaveLength(2));
  });

  it('cancels its request when it is closed, and ignores the answer', async () => {
    closed.fire();
    await answer(0, 'late');
    expect({ titles, asked: requests[0]?.isCancelled() }).toEqual({ titles: [], asked: true });
  });
});
