import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CheckReport, check } from '../../check';
import { fixFiles } from '../../fix-files';
import type { Severity } from '../../rules/rule';
import { parseChoice, parseCodes, readArguments } from '../arguments';
import { type Command, EXIT_CODES, type Terminal, UsageError } from '../command';
import { plainReason } from '../failure';
import { printableDiff } from '../formats/diff';
import { formatGithub } from '../formats/github';
import { changedTexts, formatFindingsJson, formatFixesJson } from '../formats/json';
import { formatSarif } from '../formats/sarif';
import { formatText } from '../formats/text';
import { inputPaths, readInput } from '../input';
import { displayPath, fullPath } from '../paths';
import { counted, joined, type Printable, plain, TERMINAL } from '../printer';
import { STDIN_PATH } from '../standard-input';
import { version } from '../version';
import { runOnChange } from '../watch';
import { printReport, replaceFiles } from '../write';

/** From the most severe to the least. */
const SEVERITIES = ['error', 'warning', 'information', 'hint'] as const satisfies readonly Severity[];
const FORMATS = ['text', 'json', 'sarif', 'github'] as const;
interface Options {
  readonly paths: readonly string[];
  /** The file whose unsaved text standard input is. */
  readonly stdinFileName: string | undefined;
  readonly pcc: boolean;
  /** Whether the settings of folders are read. */
  readonly readsSettings: boolean;
  readonly watches: boolean;
  readonly format: (typeof FORMATS)[number];
  /** Less severe findings are not shown. */
  readonly shown: Severity;
  /** Which findings make the command fail: of at least a severity, or with one of these codes. */
  readonly failing: Severity | ReadonlySet<string>;
  /** The file that the report is written to; undefined for standard output. */
  readonly output: string | undefined;
  readonly force: boolean;
  /** How fixes are applied; undefined if they are not. */
  readonly fix: FixOptions | undefined;
}

interface FixOptions {
  /** The codes of the findings to fix; undefined for all. */
  readonly codes: ReadonlySet<string> | undefined;
  /** Whether only the changes are printed. */
  readonly diff: boolean;
  readonly writes: boolean;
}

