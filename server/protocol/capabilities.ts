import type * as lsp from 'vscode-languageserver';
import { CodeActionKind, PositionEncodingKind, TextDocumentSyncKind } from 'vscode-languageserver';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from '../features/semantic-tokens/legend';
import type { ClientOptions } from './client-options';

/** The kind with which an editor applies all fixes of this server on save. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.atomicState`;

/** The kinds of refactorings that are offered. */
const REFACTOR_KINDS: readonly lsp.CodeActionKind[] = [
  CodeActionKind.RefactorRewrite,
  CodeActionKind.RefactorExtract,
  `${CodeActionKind.Refactor}.move`,
];

/** Characters after which the editor requests `onTypeFormatting`. */
export const NEW_LINE: lsp.DocumentOnTypeFormattingOptions = { firstTriggerCharacter: '\n' };

/** The command that shows the places of a code lens, for clients that have no command for places themselves. */
export const SHOW_PLACES = 'atomicState.showPlaces';

/** Any file or folder may be one that a tag names. */
const EVERYTHING: lsp.FileOperationRegistrationOptions = {
  filters: (['file', 'folder'] as const).map((matches) => ({ pattern: { glob: '**/*', matches } })),
};

/**
 * What the server tells a client that it can do, which it does before anything else is loaded. The answers are under
 * `handlers/`; what holds for documents of our own language only is announced there, later.
 */
export function capabilitiesFor(
  { textDocument, workspace }: lsp.ClientCapabilities,
  options: ClientOptions,
): lsp.ServerCapabilities {
  // Our own extension has formatting registered for its own language; see `handlers/formatting.ts`.
  const formats = (client: { dynamicRegistration?: boolean } | undefined) =>
    options.ownMessages !== true || client?.dynamicRegistration !== true;
  return {
    positionEncoding: PositionEncodingKind.UTF16,
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      ...(workspace?.fileOperations && { fileOperations: fileOperations(workspace.fileOperations) }),
    },
    callHierarchyProvider: true,
    codeActionProvider: {
      codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL, ...REFACTOR_KINDS],
      resolveProvider: true,
    },
    codeLensProvider: { resolveProvider: true },
    completionProvider: {
      resolveProvider: true,
      triggerCharacters: [' ', '\n', '.', '{', '"', "'", '/', '!', '#', '-'],
    },
    definitionProvider: true,
    // To other clients they are sent.
    ...(textDocument?.diagnostic && {
      diagnosticProvider: {
        identifier: 'atomic-state',
        interFileDependencies: true,
        workspaceDiagnostics: true,
      },
    }),
    documentLinkProvider: {},
    documentSymbolProvider: true,
    ...(options.showReferences === undefined && { executeCommandProvider: { commands: [SHOW_PLACES] } }),
    foldingRangeProvider: true,
    ...(formats(textDocument?.formatting) && { documentFormattingProvider: true }),
    ...(formats(textDocument?.rangeFormatting) && { documentRangeFormattingProvider: true }),
    ...(formats(textDocument?.onTypeFormatting) && { documentOnTypeFormattingProvider: NEW_LINE }),
    documentHighlightProvider: true,
    hoverProvider: true,
    inlayHintProvider: true,
    inlineValueProvider: true,
    linkedEditingRangeProvider: true,
    referencesProvider: true,
    renameProvider: textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
    selectionRangeProvider: true,
    semanticTokensProvider: {
      legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] },
      full: { delta: true },
      range: true,
    },
    signatureHelpProvider: { triggerCharacters: ['(', ','], retriggerCharacters: [')'] },
    typeDefinitionProvider: true,
    workspaceSymbolProvider: true,
  };
}

function fileOperations(client: lsp.FileOperationClientCapabilities): lsp.FileOperationOptions {
  return {
    ...(client.willRename && { willRename: EVERYTHING }),
    ...(client.didCreate && { didCreate: EVERYTHING }),
    ...(client.didRename && { didRename: EVERYTHING }),
    ...(client.didDelete && { didDelete: EVERYTHING }),
  };
}
