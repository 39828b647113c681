import { formatMessage } from '../text/message';
import { didYouMean, nearestNames } from '../text/nearest';
import { type Command, EXIT_CODES, type Terminal, UsageError } from './command';
import { checkCommand } from './commands/check';
import { dapCommand } from './commands/dap';
import { describeCommand } from './commands/describe';
import { diffCommand } from './commands/diff';
import { explainCommand } from './commands/explain';
import { exploreCommand } from './commands/explore';
import { exportCommand } from './commands/export';
import { formatCommand } from './commands/format';
import { graphCommand } from './commands/graph';
import { importCommand } from './commands/import';
import { initCommand } from './commands/init';
import { lspCommand } from './commands/lsp';
import { mcpCommand } from './commands/mcp';
import { renameCommand } from './commands/rename';
import { runCommand } from './commands/run';
import { schemaCommand } from './commands/schema';
import { testCommand } from './commands/test';
import { errorSentence, RefusedError } from './failure';
import { type Printable, plain, plainLines } from './printer';
import { version } from './version';

const COMMANDS: readonly Command[] = [
  initCommand,
  checkCommand,
  formatCommand,
  renameCommand,
  describeCommand,
  explainCommand,
  exportCommand,
  importCommand,
  graphCommand,
  runCommand,
  testCommand,
  exploreCommand,
  diffCommand,
  schemaCommand,
  lspCommand,
  dapCommand,
  mcpCommand,
];

const NAME = 'atomic-state';

/** Runs the command that the arguments name. Returns the exit code of the process. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await main(args, terminal);
  } catch (error) {
    terminal.err(plain`${errorSentence(error)}\n`);
    return error instanceof RefusedError ? EXIT_CODES.found : EXIT_CODES.usage;
  }
}

async function main([name, ...args]: readonly string[], terminal: Terminal): Promise<number> {
  if (name === '--version' || name === '-v') {
    terminal.out(plain`${version}\n`);
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
  else terminal.err(wanted === undefined ? usage() : plain`${unknownCommand(wanted)}\n\n${usage()}`);
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
    terminal.err(plain`${error.message}\n\nUsage: ${NAME} ${synopsis}\n${more}\n`);
    return EXIT_CODES.usage;
  }
}

function usage(): Printable {
  const calls = COMMANDS.map(({ synopsis, summary }) => `  ${NAME} ${synopsis}\n      ${summary}\n`);
  const more = `\`${NAME} <command> --help\` describes a command; \`${NAME} --version\` prints the version.`;
  return plainLines(`Usage:\n\n${calls.join('\n')}\n${more}\n`);
}

function usageOf({ synopsis, summary, details, examples }: Command): Printable {
  const calls = examples.map(([call, effect]) => `  ${NAME} ${call}\n      ${effect}\n`);
  return plainLines(
    `Usage: ${NAME} ${synopsis}\n\n${summary}\n\n${details}\n\nExamples:\n\n${calls.join('')}`,
  );
}
