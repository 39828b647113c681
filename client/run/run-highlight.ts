import { EventEmitter } from 'vscode';

/** Where a conversation has gone. */
export interface RunPath {
  /** The address of the main file. */
  readonly main: string;
  /** The states in the order in which they were entered, with the events that led to them. */
  readonly walked: readonly { readonly path: readonly string[]; readonly event: string | undefined }[];
}

const changed = new EventEmitter<void>();
let shown: RunPath | undefined;

/** Fires when the conversation goes on, or ends. */
export const onRunChanged = changed.event;

/** The conversation that is shown. */
export function currentRun(): RunPath | undefined {
  return shown;
}

export function showRun(path: RunPath | undefined): void {
  if (JSON.stringify(path) === JSON.stringify(shown)) return;
  shown = path;
  changed.fire();
}
