import * as lsp from 'vscode-languageserver';
import { type Definition, definitionAt } from '../../features/definition';
import { documentLinks } from '../../features/document-links';
import { highlights } from '../../features/highlight';
import { eventTargetHints, type HintPart } from '../../features/inlay-hints';
import { contextTypeHints } from '../../features/inlay-hints/types';
import { LINKED_WORD, linkedRanges } from '../../features/linked-editing';
import { editsForMoves } from '../../features/moved-files';
import { references } from '../../features/references';
import { prepareRename, renameSymbol } from '../../features/rename';
import { selectionRanges } from '../../features/selection';
import { type SignatureHelp, signatureHelp } from '../../features/signature-help';
import { typeDefinition } from '../../features/type-definition';
import { type WorkspaceSymbol, workspaceSymbols } from '../../features/workspace-symbols';
import { type Address, normalize } from '../../project/files/paths';
import type { Workspace } from '../../project/workspace';
import type { Edit } from '../../rules/edits';
import type { ExpressionValue } from '../../run/sandbox/expression-values';
import { formatMessage, isBlank, msg } from '../../text/message';
import { oneLine } from '../../text/one-line';
import type { Range } from '../../text/range';
import type { Document } from '../../yaml/cut/document';
import { positionsIn, START_OF_FILE, toRange } from '../convert';
import { type DocumentEdits, toWorkspaceEdit } from '../edits';
import { markup } from '../markup';
import { atPosition, type Handler, type PositionRequest, request, respond, type Services } from './handler';

/** Requests that one function of `features/` answers: parameters → offset → feature → conversion. */
export const LANGUAGE_FEATURES: readonly Handler[] = [
  atPosition(lsp.DefinitionRequest.type, [], (services, position) => {
    const found = definitionAt(services.workspace, position.address, position.offset);
    return toLinks(services, position, found, services.capabilities.textDocument?.definition?.linkSupport);
  }),
  atPosition(lsp.TypeDefinitionRequest.type, [], (services, position) => {
    const found = typeDefinition(services.workspace, position.address, position.offset);
    return toLinks(
      services,
      position,
      found,
      services.capabilities.textDocument?.typeDefinition?.linkSupport,
    );
  }),
  atPosition(lsp.ReferencesRequest.type, [], (services, { address, offset }, { context }) =>
    references(services.workspace, address, offset)
      .filter(({ isDefinition }) => context.includeDeclaration || !isDefinition)
      .flatMap((one) => toLocation(services, one.address, one.range) ?? []),
  ),
  atPosition(
    lsp.DocumentHighlightRequest.type,
    [],
    ({ workspace, lastEdit }, { address, document, offset }) => {
      // Editors request the highlights of the cursor whenever it rests.
      lastEdit.moved(address, offset);
      return highlights(workspace, address, offset).map(({ range, access }) => ({
        range: toRange(document, range),
        kind: access === 'write' ? lsp.DocumentHighlightKind.Write : lsp.DocumentHighlightKind.Read,
      }));
    },
  ),
  atPosition(lsp.LinkedEditingRangeRequest.type, null, ({ workspace }, { address, document, offset }) => {
    const ranges = linkedRanges(workspace, address, offset)?.map((range) => toRange(document, range));
    return ranges ? { ranges, wordPattern: LINKED_WORD } : null;
  }),
  atPosition(lsp.SignatureHelpRequest.type, null, (services, { address, offset }) => {
    const found = signatureHelp(services.workspace, address, offset);
    return found ? toHelp(services, found) : null;
  }),
  atPosition(
    lsp.PrepareRenameRequest.type,
    null,
    ({ workspace, translations }, { address, document, offset }) => {
      // Other extensions may rename in other files.
      if (workspace.source(address) === undefined) return null;
      const found = prepareRename(workspace, address, offset);
      if (found.kind === 'refused') return refusal(formatMessage(found.reason, translations));
      return { range: toRange(document, found.range), placeholder: found.placeholder };
    },
  ),
  atPosition(lsp.RenameRequest.type, null, (services, { address, offset }, { newName }) => {
    const found = renameSymbol(services.workspace, address, offset, newName);
    if (found.kind === 'refused') return refusal(formatMessage(found.reason, services.translations));
    return toWorkspaceEdit(services, editsIn(services, found.changes));
  }),
  request(lsp.SelectionRangeRequest.type, [], ({ workspace }, { textDocument, positions }) => {
    const address = normalize(textDocument.uri);
    const document = workspace.document(address);
    if (document === undefined || workspace.source(address) === undefined) return [];
    return positions.map((position) => {
      const ranges = selectionRanges(workspace, address, document.offsetAt(position));
      const outer = ranges.reduceRight<lsp.SelectionRange | undefined>(
        (parent, range) => ({ range: toRange(document, range), ...(parent && { parent }) }),
        undefined,
      );
      // The protocol requires a result for each position, in the same order.
      return outer ?? { range: { start: position, end: position } };
    });
  }),
  request(lsp.DocumentLinkRequest.type, [], ({ workspace, toUri, translations }, { textDocument }) => {
    const address = normalize(textDocument.uri);
    const document = workspace.document(address);
    if (document === undefined) return [];
    return documentLinks(workspace, address).map((link) => ({
      range: toRange(document, link.range),
      target: toUri(link.address),
      tooltip: formatMessage(link.tooltip, translations),
    }));
  }),
  {
    register: (services) =>
      respond(services, lsp.InlayHintRequest.type, [], (params) => inlayHints(services, params), {
        needsWarmProject: ({ textDocument }) =>
          services.editorSettingsOf(normalize(textDocument.uri)).inlayHints.contextTypes,
      }),
  },
  request(
    lsp.WorkspaceSymbolRequest.type,
    [],
    (services, { query }) =>
      workspaceSymbols(services.workspace, query).flatMap(({ name, kind, container, address, range }) => {
        const location = toLocation(services, address, range);
        return location ? [{ name, kind: SYMBOLS[kind], containerName: container, location }] : [];
      }),
    { files: 'all' },
  ),
  request(
    lsp.WillRenameFilesRequest.type,
    null,
    (services, { files }) => {
      const moves = files.map(({ oldUri, newUri }) => ({ from: normalize(oldUri), to: normalize(newUri) }));
      const changes = editsIn(services, editsForMoves(services.workspace, moves));
      return changes.length > 0 ? toWorkspaceEdit(services, changes) : null;
    },
    { files: 'all' },
  ),
];

