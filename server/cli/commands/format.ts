import { isMisread, NOT_UTF8, openFiles } from '../../check';
import { formatDocument } from '../../features/format';
import { loadPrinter } from '../../printer-loader';
import { type Address, folderOf } from '../../project/files/paths';
import type { Settings } from '../../protocol/settings';
import { applyChanges } from '../../text/apply';
import { formatMessage } from '../../text/message';
import { type ChangedText, unifiedDiff } from '../../text/unified-diff';
import { parseChoice, readArguments } from '../arguments';
import { type Command, EXIT_CODES, type Terminal, UsageError } from '../command';
import { plainReason } from '../failure';
import { settingsAt } from '../folder-settings';
import { printableDiff } from '../formats/diff';
import { inputPaths, readInput } from '../input';
import { displayPath, fullPath } from '../paths';
import { counted, document, joined, json, plain } from '../printer';
import { STDIN_PATH } from '../standard-input';
import { replaceFiles } from '../write';

const FORMATS = ['text', 'json'] as const;

/** The layout of a text that has none of its own, such as one of one level. Final line breaks are kept as they are. */
const LAYOUT = { tabSize: 2, insertSpaces: true, insertFinalNewline: false };

export const formatCommand: Command = {
  name: 'format',
  synopsis: 'format [--check] [--diff] [--format <format>] [--stdin-filename <file>] [path ...]',
  summary: 'Formats state files as the editor does.',
  details: `  --check                write nothing, and exit with 1 if a file is not formatted
  --diff                 print what it would change as a unified diff, and write nothing
  --format <format>      text (the default) or json
  --stdin-filename <file>  standard input is the unsaved text of this file

  A path is a file, a folder with all YAML files below it (without paths: the current folder), or - for standard input,
  whose formatted text is printed. JSON files are formatted if they are named. Only layout changes: comments, order and
  meaning stay, which is checked before anything is written. What cannot be formatted without that is left as it is,
  with the reason on standard error.

  All files are written, or none. The settings are those of the configuration file, or of the editor (atomicState.format.*).

  Exit codes: 0 formatted, or nothing to do; 1 something is not formatted, or could not be; 2 wrong usage, or a file could
  not be read or written.`,
  examples: [
    ['format bot', 'formats all state files of a folder'],
    ['format --check', 'fails if a state file is not formatted'],
    ['format --stdin-filename bot/main.yaml - < unsaved', 'prints a formatted text'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('format', args, {
      check: { type: 'boolean' },
      diff: { type: 'boolean' },
      format: { type: 'string' },
      'stdin-filename': { type: 'string' },
    });
    const stdinFileName = values['stdin-filename'];
    const paths = inputPaths(positionals, stdinFileName);
    const readsInput = paths.includes(STDIN_PATH);
    if (readsInput && paths.length > 1) throw new UsageError('Standard input cannot be combined with files.');
    const format = parseChoice('format', values.format, FORMATS) ?? 'text';
    const found = await formatFiles(paths, stdinFileName, terminal);
    const { files, changed, refused, unreadable } = found;
    const { folder } = terminal;
    for (const [address, reason] of unreadable)
      terminal.err(plain`${displayPath(address, folder)}: ${plainReason(reason)}.\n`);
    for (const [address, reason] of refused)
      terminal.err(plain`${displayPath(address, folder)}: ${reason}\n`);
    if (files.length === 0 || unreadable.size > 0) return EXIT_CODES.usage;
    const texts = changed.map((one): ChangedText => ({ ...one, path: displayPath(one.address, folder) }));
    const writes = values.check !== true && values.diff !== true;
    if (format === 'json') {
      const why = [...refused].map(([address, reason]) => ({
        file: displayPath(address, folder),
        why: reason,
      }));
      terminal.out(
        json(
          {
            files: files.length,
            changed: texts.map(({ path }) => path),
            refused: why,
            diff: unifiedDiff(texts),
          },
          2,
        ),
      );
    } else if (values.diff === true) terminal.out(printableDiff(texts, terminal.isTerminal));
    else if (readsInput && writes) {
      terminal.out(document(texts[0]?.after ?? found.textOf(files[0])));
      return refused.size > 0 ? EXIT_CODES.found : EXIT_CODES.fine;
    } else {
      const done = writes ? 'formatted' : 'not formatted';
      const lines = texts.map(({ path }) => plain`${path}\n`);
      terminal.out(joined([...lines, plain`${counted(files.length, 'file')}, ${texts.length} ${done}\n`]));
    }
    if (writes && !readsInput)
      await replaceFiles(changed.map((one) => ({ ...one, path: fullPath(one.address) })));
    const isDone = refused.size === 0 && (writes || changed.length === 0);
    return isDone ? EXIT_CODES.fine : EXIT_CODES.found;
  },
};

interface FormattedFile {
  readonly address: Address;
  readonly before: string;
  readonly after: string;
}

async function formatFiles(paths: readonly string[], stdinFileName: string | undefined, terminal: Terminal) {
  const input = await readInput({ paths, stdinFileName }, terminal);
  const { world, addresses, settings, options } = input;
  const opened = await openFiles(world, addresses, settings, options);
  const { workspace, starts, skipped } = opened;
  const asked = starts.flatMap(({ state, files }) =>
    files.filter((file) => state.kind !== 'folder' || /\.ya?ml$/i.test(file)),
  );
  const files = [...new Set(asked)].filter((file) => workspace.source(file) !== undefined).toSorted();
  const unreadable = new Map<Address, string>();
  for (const { address, state } of starts)
    if (state.kind !== 'folder' && skipped.has(address)) unreadable.set(address, skipped.get(address) ?? '');
  const changed: FormattedFile[] = [];
  const refused = new Map<Address, string>();
  const print = await loadPrinter();
  /** Reading the settings of a folder looks into all folders above it. */
  const settingsByFolder = new Map<Address, Settings['format']>();
  for (const address of files) {
    const document = workspace.document(address);
    if (document === undefined) continue;
    if (await isMisread(world, workspace, address)) {
      unreadable.set(address, NOT_UTF8);
      continue;
    }
    const folder = folderOf(address);
    const options = settingsByFolder.get(folder) ?? settingsAt(fullPath(folder), terminal.files).format;
    settingsByFolder.set(folder, options);
    if (!options.enable) continue;
    const { changes, refused: reason } = await formatDocument(document, LAYOUT, options, print);
    if (reason !== undefined) refused.set(address, formatMessage(reason));
    const after = applyChanges(document.text, changes);
    if (after !== document.text) changed.push({ address, before: document.text, after });
  }
  const textOf = (address: Address | undefined) =>
    (address === undefined ? undefined : workspace.document(address)?.text) ?? '';
  return { files, changed, refused, unreadable, textOf };
}
