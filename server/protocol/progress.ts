import type * as lsp from 'vscode-languageserver';
import { formatMessage, msg, type Translations } from '../text/message';

/** Reports the progress of long work. */
export interface ProgressReporter {
  report(done: number): void;
  done(): void;
}

/** With fewer files, a progress bar would only flash. */
const MIN_FILES = 200;

const NO_PROGRESS: ProgressReporter = { report: () => undefined, done: () => undefined };

/** Shows the progress of reading files, if there are many and the client supports it. */
export async function readingProgress(
  connection: lsp.Connection,
  { window }: lsp.ClientCapabilities,
  total: number,
  translations?: Translations,
): Promise<ProgressReporter> {
  if (window?.workDoneProgress !== true || total < MIN_FILES) return NO_PROGRESS;
  try {
    const shown = await connection.window.createWorkDoneProgress();
    shown.begin('Atomic State', 0, formatMessage(msg`reading ${total} files`, translations));
    return {
      report: (done) => shown.report(Math.floor((100 * done) / total)),
      done: () => shown.done(),
    };
  } catch {
    // After a refusal, the client gets no further requests.
    return NO_PROGRESS;
  }
}
