import type * as lsp from 'vscode-languageserver';
import type { PrintYaml } from '../../features/format';
import { type Address, normalize } from '../../project/paths';
import type { Workspace } from '../../project/workspace';
import type { Document } from '../../yaml/document';
import type { Changes } from '../changes';
import type { ClientOptions } from '../client-options';
import type { Findings } from '../findings';
import type { Guarded } from '../guard';
import type { Loader } from '../loader';
import type { Preparing } from '../preparing';
import type { Reading } from '../reading';
import type { Settings } from '../settings';

/** What a handler has to work with. */
export interface Services extends Guarded {
  readonly connection: lsp.Connection;
  readonly workspace: Workspace;
  readonly findings: Findings;
  readonly loader: Loader;
  readonly reading: Reading;
  readonly preparing: Preparing;
  readonly changes: Changes;
  /** What the client can do; known once it has said so. */
  readonly capabilities: lsp.ClientCapabilities;
  /** The settings that hold for a file or folder. */
  settingsOf(address: Address): Settings;
  /** What the client passed on at the start besides what the protocol names. */
  readonly options: ClientOptions;
  /** The address under which the client knows a file. */
  toUri(address: Address): string;
  /** Loads the printer, on the first call. */
  loadPrinter(): Promise<PrintYaml>;
}

/** One thing that the server can be asked. That it can be is told to the client in `capabilities.ts`. */
export interface Handler {
  /** What is announced to a client of these capabilities later, since it holds for some of its documents only. */
  registrations?(client: lsp.ClientCapabilities): readonly Registration[];
  /** Registers the answers; the services are asked when a question comes, not before. */
  register(services: Services): void;
}

/** Adds itself to what is told to the client at once. */
export type Registration = (all: lsp.BulkRegistration) => void;

/** A question about a position of a document. */
export interface Asked {
  readonly address: Address;
  readonly document: Document;
  readonly offset: number;
}

/** The position that a client asks about; undefined for documents that are not known. */
export function askedAt(
  { workspace }: Services,
  { textDocument, position }: lsp.TextDocumentPositionParams,
): Asked | undefined {
  const address = normalize(textDocument.uri);
  const document = workspace.document(address);
  return document && { address, document, offset: document.offsetAt(position) };
}
