import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './protocol/server';
import { nodeWorld } from './world-node';

// Standard output may be the connection: whatever writes to the console goes to standard error.
console.log = console.error;

startServer(createConnection(ProposedFeatures.all), nodeWorld);
