/**
 * The server for assistants. A separate bundle with the protocol: other commands should not read so much code at their
 * start, and this one loads them with the first call.
 */
export { serveAssistants } from './cli/mcp/server';