export const checkCommand: Command = {
  name: 'check',
  synopsis: 'check [options] [path ...]',
  summary: 'Checks state files with the rules of the editor, and applies its fixes.',
  details: `  --format <format>      text (the default), json, sarif, or github (annotations of a pull request)
  --severity <severity>  error, warning, information or hint: show findings from this severity up, and
                         fail for them; without it, all are shown and errors fail
  --fail-on <codes>      fail for findings with these codes only, separated by commas
  --fix                  apply the fixes that need no decision, as "Fix all auto-fixable problems" in the editor does,
                         and report what is left
  --only <codes>         with --fix: only of findings with these codes, separated by commas, and then also fixes that
                         are likely but not certain, as "Fix all of this kind" does
  --diff                 with --fix: print what it would change as a unified diff, and write nothing
  --dry-run              with --fix: write nothing, and exit with 1 if there is something to do
  --stdin-filename <file>  standard input is the unsaved text of this file
  -o, --output <file>    write the report to this file
  --force                replace the file of --output if it exists
  --pcc                  also report what the tool pcc rejects though the service accepts it
  --no-config            ignore the settings of folders
  --watch                check again after each change, until Ctrl+C or the output is closed

  A path is a file, a folder with all files below it (without paths: the current folder), or - for standard
  input. With a file, all files that it includes are checked. The automata that includes a file is found in the
  same folder, in the folders above, or anywhere in the current folder.

  Settings are those of the nearest atomic-state.config.yaml or .json at or above a path, and where it says nothing,
  those that VS Code has in the folder: the nearest .vscode/settings.json at or above a path that
  says anything of atomicState, up to the root of the repository. Paths in it start at its folder.

  What is not checked is reported on standard error: paths that are not state files, folders without any, and
  files that cannot be read.

  All files that are fixed are written, or none. Each is written at once, and only if it has not changed since it was read.

  Exit codes: 0 nothing found; 1 something found, or left by --fix; 2 nothing was checked, something could not be read, or wrong
  usage.`,
  examples: [
    ['check', 'checks all state files at and below the current folder'],
    ['check bot/main.yaml', 'checks an automata and all that it includes'],
    ['check --severity warning --format github', 'annotates a pull request, and fails for warnings'],
    ['check --fix --only unknown-field bot', 'corrects misspelt fields'],
    ['check --fix --diff | git apply', 'does the same by way of a patch'],
    ['check --stdin-filename bot/main.yaml - < unsaved', 'checks an unsaved text in its place'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('check', args, {
      format: { type: 'string' },
      severity: { type: 'string' },
      pcc: { type: 'boolean' },
      'no-config': { type: 'boolean' },
      watch: { type: 'boolean' },
      'fail-on': { type: 'string' },
      fix: { type: 'boolean' },
      only: { type: 'string' },
      diff: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      'stdin-filename': { type: 'string' },
      output: { type: 'string', short: 'o' },
      force: { type: 'boolean' },
    });
    const severity = parseChoice('severity', values.severity, SEVERITIES);
    const options: Options = {
      paths: inputPaths(positionals, values['stdin-filename']),
      stdinFileName: values['stdin-filename'],
      pcc: values.pcc === true,
      readsSettings: values['no-config'] !== true,
      watches: values.watch === true,
      format: parseChoice('format', values.format, FORMATS) ?? 'text',
      shown: severity ?? 'hint',
      failing: parseCodes(values['fail-on']) ?? severity ?? 'error',
      output: values.output,
      force: values.force === true,
      fix: values.fix === true ? fixOptionsOf(values) : undefined,
    };
    requireConsistent(options, values);
    if (options.watches) return await checkOnChange(options, terminal);
    if (options.fix !== undefined) return await fixOnce(options, options.fix, terminal);
    return exitCode(await checkOnce(options, terminal), options.failing);
  },
};

function fixOptionsOf(values: {
  readonly only?: string;
  readonly diff?: boolean;
  readonly 'dry-run'?: boolean;
}): FixOptions {
  const diff = values.diff === true;
  const writes = !diff && values['dry-run'] !== true;
  return { codes: parseCodes(values.only), diff, writes };
}

/** Throws `UsageError` for options that do not fit together. */
function requireConsistent(
  { paths, watches, format, output, fix }: Options,
  values: Readonly<Record<string, unknown>>,
): void {
  const readsInput = paths.includes(STDIN_PATH);
  const withoutFix = ['only', 'diff', 'dry-run'].find((name) => fix === undefined && name in values);
  if (withoutFix !== undefined) throw new UsageError(`\`--${withoutFix}\` requires \`--fix\`.`);
  if (fix?.writes === true && readsInput)
    throw new UsageError('`--fix` cannot write standard input; `--diff` prints the changes.');
  if (!watches) return;
  if (fix !== undefined) throw new UsageError('`--watch` and `--fix` cannot be combined.');
  if (output !== undefined) throw new UsageError('`--watch` and `--output` cannot be combined.');
  if (format !== 'text') throw new UsageError('`--watch` requires the format `text`.');
  if (readsInput) throw new UsageError('`--watch` cannot read standard input.');
}

/** Checks and prints; the report has all findings, shown or not. */
async function checkOnce(options: Options, terminal: Terminal): Promise<CheckReport> {
  const { world, addresses, settings, options: more } = await readInput(options, terminal);
  const progress = (done: number, all: number) => {
    if (terminal.isErrTerminal && done % 20 === 0)
      terminal.err(plain`${TERMINAL.lineStart}${done} of ${all} files`);
  };
  const withFixes = options.format === 'json';
  const report = await check(world, addresses, settings, { ...more, progress, withFixes });
  // Clears the progress.
  if (terminal.isErrTerminal) terminal.err(TERMINAL.eraseLine);
  await print(report, (shown) => format(shown, options, terminal), options, terminal);
  return report;
}

/** Applies fixes, writes the files and prints what is left. */
async function fixOnce(options: Options, fix: FixOptions, terminal: Terminal): Promise<number> {
  const { folder } = terminal;
  const { world, addresses, settings, options: more } = await readInput(options, terminal);
  const report = await fixFiles(world, addresses, settings, { ...more, codes: fix.codes });
  if (fix.writes) await replaceFiles(report.fixed.map((file) => ({ ...file, path: fullPath(file.address) })));
  const { fixed, left } = report;
  const count = fixed.reduce((sum, { applied }) => sum + applied.length, 0);
  const done = fix.writes ? 'fixed' : 'would be fixed';
  const sum = plain`${counted(count, 'problem')} ${done} in ${counted(fixed.length, 'file')}\n`;
  const printed = (shown: CheckReport) => {
    if (options.format === 'json') return formatFixesJson({ ...report, left: shown }, folder);
    if (fix.diff) return printableDiff(changedTexts(report, folder), terminal.isTerminal);
    const ofLeft = format(shown, options, terminal);
    return options.format === 'text' ? joined([ofLeft, sum]) : ofLeft;
  };
  await print(left, printed, options, terminal);
  const code = exitCode(left, options.failing);
  return fix.writes || fix.diff || fixed.length === 0 ? code : Math.max(code, EXIT_CODES.found);
}

/** Prints what was not checked, and the findings that are shown. */
async function print(
  report: CheckReport,
  printed: (shown: CheckReport) => Printable,
  { shown, format, watches, output, force }: Options,
  terminal: Terminal,
): Promise<void> {
  for (const [address, reason] of report.skipped)
    terminal.err(plain`${displayPath(address, terminal.folder)}: ${plainReason(reason)}.\n`);
  // In watch mode editors wait for the end of the text, and programs need a complete text.
  if (report.files === 0 && !watches && format === 'text') return;
  const content = printed({ ...report, findings: report.findings.filter(reaches(shown)) });
  const sources = output === undefined ? [] : report.sources.map(fullPath);
  await printReport(content, { path: output, sources, force }, terminal);
}

function exitCode({ files, unreadable, findings }: CheckReport, failing: Options['failing']): number {
  if (files === 0 || unreadable.length > 0) return EXIT_CODES.usage;
  const fails = typeof failing === 'string' ? reaches(failing) : isOneOf(failing);
  return findings.some(fails) ? EXIT_CODES.found : EXIT_CODES.fine;
}

function isOneOf(codes: ReadonlySet<string>): (found: { readonly code: string }) => boolean {
  return ({ code }) => codes.has(code);
}

function reaches(least: Severity): (found: { readonly severity: Severity }) => boolean {
  return ({ severity }) => SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

function format(report: CheckReport, { format, output }: Options, { folder, colour }: Terminal): Printable {
  switch (format) {
    case 'text':
      return formatText(report, folder, colour && output === undefined);
    case 'json':
      return formatFindingsJson(report, folder);
    case 'github':
      return formatGithub(report, folder);
    case 'sarif':
      return formatSarif(report, folder, version);
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
