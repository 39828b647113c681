import * as lsp from 'vscode-languageserver';
import { prepareRename, type Renamed, rename } from '../../features/rename';
import { toRange } from '../convert';
import { toWorkspaceEdit } from '../edits';
import { guard } from '../guard';
import { askedAt, type Handler, type Services } from './handler';

export const renameHandler: Handler = {
  register(services) {
    const { connection, workspace } = services;
    connection.onPrepareRename(
      guard<lsp.PrepareRenameParams, Prepared | Refusal | null>(services, 'prepareRename', null, (params) => {
        const asked = askedAt(services, params);
        // Of files of others, others may know more.
        if (asked === undefined || workspace.source(asked.address) === undefined) return null;
        const found = prepareRename(workspace, asked.address, asked.offset);
        if (found.kind === 'refused') return refusal(found.reason);
        return { range: toRange(asked.document, found.range), placeholder: found.placeholder };
      }),
    );
    connection.onRenameRequest(
      guard<lsp.RenameParams, lsp.WorkspaceEdit | Refusal | null>(services, 'rename', null, (params) => {
        const asked = askedAt(services, params);
        if (asked === undefined) return null;
        const found = rename(workspace, asked.address, asked.offset, params.newName);
        return found.kind === 'refused' ? refusal(found.reason) : toEdit(services, found);
      }),
    );
  },
};

interface Prepared {
  readonly range: lsp.Range;
  readonly placeholder: string;
}

type Refusal = lsp.ResponseError<void>;

/** An answer that the editor shows as the reason why not. */
function refusal(reason: string): Refusal {
  return new lsp.ResponseError(lsp.LSPErrorCodes.RequestFailed, reason);
}

function toEdit(services: Services, { changes }: Renamed): lsp.WorkspaceEdit {
  return toWorkspaceEdit(
    services,
    [...changes].flatMap(([address, edits]) => {
      const document = services.workspace.document(address);
      return document ? [{ address, document, edits }] : [];
    }),
  );
}
