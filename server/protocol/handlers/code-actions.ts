import * as lsp from 'vscode-languageserver';
import { normalize } from '../../project/paths';
import { guard } from '../guard';
import type { Handler } from './handler';

export const codeActionsHandler: Handler = {
  capabilities: () => ({ codeActionProvider: { codeActionKinds: [lsp.CodeActionKind.QuickFix] } }),
  register(services) {
    const { connection, findings } = services;
    connection.onCodeAction(
      guard<lsp.CodeActionParams, lsp.CodeAction[]>(
        connection.console,
        'codeAction',
        [],
        ({ textDocument, range, context }) => {
          const { only } = context;
          const wanted =
            only === undefined || only.some((kind) => lsp.CodeActionKind.QuickFix.startsWith(kind));
          if (!wanted) return [];
          return findings.fixes(normalize(textDocument.uri), range, canCreate(services.capabilities));
        },
      ),
    );
  },
};

/** Whether the client can make files as a part of a change. */
function canCreate({ workspace }: lsp.ClientCapabilities): boolean {
  const edit = workspace?.workspaceEdit;
  return edit?.documentChanges === true && edit.resourceOperations?.includes('create') === true;
}
