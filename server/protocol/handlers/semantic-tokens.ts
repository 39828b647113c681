import * as lsp from 'vscode-languageserver';
import { normalize } from '../../project/paths';
import { guard } from '../guard';
import { SemanticTokens } from '../semantic-tokens';
import type { Handler } from './handler';

export const semanticTokensHandler: Handler = {
  register(services) {
    const { connection, workspace } = services;
    const tokens = new SemanticTokens(workspace);
    // No answer at all, for files that are none of ours, leaves them to the colours of others.
    connection.onRequest(
      lsp.SemanticTokensRequest.type,
      guard<lsp.SemanticTokensParams, lsp.SemanticTokens | null>(
        services,
        'semanticTokens',
        null,
        ({ textDocument }) => tokens.full(normalize(textDocument.uri)),
      ),
    );
    connection.onRequest(
      lsp.SemanticTokensDeltaRequest.type,
      guard<lsp.SemanticTokensDeltaParams, lsp.SemanticTokens | lsp.SemanticTokensDelta | null>(
        services,
        'semanticTokens/delta',
        null,
        ({ textDocument, previousResultId }) => tokens.delta(normalize(textDocument.uri), previousResultId),
      ),
    );
    connection.onRequest(
      lsp.SemanticTokensRangeRequest.type,
      guard<lsp.SemanticTokensRangeParams, lsp.SemanticTokens | null>(
        services,
        'semanticTokens/range',
        null,
        ({ textDocument, range }) => tokens.range(normalize(textDocument.uri), range),
      ),
    );
  },
};
