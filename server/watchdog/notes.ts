import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessedText, type ProcessedText } from './processed-text';

/**
 * The notes of processes: `<pid>.json` has the text that a process is processing in its first line, so it stays if the
 * process ends there, whatever the reason.
 */

/** A note is obsolete after a day: the text is tried again. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** A text is the reason if this number of processes ended while they processed it. */
const ENDS_UNTIL_REASON = 2;

/** The folder of the notes of this user, which is created if necessary; undefined if it cannot be used. */
export function notesFolder(): string | undefined {
  try {
    const uid = process.getuid?.() ?? -1;
    const folder = join(tmpdir(), `atomic-state-${uid}`);
    // With `recursive`, Node tries for ever where the system refuses a folder as if its parent were missing.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
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

/** A text that a process was processing when it ended. */
interface Note extends ProcessedText {
  /**
   * Whether it is certainly the reason: the process hung, or an exception was not handled. Otherwise somebody may have
   * ended a process that was at work.
   */
  readonly isReason?: boolean;
}

/** The text of a note; the first line is the note, whatever is left of a longer one after it. */
export function noteText(text: ProcessedText | undefined, isReason = false): string {
  if (text === undefined) return '\n';
  const note: Note = isReason ? { ...text, isReason } : text;
  return `${JSON.stringify(note)}\n`;
}

/** Writes into a note of this process that its text is the reason for the end. */
export function markNote(path: string): void {
  try {
    writeFileSync(path, noteText(readNote(path, 0), true));
  } catch {
    // The text is processed again.
  }
}

/**
 * The texts that are the reason why processes ended: certainly, or because two ended while they processed it. Notes of
 * processes that live are left alone; obsolete ones are removed.
 *
 * @param forgets whether all notes of ended processes are removed
 */
export function readNotes(folder: string, forgets: boolean): ProcessedText[] {
  const oldest = Date.now() - MAX_AGE_MS;
  const texts = new Map<string, { readonly text: ProcessedText; readonly count: number }>();
  for (const name of namesIn(folder)) {
    const pid = Number(/^(\d+)\.json$/.exec(name)?.[1]);
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue;
    const path = join(folder, name);
    const note = forgets ? undefined : readNote(path, oldest);
    // A text without a hash is the one that is opened first now, and only now.
    if (note === undefined || note.hash === '') rmSync(path, { force: true });
    if (note === undefined) continue;
    const { uri, hash, isReason = false } = note;
    const key = `${hash} ${uri}`;
    const count = (texts.get(key)?.count ?? 0) + (isReason ? ENDS_UNTIL_REASON : 1);
    texts.set(key, { text: { uri, hash }, count });
  }
  return [...texts.values()].flatMap(({ text, count }) => (count >= ENDS_UNTIL_REASON ? text : []));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readNote(path: string, oldest: number): Note | undefined {
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
