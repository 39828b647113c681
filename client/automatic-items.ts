import {
  CompletionItem,
  CompletionItemKind,
  type CompletionList,
  CompletionTriggerKind,
  commands,
  Disposable,
  l10n,
  Position,
  Range,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import type { CompletionMiddleware, Middleware } from 'vscode-languageclient';

type Provide = NonNullable<CompletionMiddleware['provideCompletionItem']>;
type FormatOnType = NonNullable<Middleware['provideOnTypeFormattingEdits']>;

/** The commands that open a list of suggestions, for completion items of the server and for keys. */
export function registerSuggestCommands(): Disposable {
  return Disposable.from(
    commands.registerCommand('atomicState.suggest', suggest),
    // After Tab in a snippet. Text that is selected there is a default, which Enter must not replace.
    commands.registerCommand('atomicState.suggestAtPlaceholder', async () => {
      const { document, selection } = window.activeTextEditor ?? {};
      if (!document || !selection?.isEmpty) return;
      entered = { document, version: document.version };
      await suggest();
    }),
  );
}

/** The text in which the server inserted a dash. */
let dashed: { readonly document: TextDocument; readonly version: number } | undefined;

/** The text in which Tab has moved to an empty placeholder, until a list is requested there. */
let entered: typeof dashed;

/** Opens the list of suggestions after a dash that the server inserted on a new line. */
export const formatOnType: FormatOnType = async (document, position, character, options, token, next) => {
  const edits = await next(document, position, character, options, token);
  if (!edits?.some(({ newText }) => newText.endsWith('- '))) return edits;
  const applied = workspace.onDidChangeTextDocument((change) => {
    if (change.document !== document) return;
    applied.dispose();
    const cursor = window.activeTextEditor?.selection.active;
    if (cursor === undefined || !isInItem(document, cursor)) return;
    dashed = { document, version: document.version };
    void suggest();
  });
  return edits;
};

/**
 * Opens the list of suggestions again after a dot or a quote. A list that opens on a new line selects nothing, so
 * that Enter still breaks the line (`editor.suggest.selectionMode` of `configurationDefaults`). That setting applies
 * to all trigger characters, but after a dot or a quote no author wants a new line: the list is opened as if it was
 * requested, with its first item selected. A list that opens after an inserted dash would select its first item too,
 * so it begins with an item that Enter leaves as it is.
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
  if (dashed?.document === document && dashed.version === document.version && isInItem(document, position))
    return [endOfList(position), ...itemsOf(list)];
  const isByCharacter = context.triggerKind === CompletionTriggerKind.TriggerCharacter;
  // Nothing is selected, so that Enter does not accept a name that the server made up: no letter matches its filter.
  // The list after Tab would select it.
  const isAfterTab = entered?.document === document && entered.version === version;
  entered = undefined;
  if (itemsOf(list).some(({ filterText }) => filterText === ' ')) return isAfterTab ? undefined : list;
  if (!isByCharacter || /^[\s-]*$/.test(textBefore(document, position))) return list;
  const mode = workspace.getConfiguration('editor', document).get('suggest.selectionMode');
  if (mode !== 'whenQuickSuggestion' || itemsOf(list).length === 0) return list;
  if (document.version !== version && !isTypedAfter(document, position)) return list;
  void reopen();
  return undefined;
};

/**
 * Whether the author has written on in the line where a list was requested. On a new line, only a word opens one again; after
 * a sign that ends a value, Enter must break the line.
 */
function isTypedAfter(document: TextDocument, { line, character }: Position): boolean {
  const editor = window.activeTextEditor;
  const cursor = editor?.selection.active;
  if (editor?.document !== document || cursor?.line !== line || cursor.character <= character) return false;
  return !/["',}\]]/.test(document.lineAt(line).text.slice(character, cursor.character));
}

/** Opens the list at the cursor, with its first item selected. VS Code opens none while another is visible. */
async function reopen(): Promise<void> {
  await commands.executeCommand('hideSuggestWidget');
  await suggest();
}

/** With `auto`, an empty list is not shown, and Enter does not accept an item that is already written. */
async function suggest(): Promise<void> {
  await commands.executeCommand('editor.action.triggerSuggest', { auto: true });
}

/** The item for the inserted dash itself. Enter after it breaks the line, and the server removes the dash. */
function endOfList({ line, character }: Position): CompletionItem {
  const description = l10n.t('Enter ends the list');
  const item = new CompletionItem({ label: '-', description }, CompletionItemKind.Text);
  item.insertText = '- ';
  item.filterText = '- ';
  item.sortText = '';
  item.range = new Range(new Position(line, character - 2), new Position(line, character));
  return item;
}

function isInItem(document: TextDocument, position: Position): boolean {
  return /^ *- $/.test(textBefore(document, position));
}

function textBefore(document: TextDocument, { line, character }: Position): string {
  return document.lineAt(line).text.slice(0, character);
}

function itemsOf(list: CompletionItem[] | CompletionList | null | undefined): readonly CompletionItem[] {
  return Array.isArray(list) ? list : (list?.items ?? []);
}
