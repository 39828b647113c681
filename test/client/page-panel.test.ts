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

type Question = {
  answer: (text: string) => void;
  fail: (error: unknown) => void;
  isCancelled: () => boolean;
};

let sent: string[];
let titles: string[];
let log: string[];
let questions: Question[];
let begun: number;
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
    this.load(given[2], { name: 'x', title: 'X', start: {} });
  }
  protected override ask(token: { readonly isCancellationRequested: boolean }): Promise<string> {
    return new Promise((answer, fail) => {
      questions.push({ answer, fail, isCancelled: () => token.isCancellationRequested });
    });
  }
  protected override take(answer: string): void {
    titles.push(answer);
    this.display(answer);
  }
  protected override begun(): void {
    begun += 1;
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function answer(question: number, text: string): Promise<void> {
  questions[question]?.answer(text);
  await settled();
}

function see(visible: boolean): void {
  view.visible = visible;
  viewState.fire();
}

beforeEach(() => {
  [sent, titles, log, questions, begun, isRunning] = [[], [], [], [], 0, true];
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
  it('asks before the page is ready, and shows the answer when it is', async () => {
    expect(questions).toHaveLength(1);
    await answer(0, 'one');
    expect({ titles, sent, begun }).toEqual({ titles: ['one'], sent: [], begun: 0 });
    fromPage.fire({ type: 'ready' });
    expect({ sent, begun, asked: questions.length }).toEqual({ sent: ['one'], begun: 1, asked: 1 });
  });

  it('shows the answer to a page that was ready first', async () => {
    fromPage.fire({ type: 'ready' });
    expect({ sent, begun }).toEqual({ sent: [], begun: 0 });
    await answer(0, 'one');
    expect({ sent, begun }).toEqual({ sent: ['one'], begun: 1 });
  });

  it('tells a page that was built again what it showed, and asks what it missed', async () => {
    fromPage.fire({ type: 'ready' });
    await answer(0, 'one');
    see(false);
    changed();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(questions).toHaveLength(1); // Nobody looks.
    see(true);
    expect(questions).toHaveLength(2);
    fromPage.fire({ type: 'ready' });
    await answer(1, 'two');
    expect({ sent, begun }).toEqual({ sent: ['one', 'one', 'two'], begun: 2 });
    fromPage.fire({ type: 'ready' }); // Moved to another column.
    expect({ sent, begun }).toEqual({ sent: ['one', 'one', 'two', 'two'], begun: 3 });
  });

  it('takes the last answer only', async () => {
    changed();
    await vi.waitFor(() => expect(questions).toHaveLength(2));
    expect(questions.map(({ isCancelled }) => isCancelled())).toEqual([true, false]);
    await answer(1, 'new');
    await answer(0, 'old');
    expect(titles).toEqual(['new']);
  });

  it('is silent of what is outdated or was broken off, and logs other failures', async () => {
    questions[0]?.fail({ code: 3 });
    await settled();
    changed();
    await vi.waitFor(() => expect(questions).toHaveLength(2));
    changed();
    await vi.waitFor(() => expect(questions).toHaveLength(3));
    questions[1]?.fail(new Error('broken off'));
    questions[2]?.fail(new Error('true'));
    await settled();
    fromPage.fire({ type: 'failed', what: 'a page' });
    expect(log).toEqual(['X: Error: true', 'X: a page']);
  });

  it('asks a server that runs, and a new one again', async () => {
    isRunning = false;
    changed();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(questions).toHaveLength(1);
    isRunning = true;
    clientState.fire({ newState: 'running' });
    await vi.waitFor(() => expect(questions).toHaveLength(2));
  });

  it('takes nothing once it is closed', async () => {
    closed.fire();
    await answer(0, 'late');
    expect({ titles, asked: questions[0]?.isCancelled() }).toEqual({ titles: [], asked: true });
  });
});
