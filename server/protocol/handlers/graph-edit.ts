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

function editAnswer(services: Services, params: GraphEditParams): GraphEditAnswer | Promise<GraphEditAnswer> {
  const { textDocument, operation, preview } = params;
  const { workspace, translations, toUri } = services;
  const address = normalize(textDocument.uri);
  const changed = { refused: formatMessage(msg('The text has changed meanwhile. Try again.'), translations) };
  const isOfVersion = () => services.versionOf(address) === textDocument.version;
  // Of a document that is not known, no version is old.
  if (!isOfVersion() && workspace.document(address) !== undefined) return changed;
  if (preview) {
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
  const answer = {
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
  // An edit without versions, for a client that cannot compare them, would be applied to any text.
  const isSame = () =>
    isOfVersion() && changes.every(({ address: file, document }) => workspace.document(file) === document);
  for (const { address: file, after } of changes) services.expect(file, after);
  return isOnDisk(services, result).then((isCurrent) => (isCurrent && isSame() ? answer : changed));
}

/**
 * Whether the files that are not open still have the texts that an edit was computed for. Reads those that have changed
 * again, for the next request: the notification about them may come later.
 */
async function isOnDisk(services: Services, { changes, create, remove }: GraphEdit): Promise<boolean> {
  const { workspace, fileLoader } = services;
  const closed = [...changes.map(({ address }) => address), ...remove]
    .filter((address) => services.versionOf(address) === null)
    .map((address) => ({ address, text: workspace.document(address)?.text }));
  const expected = [...closed, ...create.map(({ address }) => ({ address, text: undefined }))];
  const texts = await fileLoader.texts(expected.map(({ address }) => address));
  // Documents have no byte order mark.
  const changed = expected.filter(({ address, text }) => texts.get(address)?.replace(/^\ufeff/, '') !== text);
  for (const { address } of changed) workspace.refresh(address);
  return changed.length === 0;
}

/** Why the client cannot apply an edit as one step. */
function whyUnsupported(services: Services, { create, remove }: GraphEdit): Message | undefined {
  if (remove.length > 0 && !supportsFileRemoval(services))
    return msg('This editor cannot delete a file as a part of an edit. Delete the file of the state.');
  if (create.length > 0 && !supportsFileCreation(services))
    return msg('This editor cannot create a file as a part of an edit. Add the state by hand.');
  return undefined;
}
