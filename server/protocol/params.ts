import { isRecord } from '../text/own-value';

/** Checks of the parameters of requests. */

type Check = (value: unknown) => boolean;

/** The types of properties, in the parameters of any request. */
const PARTS: Readonly<Record<string, Check>> = {
  textDocument: isDocument,
  position: isPosition,
  positions: isListOf(isPosition),
  range: isRange,
  newName: isString,
  query: isString,
  ch: isString,
  label: isString,
  title: isString,
  previousResultId: isString,
  previousResultIds: isListOf(
    (one) => isRecord(one) && isString(part(one, 'uri')) && isString(part(one, 'value')),
  ),
  files: isListOf((one) => isRecord(one) && isString(part(one, 'oldUri')) && isString(part(one, 'newUri'))),
  item: (value) => isRecord(value) && isString(part(value, 'uri')) && isRange(part(value, 'selectionRange')),
  options: (value) =>
    isRecord(value) && typeof part(value, 'tabSize') === 'number' && isBoolean(part(value, 'insertSpaces')),
};

const POSITION_PARAMS = ['textDocument', 'position'];
const DOCUMENT_PARAMS = ['textDocument'];

/** The required properties by the name of the handler, except `context`, see {@link CONTEXTS}. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  codeAction: ['textDocument', 'range'],
  'codeAction/resolve': ['title'],
  codeLens: DOCUMENT_PARAMS,
  'codeLens/resolve': ['range'],
  completion: POSITION_PARAMS,
  'completionItem/resolve': ['label'],
  definition: POSITION_PARAMS,
  diagnostic: DOCUMENT_PARAMS,
  documentHighlight: POSITION_PARAMS,
  documentLink: DOCUMENT_PARAMS,
  documentSymbol: DOCUMENT_PARAMS,
  foldingRange: DOCUMENT_PARAMS,
  formatting: ['textDocument', 'options'],
  hover: POSITION_PARAMS,
  'atomicState/graphEdit': ['textDocument', 'operation'],
  'callHierarchy/incomingCalls': ['item'],
  inlayHint: ['textDocument', 'range'],
  linkedEditingRange: POSITION_PARAMS,
  onTypeFormatting: ['textDocument', 'position', 'ch', 'options'],
  'callHierarchy/outgoingCalls': ['item'],
  prepareCallHierarchy: POSITION_PARAMS,
  prepareRename: POSITION_PARAMS,
  rangeFormatting: ['textDocument', 'range', 'options'],
  references: POSITION_PARAMS,
  rename: ['textDocument', 'position', 'newName'],
  selectionRange: ['textDocument', 'positions'],
  'semanticTokens/full': DOCUMENT_PARAMS,
  'semanticTokens/full/delta': ['textDocument', 'previousResultId'],
  'semanticTokens/range': ['textDocument', 'range'],
  signatureHelp: POSITION_PARAMS,
  typeDefinition: POSITION_PARAMS,
  'workspace/willRenameFiles': ['files'],
  workspaceDiagnostic: ['previousResultIds'],
  'workspace/symbol': ['query'],
};

/** The required `context` of requests. */
const CONTEXTS: Readonly<Record<string, Check>> = {
  codeAction: (value) => isRecord(value) && Array.isArray(part(value, 'diagnostics')),
  references: (value) => isRecord(value) && isBoolean(part(value, 'includeDeclaration')),
};

/** Whether the parameters for a handler have all required properties, and all known properties have the right type. */
export function isWellFormed(params: unknown, handler: string): params is object {
  if (!isRecord(params)) return false;
  // Messages of a worker are objects whose missing properties may be undefined.
  const isGiven = (name: string) => part(params, name) !== undefined;
  return (
    (REQUIRED[handler] ?? []).every(isGiven) &&
    (CONTEXTS[handler]?.(part(params, 'context')) ?? true) &&
    Object.entries(PARTS).every(([name, check]) => !isGiven(name) || check(part(params, name)))
  );
}

/** The address, as the client writes it, of the document that the positions in parameters refer to. */
export function positionUriIn(params: unknown): string | undefined {
  if (!isRecord(params)) return undefined;
  if (!['position', 'positions', 'range'].some((name) => Object.hasOwn(params, name))) return undefined;
  const document = part(params, 'textDocument');
  return isDocument(document) ? document.uri : undefined;
}

/** The address, as the client writes it, of the document that parameters name; undefined if they name none. */
export function documentUriIn(params: unknown): string | undefined {
  if (!isRecord(params)) return undefined;
  const document = part(params, 'textDocument');
  if (isDocument(document)) return document.uri;
  const uri = part(params, 'uri');
  return isString(uri) ? uri : undefined;
}

function part(value: object, name: string): unknown {
  return Reflect.get(value, name);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isListOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

function isDocument(value: unknown): value is { readonly uri: string } {
  return isRecord(value) && isString(part(value, 'uri'));
}

function isPosition(value: unknown): boolean {
  return ['line', 'character'].every((name) => isRecord(value) && typeof part(value, name) === 'number');
}

function isRange(value: unknown): boolean {
  return ['start', 'end'].every((name) => isRecord(value) && isPosition(part(value, name)));
}
