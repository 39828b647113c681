import type { TestItem, TestRun } from 'vscode';
import { visibleLines } from '../../server/text/visible';

/** Prints to the output of a run, which is a terminal: texts of authors must not control it. */
export function printToRun(run: TestRun, item: TestItem, text: string): void {
  run.appendOutput(`${visibleLines(text).replaceAll('\n', '\r\n')}\r\n`, undefined, item);
}
