import * as lsp from 'vscode-languageserver';
import { normalize } from '../../project/paths';
import { guard } from '../guard';
import { SemanticTokens } from '../semantic-tokens';
import { Turns } from '../turn';
import type { Handler } from './handler';

export const semanticTokensHandler: Handler = {
  register(services) {
    const { connection, workspace, changes } = services;
    const tokens = new SemanticTokens(workspace);
    const turns = (token: lsp.CancellationToken) => new Turns(changes, token);
    // No answer at all, for files that are none of ours, leaves them to the colours of others.
    connection.onRequest(
      lsp.SemanticTokensRequest.type,
      guard<lsp.SemanticTokensParams, lsp.SemanticTokens | null>(
        services,
        'semanticTokens',
        null,
        async ({ textDocument }, token) =>
          (await turns(token).finish(() => tokens.full(normalize(textDocument.uri)))) ?? null,
      ),
    );
    connection.onRequest(
      lsp.SemanticTokensDeltaRequest.type,
      guard<lsp.SemanticTokensDeltaParams, lsp.SemanticTokens | lsp.SemanticTokensDelta | null>(
        services,
        'semanticTokens/delta',
        null,
        async ({ textDocument, previousResultId }, token) =>
          (await turns(token).finish(() => tokens.delta(normalize(textDocument.uri), previousResultId))) ??
          null,
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
