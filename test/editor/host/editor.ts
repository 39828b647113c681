/** Actions of the tests inside the extension host. */

import assert from 'node:assert/strict';
import {
  commands,
  type Diagnostic,
  languages,
  Position,
  Range,
  TabInputWebview,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';

/** The mark of the cursor in a piece of text. */
const mark = '|';

/**
 * The address of a file of the test's workspace, a copy in a temporary folder.
 *
 * @param file relative to the workspace, with `/`
 */
export function uriOf(file: string): Uri {
  const folder = workspace.workspaceFolders?.[0];
  assert.ok(folder, 'a folder is open');
  return Uri.joinPath(folder.uri, file);
}

/** The text of a file. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Opens a file in an editor, as a click in the explorer does. */
export async function open(file: string): Promise<TextDocument> {
  const document = await workspace.openTextDocument(uriOf(file));
  await window.showTextDocument(document, { preview: false });
  return document;
}

/** The current document of a file; after a change of language, it is another object. */
export async function current(file: string): Promise<TextDocument> {
  return workspace.openTextDocument(uriOf(file));
}

/**
 * The range of a piece of text that occurs exactly once in a document.
 *
 * @param piece with `|` marks around the wanted part, or without marks for all of it; one mark is an empty range
 */
export function find(document: TextDocument, piece: string): Range {
  const [before = '', marked, after] = piece.split(mark);
  const whole = before + (marked ?? '') + (after ?? '');
  const at = document.getText().indexOf(whole);
  assert.ok(at >= 0, `${document.fileName} holds ${JSON.stringify(whole)}`);
  assert.equal(document.getText().indexOf(whole, at + 1), -1, `${JSON.stringify(whole)} occurs once`);
  const start = marked === undefined ? at : at + before.length;
  const end = marked === undefined ? at + whole.length : start + (after === undefined ? 0 : marked.length);
  return new Range(document.positionAt(start), document.positionAt(end));
}

/** The place of the mark in a piece of text that occurs once. */
export function place(document: TextDocument, piece: string): Position {
  return find(document, piece).start;
}

/**
 * Changes a file in the editor without saving, runs a function, and undoes the change.
 *
 * @param from text that occurs once
 * @param to with a `|` at the position of the cursor, if any
 */
export async function edited<T>(
  file: string,
  from: string,
  to: string,
  then: (document: TextDocument, cursor: Position) => Promise<T>,
): Promise<T> {
  const document = await open(file);
  const range = find(document, from);
  const before = document.getText();
  const cursorAt = document.offsetAt(range.start) + Math.max(to.indexOf(mark), 0);
  await replace(document, range, to.replace(mark, ''));
  try {
    return await then(document, document.positionAt(cursorAt));
  } finally {
    const latest = await current(file);
    await replace(latest, wholeOf(latest), before);
    await latest.save();
  }
}

/** The range of a whole document. */
export function wholeOf(document: TextDocument): Range {
  return new Range(new Position(0, 0), document.positionAt(document.getText().length));
}

async function replace(document: TextDocument, range: Range, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, range, text);
  assert.ok(await workspace.applyEdit(edit), 'the edit was applied');
}

/** The findings of this extension in a file, in the order of their places. */
export function findings(file: string): Diagnostic[] {
  return languages
    .getDiagnostics(uriOf(file))
    .filter(({ source }) => source === 'atomic-state')
    .sort((one, other) => one.range.start.compareTo(other.range.start));
}

/** The code of a finding, which may come with a link. */
export function codeOf({ code }: Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

/**
 * The titles of the open panels of this extension.
 *
 * @param kind the last part of their type
 */
export function panelTitles(kind: 'graph' | 'preview'): string[] {
  return window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith(`atomicState.${kind}`))
    .map(({ label }) => label);
}

/** Closes every editor, so that files are read from disk again. */
export async function closeAll(): Promise<void> {
  await commands.executeCommand('workbench.action.closeAllEditors');
}
