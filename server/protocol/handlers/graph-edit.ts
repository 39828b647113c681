import { graphEdit } from '../../graph-edit';
import { normalize } from '../../project/files/paths';
import { formatMessage, msg } from '../../text/message';
import { positionsIn } from '../convert';
import { toWorkspaceEdit } from '../edits';
import type { GraphEditAnswer, GraphEditParams } from '../messages';
import { ownRequest } from '../own-messages';
import type { Services } from './handler';

/** Edits of the text by operations on the graph. The client applies them, as one step that can be undone. */
export const graphEditHandler = ownRequest(
  'atomicState/graphEdit',
  () => ({ refused: 'The edit failed. The output says why.' }),
  editAnswer,
  { files: 'requested' },
);

function editAnswer(services: Services, { textDocument, operation }: GraphEditParams): GraphEditAnswer {
  const { workspace, translations, toUri } = services;
  const address = normalize(textDocument.uri);
  if (services.versionOf(address) !== textDocument.version)
    return { refused: formatMessage(msg('The text has changed meanwhile. Try again.'), translations) };
  const result = graphEdit(workspace, address, operation);
  if ('refused' in result) return { refused: formatMessage(result.refused, translations) };
  const { changes, create, id, selection } = result;
  const at = selection && positionsIn(selection.text);
  return {
    edit: toWorkspaceEdit(services, changes, create),
    ...(selection &&
      at && {
        selection: {
          uri: toUri(selection.address),
          range: { start: at(selection.range.start), end: at(selection.range.end) },
        },
      }),
    ...(id !== undefined && { id }),
  };
}
