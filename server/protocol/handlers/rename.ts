import * as lsp from 'vscode-languageserver';
import { prepareRename, type Renamed, rename } from '../../features/rename';
import { toRange } from '../convert';
import { guard } from '../guard';
import { askedAt, type Handler, type Services } from './handler';

export const renameHandler: Handler = {
  capabilities: (client) => {
    return { renameProvider: client.textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true };
  },
  register(services) {
    const { connection, workspace } = services;
    connection.onPrepareRename(
      guard<lsp.PrepareRenameParams, Prepared | Refusal | null>(
        connection.console,
        'prepareRename',
        null,
        (params) => {
          const asked = askedAt(services, params);
          if (asked === undefined) return null;
          const found = prepareRename(workspace, asked.address, asked.offset);
          if (found.kind === 'refused') return refusal(found.reason);
          return { range: toRange(asked.document, found.range), placeholder: found.placeholder };
        },
      ),
    );
    connection.onRenameRequest(
      guard<lsp.RenameParams, lsp.WorkspaceEdit | Refusal | null>(
        connection.console,
        'rename',
        null,
        (params) => {
          const asked = askedAt(services, params);
          if (asked === undefined) return null;
          const found = rename(workspace, asked.address, asked.offset, params.newName);
          return found.kind === 'refused' ? refusal(found.reason) : toEdit(services, found);
        },
      ),
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

function toEdit({ workspace, toUri }: Services, { changes }: Renamed): lsp.WorkspaceEdit {
  const byUri: Record<string, lsp.TextEdit[]> = {};
  for (const [address, edits] of changes) {
    const document = workspace.document(address);
    if (document === undefined) continue;
    byUri[toUri(address)] = edits.map(({ range, text }) => ({
      range: toRange(document, range),
      newText: text,
    }));
  }
  return { changes: byUri };
}
