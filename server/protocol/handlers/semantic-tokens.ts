import * as lsp from 'vscode-languageserver';
import { normalize } from '../../project/paths';
import { SemanticTokens } from '../semantic-tokens';
import { TimeSlicer } from '../time-slicer';
import { type Handler, respond } from './handler';

export const semanticTokensHandler: Handler = {
  register(services) {
    const { workspace, changes } = services;
    const tokens = new SemanticTokens(workspace);
    const slicer = (token: lsp.CancellationToken) => new TimeSlicer(changes, token);
    // With `null`, other files keep the tokens of other extensions.
    respond(services, lsp.SemanticTokensRequest.type, null, async ({ textDocument }, token) => {
      return (await slicer(token).finish(() => tokens.full(normalize(textDocument.uri)))) ?? null;
    });
    respond(services, lsp.SemanticTokensDeltaRequest.type, null, async (params, token) => {
      const address = normalize(params.textDocument.uri);
      return (await slicer(token).finish(() => tokens.delta(address, params.previousResultId))) ?? null;
    });
    respond(services, lsp.SemanticTokensRangeRequest.type, null, ({ textDocument, range }) =>
      tokens.range(normalize(textDocument.uri), range),
    );
  },
};
