import { type GraphEdit, graphEdit, previewDeletion } from '../../graph-edit';
import { normalize } from '../../project/files/paths';
import { formatMessage, type Message, msg } from '../../text/message';
import { positionsIn, toRange } from '../convert';
import { supportsFileCreation, supportsFileRemoval, toWorkspaceEdit } from '../edits';
import type { GraphEditAnswer, GraphEditParams, GraphReference } from '../messages';
import { ownRequest } from '../own-messages';
import type { Services } from './handler';

/** Edits of the text by operations on the graph. The client applies them, as one step that can be undone. */
export const graphEditHandler = ownRequest(
  'atomicState/graphEdit',
  () => ({ refused: 'The edit failed. The output says why.' }),
  editAnswer,
  { files: 'requested' },
);

function editAnswer(services: Services, params: GraphEditParams): GraphEditAnswer {
  const { textDocument, operation, preview } = params;
  const { workspace, translations, toUri } = services;
  const address = normalize(textDocument.uri);
  if (services.versionOf(address) !== textDocument.version)
    return { refused: formatMessage(msg('The text has changed meanwhile. Try again.'), translations) };
  if (preview === true) {
    const uses = previewDeletion(workspace, address, operation);
    if ('refused' in uses) return { refused: formatMessage(uses.refused, translations) };
    const toReference = ({ address: file, range, line }: (typeof uses)[number]): GraphReference => {
      return { uri: toUri(file), range: toRange(workspace.document(file), range), line };
    };
    return { references: uses.map(toReference) };
  }
  const result = graphEdit(workspace, address, operation);
  if ('refused' in result) return { refused: formatMessage(result.refused, translations) };
  const { changes, create, remove, id, selection } = result;
  const unsupported = whyUnsupported(services, result);
  if (unsupported !== undefined) return { refused: formatMessage(unsupported, translations) };
  const at = selection && positionsIn(selection.text);
  return {
    edit: toWorkspaceEdit(services, changes, { create, remove }),
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

/** Why the client cannot apply an edit as one step. */
function whyUnsupported(services: Services, { create, remove }: GraphEdit): Message | undefined {
  if (remove.length > 0 && !supportsFileRemoval(services))
    return msg('This editor cannot delete a file as a part of an edit. Delete the file of the state.');
  if (create.length > 0 && !supportsFileCreation(services))
    return msg('This editor cannot create a file as a part of an edit. Add the state by hand.');
  return undefined;
}
