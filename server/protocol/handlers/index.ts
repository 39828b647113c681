import { CALL_HIERARCHY } from './call-hierarchy';
import { checkWorkspaceHandler } from './check-workspace';
import { codeActionsHandler } from './code-actions';
import { CODE_LENS } from './code-lens';
import { compareHandler } from './compare';
import { completionHandler } from './completion';
import { debugSessionsHandler } from './debug-sessions';
import { DEBUG_VALUES } from './debug-values';
import { diagnosticsHandler } from './diagnostics';
import { documentSymbolsHandler } from './document-symbols';
import { exploreHandler } from './explore';
import { foldingHandler } from './folding';
import { formattingHandler } from './formatting';
import { graphEditHandler } from './graph-edit';
import type { Handler } from './handler';
import { hoverHandler } from './hover';
import { LANGUAGE_FEATURES } from './language-features';
import { PANELS } from './panels';
import { PROJECTS } from './projects';
import { RUN } from './run';
import { runScenariosHandler } from './run-scenarios';
import { semanticTokensHandler } from './semantic-tokens';
import { stateGraphHandler } from './state-graph';
import { STOP_FOR_TEST } from './stop-for-test';
import { traceHandler } from './trace';

export type { Services } from './handler';

/** All requests that the server answers. */
export const HANDLERS: readonly Handler[] = [
  ...LANGUAGE_FEATURES,
  ...CALL_HIERARCHY,
  checkWorkspaceHandler,
  codeActionsHandler,
  ...CODE_LENS,
  compareHandler,
  completionHandler,
  debugSessionsHandler,
  ...DEBUG_VALUES,
  diagnosticsHandler,
  documentSymbolsHandler,
  exploreHandler,
  foldingHandler,
  formattingHandler,
  graphEditHandler,
  hoverHandler,
  ...PANELS,
  ...PROJECTS,
  RUN,
  runScenariosHandler,
  semanticTokensHandler,
  stateGraphHandler,
  STOP_FOR_TEST,
  traceHandler,
];
