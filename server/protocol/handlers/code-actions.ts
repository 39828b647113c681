import type * as lsp from 'vscode-languageserver';
import { normalize } from '../../project/paths';
import { Actions } from '../actions';
import { guard } from '../guard';
import { refactorActions } from '../refactor-actions';
import { Turns } from '../turn';
import type { Handler } from './handler';

export const codeActionsHandler: Handler = {
  register(services) {
    const { connection, workspace, findings } = services;
    const actions = new Actions(workspace, findings, services);
    connection.onCodeAction(
      guard<lsp.CodeActionParams, lsp.CodeAction[]>(services, 'codeAction', [], async (params, token) => {
        const address = normalize(params.textDocument.uri);
        // What the actions ask for afterwards is remembered.
        await new Turns(services.changes, token).finish(() => findings.diagnosing(address));
        const refactor = await refactorActions(services, address, params);
        return [...actions.at(address, params.range, params.context.only), ...refactor];
      }),
    );
    connection.onCodeActionResolve((action, token) =>
      guard<lsp.CodeAction, lsp.CodeAction>(services, 'codeAction/resolve', action, (params) =>
        actions.resolve(params),
      )(action, token),
    );
  },
};
