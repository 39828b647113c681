import type * as lsp from 'vscode-languageserver';
import { normalize } from '../../project/paths';
import { guard } from '../guard';
import type { Handler } from './handler';

/** Diagnostics for clients that ask for them; the others are sent them (see `server.ts`). */
export const diagnosticsHandler: Handler = {
  capabilities: ({ textDocument }) =>
    textDocument?.diagnostic === undefined
      ? {}
      : {
          diagnosticProvider: {
            identifier: 'atomic-state',
            interFileDependencies: true,
            workspaceDiagnostics: false,
          },
        },
  register({ connection, loader, findings }) {
    connection.languages.diagnostics.on(
      guard<lsp.DocumentDiagnosticParams, lsp.DocumentDiagnosticReport, lsp.DiagnosticServerCancellationData>(
        connection.console,
        'diagnostic',
        { kind: 'full', items: [] },
        async ({ textDocument }) => {
          await loader.load();
          return { kind: 'full', items: findings.diagnostics(normalize(textDocument.uri)) };
        },
      ),
    );
  },
};
