import * as protocol from 'vscode-languageserver/browser';
import type { PrintYaml } from './features/format';
import { initializeServer } from './protocol/initialize';
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
  /** The engine takes the protocol from here: two copies of the library would not know each other's errors. */
  atomicStateProtocol: typeof protocol;
  /** Globals that other bundles set (scripts/build.mjs). */
  readonly atomicStateEngine: typeof import('./engine');
  readonly atomicStateFormatter?: { readonly printYaml: PrintYaml };
  readonly atomicStateChinese?: { readonly CATALOG: Translations };
  readonly atomicStateInterpreter?: Interpreter;
}
declare const self: WorkerScope;

self.atomicStateProtocol = protocol;

/** The first message is for this script; all after it are the connection's. */
self.onmessage = ({ data: { bundles, watch } }) => {
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
      protocol.createConnection(
        protocol.ProposedFeatures.all,
        new protocol.BrowserMessageReader(self),
        new protocol.BrowserMessageWriter(self),
        options,
      ),
    (greeted, params) => {
      self.importScripts(`${bundles}/analysis.js`, `${bundles}/engine.js`);
      self.atomicStateEngine.startServer(
        greeted,
        params,
        undefined,
        loadPrinter,
        loadCatalog,
        loadInterpreter,
        () => ({ observer: watch && observeThrough(watch) }),
      );
    },
  );
  // Nobody else would end the worker: a server that is started again gets a new one.
  connection.onExit(() => self.close());
};
