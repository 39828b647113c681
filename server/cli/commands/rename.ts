import { openFiles } from '../../check';
import { type RenameResult, renameSymbol } from '../../features/rename';
import { NAME_KINDS, type NamedKind, type NamedSymbol, symbolsNamed } from '../../features/symbols/named';
import type { Workspace } from '../../project/workspace';
import { applyChanges } from '../../text/apply';
import { formatMessage } from '../../text/message';
import { unifiedDiff } from '../../text/unified-diff';
import { parseChoice, quotedList, readArguments } from '../arguments';
import { type Command, EXIT_CODES, UsageError } from '../command';
import { RefusedError } from '../failure';
import { printableDiff } from '../formats/diff';
import { readInput } from '../input';
import { displayPath, fullPath } from '../paths';
import { counted, joined, json, plain } from '../printer';
import { STDIN_PATH } from '../standard-input';
import { replaceFiles } from '../write';

const FORMATS = ['text', 'json'] as const;

const WORDS: Readonly<Record<NamedKind, string>> = {
  state: 'state',
  event: 'event',
  context: 'context variable',
  input: 'input',
  payload: 'payload key',
};

export const renameCommand: Command = {
  name: 'rename',
  synopsis: 'rename <kind> <old name> <new name> [--diff] [--format <format>] [path]',
  summary: 'Renames a state, event, variable, input or key of a payload in all files, as the editor does.',
  details: `  <kind>                 state, event, context, input or payload
  --diff                 print what it would change as a unified diff, and write nothing
  --format <format>      text (the default) or json

  The path is a file of the automata or a folder (without it: the current folder). If several have the same name, write
  more of it: \`shop.home\` is the state \`home\` of the automata \`shop\`, \`home.go\` the event \`go\` that \`home\` handles or
  raises, \`order.size\` the key \`size\` in the payload of the event \`order\`.

  Definitions, uses in expressions and scenarios follow. Nothing is changed where it is not certain that each name keeps
  its meaning. All files are written, or none.

  Exit codes: 0 renamed; 1 refused, with the reason on standard error; 2 wrong usage, or there is no such name.`,
  examples: [
    ['rename state home start', 'renames the state everywhere'],
    ['rename context score points bot --diff', 'shows what renaming a variable changes'],
  ],
  async run(args, terminal) {
    const { values, positionals } = readArguments('rename', args, {
      diff: { type: 'boolean' },
      format: { type: 'string' },
    });
    const [kindName, oldName, newName, path = '.', ...others] = positionals;
    if (kindName === undefined || oldName === undefined || newName === undefined || others.length > 0)
      throw new UsageError('`rename` requires a kind, the old name and the new name.');
    const kind = NAME_KINDS.find((one) => one === kindName);
    if (kind === undefined)
      throw new UsageError(`\`${kindName}\` is not a kind. Expected ${quotedList(NAME_KINDS)}.`);
    if (path === STDIN_PATH) throw new UsageError('`rename` cannot read standard input.');
    const format = parseChoice('format', values.format, FORMATS) ?? 'text';
    const { folder } = terminal;
    const { world, addresses, settings, options } = await readInput({ paths: [path] }, terminal);
    const { workspace, files } = await openFiles(world, addresses, settings, options);
    const projects = new Set(files.flatMap((file) => workspace.projectsOf(file)));
    const symbol = requireOne(symbolsNamed(workspace, projects, kind, oldName), kind, oldName);
    const { source, unit, mention } = symbol.uses[0];
    const offset = source.document.startOf(unit) + mention.start;
    const renamed = renameSymbol(workspace, source.address, offset, newName);
    if (renamed.kind === 'refused') throw new RefusedError(formatMessage(renamed.reason));
    const changed = changedFiles(workspace, renamed, folder);
    const writes = values.diff !== true;
    if (writes) await replaceFiles(changed.map((one) => ({ ...one, path: fullPath(one.address) })));
    if (format === 'json') terminal.out(json(jsonOfRename(workspace, renamed, folder), 2));
    else if (!writes) terminal.out(printableDiff(changed, terminal.isTerminal));
    else
      terminal.out(
        joined([
          ...changed.map((one) => plain`${one.path}\n`),
          plain`${counted(countOf(renamed), 'occurrence')} renamed in ${counted(changed.length, 'file')}\n`,
        ]),
      );
    return EXIT_CODES.fine;
  },
};

/** The only symbol of a list. Throws `UsageError` if there is none, or if there are several. */
export function requireOne(symbols: readonly NamedSymbol[], kind: NamedKind, name: string): NamedSymbol {
  const [symbol, ...others] = symbols;
  if (symbol === undefined) throw new UsageError(`There is no ${WORDS[kind]} \`${name}\`.`);
  if (others.length === 0) return symbol;
  const labels = [...new Set(symbols.map(({ label }) => label))];
  throw new UsageError(`\`${name}\` has several meanings. Write ${quotedList(labels)}.`);
}

function changedFiles(workspace: Workspace, { changes }: RenameResult, folder: string) {
  return [...changes].map(([address, edits]) => {
    const before = workspace.document(address)?.text ?? '';
    return { path: displayPath(address, folder), address, before, after: applyChanges(before, edits) };
  });
}

function countOf({ changes }: RenameResult): number {
  return [...changes.values()].reduce((sum, edits) => sum + edits.length, 0);
}

/** The changes of a rename for programs. */
export function jsonOfRename(workspace: Workspace, renamed: RenameResult, folder: string) {
  const changed = changedFiles(workspace, renamed, folder);
  return { files: changed.map(({ path }) => path), changes: countOf(renamed), diff: unifiedDiff(changed) };
}
