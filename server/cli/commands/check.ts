import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CheckReport, check } from '../../check';
import { STANDARD_INPUT } from '../../check-workspace';
import type { FileSystem } from '../../filesystem';
import type { PathState } from '../../project/files/path-state';
import type { Address } from '../../project/files/paths';
import type { Severity } from '../../rules/rule';
import { DEFAULT_LIMITS } from '../../yaml/read/problem';
import { parseChoice, readArguments } from '../arguments';
import { type Command, EXIT_CODES, type Terminal, UsageError } from '../command';
import { plainReason } from '../failure';
import { limitsAt, settingsAround } from '../folder-settings';
import { formatGithub } from '../formats/github';
import { formatFindingsJson } from '../formats/json';
import { formatSarif } from '../formats/sarif';
import { formatText } from '../formats/text';
import { addressFromPath, displayPath, fullPath } from '../paths';
import { type Printable, plain, TERMINAL } from '../printer';
import { version } from '../version';
import { runOnChange } from '../watch';
import { commandFiles, workMonitor } from '../watched';

/** From the most severe to the least. */
const SEVERITIES = ['error', 'warning', 'information', 'hint'] as const satisfies readonly Severity[];
const FORMATS = ['text', 'json', 'sarif', 'github'] as const;
/** The path that means standard input. */
const STDIN_PATH = '-';

interface Options {
  readonly paths: readonly string[];
  readonly pcc: boolean;
  /** Whether the settings of folders are read. */
  readonly readsSettings: boolean;
  readonly watches: boolean;
  readonly format: (typeof FORMATS)[number];
  /** Less severe findings are not shown. */
  readonly shown: Severity;
  /** Findings of at least this severity make the command fail. */
  readonly failing: Severity;
}

