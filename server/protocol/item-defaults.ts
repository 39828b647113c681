import type * as lsp from 'vscode-languageserver';

/**
 * The list with whatever all of its items share said once, beside them, as far as the client takes that
 * (`completionList.itemDefaults`): lists of many states get half as long.
 */
export function withDefaults(list: lsp.CompletionList, taken: ReadonlySet<string>): lsp.CompletionList {
  const { items } = list;
  const range = taken.has('editRange') ? shared(items, rangeOf) : undefined;
  const format = taken.has('insertTextFormat') ? shared(items, (item) => item.insertTextFormat) : undefined;
  const mode = taken.has('insertTextMode') ? shared(items, (item) => item.insertTextMode) : undefined;
  const itemDefaults: lsp.CompletionItemDefaults = {
    ...(range && { editRange: range }),
    ...(format && { insertTextFormat: format }),
    ...(mode && { insertTextMode: mode }),
  };
  if (Object.keys(itemDefaults).length === 0) return list;
  return {
    ...list,
    itemDefaults,
    items: items.map((item) => {
      const short = { ...item };
      if (range && item.textEdit) {
        short.textEditText = item.textEdit.newText;
        delete short.textEdit;
      }
      if (format) delete short.insertTextFormat;
      if (mode) delete short.insertTextMode;
      return short;
    }),
  };
}

/** What all items have, where it is the same; undefined where one differs or has none. */
function shared<T>(
  items: readonly lsp.CompletionItem[],
  of: (item: lsp.CompletionItem) => T | undefined,
): T | undefined {
  const first = items[0] && of(items[0]);
  const text = JSON.stringify(first);
  return items.every((item) => JSON.stringify(of(item)) === text) ? first : undefined;
}

/** The range that the edit of an item replaces, in the form in which defaults name it. */
function rangeOf({ textEdit }: lsp.CompletionItem): lsp.CompletionItemDefaults['editRange'] {
  if (textEdit === undefined) return undefined;
  return 'range' in textEdit ? textEdit.range : { insert: textEdit.insert, replace: textEdit.replace };
}
