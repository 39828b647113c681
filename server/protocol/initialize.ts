import * as lsp from 'vscode-languageserver';
import { capabilitiesFor } from './capabilities';
import { clientOptions } from './client-options';
import { sanitizeInitializeParams } from './initialize-params';
import { lifecycleError } from './lifecycle';

/**
 * Creates a connection and answers `initialize` immediately. Everything else is loaded afterwards: `start` is called
 * before the next message is processed, and registers all other handlers.
 */
export function initializeServer(
  connect: (options: lsp.ConnectionOptions) => lsp.Connection,
  start: (connection: lsp.Connection, params: lsp.InitializeParams) => void,
): lsp.Connection {
  let initialized: lsp.InitializeParams | undefined;
  let isStarted = false;
  const connection = connect({
    messageStrategy: {
      handleMessage(message, next) {
        if (initialized !== undefined && !isStarted) {
          isStarted = true;
          start(connection, initialized);
        }
        if (!isInitialize(message)) return next(message);
        const sanitized = { ...message, params: sanitizeInitializeParams(message.params) };
        return next(sanitized);
      },
    },
  });
  connection.onInitialize((params) => {
    if (initialized !== undefined)
      return new lsp.ResponseError(lsp.ErrorCodes.InvalidRequest, 'The server was initialized before.');
    const capabilities = capabilitiesFor(params.capabilities, clientOptions(params.initializationOptions));
    initialized = params;
    return { capabilities, serverInfo: { name: 'atomic-state' } };
  });
  const refuse = () => lifecycleError('new');
  connection.onRequest(refuse);
  connection.onShutdown(() => {
    throw refuse();
  });
  connection.listen();
  return connection;
}

/** Whether a message, which may be invalid, is the request `initialize`. */
function isInitialize(message: lsp.Message): message is lsp.Message & { readonly params?: unknown } {
  return 'method' in message && message.method === 'initialize';
}