function inlayHints(services: Services, { textDocument, range }: lsp.InlayHintParams): lsp.InlayHint[] {
  const { workspace } = services;
  const address = normalize(textDocument.uri);
  const document = workspace.document(address);
  if (document === undefined) return [];
  const { inlayHints: shownKinds, run } = services.editorSettingsOf(address);
  const shown = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  const hints = [
    ...(shownKinds.eventTargets ? eventTargetHints(workspace, address, shown) : []),
    ...(shownKinds.contextTypes ? contextTypeHints(workspace, address, shown) : []),
  ];
  const values = run.showValues ? services.runValues.in(address, document, shown) : [];
  return [
    ...hints.map(({ offset, parts }) => ({
      position: document.positionAt(offset),
      label: parts.map((part) => toPart(services, part)),
    })),
    ...values.map((one) => runValueHint(services, document, one)),
  ];
}

function toLocation(
  { workspace, toUri }: Services,
  address: Address,
  range: Range,
): lsp.Location | undefined {
  const document = workspace.document(address);
  return document && { uri: toUri(address), range: toRange(document, range) };
}

/** An error whose message the editor shows. */
function refusal(reason: string): lsp.ResponseError<void> {
  return new lsp.ResponseError(lsp.LSPErrorCodes.RequestFailed, reason);
}

function editsIn(
  { workspace }: Services,
  changes: ReadonlyMap<Address, readonly Edit[]>,
): readonly DocumentEdits[] {
  return [...changes].flatMap(([address, edits]) => {
    const document = workspace.document(address);
    return document ? [{ address, document, edits }] : [];
  });
}

function toHelp(services: Services, help: SignatureHelp): lsp.SignatureHelp {
  const client = services.capabilities.textDocument?.signatureHelp?.signatureInformation;
  const takesOffsets = client?.parameterInformation?.labelOffsetSupport === true;
  const { signatures, active, parameter, documentation } = help;
  return {
    activeSignature: active,
    activeParameter: parameter,
    signatures: signatures.map(({ label, parameters }) => ({
      label,
      parameters: parameters.map(({ start, end }) => ({
        label: takesOffsets ? [start, end] : label.slice(start, end),
      })),
      ...(!isBlank(documentation) && {
        documentation: markup(services, client?.documentationFormat, documentation),
      }),
    })),
  };
}

/** Longer values, in characters, are cut in a hint; its tooltip has the whole value. */
const MAX_HINT_LENGTH = 40;

function runValueHint(
  { translations }: Services,
  document: Document,
  { place, value }: ExpressionValue,
): lsp.InlayHint {
  return {
    position: document.positionAt(place.end),
    label: formatMessage(msg`run: ${oneLine(value, MAX_HINT_LENGTH)}`, translations),
    tooltip: formatMessage(msg`Value in the last run: ${value}`, translations),
    paddingLeft: true,
  };
}

function toPart(services: Services, { text, site, tooltip }: HintPart): lsp.InlayHintLabelPart {
  const location = site && toLocation(services, site.address, site.selection);
  return {
    value: text,
    ...(location && { location }),
    ...(tooltip !== undefined && { tooltip: formatMessage(tooltip, services.translations) }),
  };
}

const SYMBOLS: Readonly<Record<WorkspaceSymbol['kind'], lsp.SymbolKind>> = {
  automata: lsp.SymbolKind.Module,
  state: lsp.SymbolKind.Class,
  id: lsp.SymbolKind.Key,
  context: lsp.SymbolKind.Variable,
  event: lsp.SymbolKind.Event,
};

/**
 * Definitions as locations or, if the client supports them, as links with the range of the name and of the target.
 */
function toLinks(
  { workspace, toUri }: Services,
  position: PositionRequest,
  found: Definition | undefined,
  linkSupport: boolean | undefined,
): lsp.DefinitionLink[] | lsp.Location[] {
  if (found === undefined) return [];
  const originSelectionRange = toRange(position.document, found.origin);
  const links = found.targets.map(({ address, range, selection }) => {
    const at = rangeConverter(workspace, position.address, address);
    return {
      originSelectionRange,
      targetUri: toUri(address),
      targetRange: at(range),
      targetSelectionRange: at(selection),
    };
  });
  if (linkSupport) return links;
  return links.map(({ targetUri, targetSelectionRange }) => ({
    uri: targetUri,
    range: targetSelectionRange,
  }));
}

/** A function that converts ranges of a document, or of a file that `!oneline` includes. */
function rangeConverter(workspace: Workspace, from: Address, address: Address): (range: Range) => lsp.Range {
  const document = workspace.document(address);
  if (document) return (range) => toRange(document, range);
  const [project] = workspace.projectsOf(from);
  const text = project && workspace.dataFile(address)?.text;
  if (text === undefined) return () => START_OF_FILE;
  const at = positionsIn(text);
  return ({ start, end }) => ({ start: at(start), end: at(end) });
}
