/** The processes of the machine, for tests of what happens when the language server ends by itself. */

import { readdirSync, readFileSync } from 'node:fs';

/** Whether {@link processesOf} is supported on this system. */
export const seesProcesses = process.platform === 'linux';

/**
 * The ids of the processes that run a file, from `/proc` of Linux.
 *
 * @param file the absolute path of a script, as in the command line
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

/** Runs a function while the processes that run a file are stopped, so that they do not answer meanwhile. */
export async function whileStopped(file: string, action: () => Promise<void>): Promise<void> {
  const stopped = processesOf(file);
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  try {
    await action();
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  }
}
