import { callHierarchyHandler } from './call-hierarchy';
import { codeActionsHandler } from './code-actions';
import { codeLensHandler } from './code-lens';
import { completionHandler } from './completion';
import { definitionHandler } from './definition';
import { diagnosticsHandler } from './diagnostics';
import { documentLinksHandler } from './document-links';
import { documentSymbolsHandler } from './document-symbols';
import { foldingHandler } from './folding';
import { formattingHandler } from './formatting';
import type { Handler } from './handler';
import { highlightHandler } from './highlight';
import { hoverHandler } from './hover';
import { inlayHintsHandler } from './inlay-hints';
import { linkedEditingHandler } from './linked-editing';
import { movedFilesHandler } from './moved-files';
import { referencesHandler } from './references';
import { renameHandler } from './rename';
import { selectionHandler } from './selection';
import { semanticTokensHandler } from './semantic-tokens';
import { signatureHelpHandler } from './signature-help';
import { stateGraphHandler } from './state-graph';
import { statusHandler } from './status';
import { typeDefinitionHandler } from './type-definition';
import { workspaceSymbolsHandler } from './workspace-symbols';

export type { ClientOptions, Services } from './handler';

/** Everything the server can be asked, one file each. */
export const HANDLERS: readonly Handler[] = [
  callHierarchyHandler,
  codeActionsHandler,
  codeLensHandler,
  completionHandler,
  definitionHandler,
  diagnosticsHandler,
  documentLinksHandler,
  documentSymbolsHandler,
  foldingHandler,
  formattingHandler,
  highlightHandler,
  hoverHandler,
  inlayHintsHandler,
  linkedEditingHandler,
  movedFilesHandler,
  referencesHandler,
  renameHandler,
  selectionHandler,
  semanticTokensHandler,
  signatureHelpHandler,
  stateGraphHandler,
  statusHandler,
  typeDefinitionHandler,
  workspaceSymbolsHandler,
];
