import type * as lsp from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { isRecord } from '../text/own-value';

/** The parts of a client's capabilities. */
const PARTS = ['workspace', 'textDocument', 'notebookDocument', 'window', 'general', 'experimental'];

/**
 * The parameters of `initialize` without values of wrong types, so that the server does not reject a client because of
 * a detail. Parameters that are not an object are not changed, so that the library rejects them.
 */
export function sanitizeInitializeParams(params: unknown): unknown {
  if (!isRecord(params) || !('capabilities' in params)) return params;
  const { rootUri, rootPath, workspaceFolders, locale } = params as Partial<Record<string, unknown>>;
  return {
    ...params,
    rootUri: typeof rootUri === 'string' ? rootUri : uriOfPath(rootPath),
    workspaceFolders: Array.isArray(workspaceFolders) ? validFolders(workspaceFolders) : null,
    locale: typeof locale === 'string' ? locale : undefined,
    capabilities: isRecord(params.capabilities)
      ? Object.fromEntries(
          Object.entries(params.capabilities).filter(
            ([name, part]) => isRecord(part) || !PARTS.includes(name),
          ),
        )
      : {},
  };
}

/** The valid workspace folders of a list. Their names are not checked, as the server does not use them. */
export function validFolders(folders: unknown): lsp.WorkspaceFolder[] {
  return Array.isArray(folders) ? folders.filter((folder) => isRecord(folder) && isUri(folder)) : [];
}

/** Old clients send a path instead of an address. */
function uriOfPath(path: unknown): string | null {
  return typeof path === 'string' && path !== '' ? URI.file(path).toString() : null;
}

function isUri(folder: object): boolean {
  return 'uri' in folder && typeof folder.uri === 'string' && folder.uri !== '';
}
