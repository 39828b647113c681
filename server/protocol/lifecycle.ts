import { ErrorCodes, ResponseError } from 'vscode-languageserver';

/** What the protocol allows a client: `initialize` first, and only to leave after `shutdown`. */
export type LifecyclePhase = 'new' | 'running' | 'ended';

/** Why no request is answered now, other than the ones that begin and end everything; undefined where it is. */
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
