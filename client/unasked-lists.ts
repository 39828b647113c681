import { type CompletionItem, type CompletionList, CompletionTriggerKind, commands, workspace } from 'vscode';
import type { CompletionMiddleware } from 'vscode-languageclient';

type Provide = NonNullable<CompletionMiddleware['provideCompletionItem']>;

/**
 * A list that opens on a new line leaves Enter to the person, so nothing in it is selected
 * (`editor.suggest.selectionMode` of `configurationDefaults`). That setting holds for each character that opens a list,
 * but behind a dot or a quote nobody means a new line: there the list is opened as if it was asked for, and its first
 * item is selected as in any other language.
 */
export const provideUnasked: Provide = async (document, position, context, token, next) => {
  const list = await next(document, position, context, token);
  const isByCharacter = context.triggerKind === CompletionTriggerKind.TriggerCharacter;
  if (!isByCharacter || context.triggerCharacter === '\n' || token.isCancellationRequested) return list;
  const mode = workspace.getConfiguration('editor', document).get('suggest.selectionMode');
  // An empty list that somebody has asked for says that it is empty.
  if (mode !== 'whenQuickSuggestion' || itemsOf(list).length === 0) return list;
  void commands.executeCommand('editor.action.triggerSuggest');
  return undefined;
};

function itemsOf(list: CompletionItem[] | CompletionList | null | undefined): readonly CompletionItem[] {
  return Array.isArray(list) ? list : (list?.items ?? []);
}
