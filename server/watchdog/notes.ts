import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessedText, type ProcessedText } from './processed-text';

/**
 * The notes of processes: `<pid>.json` has the text that a process is processing in its first line, so it stays if the
 * process ends there, whatever the reason.
 */

/** A note is obsolete after a day: the text is tried again. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** The folder of the notes of this user, which is created if necessary; undefined if it cannot be used. */
export function notesFolder(): string | undefined {
  try {
    const uid = process.getuid?.() ?? -1;
    const folder = join(tmpdir(), `atomic-state-${uid}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stat = lstatSync(folder);
    // Other users may have created it, to mislead this process. Windows has a temporary folder for each user.
    return stat.isDirectory() && (uid === -1 || stat.uid === uid) ? folder : undefined;
  } catch {
    return undefined;
  }
}

export function notePath(folder: string, pid: number): string {
  return join(folder, `${pid}.json`);
}

/** The text of a note; the first line is the note, whatever is left of a longer one after it. */
export function noteText(text: ProcessedText | undefined): string {
  return `${text === undefined ? '' : JSON.stringify(text)}\n`;
}

/**
 * The texts on which processes ended. Notes of processes that live are left alone; obsolete ones are removed.
 *
 * @param forgets whether all notes of ended processes are removed
 */
export function readNotes(folder: string, forgets: boolean): ProcessedText[] {
  const oldest = Date.now() - MAX_AGE_MS;
  return namesIn(folder).flatMap((name) => {
    const pid = Number(/^(\d+)\.json$/.exec(name)?.[1]);
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) return [];
    const path = join(folder, name);
    const text = forgets ? undefined : readNote(path, oldest);
    // A text without a hash is the one that is opened first now, and only now.
    if (text === undefined || text.hash === '') rmSync(path, { force: true });
    return text ?? [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readNote(path: string, oldest: number): ProcessedText | undefined {
  try {
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.mtimeMs < oldest) return undefined;
    const [line = ''] = readFileSync(path, 'utf8').split('\n', 1);
    const note: unknown = JSON.parse(line);
    return isProcessedText(note) ? note : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
