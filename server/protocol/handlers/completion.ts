import type * as lsp from 'vscode-languageserver';
import { normalize } from '../../project/paths';
import { Completion, completionClient } from '../completion';
import { guard } from '../guard';
import type { Handler } from './handler';

export const completionHandler: Handler = {
  register(services) {
    const { connection, workspace, findings } = services;
    const completion = new Completion(workspace, findings);
    connection.onCompletion(
      guard<lsp.CompletionParams, lsp.CompletionList>(
        services,
        'completion',
        { isIncomplete: false, items: [] },
        ({ textDocument, position }) => {
          const address = normalize(textDocument.uri);
          const { capabilities, options } = services;
          const settings = services.settingsOf(address).completion;
          const client = completionClient(capabilities, options.triggerSuggest, settings);
          return completion.list(address, position, client);
        },
      ),
    );
    connection.onCompletionResolve((item, token) =>
      guard<lsp.CompletionItem, lsp.CompletionItem>(services, 'completion/resolve', item, (one) =>
        completion.resolve(one),
      )(item, token),
    );
  },
};
