import {
  type CancellationToken,
  LSPErrorCodes,
  type RemoteConsole,
  ResponseError,
} from 'vscode-languageserver';

type Handler<P, R> = (params: P, token: CancellationToken) => R | Promise<R>;

/**
 * The one guard around every handler: lets notifications that are waiting go first, gives up where the client
 * has, and turns whatever is thrown into a line in the log and an empty answer.
 */
export function guard<P, R, E = void>(log: RemoteConsole, name: string, empty: R, handler: Handler<P, R>) {
  return async (params: P, token: CancellationToken): Promise<R | ResponseError<E>> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (token.isCancellationRequested) return cancelled();
    try {
      const result = await handler(params, token);
      return token.isCancellationRequested ? cancelled() : result;
    } catch (error) {
      log.error(`${name}: ${describe(error)}`);
      return empty;
    }
  };
}

/** The same for notifications, which have no answer. */
export function guardNotification<P>(
  log: RemoteConsole,
  name: string,
  handler: (params: P) => void | Promise<void>,
) {
  return async (params: P): Promise<void> => {
    try {
      await handler(params);
    } catch (error) {
      log.error(`${name}: ${describe(error)}`);
    }
  };
}

function cancelled<E>(): ResponseError<E> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
