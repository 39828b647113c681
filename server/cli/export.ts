import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readInto } from '../check';
import { exportAutomata, missingTexts } from '../exchange/export';
import { type Address, folderOf, isInside } from '../project/paths';
import { Workspace } from '../project/workspace';
import { nodeWorld } from '../world-node';
import { DEFAULT_LIMITS } from '../yaml/problem';
import { readArguments } from './arguments';
import { type Command, EXIT, type Terminal, UsageError } from './command';
import { addressOf, shownPath } from './paths';

export const exportCommand: Command = {
  name: 'export',
  synopsis: 'export <main file> [-o <file>]',
  summary: 'Writes an automata as one JSON file for the service, with all that its tags bring in.',
  details: `  -o, --output <file>    write to this file, not to standard output

  Paths in tags start from the folder of the main file. Nothing is written if something is missing or broken.
  Exit codes: 0 written, 1 something has to be put right first, 2 wrong usage or a file that cannot be read.`,
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { output: { type: 'string', short: 'o' } });
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0) throw new UsageError('export takes one main file');
    const main = addressOf(path, terminal.folder);
    const state = await nodeWorld.look(main, folderOf(main), DEFAULT_LIMITS.maxFileSize);
    if (state.kind !== 'text') {
      terminal.err(`${path}: there is no such YAML or JSON file\n`);
      return EXIT.usage;
    }
    const text = await exported(main, terminal);
    if (text === undefined) return EXIT.found;
    if (values.output === undefined) terminal.out(`${text}\n`);
    else await writeFile(resolve(terminal.folder, values.output), text);
    return EXIT.fine;
  },
};

/** The JSON text; undefined after having said what stands in the way. */
async function exported(main: Address, terminal: Terminal): Promise<string | undefined> {
  const here = addressOf('.', terminal.folder);
  const boundary = isInside(here, main) ? here : folderOf(main);
  const workspace = new Workspace();
  workspace.setFolders([boundary]);
  await readInto(workspace, nodeWorld, [main]);
  const texts = new Map<Address, string>();
  for (const address of missingTexts(workspace, main)) {
    const text = await nodeWorld.read(address, boundary, DEFAULT_LIMITS.maxFileSize);
    if (text !== undefined) texts.set(address, text);
  }
  const result = exportAutomata(workspace, main, texts);
  if ('text' in result) return result.text;
  for (const { address, start, message } of result.obstacles) {
    const place = workspace.document(address)?.positionAt(start) ?? { line: 0, character: 0 };
    const path = shownPath(address, terminal.folder);
    terminal.err(`${path}:${place.line + 1}:${place.character + 1}: error: ${message}\n`);
  }
  return undefined;
}
