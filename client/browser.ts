import { Uri } from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { extension } from './extension';

/** The part of a browser's API that is needed here. */
declare const Worker: new (url: string) => { postMessage(message: unknown): void };

/** The extension where VS Code runs it in a browser, as vscode.dev and github.dev do. The server is a worker. */
export const { activate, deactivate } = extension((context, id, name, options) => {
  const bundles = Uri.joinPath(context.extensionUri, 'dist').toString(true);
  const start = async () => {
    const worker = new Worker(`${bundles}/browser/server.js`);
    worker.postMessage({ bundles });
    // VS Code's own worker type is not recognised by the library, which would wrap it in the same way.
    return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
  };
  return new LanguageClient(id, name, start, options);
});
