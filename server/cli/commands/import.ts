import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { TOO_LARGE } from '../../check';
import { importAutomata } from '../../exchange/import';
import { includableFiles } from '../../project/files/paths';
import { lineNumbers } from '../../text/lines';
import { formatMessage } from '../../text/message';
import { readArguments } from '../arguments';
import { type Command, type CommandFiles, EXIT_CODES, UsageError } from '../command';
import { CommandError, errorAtPath } from '../failure';
import { limitsAt } from '../folder-settings';
import { readUpTo } from '../limited-read';
import { plain } from '../printer';
import { writeFolder } from '../write';

export const importCommand: Command = {
  name: 'import',
  synopsis: 'import <file> <folder> [--force]',
  summary: 'Makes a project of an automata in one JSON or YAML file.',
  details: `  --force                replace files that exist

  Writes main.yaml, a file for each state in the folder state, and long texts and code of the context in the
  folder code: all of them or none. The imported file itself is never replaced. Comments are not kept.

  Exit codes: 0 written; 1 the file is broken or not an automata; 2 wrong usage, files exist already, or a file
  could not be read or written.`,
  examples: [
    ['import bot.json bot', 'makes a project in the folder bot'],
    ['import bot.json bot --force', 'replaces the files of the project there'],
  ],
  async run(args, { err, out, folder: here, files: readable }) {
    const { values, positionals } = readArguments('import', args, { force: { type: 'boolean' } });
    const [path, target, ...others] = positionals;
    if (path === undefined || target === undefined || others.length > 0)
      throw new UsageError('`import` requires a file and a folder.');
    const text = await textOf(path, here, readable);
    const notation = /\.ya?ml$/i.test(path) ? 'yaml' : 'json';
    const imported = importAutomata(text, notation, limitsAt(resolve(here, path), readable));
    if ('conversionErrors' in imported) {
      const lineOf = lineNumbers(text);
      for (const { start, message } of imported.conversionErrors)
        err(plain`${path}:${lineOf(start) + 1}: error: ${formatMessage(message)}\n`);
      return EXIT_CODES.found;
    }
    const { files } = imported;
    const force = values.force === true;
    // Whole folders: an existing state in them would be included as well.
    const tops = [...new Set(files.map(({ path }) => path.replace(/\/.*/, '')))];
    const taken = tops.filter((top) => existsSync(resolve(here, target, top)));
    if (taken.length > 0 && !force)
      throw new CommandError(
        `${target}: \`${taken[0]}\` already exists; name another folder, or use \`--force\`.`,
      );
    const stranger = await otherState(
      resolve(here, target, 'state'),
      new Set(files.map((file) => file.path)),
    );
    if (stranger !== undefined)
      throw new CommandError(
        `${target}: \`state/${stranger}\` would become a part of the automata; remove it, or name another folder.`,
      );
    // The main file is written last: it makes the folder a project.
    // The files were read again together.
    const outputs = [...files.slice(1), ...files.slice(0, 1)].map((file) => ({
      ...file,
      intended: undefined,
    }));
    await writeFolder(target, here, outputs, [resolve(here, path)], force);
    out(plain`${files.length} files, first ${join(target, 'main.yaml')}\n`);
    return EXIT_CODES.fine;
  },
};

/** The text of a file without its byte order mark. Throws `CommandError`. */
async function textOf(path: string, folder: string, files: CommandFiles): Promise<string> {
  try {
    const full = resolve(folder, path);
    const bytes = await readUpTo(createReadStream(full), limitsAt(full, files).maxFileSize);
    if (bytes === 'too-large') throw new CommandError(`${path}: ${TOO_LARGE}.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(`${path}: this is not UTF-8 text.`);
    throw errorAtPath(path, error);
  }
}

/** A state file of a folder that is not among the imported ones. */
async function otherState(folder: string, imported: ReadonlySet<string>): Promise<string | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  return includableFiles(names).find((name) => !imported.has(`state/${name}`));
}
