import { check } from '../../check';
import type { Address } from '../../project/files/paths';
import { readArguments } from '../arguments';
import { type Command, EXIT_CODES, type Terminal, UsageError } from '../command';
import { plainReason } from '../failure';
import { openOptionsOf } from '../folder-settings';
import { displayPath } from '../paths';
import { jsonDocument, plain } from '../printer';
import { commandFiles } from '../watched';
import { printOrWrite } from '../write';
import { exportedFiles } from './exported';

export const exportCommand: Command = {
  name: 'export',
  synopsis: 'export <main file or folder> [-o <file>] [--force]',
  summary: 'Writes an automata as one JSON file for the service, with everything that its tags include.',
  details: `  -o, --output <file>    write to this file; without it, or with -, to standard output
  --force                replace the file if it exists, and export although errors were found

  Paths in tags start from the folder of the main file. Errors are printed on standard error, and nothing is
  written if there are any. The file is written as a whole or not at all, and never replaces a file of the
  automata.

  Exit codes: 0 written; 1 there are errors, and nothing was written; 2 wrong usage, or a file could not be read
  or written.`,
  examples: [
    ['export bot/main.yaml', 'prints the JSON text'],
    ['export bot/main.yaml -o bot.json', 'writes it to a new file'],
    ['export bot/main.yaml -o bot.json --force', 'replaces the file, and ignores errors'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('export', args, {
      output: { type: 'string', short: 'o' },
      force: { type: 'boolean' },
    });
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0)
      throw new UsageError('`export` requires exactly one main file or folder.');
    const force = values.force === true;
    const result = await exportedFiles(path, terminal);
    if (typeof result === 'number') return result;
    const code = await printErrors(result.main, path, force, terminal);
    if (code !== EXIT_CODES.fine) return code;
    const { text, data, sources } = result;
    const intended = { notation: 'json', data } as const;
    await printOrWrite(
      { path: values.output, text, intended, sources, force, print: jsonDocument },
      terminal,
    );
    return EXIT_CODES.fine;
  },
};

/** Prints the errors of an automata. The exit code is `EXIT_CODES.fine` if it may be exported. */
async function printErrors(main: Address, path: string, force: boolean, terminal: Terminal): Promise<number> {
  const { folder, err } = terminal;
  const options = openOptionsOf([path], folder);
  const { findings, unreadable, skipped } = await check(commandFiles, [main], {}, options);
  const errors = findings.filter(({ severity }) => severity === 'error');
  for (const { address, line, character, message, code } of errors)
    err(plain`${displayPath(address, folder)}:${line + 1}:${character + 1}: error: ${message} [${code}]\n`);
  for (const address of unreadable)
    err(plain`${displayPath(address, folder)}: ${plainReason(skipped.get(address) ?? '')}.\n`);
  if (unreadable.length > 0) return EXIT_CODES.usage;
  if (errors.length === 0 || force) return EXIT_CODES.fine;
  const found = errors.length === 1 ? 'There is 1 error' : `There are ${errors.length} errors`;
  err(plain`${found}, so nothing was written; \`--force\` exports anyway.\n`);
  return EXIT_CODES.found;
}
