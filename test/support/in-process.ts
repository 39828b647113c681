import { PassThrough, type Readable, type Writable } from 'node:stream';
import * as lsp from 'vscode-languageserver/node';
import type { FileSystem } from '../../server/filesystem';
import { openRevision } from '../../server/filesystem-git';
import { printYaml } from '../../server/formatter';
import { initializeServer } from '../../server/protocol/initialize';
import { serializeMessage } from '../../server/protocol/json';
import { startServer } from '../../server/protocol/server';
import { hasTranslations } from '../../server/text/message';
import { CATALOG } from '../../server/zh-cn';

/** The client's side of a connection to a server. */
export interface ServerStreams {
  readonly reader: lsp.MessageReader;
  readonly writer: lsp.MessageWriter;
  /** Closes the side of the server, as when the process of the client ends. */
  readonly close: () => void;
}

/** Starts the whole server except its streams within this process, with the messages as bytes. */
export function startInProcess(fileSystem: FileSystem): ServerStreams {
  const [there, back] = [new PassThrough(), new PassThrough()];
  const close = serveInProcess(fileSystem, there, back);
  return { reader: new lsp.StreamMessageReader(back), writer: new lsp.StreamMessageWriter(there), close };
}

/**
 * The same over given streams. Clients must not send `exit`, which ends the process, nor their process id.
 *
 * @returns what closes the side of the server
 */
export function serveInProcess(fileSystem: FileSystem, input: Readable, output: Writable): () => void {
  const reader = new lsp.StreamMessageReader(input);
  const writer = new lsp.StreamMessageWriter(output, {
    contentTypeEncoder: { name: 'application/json', encode: async (message) => serializeMessage(message) },
  });
  const connection = initializeServer(
    (options) => lsp.createConnection(lsp.ProposedFeatures.all, reader, writer, options),
    (known, params) =>
      startServer(known, params, fileSystem, {
        loadPrinter: async () => printYaml,
        loadCatalog: async (locale) => (hasTranslations(locale) ? CATALOG : undefined),
        loadInterpreter: () => import('../../server/sandbox'),
        loadRevisions: async () => openRevision,
      }),
  );
  return () => connection.dispose();
}
