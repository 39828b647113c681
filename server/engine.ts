/**
 * What servers load after the answer to `initialize`: everything except the connection and the file system. One
 * bundle for Node and web workers, as two would double the size of the package.
 */
export { errorText, logError } from './protocol/guard';
export { serializeMessage } from './protocol/json';
export { startServer } from './protocol/server';
export { hasTranslations } from './text/message';
