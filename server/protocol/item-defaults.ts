import type * as lsp from 'vscode-languageserver';

/**
 * Moves properties that all items share into `completionList.itemDefaults`, if the client supports it. This halves
 * the size of lists with many states.
 */
export function withItemDefaults(
  list: lsp.CompletionList,
  supported: ReadonlySet<string>,
): lsp.CompletionList {
  const { items } = list;
  const edit = supported.has('editRange') ? shared(items, (item) => item.textEdit, hasSameRange) : undefined;
  const range = edit && rangeOf(edit);
  const format = supported.has('insertTextFormat')
    ? shared(items, (item) => item.insertTextFormat)
    : undefined;
  const mode = supported.has('insertTextMode') ? shared(items, (item) => item.insertTextMode) : undefined;
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

/** The common value of a property of all items; undefined if it differs, or an item has none. */
function shared<T>(
  items: readonly lsp.CompletionItem[],
  of: (item: lsp.CompletionItem) => T | undefined,
  isSame: (a: T, b: T) => boolean = Object.is,
): T | undefined {
  const first = items[0] && of(items[0]);
  if (first === undefined) return undefined;
  const isShared = items.every((item) => {
    const one = of(item);
    return one !== undefined && isSame(one, first);
  });
  return isShared ? first : undefined;
}

type Edit = NonNullable<lsp.CompletionItem['textEdit']>;

function hasSameRange(a: Edit, b: Edit): boolean {
  if ('range' in a) return 'range' in b && isSameRange(a.range, b.range);
  return !('range' in b) && isSameRange(a.insert, b.insert) && isSameRange(a.replace, b.replace);
}

function isSameRange(a: lsp.Range, b: lsp.Range): boolean {
  return a === b || (isSamePosition(a.start, b.start) && isSamePosition(a.end, b.end));
}

function isSamePosition(a: lsp.Position, b: lsp.Position): boolean {
  return a.line === b.line && a.character === b.character;
}

/** The range that an edit replaces, in the form of item defaults. */
function rangeOf(edit: Edit): NonNullable<lsp.CompletionItemDefaults['editRange']> {
  return 'range' in edit ? edit.range : { insert: edit.insert, replace: edit.replace };
}
