import type * as lsp from 'vscode-languageserver';
import type { Definition } from '../../features/definition';
import type { Address } from '../../project/paths';
import type { Workspace } from '../../project/workspace';
import type { Range } from '../../text/range';
import { positionsIn, START_OF_FILE, toRange } from '../convert';
import type { PositionRequest, Services } from './handler';

/**
 * Definitions as locations or, if the client supports them, as links with the range of the name and of the target.
 */
export function toLinks(
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
