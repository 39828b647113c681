import { createRequire } from 'node:module';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { greet } from './protocol/greet';

// Standard output may be the connection: whatever writes to the console goes to standard error.
console.log = console.error;

greet(
  (options) => createConnection(ProposedFeatures.all, options),
  (connection, params) => {
    // Bundles of their own, with the names they have there (scripts/build.mjs).
    const load = createRequire(__filename);
    const { describe, hasCatalog, startServer }: typeof import('./engine') = load('./engine.js');
    const { nodeWorld }: typeof import('./world-node') = load('./world-node.js');
    const loadPrinter = async () => (await import('./formatter.js')).printYaml;
    const loadCatalog = async (locale: string) =>
      hasCatalog(locale) ? (await import('./zh-cn.js')).CATALOG : undefined;
    // What is thrown where nobody waits for it is no reason to end: whatever was at work can be asked for again.
    process.on('unhandledRejection', (error) => connection.console.error(`Unhandled: ${describe(error)}`));
    startServer(connection, params, nodeWorld, loadPrinter, loadCatalog);
  },
);
