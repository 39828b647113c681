import { ErrorCodes, ResponseError } from 'vscode-languageserver';

/** The order of messages that the protocol requires: `initialize` first, and only `exit` after `shutdown`. */
export type LifecyclePhase = 'new' | 'running' | 'ended';

/** The error of requests in the current phase, except `initialize` and `shutdown`; undefined if they are allowed. */
export function lifecycleError<E = void>(phase: LifecyclePhase): ResponseError<E> | undefined {
  switch (phase) {
    case 'new':
      return new ResponseError(ErrorCodes.ServerNotInitialized, 'The server was not initialized yet.');
    case 'ended':
      return new ResponseError(ErrorCodes.InvalidRequest, 'The server was shut down.');
    case 'running':
      return undefined;
  }
}
