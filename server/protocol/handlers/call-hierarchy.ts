import * as lsp from 'vscode-languageserver';
import { callsFrom, callsTo, type HierarchyState, hierarchyAt } from '../../features/call-hierarchy';
import { type Address, normalize } from '../../project/files/paths';
import { type ScopePath, toScopePath } from '../../project/names/scope-path';
import type { Range } from '../../text/range';
import { toRange } from '../convert';
import { atPosition, type Handler, request, type Services } from './handler';

/** The data of an item, which identifies its state. */
interface Data {
  readonly root: Address;
  readonly path: ScopePath;
}

export const CALL_HIERARCHY: readonly Handler[] = [
  atPosition(lsp.CallHierarchyPrepareRequest.type, null, (services, { address, offset }) => {
    const states = hierarchyAt(services.workspace, address, offset);
    return states.length > 0 ? states.map((state) => toItem(services, state)) : null;
  }),
  request(lsp.CallHierarchyIncomingCallsRequest.type, [], (services, { item }) => {
    const data = dataOf(item);
    if (data === undefined) return [];
    return callsTo(services.workspace, data.root, data.path).map(({ state, ranges }) => ({
      from: toItem(services, state),
      fromRanges: toRanges(services, state.site.address, ranges),
    }));
  }),
  request(lsp.CallHierarchyOutgoingCallsRequest.type, [], (services, { item }) => {
    const data = dataOf(item);
    if (data === undefined) return [];
    return callsFrom(services.workspace, data.root, data.path).map(({ state, ranges }) => ({
      to: toItem(services, state),
      fromRanges: toRanges(services, item.uri, ranges),
    }));
  }),
];

function toItem(services: Services, state: HierarchyState): lsp.CallHierarchyItem {
  const { root, path, name, detail, kind, site } = state;
  const document = services.workspace.document(site.address);
  const data: Data = { root, path };
  return {
    name,
    detail,
    kind: kind === 'automata' ? lsp.SymbolKind.Module : lsp.SymbolKind.Class,
    uri: services.toUri(site.address),
    range: toRange(document, site.range),
    selectionRange: toRange(document, site.selection),
    data,
  };
}

function toRanges({ workspace }: Services, uri: string, ranges: readonly Range[]): lsp.Range[] {
  const document = workspace.document(normalize(uri));
  return document ? ranges.map((range) => toRange(document, range)) : [];
}

function dataOf({ data }: lsp.CallHierarchyItem): Data | undefined {
  if (typeof data?.root !== 'string' || !Array.isArray(data.path)) return undefined;
  return { root: normalize(data.root), path: toScopePath(data.path.map(String)) };
}
