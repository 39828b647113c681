import type * as lsp from 'vscode-languageserver';
import { type Address, normalize } from '../../project/paths';
import { Completion, completionClient } from '../completion';
import { guard } from '../guard';
import type { Handler } from './handler';

export const completionHandler: Handler = {
  register(services) {
    const { connection, workspace, findings, reading, loader } = services;
    const completion = new Completion(workspace, findings);
    const clientAt = (address: Address) => {
      const { capabilities, options } = services;
      return completionClient(capabilities, options.triggerSuggest, services.settingsOf(address).completion);
    };
    connection.onCompletion(
      guard<lsp.CompletionParams, lsp.CompletionList>(
        services,
        'completion',
        { isIncomplete: false, items: [] },
        async ({ textDocument, position, context }) => {
          const address = normalize(textDocument.uri);
          const ask = () => completion.list(address, position, clientAt(address), context?.triggerCharacter);
          const list = ask();
          if (!list.isIncomplete || list.items.length > 0) return list;
          // A folder is still being looked into: an empty list would be shown as that.
          await loader.load();
          return ask();
        },
        {
          atOnce({ textDocument, position, context }) {
            const address = normalize(textDocument.uri);
            const trigger = context?.triggerCharacter;
            return reading.atGlance(address, (glance) =>
              completion.list(address, position, clientAt(address), trigger, glance),
            );
          },
        },
      ),
    );
    connection.onCompletionResolve((item, token) =>
      guard<lsp.CompletionItem, lsp.CompletionItem>(
        services,
        'completion/resolve',
        item,
        (one) => completion.resolve(one),
        { atOnce: (one) => ({ answer: completion.resolve(one) }) },
      )(item, token),
    );
  },
};
