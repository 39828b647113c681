import * as lsp from 'vscode-languageserver';
import { filesForExport } from '../../exchange/export-current';
import { normalize } from '../../project/files/paths';
import { CodeActions } from '../actions';
import { expectationActions, resolveExpectation } from '../expectation-actions';
import { refactorActions } from '../refactor-actions';
import { TimeSlicer } from '../time-slicer';
import { whenKnown } from '../when-known';
import { type Handler, respond } from './handler';

export const codeActionsHandler: Handler = {
  register(services) {
    const { workspace, findings, fileLoader } = services;
    const actions = new CodeActions(workspace, findings, services);
    respond(services, lsp.CodeActionRequest.type, [], async (params, token) => {
      // A client that supports only commands cannot apply edits.
      if (!services.capabilities.textDocument?.codeAction?.codeActionLiteralSupport) return [];
      const address = normalize(params.textDocument.uri);
      const find = () => new TimeSlicer(services.changes, token).finish(() => findings.findingsTask(address));
      // Computes in slices what refactorings depend on.
      if ((await find()) === undefined) return [];
      const refactor = await refactorActions(services, address, params);
      const missing = await whenKnown(fileLoader, () => filesForExport(workspace, address));
      const texts = missing.length > 0 ? await fileLoader.texts(missing) : undefined;
      const found = await find();
      if (found === undefined) return [];
      const offered = actions.at(address, params.range, params.context.only, texts, found);
      return [...offered, ...refactor, ...expectationActions(services, address, params)];
    });
    respond(
      services,
      lsp.CodeActionResolveRequest.type,
      (action) => action,
      async (action) => (await resolveExpectation(services, action)) ?? actions.resolve(action),
    );
  },
};
