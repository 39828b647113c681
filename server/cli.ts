import { checkCommand } from './cli/check';
import { type Command, EXIT, type Terminal, UsageError } from './cli/command';
import { exportCommand } from './cli/export';
import { graphCommand } from './cli/graph';
import { importCommand } from './cli/import';
import { lspCommand } from './cli/lsp';
import { schemaCommand } from './cli/schema';
import { version } from './cli/version';

const COMMANDS: readonly Command[] = [
  checkCommand,
  exportCommand,
  importCommand,
  graphCommand,
  schemaCommand,
  lspCommand,
];

const NAME = 'atomic-state';

const terminal: Terminal = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
  isErrTerminal: process.stderr.isTTY === true,
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  folder: process.cwd(),
};

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === '--version' || name === '-v') {
    terminal.out(`${version()}\n`);
    return EXIT.fine;
  }
  const isHelp = name === '--help' || name === '-h' || name === 'help';
  const command = COMMANDS.find((one) => one.name === (isHelp ? args[0] : name));
  if (command && (isHelp || args.includes('--help') || args.includes('-h'))) {
    terminal.out(usageOf(command));
    return EXIT.fine;
  }
  if (command) return await run(command, args);
  if (isHelp) terminal.out(usage());
  else terminal.err(`${name === undefined ? '' : `There is no command '${name}'.\n\n`}${usage()}`);
  return isHelp ? EXIT.fine : EXIT.usage;
}

async function run(command: Command, args: readonly string[]): Promise<number> {
  try {
    return await command.run(args, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err(`${error.message}\n\n${usageOf(command)}`);
    return EXIT.usage;
  }
}

function usage(): string {
  const lines = COMMANDS.map(({ synopsis, summary }) => `  ${NAME} ${synopsis}\n      ${summary}\n`);
  return `Usage:\n\n${lines.join('\n')}\n  ${NAME} <command> --help says more of a command; ${NAME} --version says the version.\n`;
}

function usageOf({ synopsis, summary, details }: Command): string {
  return `Usage: ${NAME} ${synopsis}\n\n${summary}\n${details === '' ? '' : `\n${details}\n`}`;
}

// Whoever reads has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = EXIT.usage;
  },
);
