import type * as lsp from 'vscode-languageserver';
import type { PrintYaml } from '../../features/format';
import { type Address, normalize } from '../../project/files/paths';
import type { Workspace } from '../../project/workspace';
import type { WorkMonitor } from '../../watchdog/work-monitor';
import type { Document } from '../../yaml/cut/document';
import type { ChangeSignal } from '../change-signal';
import type { ClientOptions } from '../client-options';
import type { DocumentLoader } from '../document-loader';
import type { FileLoader } from '../file-loader';
import type { DiagnosticsProvider } from '../findings';
import type { FirstReports } from '../first-reports';
import { type GuardContext, guard, type RequestNeeds } from '../guard';
import type { LoadInterpreter } from '../interpreter';
import type { LastEdit } from '../last-edit';
import type { Prewarmer } from '../prewarmer';
import type { PullSupport } from '../pull-support';
import type { LoadRevisions } from '../revision';
import type { RunValues } from '../run-values';
import type { Settings } from '../settings';

/** The services that handlers use. */
export interface Services extends GuardContext {
  readonly connection: lsp.Connection;
  readonly workspace: Workspace;
  readonly findings: DiagnosticsProvider;
  readonly fileLoader: FileLoader;
  readonly documentLoader: DocumentLoader;
  readonly prewarmer: Prewarmer;
  readonly firstReports: FirstReports;
  readonly changes: ChangeSignal;
  readonly lastEdit: LastEdit;
  readonly pullSupport: PullSupport;
  readonly monitor: WorkMonitor;
  readonly runValues: RunValues;
  /** The capabilities of the client; known after `initialize`. */
  readonly capabilities: lsp.ClientCapabilities;
  /** The settings that apply to a file or folder. */
  settingsOf(address: Address): Settings;
  /** The settings of the editor, without those of the configuration file: for what only concerns looks. */
  editorSettingsOf(address: Address): Settings;
  /** The `initializationOptions` of the client. */
  readonly options: ClientOptions;
  /** The address of a file as the client writes it. */
  toUri(address: Address): string;
  /** Keeps the result of an edit that the client is about to apply: it need not be parsed again. */
  expect(address: Address, document: Document): void;
  /** Loads the printer, on the first call. */
  loadPrinter(): Promise<PrintYaml>;
  /** Loads the bundle that runs automata, on the first call. */
  readonly loadInterpreter: LoadInterpreter;
  /** Loads the bundle that reads revisions of git; undefined where no process can be started. */
  readonly loadRevisions: LoadRevisions | undefined;
  /** Whether the user trusts the workspace. Otherwise nothing is run. */
  readonly isTrusted: boolean;
}

/** One kind of request. `capabilities.ts` announces it to the client. */
export interface Handler {
  /** Capabilities that are registered later, because they apply only to some documents. */
  registrations?(client: lsp.ClientCapabilities, options: ClientOptions): readonly Registration[];
  /** Registers the handlers. Services must be read when a request arrives, not before. */
  register(services: Services): unknown;
}

/** Adds its static capabilities to the answer of `initialize`. */
export type Registration = (all: lsp.BulkRegistration) => void;

/** A position in a document. */
export interface PositionRequest {
  readonly address: Address;
  readonly document: Document;
  readonly offset: number;
}

/** The requested position; undefined for unknown documents. */
export function resolvePosition(
  { workspace }: Services,
  { textDocument, position }: lsp.TextDocumentPositionParams,
): PositionRequest | undefined {
  const address = normalize(textDocument.uri);
  const document = workspace.document(address);
  return document && { address, document, offset: document.offsetAt(position) };
}

/** Answers a request of the protocol with `empty` if `answer` throws. */
export function request<P, R, PR, RO, E = void>(
  type: lsp.ProtocolRequestType<P, R, PR, E, RO>,
  empty: Empty<P, NoInfer<R>>,
  answer: (services: Services, params: P, token: lsp.CancellationToken) => Answer<R> | Promise<Answer<R>>,
  needs?: RequestNeeds<P, Answer<R>>,
): Handler {
  return {
    register: (services) =>
      respond(services, type, empty, (params, token) => answer(services, params, token), needs),
  };
}

type Answer<R> = R | lsp.ResponseError<void>;

/** The answer after an error, which may depend on the parameters. */
type Empty<P, R> = R | ((params: P) => R);

/** `request` for a handler with its own state. */
export function respond<P, R, PR, RO, E = void>(
  services: Services,
  type: lsp.ProtocolRequestType<P, R, PR, E, RO>,
  empty: Empty<P, NoInfer<R>>,
  answer: (params: P, token: lsp.CancellationToken) => Answer<R> | Promise<Answer<R>>,
  needs?: RequestNeeds<P, Answer<R>>,
): void {
  const name = type.method.replace('textDocument/', '');
  services.connection.onRequest<P, unknown, E>(type, (params, token) => {
    const nothing = empty instanceof Function ? empty(params) : empty;
    return guard<P, Answer<R>, E>(services, name, nothing, answer, needs)(params, token);
  });
}

/** `request` for a position in a known document; for other documents, the answer is `empty`. */
export function atPosition<P extends lsp.TextDocumentPositionParams, R, PR, RO>(
  type: lsp.ProtocolRequestType<P, R, PR, void, RO>,
  empty: NoInfer<R>,
  answer: (services: Services, position: PositionRequest, params: P) => Answer<R>,
): Handler {
  return request(type, empty, (services, params) => {
    const position = resolvePosition(services, params);
    return position ? answer(services, position, params) : empty;
  });
}
