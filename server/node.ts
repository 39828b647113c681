import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { describe } from './protocol/guard';
import { startServer } from './protocol/server';
import { nodeWorld } from './world-node';

// Standard output may be the connection: whatever writes to the console goes to standard error.
console.log = console.error;

// A bundle of its own, with the name it has there (scripts/build.mjs).
const loadPrinter = async () => (await import('./formatter.js')).printYaml;

const connection = createConnection(ProposedFeatures.all);

// What is thrown where nobody waits for it is no reason to end: whatever was at work can be asked for again.
process.on('unhandledRejection', (error) => connection.console.error(`Unhandled: ${describe(error)}`));

startServer(connection, nodeWorld, loadPrinter);
