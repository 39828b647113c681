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

/** Characters after which the editor requests `onTypeFormatting`: line breaks, and the space after a dash. */
export const ON_TYPE: lsp.DocumentOnTypeFormattingOptions = {
  firstTriggerCharacter: '\n',
  moreTriggerCharacter: [' '],
};

/** The command that shows the locations of a code lens, for clients without a command of their own for this. */
export const SHOW_PLACES = 'atomicState.showPlaces';

/** All files and folders, because a tag may name any of them. */
const EVERYTHING: lsp.FileOperationRegistrationOptions = {
  filters: (['file', 'folder'] as const).map((matches) => ({ pattern: { glob: '**/*', matches } })),
};

/**
 * The capabilities that the server declares before anything else is loaded. `handlers/` has the implementation, and
 * registers capabilities for documents with our own language later.
 */
export function capabilitiesFor(
  { textDocument, workspace }: lsp.ClientCapabilities,
  options: ClientOptions,
): lsp.ServerCapabilities {
  // For our extension, formatting is registered only for its own language, see `handlers/formatting.ts`.
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
    // Other clients get published diagnostics.
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
    ...(formats(textDocument?.onTypeFormatting) && { documentOnTypeFormattingProvider: ON_TYPE }),
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
