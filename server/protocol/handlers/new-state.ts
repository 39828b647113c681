import * as lsp from 'vscode-languageserver';
import { newState } from '../../features/new-state';
import { openDocument } from '../../format/shape';
import { normalize } from '../../project/paths';
import { toRange } from '../convert';
import { toWorkspaceEdit } from '../edits';
import { guard } from '../guard';
import type { Handler } from './handler';

interface Params {
  /** The main file of the automata, and the names from there down. */
  readonly uri: string;
  readonly path: readonly string[];
  readonly name: string;
  /** The file that is open: the state goes beside those in it, if it has some. */
  readonly near?: string;
}

type Answer =
  /** Why there can be no state of this name. */
  | { readonly refused: string }
  | {
      readonly edit: lsp.WorkspaceEdit;
      /** The file with the new state, and what to select in it. */
      readonly uri: string;
      readonly selection: lsp.Range;
      readonly isNewFile: boolean;
    };

const NEW_STATE_REQUEST = new lsp.RequestType<Params, Answer, void>('atomicState/newState');

/** What has to be changed for a new state. Also asked while its name is typed; nothing is changed here. */
export const newStateHandler: Handler = {
  register(services) {
    const { connection, workspace, loader } = services;
    connection.onRequest(
      NEW_STATE_REQUEST,
      guard<Params, Answer>(
        services,
        'newState',
        { refused: 'The state could not be made. The output says why.' },
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
      ),
    );
  },
};
