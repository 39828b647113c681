import {
  type OpenedPath,
  type OpenedWorkspace,
  type OpenOptions,
  openWorkspace,
  readPending,
} from './check-workspace';
import { missingTexts } from './exchange/export';
import { type ExportedText, exportWithTexts, type LoadProblem } from './exchange/exported-text';
import type { FileSystem } from './filesystem';
import { REASONS } from './format/detection';
import { openDocument } from './format/document-kind';
import { RootEntries } from './format/root-entries';
import { type Address, mainFileIn, shortName } from './project/files/paths';
import type { Workspace } from './project/workspace';
import type { Translations } from './text/message';

/** Why no automata was loaded. */
export type LoadFailure =
  /** There is no text to read; `reason` is that of the file system, if it has one. */
  | { readonly kind: 'unreadable'; readonly reason: string | undefined }
  /** A path does not lead to one automata. */
  | { readonly kind: 'undecided'; readonly message: string }
  /** The automata cannot be exported. */
  | {
      readonly kind: 'invalid';
      readonly problems: readonly (LoadProblem & { readonly line: number; readonly character: number })[];
    };

/**
 * The automata of a main file, of a state file that it includes, or in a folder.
 */
export async function loadAutomata(
  world: FileSystem,
  path: Address,
  options: OpenOptions,
): Promise<ExportedText | LoadFailure> {
  const opened = await openWorkspace(world, [path], {}, options);
  const [start] = opened.starts;
  const mains = start === undefined ? [] : mainsAt(opened.workspace, start);
  const main = mainFileIn([path], (address) => mains.includes(address));
  if (main === undefined && mains.length > 1) {
    const names = mains.map((one) => `\`${shortName(one, path)}\``).join(', ');
    return { kind: 'undecided', message: `There are several automata: ${names}. Name one of them.` };
  }
  return await loadMain(world, opened, path, main ?? mains[0]);
}

/** An automata that was found at a path, or why there is none. */
export interface FoundAutomata {
  readonly path: Address;
  /** The address of its main file; undefined if there is none. */
  readonly main: Address | undefined;
  readonly loaded: ExportedText | LoadFailure;
}

/** All automata of files and in folders, each once, in the order of the paths. A path without any has one entry. */
export async function loadAllAutomata(
  world: FileSystem,
  paths: readonly Address[],
  options: OpenOptions,
): Promise<readonly FoundAutomata[]> {
  return await openedAutomata(world, await openWorkspace(world, paths, {}, options));
}

/** The same for paths that are open. */
export async function openedAutomata(
  world: FileSystem,
  opened: OpenedWorkspace,
): Promise<readonly FoundAutomata[]> {
  const found: FoundAutomata[] = [];
  for (const start of opened.starts) {
    const { address: path } = start;
    const mains = allMainsAt(opened.workspace, start);
    for (const main of mains.length > 0 ? mains : [undefined]) {
      if (main !== undefined && found.some((one) => one.main === main)) continue;
      found.push({ path, main, loaded: await loadMain(world, opened, path, main) });
    }
  }
  return found;
}

/** Exports an automata of an opened workspace; undefined as its main file says why there is none at a path. */
async function loadMain(
  world: FileSystem,
  { workspace, starts }: OpenedWorkspace,
  path: Address,
  found: Address | undefined,
): Promise<ExportedText | LoadFailure> {
  const state = starts.find(({ address }) => address === path)?.state;
  if (state === undefined || (state.kind !== 'text' && state.kind !== 'folder'))
    return { kind: 'unreadable', reason: state?.kind === 'unreadable' ? state.reason : undefined };
  // Without an automata, the export says what is wrong with the file.
  const main = found ?? (workspace.document(path) && path);
  if (main === undefined) {
    const message =
      state.kind === 'folder'
        ? 'There is no automata in this folder.'
        : notAutomataMessage(workspace, path, state.text);
    return { kind: 'undecided', message };
  }
  const exported = await exportOpened(world, workspace, main);
  if ('text' in exported) return exported;
  const problems = exported.map((problem) => {
    const position = workspace.document(problem.address)?.positionAt(problem.start);
    return { ...problem, ...(position ?? { line: 0, character: 0 }) };
  });
  return { kind: 'invalid', problems };
}

/** Exports the automata of a main file of a workspace whose files were read. */
export async function exportOpened(
  world: FileSystem,
  workspace: Workspace,
  main: Address,
  translations?: Translations,
): Promise<ExportedText | readonly LoadProblem[]> {
  const texts = new Map<Address, string>();
  const boundary = workspace.boundaryOf(main);
  const missing = missingTexts(workspace, main);
  for (const address of missing) {
    const text = await world.read(address, boundary, workspace.limitsOf(address).maxFileSize);
    if (text !== undefined) texts.set(address, text);
  }
  // The export says why a text cannot be read.
  if (texts.size < missing.length) while (await readPending(workspace, world));
  return exportWithTexts(workspace, main, texts, translations);
}

/** Why a file is not an automata, by what it has instead. */
function notAutomataMessage(workspace: Workspace, address: Address, text: string): string {
  const document = openDocument(text, isJson(address) ? 'json' : 'yaml');
  const root = new RootEntries(document);
  if (!root.has('states'))
    return 'This file is not an automata, and no automata includes it. It has no `states` at its root.';
  const states = root.value('states');
  const isEmpty = root.isEmpty('states') || (states?.kind === 'map' && states.pairs.length === 0);
  const { reason = REASONS.none } = workspace.detection(address, document) ?? {};
  const why = isEmpty ? 'Its `states` have no state' : reason.replace(/\.$/, '');
  const advice =
    reason === REASONS.excluded ? '' : ' Begin it with the comment `# atomic-state` if it is one.';
  return `${why}, so this file is not recognized as an automata.${advice}`;
}

/**
 * The main files of the automata that a file belongs to, or of those in a folder. Those in JSON count only in a folder
 * without others, as they usually are exports.
 */
export function allMainsAt(workspace: Workspace, start: OpenedPath): readonly Address[] {
  const mains = mainsAt(workspace, start);
  const written = mains.filter((main) => !isJson(main));
  return start.state.kind === 'folder' && written.length > 0 ? written : mains;
}

function mainsAt(workspace: Workspace, { files }: OpenedPath): readonly Address[] {
  const projects = files.flatMap((file) => workspace.projectsOf(file)).filter((one) => one.isAutomata);
  return [...new Set(projects.map(({ root }) => root))].toSorted();
}

function isJson(address: Address): boolean {
  return /\.json$/i.test(address);
}
