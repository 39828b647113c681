import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { importAutomata } from '../exchange/import';
import { lineNumbers } from '../text/lines';
import { readArguments } from './arguments';
import { type Command, EXIT, UsageError } from './command';

export const importCommand: Command = {
  name: 'import',
  synopsis: 'import <file> <folder>',
  summary: 'Makes a project of an automata in one JSON or YAML file.',
  details: `  Writes main.yaml, a file for each state in the folder state, and long texts and code of the context
  in the folder code. Nothing is overwritten. Comments are not kept.
  Exit codes: 0 written, 1 the file is broken or no automata, 2 wrong usage, or something is in the way.`,
  async run(args, { err, out, folder: here }) {
    const { positionals } = readArguments(args, {});
    const [path, target, ...others] = positionals;
    if (path === undefined || target === undefined || others.length > 0)
      throw new UsageError('import takes a file and a folder');
    const text = await readFile(resolve(here, path), 'utf8').catch(() => undefined);
    if (text === undefined) {
      err(`${path}: there is no such file\n`);
      return EXIT.usage;
    }
    const imported = importAutomata(text.replace(/^\ufeff/, ''), /\.ya?ml$/i.test(path) ? 'yaml' : 'json');
    if ('obstacles' in imported) {
      const lineOf = lineNumbers(text);
      for (const { start, message } of imported.obstacles)
        err(`${path}:${lineOf(start) + 1}: error: ${message}\n`);
      return EXIT.found;
    }
    // Whole folders: a state that is there already would be taken in as well.
    const tops = [...new Set(imported.files.map((file) => file.path.split('/')[0] ?? ''))];
    const taken = tops.filter((top) => existsSync(resolve(here, target, top)));
    if (taken.length > 0) {
      err(`${target}: there is ${taken.join(', ')} already. Name a folder without.\n`);
      return EXIT.usage;
    }
    for (const file of imported.files) {
      const place = resolve(here, target, file.path);
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, file.text, { flag: 'wx' });
    }
    out(`${imported.files.length} files, first ${join(target, 'main.yaml')}\n`);
    return EXIT.fine;
  },
};
