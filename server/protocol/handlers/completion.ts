import type * as lsp from 'vscode-languageserver';
import { normalize } from '../../project/paths';
import { Completion, completionClient } from '../completion';
import { guard } from '../guard';
import type { Handler } from './handler';

export const completionHandler: Handler = {
  capabilities: () => ({
    completionProvider: {
      resolveProvider: true,
      triggerCharacters: [' ', '\n', '.', '{', '"', "'", '/', '!', '#', '-'],
    },
  }),
  register(services) {
    const { connection, workspace } = services;
    const completion = new Completion(workspace);
    connection.onCompletion(
      guard<lsp.CompletionParams, lsp.CompletionList>(
        connection.console,
        'completion',
        { isIncomplete: false, items: [] },
        ({ textDocument, position }) => {
          const client = completionClient(services.capabilities, services.options.triggerSuggest);
          return completion.list(normalize(textDocument.uri), position, client);
        },
      ),
    );
    connection.onCompletionResolve((item) => completion.resolve(item));
  },
};
