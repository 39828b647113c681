// Child processes and temporary folders that are removed when the script ends.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linePrinter } from './lanes.mjs';

const windows = process.platform === 'win32';

/** @type {Set<() => void>} the actions to run when the script ends */
const undo = new Set();

/**
 * Registers a synchronous action to run when the script ends: normally, by Ctrl+C, by a signal or by an error. Returns a
 * function that runs it immediately instead.
 *
 * @param {() => void} action
 */
export function atExit(action) {
  undo.add(action);
  return () => {
    if (undo.delete(action)) {
      action();
    }
  };
}

function undoAll() {
  for (const action of [...undo].reverse()) {
    undo.delete(action);
    try {
      action();
    } catch {
      // A failed action must not prevent the others.
    }
  }
}

process.on('exit', undoAll);
for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])) {
  process.on(signal, () => process.exit(code));
}

/**
 * Creates an empty temporary folder, which is removed when the script ends.
 *
 * @param {string} name a part of the folder's name
 */
export function temporaryFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `atomic-state-${name}-`));
  atExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}

/**
 * Ends a process and its descendants.
 *
 * @param {import('node:child_process').ChildProcess} child started with `detached` by {@link launch}
 */
function endTree(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  try {
    if (windows) {
      spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    } else {
      process.kill(-child.pid, 'SIGKILL');
    }
  } catch {
    // The process has ended by itself.
  }
}

/**
 * Starts a process in its own process group, so that it can be ended with all its children, at the latest when the
 * script ends.
 *
 * @param {string} command a program; on Windows also a `.cmd` file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions }} [options]
 */
export function launch(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: options.stdio ?? 'inherit',
    detached: !windows,
    shell: windows && /\.(?:cmd|bat)$/i.test(command),
  });
  const end = atExit(() => endTree(child));
  return { child, end };
}

/**
 * Runs a program to its end.
 *
 * With `quiet`, its output is only returned; otherwise it is also printed, in the `lane` of its suite. The code is 127
 * if the program cannot be started, and 124 if it exceeds `timeout` (milliseconds) and is ended.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, lane?: string | undefined, timeout?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const { child, end } = launch(command, args, {
      cwd: options.cwd,
      env: options.env,
      stdio:
        options.quiet || options.lane !== undefined
          ? ['ignore', 'pipe', 'pipe']
          : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      const lines = options.lane === undefined || options.quiet ? undefined : linePrinter(options.lane);
      stream?.setEncoding('utf8');
      stream?.on('data', (/** @type {string} */ chunk) => {
        output += chunk;
        lines?.write(chunk);
      });
      stream?.on('end', () => lines?.end());
    }
    let late = false;
    const timer = options.timeout
      ? setTimeout(() => {
          late = true;
          end();
        }, options.timeout)
      : undefined;
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer);
      end();
      resolve({ code: late ? 124 : code, output });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}

/** The command of npm on this system. */
export const npm = windows ? 'npm.cmd' : 'npm';

/**
 * Waits.
 *
 * @param {number} milliseconds
 */
export function delay(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
