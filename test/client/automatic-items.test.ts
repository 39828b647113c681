import { beforeEach, expect, it, vi } from 'vitest';
import type { CancellationToken, CompletionContext, Position, TextDocument } from 'vscode';
import { formatOnType, provideAutomaticItems, registerSuggestCommands } from '../../client/automatic-items';

/** Lists that a trigger character opens, or that the server returns too late. */

const editor = vi.hoisted(() => {
  const line = { text: 'on_click: ' };
  return {
    line,
    document: { version: 1, lineAt: () => line },
    selection: { active: { line: 0, character: 4 }, isEmpty: true },
  };
});
/** What the client registered. */
const registered = vi.hoisted(() => ({
  commands: new Map<string, () => Promise<void>>(),
  changes: new Set<(change: { document: unknown }) => void>(),
}));
const run = vi.hoisted(() => vi.fn(async (..._command: unknown[]) => undefined));
const mode = vi.hoisted(() => ({ value: 'whenQuickSuggestion' }));

vi.mock('vscode', () => ({
  CompletionTriggerKind: { Invoke: 0, TriggerCharacter: 1 },
  CompletionItemKind: { Text: 0 },
  CompletionItem: class {
    constructor(readonly label: { readonly label: string }) {}
  },
  Position: class {},
  Range: class {},
  Disposable: { from: () => ({ dispose: () => undefined }) },
  l10n: { t: (text: string) => text },
  commands: {
    executeCommand: run,
    registerCommand: (id: string, command: () => Promise<void>) => registered.commands.set(id, command),
  },
  window: { activeTextEditor: editor },
  workspace: {
    getConfiguration: () => ({ get: () => mode.value }),
    onDidChangeTextDocument: (listener: (change: { document: unknown }) => void) => {
      registered.changes.add(listener);
      return { dispose: () => registered.changes.delete(listener) };
    },
  },
}));

/** VS Code opens no list while another one is visible. */
const OPENED = ['editor.action.triggerSuggest', { auto: true }];
const REOPENED = [['hideSuggestWidget'], OPENED];

/** Requests a list after four letters; `edit` runs before the server answers. */
function ask(answer: readonly unknown[] | null, triggerCharacter?: string, edit?: () => void) {
  const token = { isCancellationRequested: false };
  const context = { triggerKind: triggerCharacter === undefined ? 0 : 1, triggerCharacter };
  const next = async () => {
    edit?.();
    await Promise.resolve();
    return answer as never;
  };
  const position = { ...editor.selection.active };
  return provideAutomaticItems(
    editor.document as unknown as TextDocument,
    position as Position,
    context as CompletionContext,
    token as CancellationToken,
    next,
  );
}

function type(character: number, line = 0) {
  editor.document.version++;
  editor.selection.active = { line, character };
}

/** Formats after Enter, and applies the edit: the cursor is at the end of the line. */
async function enter(newText: string, line: string) {
  const next = async () => [{ newText }];
  const at = editor.selection.active;
  const args = [editor.document, at, '\n', {}, {}, next] as unknown as Parameters<typeof formatOnType>;
  await formatOnType(...args);
  editor.line.text = line;
  type(line.length);
  for (const listener of registered.changes) listener({ document: editor.document });
}

const labels = (list: unknown) =>
  (list as { label: { label: string } | string }[]).map(({ label }) =>
    typeof label === 'string' ? label : label.label,
  );

beforeEach(() => {
  run.mockClear();
  mode.value = 'whenQuickSuggestion';
  editor.line.text = 'on_click: ';
  editor.selection.isEmpty = true;
  registered.changes.clear();
  editor.selection.active = { line: 0, character: 4 };
});

it('reopens a list after a trigger character, so that its first item is selected', async () => {
  expect(await ask(['a'], '.')).toBeUndefined();
  await vi.waitFor(() => expect(run.mock.calls).toEqual(REOPENED));
});

it('shows a list directly if it need not be reopened', async () => {
  expect(await ask(['a'])).toEqual(['a']);
  expect(await ask([], '.')).toEqual([]);
  mode.value = 'always';
  expect(await ask(['a'], '.')).toEqual(['a']);
  expect(run).not.toHaveBeenCalled();
});

it('reopens a list if the author typed on before the server answered', async () => {
  for (const trigger of [undefined, '.', '\n']) {
    run.mockClear();
    expect(await ask(null, trigger, () => type(6))).toBeNull();
    await vi.waitFor(() => expect(run.mock.calls).toEqual(REOPENED));
    editor.selection.active = { line: 0, character: 4 };
  }
});

it('does not reopen a list after a value that the author ended before the server answered', async () => {
  for (const end of [',', '"', '}', ']', "',"]) {
    editor.line.text = `"to${end}`;
    const { length } = editor.line.text;
    editor.selection.active = { line: 0, character: 3 };
    expect(await ask(null, '"', () => type(length))).toBeNull();
    editor.selection.active = { line: 0, character: 3 };
    expect(await ask(['a'], '"', () => type(length))).toEqual(['a']);
  }
  expect(run).not.toHaveBeenCalled();
});

it('does not reopen a list if the cursor moved away or the text is unchanged', async () => {
  expect(await ask(null, undefined, () => type(4))).toBeNull();
  expect(await ask(null, undefined, () => type(9, 1))).toBeNull();
  editor.selection.active = { line: 0, character: 6 };
  expect(await ask(null)).toBeNull();
  expect(run).not.toHaveBeenCalled();
});

it('selects nothing where only blanks and dashes precede the cursor, so that Enter breaks the line', async () => {
  for (const line of ['    ', '    - ']) {
    editor.line.text = line;
    type(line.length);
    for (const trigger of [' ', '\n']) expect(await ask(['a'], trigger)).toEqual(['a']);
  }
  expect(run).not.toHaveBeenCalled();
});

it('opens a list after an inserted dash, which begins with the dash itself', async () => {
  await enter('    - ', '    - ');
  expect(run.mock.calls).toEqual([OPENED]);
  const items = [{ label: 'content' }];
  expect(labels(await ask(items))).toEqual(['-', 'content']);
  type(7);
  expect(labels(await ask(items))).toEqual(['content']);
});

it('opens no list if another edit follows than the dash', async () => {
  await enter('    - ', '    - c');
  await enter('    ', '    - ');
  expect(run).not.toHaveBeenCalled();
});

it('opens a list after Tab to an empty placeholder', async () => {
  registerSuggestCommands();
  const tab = registered.commands.get('atomicState.suggestAtPlaceholder');
  await tab?.();
  expect(run.mock.calls).toEqual([OPENED]);
  editor.selection.isEmpty = false;
  await tab?.();
  expect(run).toHaveBeenCalledTimes(1);
});

it('opens no list after Tab whose first name the server made up', async () => {
  registerSuggestCommands();
  const items = [{ label: 'start_quiz', filterText: ' ' }, { label: 'COPY' }];
  await registered.commands.get('atomicState.suggestAtPlaceholder')?.();
  expect(await ask(items)).toBeUndefined();
  expect(await ask(items)).toEqual(items);
});
