import { newState } from '../../features/new-state';
import { openDocument } from '../../format/document-kind';
import { normalize } from '../../project/paths';
import { formatMessage } from '../../text/message';
import { toRange } from '../convert';
import { toWorkspaceEdit } from '../edits';
import { ownRequest } from '../own-messages';

/** The edits for a new state. Applies no edits, because it is also requested while the name is typed. */
export const newStateHandler = ownRequest(
  'atomicState/newState',
  () => ({ refused: 'The state could not be created. The output says why.' }),
  async (services, { uri, path, name, near }) => {
    await services.fileLoader.load();
    const created = newState(
      services.workspace,
      normalize(uri),
      path,
      name,
      near ? normalize(near) : undefined,
    );
    if ('refused' in created) return { refused: formatMessage(created.refused, services.translations) };
    const { change, create, at } = created;
    return {
      edit: toWorkspaceEdit(services, change ? [change] : [], create),
      uri: services.toUri(at.address),
      selection: toRange(openDocument(at.text, 'yaml'), at.range),
      isNewFile: create !== undefined,
    };
  },
);
