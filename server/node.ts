import { createRequire } from 'node:module';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { greet } from './protocol/greet';

// Standard output may be the connection: whatever writes to the console goes to standard error.
console.log = console.error;

greet(
  (options) => createConnection(ProposedFeatures.all, options),
  (connection, params) => {
    // A bundle of its own, with the name it has there (scripts/build.mjs).
    const engine: typeof import('./engine') = createRequire(__filename)('./engine.js');
    engine.start(connection, params);
  },
);
