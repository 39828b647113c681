import {
  type CancellationToken,
  ErrorCodes,
  LSPErrorCodes,
  type RemoteConsole,
  ResponseError,
} from 'vscode-languageserver';
import { engine } from '../engine/engine';
import { type Address, normalize } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import type { Translations } from '../text/message';
import type { WorkMonitor } from '../watchdog/work-monitor';
import type { DocumentLoader } from './document-loader';
import type { FileLoader } from './file-loader';
import { type LifecyclePhase, lifecycleError } from './lifecycle';
import { documentUriIn, isWellFormed, positionUriIn } from './params';
import type { Prewarmer } from './prewarmer';
import { nextEventLoopTurn } from './time-slicer';
import { whenKnown } from './when-known';

/** The parts of the server that the guard uses. */
export interface GuardContext {
  readonly connection: { readonly console: Pick<RemoteConsole, 'error'> };
  readonly phase: LifecyclePhase;
  /** The texts in the language of the client, if it is not English. */
  readonly translations?: Translations | undefined;
  /** Resolves when the language and the settings of the client are known. */
  readonly starting?: Promise<unknown> | undefined;
  /** Opened documents that are still being parsed. */
  readonly documentLoader?: Pick<DocumentLoader, 'whenRead'>;
  /** Results that are precomputed for whole projects. */
  readonly prewarmer?: Pick<Prewarmer, 'whenWarm'>;
  /** Reads pending files, and finds the automata that include a file. */
  readonly fileLoader?: Pick<FileLoader, 'load' | 'loadEverything' | 'automataFound' | 'configurationFound'>;
  /** The open documents, and who has to know which of them is being processed. */
  readonly workspace?: Pick<Workspace, 'document'>;
  readonly monitor?: WorkMonitor;
  /** The version of an open document; null for a file that is not open. */
  versionOf(address: Address): number | null;
}

type Handler<P, R> = (params: P, token: CancellationToken) => R | Promise<R>;

/** What a request waits for, and its provisional answer. */
export interface RequestNeeds<P, R> {
  /**
   * The files that are read before the first computation: all files of the workspace, or those that were requested so
   * far, if it is costly to compute again. Whatever else a synchronous handler reads is read in any case.
   */
  readonly files?: 'all' | 'requested';
  /** Whether it waits until the whole project is computed, and not only until its document is loaded. */
  needsWarmProject?(params: P): boolean;
  /** Whether the guard does not wait, because the handler does so itself. */
  readonly waitsItself?: boolean;
  /** An answer that is available without waiting; undefined if there is none. */
  provisional?(params: P): { readonly answer: R } | undefined;
}

/**
 * The guard around every request handler: processes pending notifications first, stops if the client has cancelled,
 * refuses requests in the wrong phase or for positions in an outdated text, and turns exceptions into a line in the
 * log and an empty answer.
 *
 * A request for a document that is still being parsed waits for it, unless it has a provisional answer.
 */
export function guard<P, R, E = void>(
  server: GuardContext,
  name: string,
  empty: R,
  handler: Handler<P, R>,
  needs: RequestNeeds<P, R> = {},
): (params: P, token: CancellationToken) => Promise<R | ResponseError<E>> {
  /** An answer that depends on nothing unknown. */
  const provisional = (params: P): { readonly answer: R } | undefined => {
    const { value, isPending } = engine.observe(() => needs.provisional?.(params));
    return isPending ? undefined : value;
  };
  /** Answers when all files that the answer depends on have been read. */
  const answerWhenRead = async (params: P, token: CancellationToken): Promise<R> => {
    const address = documentIn(params);
    const compute = () => {
      server.monitor?.begin(address, address && server.workspace?.document(address));
      return handler(params, token);
    };
    if (server.fileLoader === undefined) return compute();
    return whenKnown(server.fileLoader, compute, () =>
      token.isCancellationRequested ? { answer: empty } : provisional(params),
    );
  };
  const answerWhenReady = async (params: P, token: CancellationToken): Promise<R> => {
    const address = documentIn(params);
    if (needs.waitsItself === true) return answerWhenRead(params, token);
    const conditions = [
      // First, because the kind of a file and its first answers depend on it.
      () => address && server.fileLoader?.configurationFound(address),
      () => server.documentLoader?.whenRead(address),
      () => address && server.fileLoader?.automataFound(address),
      () => (needs.files === 'requested' ? server.fileLoader?.load() : undefined),
      () => (needs.files === 'all' ? server.fileLoader?.loadEverything() : undefined),
      () => (address && needs.needsWarmProject?.(params) ? server.prewarmer?.whenWarm(address) : undefined),
    ];
    for (;;) {
      for (const condition of conditions) {
        const over = condition();
        if (!over) continue;
        const known = provisional(params);
        if (known) return known.answer;
        await over;
        if (token.isCancellationRequested) return empty;
      }
      const result = await answerWhenRead(params, token);
      // After an edit, it may be an answer for the previous text.
      if (address === undefined || !server.documentLoader?.whenRead(address) || token.isCancellationRequested)
        return result;
    }
  };
  return async (params, token) => {
    const refused = lifecycleError<E>(server.phase);
    if (refused !== undefined) return refused;
    if (!isWellFormed(params, name))
      return new ResponseError(ErrorCodes.InvalidParams, 'The parameters are not those of the protocol.');
    const isStale = staleCheck(server, params);
    await nextEventLoopTurn();
    await server.starting;
    if (token.isCancellationRequested) return cancelled();
    if (isStale()) return modified();
    try {
      const result = await watched(server, () => answerWhenReady(params, token));
      if (token.isCancellationRequested) return cancelled();
      if (isStale()) return modified();
      return result;
    } catch (error) {
      logError(server.connection, name, error);
      return empty;
    }
  };
}

/** The guard around handlers of notifications. They have no answer; in the wrong phase they are ignored. */
export function guardNotification<P>(
  server: GuardContext,
  name: string,
  handler: (params: P) => void | Promise<void>,
): (params: P) => Promise<void> {
  return async (params) => {
    if (server.phase !== 'running') return;
    try {
      await watched(server, async () => handler(params));
    } catch (error) {
      logError(server.connection, name, error);
    }
  };
}

/** Runs a handler under the eyes of the watchdog, if there is one. */
function watched<T>({ monitor }: GuardContext, handle: () => Promise<T>): Promise<T> {
  return monitor === undefined ? handle() : monitor.during(handle);
}

/**
 * Returns a function that checks whether the text to which positions in the parameters refer was edited since this call.
 * Requests without positions are never stale: they are answered for the current text.
 */
function staleCheck(server: GuardContext, params: unknown): () => boolean {
  const uri = positionUriIn(params);
  if (uri === undefined) return () => false;
  const address = normalize(uri);
  const version = server.versionOf(address);
  return () => server.versionOf(address) !== version;
}

function documentIn(params: unknown): Address | undefined {
  const uri = documentUriIn(params);
  return uri === undefined ? undefined : normalize(uri);
}

function cancelled<E>(): ResponseError<E> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
}

function modified<E>(): ResponseError<E> {
  return new ResponseError(LSPErrorCodes.ContentModified, 'The document was edited meanwhile.');
}

/** Writes an error to the log of the client, unless the client has disconnected. */
export function logError({ console }: GuardContext['connection'], name: string, error: unknown): void {
  try {
    console.error(`${name}: ${errorText(error)}`);
  } catch {
    // The connection is closed.
  }
}

/** An exception as text, for the log. */
export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
