import { join } from 'node:path';
import { EXIT_CODES, type Terminal } from './cli/command';
import { CommandError, errorCode, reasonOf } from './cli/failure';
import { readUpTo } from './cli/limited-read';
import { openLines } from './cli/line-input';
import { runCommandLine } from './cli/main';
import { answerCall } from './cli/mcp/answer';
import { resourcePages } from './cli/mcp/pages';
import { plain, printTo } from './cli/printer';
import { commandFiles, watchCommand } from './cli/watched';
import type { WorkMonitor } from './watchdog/work-monitor';

let watching: WorkMonitor | undefined;

/** Watches this process from its first analysis on. */
function monitor(): WorkMonitor {
  watching ??= watchCommand(join(__dirname, 'watchdog-thread.js'), process.argv.slice(2));
  return watching;
}

function openTerminal(): Terminal {
  return {
    out: printTo((content) => process.stdout.write(content), process.env),
    err: printTo((content) => process.stderr.write(content), process.env),
    read: (maxBytes) => readUpTo(process.stdin, maxBytes),
    lines: () => openLines(process.stdin, process.stdout),
    environment: process.env,
    isTerminal: process.stdout.isTTY === true,
    isErrTerminal: process.stderr.isTTY === true,
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    get folder() {
      return currentFolder();
    },
    files: commandFiles(undefined, monitor),
    closed,
  };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new CommandError('The current folder no longer exists.');
  }
}

/** Set if what was written is incomplete. */
let isOutputLost = false;

const closed = new Promise<void>((resolve) => {
  process.stdout.on('error', (error) => {
    resolve();
    // The reader has read enough.
    if (errorCode(error) === 'EPIPE') return;
    terminal.err(plain`The output could not be written: ${reasonOf(error)}.\n`);
    isOutputLost = true;
    process.exitCode = EXIT_CODES.usage;
  });
});
const terminal = openTerminal();
process.stderr.on('error', () => {
  // There is nowhere left to report it.
});

/** Runs a command, and sets the exit code of this process. */
export async function runHere(args: readonly string[]): Promise<void> {
  const code = await runCommandLine(args, terminal);
  process.exitCode = isOutputLost ? EXIT_CODES.usage : code;
}

/** Answers a call of a tool of `mcp --stdio`. Nothing outside of the roots is read or written. Never throws. */
export const answer = (name: string, given: unknown, roots: readonly string[]) =>
  answerCall(name, given, roots, monitor);

export { resourcePages };
