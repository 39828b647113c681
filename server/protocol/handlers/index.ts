import { codeActionsHandler } from './code-actions';
import { completionHandler } from './completion';
import { definitionHandler } from './definition';
import { diagnosticsHandler } from './diagnostics';
import { documentSymbolsHandler } from './document-symbols';
import type { Handler } from './handler';
import { highlightHandler } from './highlight';
import { hoverHandler } from './hover';
import { statusHandler } from './status';

export type { ClientOptions, Services } from './handler';

/** Everything the server can be asked, one file each. */
export const HANDLERS: readonly Handler[] = [
  codeActionsHandler,
  completionHandler,
  definitionHandler,
  diagnosticsHandler,
  documentSymbolsHandler,
  highlightHandler,
  hoverHandler,
  statusHandler,
];
