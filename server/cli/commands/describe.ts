import { openFiles } from '../../check';
import { describeAutomata, describeSymbol, type Place } from '../../features/description';
import { renameSymbol } from '../../features/rename';
import { NAME_KINDS, type NamedKind, symbolsNamed } from '../../features/symbols/named';
import type { Workspace } from '../../project/workspace';
import { formatMessage } from '../../text/message';
import { quotedList, readArguments } from '../arguments';
import { type Command, EXIT_CODES, UsageError } from '../command';
import { RefusedError } from '../failure';
import { readInput } from '../input';
import { displayPath } from '../paths';
import { json } from '../printer';
import { jsonOfRename, requireOne } from './rename';

export const describeCommand: Command = {
  name: 'describe',
  synopsis: 'describe <path> [--symbol <kind>:<name>] [--rename <new name>]',
  summary:
    'Prints the states, transitions and variables of an automata as JSON, or where a name is defined and used.',
  details: `  --symbol <kind>:<name>  a state, event, context variable, input or payload key, such as context:score
  --rename <new name>    what renaming the symbol would change; nothing is written

  The path is a file of the automata or a folder. Lines and columns count from one.

  Exit codes: 0 printed; 1 the name cannot be changed, with the reason on standard error; 2 wrong usage, or there is no
  such name.`,
  examples: [
    [
      'describe bot/main.yaml',
      'lists states with their buttons and transitions, and variables with their types',
    ],
    ['describe bot --symbol context:score', 'lists where the variable is assigned and read'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('describe', args, {
      symbol: { type: 'string' },
      rename: { type: 'string' },
    });
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0)
      throw new UsageError('`describe` requires exactly one path.');
    if (values.rename !== undefined && values.symbol === undefined)
      throw new UsageError('`--rename` requires `--symbol`.');
    const { folder } = terminal;
    const { world, addresses, settings, options } = await readInput({ paths: [path] }, terminal);
    const { workspace, files } = await openFiles(world, addresses, settings, options);
    const all = [...new Set(files.flatMap((file) => workspace.projectsOf(file)))];
    const automata = all.filter(({ isAutomata }) => isAutomata);
    const projects = automata.length > 0 ? automata : all;
    if (projects.length === 0) throw new UsageError(`There is no automata in ${path}.`);
    const place = (at: Place | undefined) => placeOf(workspace, at, folder);
    if (values.symbol === undefined) {
      const described = projects.map((project) => {
        const { states, variables } = describeAutomata(workspace, project);
        return {
          file: displayPath(project.root, folder),
          states: states.map(({ place: at, ...state }) => ({ ...state, ...place(at) })),
          variables,
        };
      });
      terminal.out(json({ automata: described }, 2));
      return EXIT_CODES.fine;
    }
    const { kind, name } = symbolOf(values.symbol);
    const symbol = requireOne(symbolsNamed(workspace, projects, kind, name), kind, name);
    if (values.rename === undefined) {
      const { definitions, uses, type } = describeSymbol(workspace, symbol);
      terminal.out(
        json(
          { kind, name: symbol.label, type, definitions: definitions.map(place), uses: uses.map(place) },
          2,
        ),
      );
      return EXIT_CODES.fine;
    }
    const { source, unit, mention } = symbol.uses[0];
    const offset = source.document.startOf(unit) + mention.start;
    const renamed = renameSymbol(workspace, source.address, offset, values.rename);
    if (renamed.kind === 'refused') throw new RefusedError(formatMessage(renamed.reason));
    terminal.out(json(jsonOfRename(workspace, renamed, folder), 2));
    return EXIT_CODES.fine;
  },
};

function placeOf(workspace: Workspace, at: Place | undefined, folder: string) {
  const start = at && workspace.document(at.address)?.positionAt(at.range.start);
  return (
    start && { file: displayPath(at.address, folder), line: start.line + 1, column: start.character + 1 }
  );
}

function symbolOf(written: string): { readonly kind: NamedKind; readonly name: string } {
  const colon = written.indexOf(':');
  const kind = NAME_KINDS.find((one) => one === written.slice(0, Math.max(0, colon)));
  const name = written.slice(colon + 1);
  if (kind === undefined || name === '')
    throw new UsageError(
      `\`${written}\` is not a symbol. Expected ${quotedList(NAME_KINDS)}, a colon and a name.`,
    );
  return { kind, name };
}
