import { checkCommand } from './cli/check';
import { type Command, EXIT_CODES, type Terminal, UsageError } from './cli/command';
import { dapCommand } from './cli/dap';
import { exploreCommand } from './cli/explore';
import { exportCommand } from './cli/export';
import { CommandError, errorCode, errorSentence, reasonOf } from './cli/failure';
import { graphCommand } from './cli/graph';
import { importCommand } from './cli/import';
import { openLines } from './cli/line-input';
import { lspCommand } from './cli/lsp';
import { runCommand } from './cli/run';
import { schemaCommand } from './cli/schema';
import { testCommand } from './cli/test';
import { version } from './cli/version';
import { formatMessage } from './text/message';
import { didYouMean, nearestNames } from './text/nearest';

const COMMANDS: readonly Command[] = [
  checkCommand,
  exportCommand,
  importCommand,
  graphCommand,
  runCommand,
  testCommand,
  exploreCommand,
  schemaCommand,
  lspCommand,
  dapCommand,
];

const NAME = 'atomic-state';

function openTerminal(): Terminal {
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    read: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    lines: () => openLines(process.stdin, process.stdout),
    environment: process.env,
    isTerminal: process.stdout.isTTY === true,
    isErrTerminal: process.stderr.isTTY === true,
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    folder: currentFolder(),
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

async function main([name, ...args]: readonly string[], terminal: Terminal): Promise<number> {
  if (name === '--version' || name === '-v') {
    terminal.out(`${version()}\n`);
    return EXIT_CODES.fine;
  }
  const isHelp = name === '--help' || name === '-h' || name === 'help';
  const wanted = isHelp ? args[0] : name;
  const command = COMMANDS.find((one) => one.name === wanted);
  if (command && (isHelp || args.includes('--help') || args.includes('-h'))) {
    terminal.out(usageOf(command));
    return EXIT_CODES.fine;
  }
  if (command) return await run(command, args, terminal);
  if (isHelp && wanted === undefined) terminal.out(usage());
  else terminal.err(`${wanted === undefined ? '' : `${unknownCommand(wanted)}\n\n`}${usage()}`);
  return isHelp && wanted === undefined ? EXIT_CODES.fine : EXIT_CODES.usage;
}

function unknownCommand(name: string): string {
  const isOption = name.startsWith('-');
  const known = isOption ? ['--help', '--version'] : ['help', ...COMMANDS.map((command) => command.name)];
  return `\`${name}\` is not ${isOption ? 'an option' : 'a command'}.${formatMessage(didYouMean(nearestNames(name, known)))}`;
}

async function run(command: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await command.run(args, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { name, synopsis } = command;
    const more = `\`${NAME} ${name} --help\` describes the options.`;
    terminal.err(`${error.message}\n\nUsage: ${NAME} ${synopsis}\n${more}\n`);
    return EXIT_CODES.usage;
  }
}

function usage(): string {
  const lines = COMMANDS.map(({ synopsis, summary }) => `  ${NAME} ${synopsis}\n      ${summary}\n`);
  const more = `\`${NAME} <command> --help\` describes a command; \`${NAME} --version\` prints the version.`;
  return `Usage:\n\n${lines.join('\n')}\n${more}\n`;
}

function usageOf({ synopsis, summary, details, examples }: Command): string {
  const calls = examples.map(([call, effect]) => `  ${NAME} ${call}\n      ${effect}\n`);
  return `Usage: ${NAME} ${synopsis}\n\n${summary}\n\n${details}\n\nExamples:\n\n${calls.join('')}`;
}

/** Set if what was written is incomplete. */
let isOutputLost = false;

const closed = new Promise<void>((resolve) => {
  process.stdout.on('error', (error) => {
    resolve();
    // The reader has read enough.
    if (errorCode(error) === 'EPIPE') return;
    process.stderr.write(`The output could not be written: ${reasonOf(error)}.\n`);
    isOutputLost = true;
    process.exitCode = EXIT_CODES.usage;
  });
});
process.stderr.on('error', () => {
  // There is nowhere left to report it.
});

async function start(): Promise<number> {
  return await main(process.argv.slice(2), openTerminal());
}

start().then(
  (code) => {
    process.exitCode = isOutputLost ? EXIT_CODES.usage : code;
  },
  (error: unknown) => {
    process.stderr.write(`${errorSentence(error)}\n`);
    process.exitCode = EXIT_CODES.usage;
  },
);