export const checkCommand: Command = {
  name: 'check',
  synopsis: 'check [--format <format>] [--severity <severity>] [--pcc] [--no-config] [--watch] [path ...]',
  summary: 'Checks state files with the rules of the editor.',
  details: `  --format <format>      text (the default), json, sarif, or github (annotations of a pull request)
  --severity <severity>  error, warning, information or hint: show findings from this severity up, and
                         fail for them; without it, all are shown and errors fail
  --pcc                  also report what the tool pcc rejects though the service accepts it
  --no-config            ignore the settings of folders
  --watch                check again after each change, until Ctrl+C or the output is closed

  A path is a file, a folder with all files below it (without paths: the current folder), or - for standard
  input. With a file, all files that it includes are checked. The automata that includes a file is found in the
  same folder, in the folders above, or anywhere in the current folder.

  Settings are those that VS Code has in the folder: the nearest .vscode/settings.json at or above a path that
  says anything of atomicState, up to the root of the repository. Paths in it start at its folder.

  What is not checked is reported on standard error: paths that are not state files, folders without any, and
  files that cannot be read.

  Exit codes: 0 nothing found; 1 something found; 2 nothing was checked, something could not be read, or wrong
  usage.`,
  examples: [
    ['check', 'checks all state files at and below the current folder'],
    ['check bot/main.yaml', 'checks an automata and all that it includes'],
    ['check --severity warning --format github', 'annotates a pull request, and fails for warnings'],
    ['check - < main.yaml', 'checks standard input'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('check', args, {
      format: { type: 'string' },
      severity: { type: 'string' },
      pcc: { type: 'boolean' },
      'no-config': { type: 'boolean' },
      watch: { type: 'boolean' },
    });
    const severity = parseChoice('severity', values.severity, SEVERITIES);
    const options: Options = {
      paths: positionals.length > 0 ? positionals : ['.'],
      pcc: values.pcc === true,
      readsSettings: values['no-config'] !== true,
      watches: values.watch === true,
      format: parseChoice('format', values.format, FORMATS) ?? 'text',
      shown: severity ?? 'hint',
      failing: severity ?? 'error',
    };
    if (!options.watches) {
      const report = await checkOnce(options, terminal);
      return exitCode(report, options.failing);
    }
    if (options.format !== 'text') throw new UsageError('`--watch` requires the format `text`.');
    if (options.paths.includes(STDIN_PATH)) throw new UsageError('`--watch` cannot read standard input.');
    return await checkOnChange(options, terminal);
  },
};

/** Checks and prints; the report has all findings, shown or not. */
async function checkOnce(options: Options, terminal: Terminal): Promise<CheckReport> {
  const { folder } = terminal;
  const limits = options.readsSettings ? limitsAt(folder) : DEFAULT_LIMITS;
  const standardInput = options.paths.includes(STDIN_PATH)
    ? await readStandardInput(terminal, limits.maxFileSize)
    : undefined;
  const addresses = options.paths.map((path) =>
    path === STDIN_PATH && standardInput ? standardInput.address : addressFromPath(path, folder),
  );
  const progress = (done: number, all: number) => {
    if (terminal.isErrTerminal && done % 20 === 0)
      terminal.err(plain`${TERMINAL.lineStart}${done} of ${all} files`);
  };
  const pcc = options.pcc ? { pccRules: true } : {};
  // The folder of standard input is the current one, like that of any file named `-`.
  const byFolder = options.readsSettings ? settingsAround(options.paths, folder, pcc) : new Map();
  const world = standardInput?.world ?? commandFiles;
  const workingFolder = addressFromPath('.', folder);
  const report = await check(world, addresses, pcc, {
    progress,
    byFolder,
    workingFolder,
    monitor: workMonitor(),
  });
  // Clears the progress.
  if (terminal.isErrTerminal) terminal.err(TERMINAL.eraseLine);
  for (const [address, reason] of report.skipped)
    terminal.err(plain`${displayPath(address, folder)}: ${plainReason(reason)}.\n`);
  const shown = { ...report, findings: report.findings.filter(reaches(options.shown)) };
  // In watch mode editors wait for the end of the text, and programs need a complete text.
  if (report.files > 0 || options.watches || options.format !== 'text')
    terminal.out(format(shown, options, terminal));
  return report;
}

function exitCode({ files, unreadable, findings }: CheckReport, failing: Severity): number {
  if (files === 0 || unreadable.length > 0) return EXIT_CODES.usage;
  return findings.some(reaches(failing)) ? EXIT_CODES.found : EXIT_CODES.fine;
}

function reaches(least: Severity): (found: { readonly severity: Severity }) => boolean {
  return ({ severity }) => SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

/** A file system in which standard input is a file of the current folder. */
async function readStandardInput(
  { read, folder }: Terminal,
  maxBytes: number,
): Promise<{ readonly world: FileSystem; readonly address: Address }> {
  const bytes = await read(maxBytes);
  const isTooLarge = bytes === 'too-large';
  const isJson =
    !isTooLarge && /^(?:\ufeff)?\s*\{/.test(Buffer.from(bytes.subarray(0, 1_000)).toString('utf8'));
  const address = addressFromPath(`${STANDARD_INPUT}.${isJson ? 'json' : 'yaml'}`, folder);
  let text: string | undefined;
  try {
    text = isTooLarge ? undefined : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Reported as a file that is not UTF-8.
  }
  const state: PathState =
    text === undefined || text.includes('\0')
      ? { kind: 'file', why: isTooLarge ? 'too-large' : 'not-text' }
      : { kind: 'text', text };
  const world: FileSystem = {
    ...commandFiles,
    stat: async (at, boundary, size) =>
      at === address ? state : await commandFiles.stat(at, boundary, size),
    read: async (at, boundary, size) => (at === address ? text : await commandFiles.read(at, boundary, size)),
  };
  return { world, address };
}

function format(report: CheckReport, { format }: Options, { folder, colour }: Terminal): Printable {
  switch (format) {
    case 'text':
      return formatText(report, folder, colour);
    case 'json':
      return formatFindingsJson(report, folder);
    case 'github':
      return formatGithub(report, folder);
    case 'sarif':
      return formatSarif(report, folder, version());
  }
}

/** Checks after every change; ends only if there is nothing to watch, or no process reads the output. */
async function checkOnChange(options: Options, terminal: Terminal): Promise<number> {
  const paths = options.paths.map((path) => resolve(terminal.folder, path));
  if (!paths.every((path) => existsSync(path))) return exitCode(await checkOnce(options, terminal), 'error');
  // Editors parse the text between this line and the summary (`problemMatchers` in package.json).
  return await runOnChange(paths, terminal, 'Checking...', async () => {
    const report = await checkOnce(options, terminal);
    return { exitCode: exitCode(report, options.failing), folders: report.folders.map(fullPath) };
  });
}
