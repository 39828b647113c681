/**
 * What both kinds of server load after the answer to `initialize`: everything but the connection, and what is outside.
 * One bundle for Node and for the worker of a browser, as two would be half of the package.
 */
export { errorText } from './protocol/guard';
export { serializeMessage } from './protocol/json';
export { startServer } from './protocol/server';
export { hasTranslations } from './text/message';
