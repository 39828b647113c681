import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import type { PrintYaml } from './features/format';
import { greet } from './protocol/greet';
import { startServer } from './protocol/server';
import { type Catalog, hasCatalog } from './text/translation';

/** The little that is needed of a worker's own names. */
interface WorkerScope {
  onmessage: ((event: { readonly data: { readonly bundles: string } }) => void) | null;
  importScripts(url: string): void;
  close(): void;
  /** What other bundles leave behind (scripts/build.mjs). */
  readonly atomicStateFormatter?: { readonly printYaml: PrintYaml };
  readonly atomicStateChinese?: { readonly CATALOG: Catalog };
}
declare const self: WorkerScope;

/** The first message says where the other bundles are; all after it are the connection's. */
self.onmessage = ({ data: { bundles } }) => {
  const loadPrinter = async () => {
    if (self.atomicStateFormatter === undefined) self.importScripts(`${bundles}/formatter.js`);
    if (self.atomicStateFormatter === undefined) throw new Error('The formatter could not be loaded.');
    return self.atomicStateFormatter.printYaml;
  };
  const loadCatalog = async (locale: string) => {
    if (!hasCatalog(locale)) return undefined;
    self.importScripts(`${bundles}/zh-cn.js`);
    return self.atomicStateChinese?.CATALOG;
  };
  const connection = greet(
    (options) =>
      createConnection(
        ProposedFeatures.all,
        new BrowserMessageReader(self),
        new BrowserMessageWriter(self),
        options,
      ),
    (greeted, params) => startServer(greeted, params, undefined, loadPrinter, loadCatalog),
  );
  // Nobody else would end the worker: a server that is started again gets a new one.
  connection.onExit(() => self.close());
};
