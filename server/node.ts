import { createRequire } from 'node:module';
import { Transform, Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import {
  type Connection,
  type ConnectionOptions,
  createConnection,
  type InitializeParams,
  type Message,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { decodeMessage } from './protocol/decode-message';
import { initializeServer } from './protocol/initialize';
import type { LoadInterpreter } from './protocol/interpreter';
import { MessageFramer } from './protocol/message-framer';
import type { LoadRevisions } from './protocol/revision';

// Standard output may be the connection: whatever writes to the console goes to standard error.
console.log = console.info = console.debug = console.error;

/**
 * Flags of V8: new objects get no more room than they have once the engine is loaded, and old ones 60 % more than was in
 * use after the last collection. So little room is collected by one thread, as waiting for others takes longer on a busy
 * machine. What that saves and costs is in docs/dev/performance.md.
 */
const GARBAGE_COLLECTION = '--semi-space-growth-factor=1 --heap-growing-percent=60 --no-parallel-scavenge';

/** Standard input without the bytes that are no message. */
function framedInput(): Transform {
  const frames = new MessageFramer((header) =>
    console.error(`Ignored text that is not a message header: ${JSON.stringify(header)}`),
  );
  const framed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const bytes of frames.frames(chunk)) this.push(bytes);
      done();
    },
  });
  return process.stdin.pipe(framed);
}

/**
 * Standard output that writes a message together with its header: written one after the other, both take a call of the
 * system, and the client wakes up twice.
 */
function framedOutput(): Writable {
  let header: string | undefined;
  // They arrive in `done` as well, and from there at the library.
  process.stdout.on('error', () => undefined);
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      // The library gives the header as text and the message as bytes.
      if (typeof chunk === 'string' && header === undefined) {
        header = chunk;
        done();
        return;
      }
      process.stdout.cork();
      if (header !== undefined) process.stdout.write(header, 'latin1');
      header = undefined;
      process.stdout.write(chunk, done);
      process.stdout.uncork();
    },
  });
}

let serialise = (message: object): Buffer => Buffer.from(JSON.stringify(message));

/** A connection over standard input and output that answers also what is not a message. */
function stdioConnection(options: ConnectionOptions): Connection {
  const input = framedInput();
  // Messages are serialised by the engine once it is loaded.
  const writer = new StreamMessageWriter(framedOutput(), {
    contentTypeEncoder: { name: 'application/json', encode: async (message) => serialise(message) },
  });
  let isShutDown = false;
  const reader = new StreamMessageReader(input, {
    contentTypeDecoder: {
      name: 'application/json',
      async decode(bytes): Promise<Message> {
        const message = decodeMessage(bytes, (id, { code, message: problem }) => {
          const answer = { jsonrpc: '2.0', id, error: { code, message: problem } };
          // The client may have closed the connection.
          writer.write(answer).catch(() => undefined);
        });
        isShutDown ||= 'method' in message && message.method === 'shutdown';
        return message;
      },
    },
  });
  // Of streams that it does not know the library does not watch the end.
  input.on('end', () => process.exit(isShutDown ? 0 : 1));
  return createConnection(ProposedFeatures.all, reader, writer, options);
}

initializeServer(
  (options: ConnectionOptions) =>
    process.argv.includes('--stdio')
      ? stdioConnection(options)
      : createConnection(ProposedFeatures.all, options),
  (connection, params) => {
    // Bundles of their own, with the names they have there (scripts/build.mjs).
    const load = createRequire(__filename);
    const loaded: typeof import('./engine') = load('./engine.js');
    const { hasTranslations, logError, startServer } = loaded;
    serialise = loaded.serializeMessage;
    const { nodeFileSystem }: typeof import('./filesystem-node') = load('./filesystem-node.js');
    setFlagsFromString(GARBAGE_COLLECTION);
    const { watchServer }: typeof import('./watchdog/watchdog') = load('./watchdog.js');
    const watch = ({ processId }: InitializeParams, forgetsNotes: boolean) =>
      watchServer(load.resolve('./watchdog-thread.js'), processId, forgetsNotes);
    const loadPrinter = async () => (await import('./formatter.js')).printYaml;
    const loadCatalog = async (locale: string) =>
      hasTranslations(locale) ? (await import('./zh-cn.js')).CATALOG : undefined;
    const loadInterpreter: LoadInterpreter = async () => await import('./sandbox.js');
    // What is thrown where nobody waits for it is no reason to end: whatever was at work can be asked for again.
    process.on('unhandledRejection', (error) => logError(connection, 'Unhandled', error));
    const loadRevisions: LoadRevisions = async () => (await import('./filesystem-git.js')).openRevision;
    const lazy = { loadPrinter, loadCatalog, loadInterpreter, loadRevisions };
    startServer(connection, params, nodeFileSystem, lazy, watch);
  },
);
