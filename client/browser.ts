import { Uri } from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import type { ProcessedText } from '../server/watchdog/processed-text';
import { extension } from './extension';
import { type ServerWorker, watchWorker } from './watched-worker';

declare const Worker: new (url: string) => ServerWorker;

/** Messages of a worker, which end when the worker is terminated. */
class WorkerReader extends BrowserMessageReader {
  end(): void {
    this.fireClose();
  }
}

/** The extension where VS Code runs it in a browser, as vscode.dev and github.dev do. The server is a worker. */
export const { activate, deactivate } = extension((context, id, name, options) => {
  const bundles = Uri.joinPath(context.extensionUri, 'dist').toString(true);
  /** The texts on which a worker hung. */
  let quarantined: ProcessedText[] = [];
  const start = async () => {
    const worker = new Worker(`${bundles}/browser/server.js`);
    // VS Code's own worker type is not recognised by the library, which would wrap it in the same way.
    const reader = new WorkerReader(worker);
    watchWorker(worker, bundles, (text) => {
      if (text !== undefined) quarantined.push(text);
      reader.end();
    });
    return { reader, writer: new BrowserMessageWriter(worker) };
  };
  const initializationOptions: LanguageClientOptions['initializationOptions'] = () => {
    const given = options.initializationOptions();
    if (given.forgetsNotes) quarantined = [];
    return { ...given, quarantined };
  };
  return new LanguageClient(id, name, start, { ...options, initializationOptions });
});
