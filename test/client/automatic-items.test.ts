import { beforeEach, expect, it, vi } from 'vitest';
import type { CancellationToken, CompletionContext, Position, TextDocument } from 'vscode';
import { provideAutomaticItems } from '../../client/automatic-items';

/** Lists that a trigger character opens, or that the server returns too late. */

const editor = vi.hoisted(() => ({
  document: { version: 1 },
  selection: { active: { line: 0, character: 4 } },
}));
const run = vi.hoisted(() => vi.fn(async (..._command: unknown[]) => undefined));
const mode = vi.hoisted(() => ({ value: 'whenQuickSuggestion' }));

vi.mock('vscode', () => ({
  CompletionTriggerKind: { Invoke: 0, TriggerCharacter: 1 },
  commands: { executeCommand: run },
  window: { activeTextEditor: editor },
  workspace: { getConfiguration: () => ({ get: () => mode.value }) },
}));

/** VS Code opens no list while another one is visible. */
const REOPENED = [['hideSuggestWidget'], ['editor.action.triggerSuggest', { auto: true }]];

/** Requests a list after four letters; `edit` runs before the server answers. */
function ask(answer: readonly unknown[] | null, triggerCharacter?: string, edit?: () => void) {
  const token = { isCancellationRequested: false };
  const context = { triggerKind: triggerCharacter === undefined ? 0 : 1, triggerCharacter };
  const next = async () => {
    edit?.();
    await Promise.resolve();
    return answer as never;
  };
  const position = { line: 0, character: 4 };
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

beforeEach(() => {
  run.mockClear();
  mode.value = 'whenQuickSuggestion';
  editor.selection.active = { line: 0, character: 4 };
});

it('reopens a list after a trigger character, so that its first item is selected', async () => {
  expect(await ask(['a'], '.')).toBeUndefined();
  await vi.waitFor(() => expect(run.mock.calls).toEqual(REOPENED));
});

it('shows a list directly if it need not be reopened', async () => {
  expect(await ask(['a'])).toEqual(['a']);
  expect(await ask(['a'], '\n')).toEqual(['a']);
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

it('does not reopen a list if the cursor moved away or the text is unchanged', async () => {
  expect(await ask(null, undefined, () => type(4))).toBeNull();
  expect(await ask(null, undefined, () => type(9, 1))).toBeNull();
  editor.selection.active = { line: 0, character: 6 };
  expect(await ask(null)).toBeNull();
  expect(run).not.toHaveBeenCalled();
});
