import { watch } from 'node:fs';
import { resolve } from 'node:path';
import { type CheckReport, check, type FolderSettings } from '../check';
import type { Address } from '../project/paths';
import type { Severity } from '../rules/rule';
import { nodeWorld } from '../world-node';
import { oneOf, readArguments } from './arguments';
import { type Command, EXIT, type Terminal, UsageError } from './command';
import { folderSettings } from './folder-settings';
import { formatGithub } from './format-github';
import { formatJson } from './format-json';
import { formatSarif } from './format-sarif';
import { formatText } from './format-text';
import { addressOf, shownPath } from './paths';
import { version } from './version';

/** From the most severe one down. */
const SEVERITIES = ['error', 'warning', 'information', 'hint'] as const satisfies readonly Severity[];
const FORMATS = ['text', 'json', 'sarif', 'github'] as const;
/** Editors write a file in several steps; in milliseconds. */
const SETTLED = 150;

interface Options {
  readonly paths: readonly string[];
  readonly pcc: boolean;
  /** Whether the settings of folders are read. */
  readonly readsSettings: boolean;
  readonly format: (typeof FORMATS)[number];
  /** Findings below are not shown. */
  readonly shown: Severity;
  /** From here up, findings make the command fail. */
  readonly failing: Severity;
}

export const checkCommand: Command = {
  name: 'check',
  synopsis: 'check [--format <format>] [--severity <severity>] [--pcc] [--no-config] [--watch] [path ...]',
  summary:
    'Checks the state files at and below the paths (or the current folder) with the rules of the editor.',
  details: `  --format <format>      text (the default), json, sarif, or github (annotations of a pull request)
  --severity <severity>  error, warning, information or hint: show findings from this severity up, and
                         fail for them; without it, all are shown and errors fail
  --pcc                  also report what the tool pcc rejects though the service takes it
  --no-config            leave the settings of the folder alone
  --watch                check again whenever a file changes, until Ctrl+C

  Settings are those that VS Code has in the folder: the nearest .vscode/settings.json at or above a path that
  says anything of atomicState, up to the root of the repository. Paths in it start at its folder.

  Exit codes: 0 nothing found, 1 something found, 2 wrong usage or a path that cannot be read.`,
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, {
      format: { type: 'string' },
      severity: { type: 'string' },
      pcc: { type: 'boolean' },
      'no-config': { type: 'boolean' },
      watch: { type: 'boolean' },
    });
    const severity = oneOf('severity', values.severity, SEVERITIES);
    const options: Options = {
      paths: positionals.length > 0 ? positionals : ['.'],
      pcc: values.pcc === true,
      readsSettings: values['no-config'] !== true,
      format: oneOf('format', values.format, FORMATS) ?? 'text',
      shown: severity ?? 'hint',
      failing: severity ?? 'error',
    };
    if (!values.watch) return await checkOnce(options, terminal);
    if (options.format !== 'text') throw new UsageError('--watch takes no other format than text');
    return await checkOnChange(options, terminal);
  },
};

async function checkOnce(options: Options, terminal: Terminal): Promise<number> {
  const { folder } = terminal;
  const addresses = options.paths.map((path) => addressOf(path, folder));
  const progress = (done: number, all: number) => {
    if (terminal.isErrTerminal && done % 20 === 0) terminal.err(`\r${done} of ${all} files`);
  };
  const pcc = options.pcc ? { pccRules: true } : {};
  const byFolder = new Map<Address, FolderSettings>();
  for (const path of options.readsSettings ? options.paths : []) {
    const found = folderSettings(resolve(folder, path));
    if (found) byFolder.set(addressOf(found.folder, folder), { ...found.settings, ...pcc });
  }
  const report = await check(nodeWorld, addresses, pcc, progress, byFolder);
  // The progress goes before anything else is written.
  if (terminal.isErrTerminal) terminal.err('\r\u001b[K');
  for (const address of report.unreadable) {
    terminal.err(`${shownPath(address, folder)}: there is no such file or folder\n`);
  }
  if (report.unreadable.length > 0) return EXIT.usage;
  const reaches = (least: Severity) => (found: { readonly severity: Severity }) =>
    SEVERITIES.indexOf(found.severity) <= SEVERITIES.indexOf(least);
  const shown = { ...report, findings: report.findings.filter(reaches(options.shown)) };
  terminal.out(format(shown, options, terminal));
  return report.findings.some(reaches(options.failing)) ? EXIT.found : EXIT.fine;
}

function format(report: CheckReport, { format }: Options, { folder, colour }: Terminal): string {
  switch (format) {
    case 'text':
      return formatText(report, folder, colour);
    case 'json':
      return formatJson(report, folder);
    case 'github':
      return formatGithub(report, folder);
    case 'sarif':
      return formatSarif(report, folder, version());
  }
}

/** Checks after every change, and never ends but for a path that is not there. */
async function checkOnChange(options: Options, terminal: Terminal): Promise<number> {
  let isRunning = false;
  let isDue = false;
  const again = async (): Promise<number> => {
    isDue = true;
    let code: number = EXIT.fine;
    // One at a time; what changes meanwhile is looked at afterwards.
    while (isDue && !isRunning) {
      isDue = false;
      isRunning = true;
      if (terminal.isTerminal) terminal.out('\u001b[2J\u001b[H');
      // Where this begins and the sum ends, editors take up the findings (`problemMatchers` in package.json).
      terminal.out('Checking...\n');
      code = await checkOnce(options, terminal).finally(() => {
        isRunning = false;
      });
    }
    return code;
  };
  const code = await again();
  if (code === EXIT.usage) return code;
  let timer: NodeJS.Timeout | undefined;
  for (const path of options.paths) {
    watch(path, { recursive: true }, (_event, name) => {
      // Of other files, too: `!oneline` takes any, and folders come and go.
      if (name !== null && /(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void again(), SETTLED);
    });
  }
  return await new Promise<number>(() => undefined);
}
