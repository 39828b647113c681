import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NotedFile } from '../server/protocol/messages';

/** The file in which the server notes what it is processing (`server/protocol/crash-note.ts`). */
export class CrashNoteFile {
  readonly path: string;

  /** @param folder a folder that no other window uses; it is created if necessary */
  constructor(folder: string) {
    this.path = join(folder, 'processed-file.json');
    try {
      mkdirSync(folder, { recursive: true });
    } catch {
      // Without the folder, there is no note.
    }
  }

  /** Returns the file that a stopped server was processing, and clears the note. */
  take(): NotedFile | undefined {
    try {
      const [line = ''] = readFileSync(this.path, 'utf8').split('\n', 1);
      writeFileSync(this.path, '');
      return line === '' ? undefined : JSON.parse(line);
    } catch {
      return undefined;
    }
  }
}
