import type * as lsp from 'vscode-languageserver';
import { editsForMoves } from '../../features/moved-files';
import { normalize } from '../../project/paths';
import { toWorkspaceEdit } from '../edits';
import { guard } from '../guard';
import type { Handler } from './handler';

export const movedFilesHandler: Handler = {
  register(services) {
    const { connection, workspace, loader } = services;
    connection.workspace.onWillRenameFiles(
      guard<lsp.RenameFilesParams, lsp.WorkspaceEdit | null, never>(
        services,
        'willRenameFiles',
        null,
        async ({ files }) => {
          await loader.load();
          const moves = files.map(({ oldUri, newUri }) => ({
            from: normalize(oldUri),
            to: normalize(newUri),
          }));
          const changes = [...editsForMoves(workspace, moves)].flatMap(([address, edits]) => {
            const document = workspace.document(address);
            return document ? [{ address, document, edits }] : [];
          });
          return changes.length > 0 ? toWorkspaceEdit(services, changes) : null;
        },
      ),
    );
  },
};
