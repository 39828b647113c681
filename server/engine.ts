import type * as lsp from 'vscode-languageserver';
import { describe } from './protocol/guard';
import { startServer } from './protocol/server';
import { hasCatalog } from './text/translation';
import { nodeWorld } from './world-node';

// A bundle of its own, with the name it has there (scripts/build.mjs).
const loadPrinter = async () => (await import('./formatter.js')).printYaml;

// The same of what is said in another language.
const loadCatalog = async (locale: string) =>
  hasCatalog(locale) ? (await import('./zh-cn.js')).CATALOG : undefined;

/** Runs the server on a connection whose client has told of itself. */
export function start(connection: lsp.Connection, params: lsp.InitializeParams): void {
  // What is thrown where nobody waits for it is no reason to end: whatever was at work can be asked for again.
  process.on('unhandledRejection', (error) => connection.console.error(`Unhandled: ${describe(error)}`));
  startServer(connection, params, nodeWorld, loadPrinter, loadCatalog);
}
