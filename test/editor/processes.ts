/** The processes of the machine, for tests of what happens when the language server ends by itself. */

import { readdirSync, readFileSync } from 'node:fs';

/** Whether {@link processesOf} can tell anything here. */
export const seesProcesses = process.platform === 'linux';

/**
 * The numbers of the processes that run a file; Linux tells them by `/proc`.
 *
 * @param file the full name of a script, as it is in the command line
 */
export function processesOf(file: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(file);
      } catch {
        return false; // It ended in between.
      }
    })
    .map(Number);
}

/** Does something while the processes that run a file are stopped, so that they do not answer before it is done. */
export async function whileStopped(file: string, action: () => Promise<void>): Promise<void> {
  const stopped = processesOf(file);
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  try {
    await action();
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  }
}
