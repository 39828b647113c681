import type * as protocol from 'vscode-languageserver/browser';
import type { PrintYaml } from './features/format';
import type { Interpreter } from './protocol/interpreter';
import type { Translations } from './text/message';
import { observeThrough, type WorkMessage } from './watchdog/work-port';

/** Where the other bundles are, and where the client wants to hear what this worker does. */
interface FirstMessage {
  readonly bundles: string;
  readonly watch?: { postMessage(message: WorkMessage): void };
}

/** The little that is needed of a worker's own names. */
interface WorkerScope {
  onmessage: ((event: { readonly data: FirstMessage }) => void) | null;
  importScripts(...urls: string[]): void;
  close(): void;
  /** Globals that other bundles set (scripts/build.mjs). */
  readonly atomicStateProtocol: typeof protocol;
  readonly atomicStateEngine: typeof import('./engine');
  readonly atomicStateFormatter?: { readonly printYaml: PrintYaml };
  readonly atomicStateChinese?: { readonly CATALOG: Translations };
  readonly atomicStateInterpreter?: Interpreter;
}
declare const self: WorkerScope;

/** The first message is for this script; all after it are the connection's. */
self.onmessage = ({ data: { bundles, watch } }) => {
  self.importScripts(`${bundles}/protocol.js`);
  const library = self.atomicStateProtocol;
  // It reads the library when it is loaded. No message may arrive meanwhile, so it is not imported asynchronously.
  const { initializeServer }: typeof import('./protocol/initialize') = require('./protocol/initialize');
  const loadPrinter = async () => {
    if (self.atomicStateFormatter === undefined) self.importScripts(`${bundles}/formatter.js`);
    if (self.atomicStateFormatter === undefined) throw new Error('The formatter could not be loaded.');
    return self.atomicStateFormatter.printYaml;
  };
  const loadCatalog = async (locale: string) => {
    if (!self.atomicStateEngine.hasTranslations(locale)) return undefined;
    self.importScripts(`${bundles}/zh-cn.js`);
    return self.atomicStateChinese?.CATALOG;
  };
  const loadInterpreter = async () => {
    if (self.atomicStateInterpreter === undefined)
      self.importScripts(`${bundles}/conversation.js`, `${bundles}/sandbox.js`);
    if (self.atomicStateInterpreter === undefined) throw new Error('The interpreter could not be loaded.');
    return self.atomicStateInterpreter;
  };
  const connection = initializeServer(
    (options) =>
      library.createConnection(
        library.ProposedFeatures.all,
        new library.BrowserMessageReader(self),
        new library.BrowserMessageWriter(self),
        options,
      ),
    (greeted, params) => {
      self.importScripts(`${bundles}/analysis.js`, `${bundles}/engine.js`);
      self.atomicStateEngine.startServer(
        greeted,
        params,
        undefined,
        { loadPrinter, loadCatalog, loadInterpreter },
        () => ({ observer: watch && observeThrough(watch) }),
      );
    },
  );
  // Nobody else would end the worker: a server that is started again gets a new one.
  connection.onExit(() => self.close());
};
