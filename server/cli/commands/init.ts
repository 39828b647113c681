import { existsSync, lstatSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import WORKFLOW from '../../../docs/github-workflow.yml';
import { openFiles } from '../../check';
import { FIRST_SCENARIO } from '../../exchange/first-scenario';
import { newProject } from '../../features/new-project';
import { CONFIGURATION_NAMES } from '../../format/configuration';
import { exportSource } from '../../project/files/exports';
import { type Address, fileAddress, folderOf, lastSegmentOf } from '../../project/files/paths';
import { scalarText } from '../../yaml/write/scalars';
import { readArguments } from '../arguments';
import { type Command, EXIT_CODES, type Terminal, UsageError } from '../command';
import { CommandError } from '../failure';
import { readInput } from '../input';
import { displayPath, fullPath } from '../paths';
import { joined, plain } from '../printer';
import CONFIGURATION from '../templates/configuration.yaml';
import { type NewFile, writeFolder } from '../write';

const WORKFLOW_PATH = '.github/workflows/atomic-state.yml';

/** The labels of templates are for editors; this is the smallest one. */
const TEMPLATE = 'automata';

export const initCommand: Command = {
  name: 'init',
  synopsis: 'init [--dry-run] [folder]',
  summary:
    'Prepares a folder: a configuration file, a scenario for each automata, and a workflow for GitHub.',
  details: `  --dry-run              write nothing, and print what would be written

  Without a folder, the current one. If it has no automata, a small one is written, too. The workflow is written into the
  root of the repository. Existing files stay as they are: a second call writes only what is missing.

  Exit codes: 0 written, or nothing to do; 2 wrong usage, or a file could not be read or written.`,
  examples: [
    ['init', 'prepares the current folder'],
    ['init bots/quiz', 'prepares a new or existing folder'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('init', args, { 'dry-run': { type: 'boolean' } });
    const [path = '.', ...others] = positionals;
    if (others.length > 0) throw new UsageError('`init` takes one folder.');
    const folder = resolve(terminal.folder, path);
    requireFolder(path, folder, terminal);
    const root = repositoryAround(folder);
    const missing = (await filesFor(path, folder, root, terminal)).filter(
      (file) => !isThere(join(root, file.path)),
    );
    const writes = values['dry-run'] !== true;
    if (writes && missing.length > 0) await writeFolder(root, terminal.folder, missing, [], false);
    const word = shellWord(path);
    const verb = writes ? 'written' : 'would be written';
    const lines = missing.map((file) => {
      const shown = displayPath(fileAddress(join(root, file.path)), terminal.folder);
      return plain`${shown} ${verb}\n`;
    });
    terminal.out(joined(lines.length > 0 ? lines : [plain`Nothing is missing.\n`]));
    if (writes && lines.length > 0)
      terminal.out(
        plain`\n\`atomic-state check ${word}\` checks it, and \`atomic-state test --update ${word}\` fills in what the scenarios expect.\n`,
      );
    return EXIT_CODES.fine;
  },
};

/** Throws `CommandError` if a part of the path of a folder is a file. */
function requireFolder(path: string, folder: string, terminal: Terminal): void {
  let at = folder;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  if (statSync(at, { throwIfNoEntry: false })?.isDirectory() !== false) return;
  const shown = displayPath(fileAddress(at), terminal.folder);
  throw new CommandError(`${path}: \`${shown}\` is a file, not a folder.`);
}

/** Whether there is anything, also a link that leads nowhere. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A path as a word of a command that shells read as it is. */
function shellWord(path: string): string {
  const word = path.startsWith('-') ? `./${path}` : path;
  if (/^[\w./\\:@%+=,-]+$/.test(word)) return word;
  // Double quotes are known to all shells, but some characters are special in them.
  return /["$`!\\]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

/** All files that a prepared folder has, with paths relative to the root of the repository. */
async function filesFor(
  path: string,
  folder: string,
  root: string,
  terminal: Terminal,
): Promise<readonly NewFile[]> {
  const at = (full: string, text: string): NewFile => ({
    path: relative(root, full).replaceAll('\\', '/'),
    text,
    intended: undefined,
  });
  const isConfigured = CONFIGURATION_NAMES.some((name) => existsSync(join(folder, name)));
  const files = isConfigured ? [] : [at(join(folder, CONFIGURATION_NAMES[0]), CONFIGURATION)];
  const found = existsSync(folder) ? await untestedAutomata(path, terminal) : undefined;
  if (found === undefined) {
    const project = newProject(TEMPLATE, basename(folder));
    if (project !== undefined) {
      files.push(at(join(folder, project.path), project.text));
      files.push(at(join(folder, project.scenarios.path), project.scenarios.text));
    }
  }
  for (const main of found ?? []) {
    const name = lastSegmentOf(main);
    const scenarios = join(fullPath(folderOf(main)), name.replace(/(?:\.automata)?\.\w+$/, '.scenario.yaml'));
    files.push(at(scenarios, scenarioText(name)));
  }
  files.push(at(join(root, WORKFLOW_PATH), WORKFLOW));
  return files;
}

function scenarioText(main: string): string {
  return FIRST_SCENARIO.text.replace(/^automata: .*$/m, () => `automata: ${scalarText(main, 'block')}`);
}

/** The main files of the automata in a folder that no scenario tests; undefined if there are no automata. */
async function untestedAutomata(path: string, terminal: Terminal): Promise<readonly Address[] | undefined> {
  const { world, addresses, settings, options } = await readInput({ paths: [path] }, terminal);
  const { workspace, files } = await openFiles(world, addresses, settings, options);
  const projects = new Set(files.flatMap((file) => workspace.projectsOf(file)));
  const automata = [...projects].filter(
    ({ isAutomata, root }) => isAutomata && exportSource(workspace, root) === undefined,
  );
  if (automata.length === 0) return undefined;
  const isTested = ({ members }: (typeof automata)[number]) =>
    [...members].some(({ source }) => source.documentKind === 'scenarios');
  return automata.flatMap((project) => (isTested(project) ? [] : [project.root])).toSorted();
}

/** The nearest folder at or above a folder that is the root of a repository, else the folder itself. */
function repositoryAround(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}
