import * as lsp from 'vscode-languageserver';
import { normalize } from '../../project/files/paths';
import { SemanticTokens } from '../semantic-tokens';
import { TimeSlicer } from '../time-slicer';
import { type Handler, respond } from './handler';

export const semanticTokensHandler: Handler = {
  register(services) {
    const { workspace, changes } = services;
    const tokens = new SemanticTokens(workspace);
    const slicer = (token: lsp.CancellationToken) => new TimeSlicer(changes, token);
    const needs = { files: 'requested' } as const;
    // With `null`, other files keep the tokens of other extensions.
    const full = async ({ textDocument }: lsp.SemanticTokensParams, token: lsp.CancellationToken) =>
      (await slicer(token).finish(() => tokens.full(normalize(textDocument.uri)))) ?? null;
    respond(services, lsp.SemanticTokensRequest.type, null, full, needs);
    const delta = async (params: lsp.SemanticTokensDeltaParams, token: lsp.CancellationToken) => {
      const address = normalize(params.textDocument.uri);
      return (await slicer(token).finish(() => tokens.delta(address, params.previousResultId))) ?? null;
    };
    respond(services, lsp.SemanticTokensDeltaRequest.type, null, delta, needs);
    respond(services, lsp.SemanticTokensRangeRequest.type, null, ({ textDocument, range }) =>
      tokens.range(normalize(textDocument.uri), range),
    );
  },
};
