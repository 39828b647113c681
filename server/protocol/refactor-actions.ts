import * as lsp from 'vscode-languageserver';
import { refactorings } from '../features/refactor';
import type { Address } from '../project/paths';
import type { Workspace } from '../project/workspace';
import { type EditClient, takesCreation, takesDocumentChanges, toWorkspaceEdit } from './edits';

const { Refactor } = lsp.CodeActionKind;

/** The kinds of refactorings that are offered. */
export const REFACTOR_KINDS: readonly lsp.CodeActionKind[] = [
  lsp.CodeActionKind.RefactorRewrite,
  lsp.CodeActionKind.RefactorExtract,
  `${Refactor}.move`,
];

/**
 * The refactorings at a selection, of the kinds that are asked for. Where the editor only looks whether there is
 * something to show, none: nearly every line has some, and they put nothing right.
 */
export function refactorActions(
  workspace: Workspace,
  client: EditClient,
  address: Address,
  { range, context: { only, triggerKind } }: Pick<lsp.CodeActionParams, 'range' | 'context'>,
): lsp.CodeAction[] {
  const document = workspace.document(address);
  if (document === undefined) return [];
  if (only === undefined && triggerKind === lsp.CodeActionTriggerKind.Automatic) return [];
  const selection = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  return refactorings(workspace, address, selection).flatMap(({ title, kind: name, changes, create }) => {
    const kind = `${Refactor}.${name}`;
    const isWanted = only === undefined || only.some((one) => kind === one || kind.startsWith(`${one}.`));
    const canDo =
      (create === undefined || takesCreation(client)) && (changes.length < 2 || takesDocumentChanges(client));
    return isWanted && canDo ? [{ title, kind, edit: toWorkspaceEdit(client, changes, create) }] : [];
  });
}
