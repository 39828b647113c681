import * as lsp from 'vscode-languageserver';
import { filesFor, refactorings } from '../features/refactor';
import { graphActions } from '../graph-edit/actions';
import type { Address } from '../project/files/paths';
import type { Workspace } from '../project/workspace';
import { formatMessage, type Translations } from '../text/message';
import {
  type EditClient,
  isRequested,
  supportsDocumentChanges,
  supportsFileCreation,
  supportsFileRemoval,
  toWorkspaceEdit,
} from './edits';
import type { FileLoader } from './file-loader';
import { whenKnown } from './when-known';

const { Refactor } = lsp.CodeActionKind;

/**
 * The refactorings at a selection, of the requested kinds. None for automatic requests, because the light bulb would be
 * shown on nearly every line.
 */
export async function refactorActions(
  services: EditClient & {
    readonly workspace: Workspace;
    readonly fileLoader: FileLoader;
    readonly translations?: Translations | undefined;
  },
  address: Address,
  { range, context: { only, triggerKind } }: Pick<lsp.CodeActionParams, 'range' | 'context'>,
): Promise<lsp.CodeAction[]> {
  const { workspace, fileLoader } = services;
  const isWanted =
    only === undefined
      ? triggerKind !== lsp.CodeActionTriggerKind.Automatic
      : only.some((one) => isRequested(one, [Refactor]));
  if (!isWanted) return [];
  const document = workspace.document(address);
  if (document === undefined) return [];
  const selection = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  // Folders and files are read first.
  await whenKnown(fileLoader, () => refactorings(workspace, address, selection));
  const texts = await fileLoader.texts(filesFor(workspace, address, selection));
  const inGraph = await whenKnown(fileLoader, () => graphActions(workspace, address, selection));
  if (workspace.document(address) !== document) return [];
  const inText = refactorings(workspace, address, selection, texts).map(
    ({ title, kind, changes, create }) => {
      return { title, kind, edit: { changes, create: create ? [create] : [], remove: [] } };
    },
  );
  return [...inText, ...inGraph].flatMap(({ title, kind: name, edit }) => {
    const kind = `${Refactor}.${name}`;
    const { changes, create, remove } = edit;
    const isSupported =
      (create.length === 0 || supportsFileCreation(services)) &&
      (remove.length === 0 || supportsFileRemoval(services)) &&
      (changes.length < 2 || supportsDocumentChanges(services));
    if (!isSupported || !isRequested(kind, only)) return [];
    return [
      {
        title: formatMessage(title, services.translations),
        kind,
        edit: toWorkspaceEdit(services, changes, { create, remove }),
      },
    ];
  });
}
