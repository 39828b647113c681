import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './protocol/server';
import { nodeWorld } from './world-node';

// Standard output may be the connection: whatever writes to the console goes to standard error.
console.log = console.error;

// A bundle of its own, with the name it has there (scripts/build.mjs).
const loadPrinter = async () => (await import('./formatter.js')).printYaml;

startServer(createConnection(ProposedFeatures.all), nodeWorld, loadPrinter);
