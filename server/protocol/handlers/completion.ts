import * as lsp from 'vscode-languageserver';
import { type Address, normalize } from '../../project/files/paths';
import type { Workspace } from '../../project/workspace';
import { CompletionProvider, completionClient } from '../completion';
import { markup } from '../markup';
import { type Handler, respond } from './handler';

export const completionHandler: Handler = {
  register(services) {
    const { workspace, findings, documentLoader } = services;
    const completion = new CompletionProvider(workspace, findings);
    const clientAt = (address: Address) => {
      const { capabilities, options } = services;
      return completionClient(capabilities, options, services.editorSettingsOf(address).completion);
    };
    const list = ({ textDocument, position, context }: lsp.CompletionParams, glance?: Workspace) => {
      const address = normalize(textDocument.uri);
      return completion.list(address, position, clientAt(address), context?.triggerCharacter, glance);
    };
    const empty = { isIncomplete: false, items: [] };
    // Not a promise: the guard asks again once the files that the list depends on have been read.
    respond(services, lsp.CompletionRequest.type, empty, (params) => list(params), {
      provisional: (params) =>
        documentLoader.provisionalAnswer(normalize(params.textDocument.uri), (glance) =>
          list(params, glance),
        ),
    });
    const formats = services.capabilities.textDocument?.completion?.completionItem?.documentationFormat;
    const resolve = (item: lsp.CompletionItem) =>
      completion.resolve(item, (markdown) => markup(services, formats, markdown));
    respond(services, lsp.CompletionResolveRequest.type, (item) => item, resolve, {
      provisional: (item) => ({ answer: resolve(item) }),
    });
  },
};
