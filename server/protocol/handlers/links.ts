import type * as lsp from 'vscode-languageserver';
import type { Definition } from '../../features/definition';
import { toRange } from '../convert';
import type { Asked, Services } from './handler';

const START: lsp.Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Where names lead, with as much as the client can take: which word leads there, and how far that reaches. */
export function toLinks(
  { workspace, toUri }: Services,
  asked: Asked,
  found: Definition,
  linkSupport: boolean | undefined,
): lsp.DefinitionLink[] | lsp.Location[] {
  const originSelectionRange = toRange(asked.document, found.origin);
  const links = found.targets.map(({ address, range, selection }) => {
    const document = workspace.document(address);
    return {
      originSelectionRange,
      targetUri: toUri(address),
      targetRange: document ? toRange(document, range) : START,
      targetSelectionRange: document ? toRange(document, selection) : START,
    };
  });
  if (linkSupport) return links;
  return links.map(({ targetUri, targetSelectionRange }) => ({
    uri: targetUri,
    range: targetSelectionRange,
  }));
}
