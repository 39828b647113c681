import { loadInto } from '../check-workspace';
import { type ExportedAutomata, exportAutomata, missingTexts } from '../exchange/export';
import { nodeFileSystem } from '../filesystem-node';
import { type Address, folderOf, isInside } from '../project/paths';
import { Workspace } from '../project/workspace';
import { hashOf } from '../text/hash';
import { lineStarts } from '../text/lines';
import { formatMessage } from '../text/message';
import { DEFAULT_LIMITS } from '../yaml/problem';
import { EXIT_CODES, type Terminal } from './command';
import { plainReason } from './failure';
import { addressFromPath, displayPath, fullPath } from './paths';

export type ExportedFiles = Extract<ExportedAutomata, { readonly text: string }> & {
  readonly main: Address;
  /** Full paths of its source files. */
  readonly sources: readonly string[];
  /** The line of an offset in one of these files, from 1. */
  readonly lineAt: (address: Address, offset: number) => number;
  /** The text of one of these files. */
  readonly textOf: (address: Address) => string;
  /** Differs if one of their texts does. */
  readonly version: string;
};

/** The automata of a main file with everything that its tags include, or the exit code after printing why there is none. */
export async function exportedFiles(path: string, terminal: Terminal): Promise<ExportedFiles | number> {
  const main = addressFromPath(path, terminal.folder);
  const state = await nodeFileSystem.stat(main, folderOf(main), DEFAULT_LIMITS.maxFileSize);
  if (state.kind !== 'text') {
    const reason =
      state.kind === 'unreadable' ? plainReason(state.reason) : 'there is no such YAML or JSON file';
    terminal.err(`${path}: ${reason}.\n`);
    return EXIT_CODES.usage;
  }
  const here = addressFromPath('.', terminal.folder);
  const boundary = isInside(here, main) ? here : folderOf(main);
  const workspace = new Workspace();
  workspace.setFolders([boundary]);
  await loadInto(workspace, nodeFileSystem, [main]);
  const texts = new Map<Address, string>();
  for (const address of missingTexts(workspace, main)) {
    const text = await nodeFileSystem.read(address, boundary, DEFAULT_LIMITS.maxFileSize);
    if (text !== undefined) texts.set(address, text);
  }
  const result = exportAutomata(workspace, main, texts);
  const textOf = (address: Address) => workspace.document(address)?.text ?? texts.get(address) ?? '';
  if ('text' in result) {
    const addresses = [...membersOf(workspace, main), ...texts.keys()];
    const sources = addresses.map(fullPath);
    const version = hashOf(addresses.map((address) => `${address}\n${textOf(address)}`).join('\n'));
    return { ...result, main, sources, lineAt: lineFinder(textOf), textOf, version };
  }
  for (const { address, start, message } of result.obstacles) {
    const place = workspace.document(address)?.positionAt(start) ?? { line: 0, character: 0 };
    const shown = displayPath(address, terminal.folder);
    terminal.err(`${shown}:${place.line + 1}:${place.character + 1}: error: ${formatMessage(message)}\n`);
  }
  return EXIT_CODES.found;
}

function membersOf(workspace: Workspace, main: Address): Address[] {
  return workspace
    .projectsOf(main)
    .flatMap((project) => [...project.members].map(({ source }) => source.address));
}

function lineFinder(textOf: (address: Address) => string): ExportedFiles['lineAt'] {
  const starts = new Map<Address, ReturnType<typeof lineStarts>>();
  return (address, offset) => {
    const known = starts.get(address) ?? lineStarts(textOf(address));
    starts.set(address, known);
    return Math.max(1, known.findLastIndex((start) => start <= offset) + 1);
  };
}
