import {
  type CompletionItem,
  type CompletionList,
  CompletionTriggerKind,
  commands,
  type Position,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import type { CompletionMiddleware } from 'vscode-languageclient';

type Provide = NonNullable<CompletionMiddleware['provideCompletionItem']>;

/**
 * Opens the list of suggestions again after a dot or a quote. A list that opens on a new line selects nothing, so
 * that Enter still breaks the line (`editor.suggest.selectionMode` of `configurationDefaults`). That setting applies
 * to all trigger characters, but after a dot or a quote no author wants a new line: the list is opened as if it was
 * requested, with its first item selected.
 *
 * The list is also opened again if the text was edited before the server answered: the server cancels such a request,
 * and VS Code requests a list only for the first letter of a word, so a fast typist would see no list.
 */
export const provideAutomaticItems: Provide = async (document, position, context, token, next) => {
  const { version } = document;
  const list = await next(document, position, context, token);
  // A list that is no longer needed is cancelled.
  if (token.isCancellationRequested) return list;
  if (!list && document.version !== version) {
    if (isTypedAfter(document, position)) void reopen();
    return list;
  }
  const isByCharacter = context.triggerKind === CompletionTriggerKind.TriggerCharacter;
  if (!isByCharacter || context.triggerCharacter === '\n') return list;
  const mode = workspace.getConfiguration('editor', document).get('suggest.selectionMode');
  if (mode !== 'whenQuickSuggestion' || itemsOf(list).length === 0) return list;
  void reopen();
  return undefined;
};

/** Whether the cursor moved on in the line where a list was requested. On a new line, only a word opens one again. */
function isTypedAfter(document: TextDocument, { line, character }: Position): boolean {
  const editor = window.activeTextEditor;
  const cursor = editor?.selection.active;
  return editor?.document === document && cursor?.line === line && cursor.character > character;
}

/** Opens the list at the cursor, with its first item selected. VS Code opens none while another is visible. */
async function reopen(): Promise<void> {
  await commands.executeCommand('hideSuggestWidget');
  // With `auto`, an empty list is not shown.
  await commands.executeCommand('editor.action.triggerSuggest', { auto: true });
}

function itemsOf(list: CompletionItem[] | CompletionList | null | undefined): readonly CompletionItem[] {
  return Array.isArray(list) ? list : (list?.items ?? []);
}
