import { automataHandler } from './automata';
import { callHierarchyHandler } from './call-hierarchy';
import { checkWorkspaceHandler } from './check-workspace';
import { codeActionsHandler } from './code-actions';
import { codeLensHandler } from './code-lens';
import { completionHandler } from './completion';
import { definitionHandler } from './definition';
import { diagnosticsHandler } from './diagnostics';
import { documentLinksHandler } from './document-links';
import { documentSymbolsHandler } from './document-symbols';
import { exportHandler } from './export';
import { foldingHandler } from './folding';
import { formattingHandler } from './formatting';
import type { Handler } from './handler';
import { highlightHandler } from './highlight';
import { hoverHandler } from './hover';
import { importHandler } from './import';
import { inlayHintsHandler } from './inlay-hints';
import { linkedEditingHandler } from './linked-editing';
import { movedFilesHandler } from './moved-files';
import { newProjectHandler } from './new-project';
import { newStateHandler } from './new-state';
import { referencesHandler } from './references';
import { renameHandler } from './rename';
import { reportHandler } from './report';
import { selectionHandler } from './selection';
import { semanticTokensHandler } from './semantic-tokens';
import { signatureHelpHandler } from './signature-help';
import { stateGraphHandler } from './state-graph';
import { statePreviewHandler } from './state-preview';
import { statusHandler } from './status';
import { traceHandler } from './trace';
import { typeDefinitionHandler } from './type-definition';
import { workspaceSymbolsHandler } from './workspace-symbols';

export type { Services } from './handler';

/** Everything the server can be asked, one file each. */
export const HANDLERS: readonly Handler[] = [
  automataHandler,
  callHierarchyHandler,
  checkWorkspaceHandler,
  codeActionsHandler,
  codeLensHandler,
  completionHandler,
  definitionHandler,
  diagnosticsHandler,
  documentLinksHandler,
  documentSymbolsHandler,
  exportHandler,
  foldingHandler,
  formattingHandler,
  highlightHandler,
  hoverHandler,
  importHandler,
  inlayHintsHandler,
  linkedEditingHandler,
  movedFilesHandler,
  newProjectHandler,
  newStateHandler,
  referencesHandler,
  renameHandler,
  reportHandler,
  selectionHandler,
  semanticTokensHandler,
  signatureHelpHandler,
  stateGraphHandler,
  statePreviewHandler,
  statusHandler,
  traceHandler,
  typeDefinitionHandler,
  workspaceSymbolsHandler,
];
