import { Uri } from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { extension } from './extension';

/** The little of a browser's names that is needed here. */
declare const Worker: new (url: string) => { postMessage(message: unknown): void };

/** The extension where VS Code runs it in a browser, as vscode.dev and github.dev do. The server is a worker. */
export const { activate, deactivate } = extension((context, id, name, options) => {
  const bundles = Uri.joinPath(context.extensionUri, 'dist').toString(true);
  const start = async () => {
    const worker = new Worker(`${bundles}/browser/server.js`);
    worker.postMessage({ bundles });
    // VS Code's own kind of worker is none to the library, which would make the same of another.
    return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
  };
  return new LanguageClient(id, name, start, options);
});
