import { newState } from '../../features/new-state';
import { openDocument } from '../../format/shape';
import { normalize } from '../../project/paths';
import { toRange } from '../convert';
import { toWorkspaceEdit } from '../edits';
import { answerOwn } from '../own-messages';
import type { Handler } from './handler';

/** What has to be changed for a new state. Also asked while its name is typed; nothing is changed here. */
export const newStateHandler: Handler = {
  register(services) {
    const { workspace, loader } = services;
    const refused = 'The state could not be made. The output says why.';
    answerOwn(
      services,
      'atomicState/newState',
      () => ({ refused }),
      async ({ uri, path, name, near }) => {
        await loader.load();
        const made = newState(workspace, normalize(uri), path, name, near ? normalize(near) : undefined);
        if ('refused' in made) return made;
        const { change, create, at } = made;
        return {
          edit: toWorkspaceEdit(services, change ? [change] : [], create),
          uri: services.toUri(at.address),
          selection: toRange(openDocument(at.text, 'yaml'), at.range),
          isNewFile: create !== undefined,
        };
      },
    );
  },
};
