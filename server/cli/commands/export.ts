import { check } from '../../check';
import type { Address } from '../../project/files/paths';
import { readArguments } from '../arguments';
import { type Command, EXIT_CODES, type Terminal, UsageError } from '../command';
import { plainReason } from '../failure';
import { openOptionsOf } from '../folder-settings';
import { displayPath, outputNames } from '../paths';
import { counted, jsonDocument, plain } from '../printer';
import { type NewFile, namesFolder, printOrWrite, writeBatch } from '../write';
import { exportedBatch } from './exported';

export const exportCommand: Command = {
  name: 'export',
  synopsis: 'export <path ...> [-o <file or folder>] [--force]',
  summary: 'Writes an automata as one JSON file for the service, with everything that its tags include.',
  details: `  -o, --output <path>    write to this file; without it, or with -, to standard output. Several automata are
                         written into this folder, and so is one if the path ends with /
  --force                replace files that exist, and export although errors were found

  A path is the main file of an automata, one of its state files, or a folder with any number of automata. In a folder
  with automata in YAML, those in JSON are not taken, as they usually are exports.

  Paths in tags start from the folder of the main file. Errors are printed on standard error, and nothing is
  written if there are any. All files are written as a whole or not at all, and never replace a file of an
  automata. Into a folder, bots/a/main.yaml and bots/b/main.yaml are written as a/main.json and b/main.json; the
  paths are printed.

  Exit codes: 0 written; 1 there are errors, and nothing was written; 2 wrong usage, or a file could not be read
  or written.`,
  examples: [
    ['export bot/main.yaml', 'prints the JSON text'],
    ['export bot/main.yaml -o bot.json', 'writes it to a new file'],
    ['export bot/main.yaml -o bot.json --force', 'replaces the file, and ignores errors'],
    ['export bots -o exported', 'writes all automata of a folder'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('export', args, {
      output: { type: 'string', short: 'o' },
      force: { type: 'boolean' },
    });
    if (positionals.length === 0) throw new UsageError('`export` requires a file or folder.');
    const { output } = values;
    const force = values.force === true;
    const { automata, isSeveral, exitCode } = await exportedBatch(positionals, terminal);
    const mains = automata.map(({ main }) => main);
    const checked =
      mains.length > 0 ? await printErrors(mains, positionals, force, terminal) : EXIT_CODES.fine;
    const code = Math.max(exitCode, checked);
    if (code !== EXIT_CODES.fine) return code;
    const sources = automata.flatMap((one) => one.sources);
    const names = outputNames(mains, '.json');
    const files = automata.map(({ text, data }, index): NewFile => {
      return { path: names[index] ?? '', text, intended: { notation: 'json', data } };
    });
    const [first] = files;
    if (first === undefined || isSeveral || namesFolder(output))
      await writeBatch({ path: output, files, sources, force }, terminal);
    else await printOrWrite({ ...first, path: output, sources, force, print: jsonDocument }, terminal);
    return EXIT_CODES.fine;
  },
};

/** Prints the errors of automata. The exit code is `EXIT_CODES.fine` if they may be exported. */
async function printErrors(
  mains: readonly Address[],
  paths: readonly string[],
  force: boolean,
  terminal: Terminal,
): Promise<number> {
  const { folder, err, files } = terminal;
  const options = openOptionsOf(paths, terminal);
  const { findings, unreadable, skipped } = await check(files, mains, {}, options);
  const errors = findings.filter(({ severity }) => severity === 'error');
  for (const { address, line, character, message, code } of errors)
    err(plain`${displayPath(address, folder)}:${line + 1}:${character + 1}: error: ${message} [${code}]\n`);
  for (const address of unreadable)
    err(plain`${displayPath(address, folder)}: ${plainReason(skipped.get(address) ?? '')}.\n`);
  if (unreadable.length > 0) return EXIT_CODES.usage;
  if (errors.length === 0 || force) return EXIT_CODES.fine;
  err(
    plain`There ${errors.length === 1 ? 'is' : 'are'} ${counted(errors.length, 'error')}, so nothing was written; \`--force\` exports anyway.\n`,
  );
  return EXIT_CODES.found;
}
