import { createRequire } from 'node:module';
import { Transform } from 'node:stream';
import { type ConnectionOptions, createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { Frames } from './protocol/frames';
import { greet } from './protocol/greet';

// Standard output may be the connection: whatever writes to the console goes to standard error.
console.log = console.info = console.debug = console.error;

/** Standard input without the bytes that are no message. */
function framedInput(): Transform {
  const frames = new Frames((header) =>
    console.error(`What is no header of a message is passed over: ${JSON.stringify(header)}`),
  );
  const framed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const bytes of frames.take(chunk)) this.push(bytes);
      done();
    },
  });
  return process.stdin.pipe(framed);
}

greet(
  (options: ConnectionOptions) =>
    process.argv.includes('--stdio')
      ? createConnection(ProposedFeatures.all, framedInput(), process.stdout, options)
      : createConnection(ProposedFeatures.all, options),
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
