import { runTask } from './engine/task';
import type { FileSystem } from './filesystem';
import { configured } from './project/files/configuration';
import type { PathState } from './project/files/path-state';
import {
  type Address,
  folderOf,
  includableFiles,
  innermostFolder,
  isInside,
  isStateFileName,
  lastSegmentOf,
  NO_ADDRESS,
  resolvePath,
} from './project/files/paths';
import { DEFAULT_WORKSPACE_SETTINGS, type WorkspaceSettings } from './project/files/settings';
import { Workspace } from './project/workspace';
import type { RuleSettings } from './rules/rule';
import { WorkMonitor } from './watchdog/work-monitor';

/** The settings of a folder, as an editor that opens it has them. */
export type FolderSettings = RuleSettings & WorkspaceSettings;

/** The beginning of the file name of a text from standard input. No automata includes it. */
export const STANDARD_INPUT = '<stdin>';

export interface OpenOptions {
  /** The folders with settings of their own; each is a workspace folder if something in it is checked. */
  readonly byFolder?: ReadonlyMap<Address, FolderSettings>;
  /** The folder that the command runs in. */
  readonly workingFolder?: Address | undefined;
  /** Whether configuration files are not read. */
  readonly ignoresConfiguration?: boolean;
  /** Who has to know which file is being analysed. */
  readonly monitor?: WorkMonitor;
}

/** What is at a given address. */
export interface OpenedPath {
  readonly address: Address;
  readonly state: PathState;
  /** The file, or all files below the folder that may be state files. */
  readonly files: readonly Address[];
  /** The workspace folder that contains it. */
  readonly folder: Address;
}

export interface OpenedWorkspace {
  readonly workspace: Workspace;
  readonly settingsOf: (address: Address) => FolderSettings;
  readonly starts: readonly OpenedPath[];
  /** What was not read, and why. */
  readonly skipped: Map<Address, string>;
  /** Scenario files that certainly have no automata, in any folder around them. */
  readonly withoutAutomata: ReadonlySet<Address>;
}

/** Reads all state files at and below the given addresses, all that these include, and the automata around them. */
export async function openWorkspace(
  world: FileSystem,
  addresses: readonly Address[],
  settings: RuleSettings = {},
  {
    byFolder = new Map(),
    workingFolder,
    ignoresConfiguration = false,
    monitor = new WorkMonitor(),
  }: OpenOptions = {},
): Promise<OpenedWorkspace> {
  const general: FolderSettings = { ...DEFAULT_WORKSPACE_SETTINGS, ...settings };
  const folderAround = (address: Address) => innermostFolder(byFolder.keys(), address);
  const settingsOf = (address: Address) => byFolder.get(folderAround(address) ?? NO_ADDRESS) ?? general;
  const here = (address: Address) =>
    workingFolder !== undefined && isInside(workingFolder, address) ? workingFolder : undefined;
  const skipped = new Map<Address, string>();
  /** The settings with those of the configuration files. */
  const configuredIn = (workspace: Workspace) => (address: Address) => {
    if (ignoresConfiguration) return settingsOf(address);
    const all = configured(settingsOf(address), workspace.configurationOf(address)?.values);
    return settings.pccRules === true ? { ...all, pccRules: true } : all;
  };
  const load: Load = async (folders, files) => {
    const workspace = new Workspace();
    const around = [...byFolder.keys()].filter((outer) => folders.some((folder) => isInside(outer, folder)));
    workspace.setFolders([...new Set([...folders, ...around])]);
    workspace.configure(configuredIn(workspace));
    await loadInto(workspace, world, files, monitor);
    return workspace;
  };
  const startAt = async (address: Address): Promise<OpenedPath> => {
    const boundary = folderAround(address) ?? here(address) ?? folderOf(address);
    const state = await world.stat(address, boundary, settingsOf(address).limits.maxFileSize);
    if (state.kind !== 'folder') {
      const isThere = state.kind === 'text' || state.kind === 'file';
      return { address, state, files: isThere ? [address] : [], folder: boundary };
    }
    const files: Address[] = [];
    const skip = (at: Address, reason: string) => skipped.set(at, reason);
    for await (const file of world.find(address, skip)) files.push(file);
    return { address, state, files, folder: folderAround(address) ?? address };
  };
  let starts = await Promise.all(addresses.map(startAt));
  const files = new Set(starts.flatMap((start) => start.files));
  const foldersOf = (all: readonly OpenedPath[]) => all.map(({ folder }) => folder);
  const beside = (await Promise.all(starts.map((start) => sourcesBeside(world, start)))).flat();
  let workspace = await load(foldersOf(starts), [...files, ...beside]);
  const search = new AutomataSearch(world, load, workingFolder, settingsOf);
  const mains = new Set<Address>();
  const withoutAutomata = new Set<Address>();
  const widened: OpenedPath[] = [];
  for (const start of starts) {
    const ofScenarios = await search.automataOfScenarios(start, workspace);
    for (const file of ofScenarios.without) withoutAutomata.add(file);
    const found = [...(await search.automataAround(start, workspace)), ...ofScenarios.mains];
    for (const main of found) mains.add(main);
    const shared = found.reduce((folder, main) => commonFolder(folder, folderOf(main)), start.folder);
    const folder = folderAround(shared) ?? here(shared) ?? shared;
    widened.push(found.length > 0 ? { ...start, folder } : start);
  }
  if (mains.size > 0) {
    starts = widened;
    workspace = await load(foldersOf(starts), [...files, ...beside, ...mains]);
  }
  return { workspace, settingsOf: configuredIn(workspace), starts, skipped, withoutAutomata };
}

/** The files beside a given JSON file that it may be an export of. */
async function sourcesBeside(
  world: FileSystem,
  { address, state, folder }: OpenedPath,
): Promise<readonly Address[]> {
  if (state.kind !== 'text' || !/\.json$/i.test(address)) return [];
  const around = await world.stat(folderOf(address), folder, 0);
  return around.kind === 'folder' ? around.files.filter((file) => /\.ya?ml$/i.test(file)) : [];
}

type Load = (folders: readonly Address[], files: Iterable<Address>) => Promise<Workspace>;

/** Finds the automata that include files. */
class AutomataSearch {
  /** Automata files and what they include, by the folder of the automata, and by the searched folder if it differs. */
  private readonly loaded = new Map<string, Promise<Workspace>>();

  constructor(
    private readonly world: FileSystem,
    private readonly load: Load,
    private readonly workingFolder: Address | undefined,
    private readonly settingsOf: (address: Address) => WorkspaceSettings,
  ) {}

  /**
   * The main files of the automata that include files of a start which are not a part of an automata yet: in the
   * nearest of the folders around it, up to the root of the repository, or else anywhere in the working folder.
   */
  async automataAround(start: OpenedPath, workspace: Workspace): Promise<readonly Address[]> {
    const isAlone = (file: Address) => !workspace.projectsOf(file).some(({ isAutomata }) => isAutomata);
    const alone = includableFiles(start.files).filter(
      (file) => !lastSegmentOf(file).startsWith(STANDARD_INPUT) && isAlone(file),
    );
    if (alone.length === 0) return [];
    for await (const folder of this.foldersAround(start)) {
      const found = mainsOf(await this.at(folder, folder, () => this.filesIn(folder)), alone);
      if (found.length > 0) return found;
    }
    const here = this.workingFolder;
    if (here === undefined) return [];
    // The working folder may be large, so it is not searched because of other files in a folder of state files.
    const { address, state, files } = start;
    const isFolder = state.kind === 'folder';
    if (isFolder && (isInside(address, here) || files.some((file) => workspace.source(file)))) return [];
    const boundary = commonFolder(here, folderOf(address));
    return mainsOf(await this.at(`${here} ${boundary}`, boundary, () => this.world.find(here)), alone);
  }

  /**
   * The main files of the automata that the scenario files of a start test, in the folders around it up to the root of
   * the repository, and the scenario files that certainly have none.
   */
  async automataOfScenarios(
    start: OpenedPath,
    workspace: Workspace,
  ): Promise<{ readonly mains: readonly Address[]; readonly without: readonly Address[] }> {
    const isOfScenarios = (file: Address) => {
      const [project, ...others] = workspace.projectsOf(file);
      const isAlone = others.length === 0 && project?.isAutomata === false;
      return isAlone && project.source(file)?.documentKind === 'scenarios';
    };
    const scenarios = start.files.filter(isOfScenarios);
    if (scenarios.length === 0) return { mains: [], without: [] };
    let outermost = start.folder;
    for await (const folder of this.foldersAround(start)) outermost = commonFolder(outermost, folder);
    const around = await this.load([outermost], scenarios);
    let without: readonly Address[];
    do without = scenarios.filter((file) => around.isWithoutAutomata(file));
    while (await readPending(around, this.world));
    const candidates = scenarios.flatMap((file) => around.candidatesOf(file));
    return { mains: [...new Set([...mainsOf(around, scenarios), ...candidates])], without };
  }

  private async *foldersAround({ address, state }: OpenedPath): AsyncGenerator<Address> {
    let folder = state.kind === 'folder' ? address : folderOf(address);
    if (state.kind !== 'folder') yield folder;
    while (!(await this.isRepository(folder)) && folderOf(folder).length < folder.length) {
      folder = folderOf(folder);
      yield folder;
    }
  }

  private async isRepository(folder: Address): Promise<boolean> {
    return (await this.world.stat(resolvePath(folder, '.git'), folder, 0)).kind !== 'missing';
  }

  private async *filesIn(folder: Address): AsyncGenerator<Address> {
    const state = await this.world.stat(folder, folder, 0);
    if (state.kind === 'folder') yield* state.files.filter(isStateFileName);
  }

  private at(key: string, boundary: Address, files: () => AsyncIterable<Address>): Promise<Workspace> {
    const known = this.loaded.get(key) ?? this.loadAutomata(boundary, files());
    this.loaded.set(key, known);
    return known;
  }

  private async loadAutomata(boundary: Address, files: AsyncIterable<Address>): Promise<Workspace> {
    const candidates: Address[] = [];
    for await (const file of files) {
      const state = await this.world.stat(file, boundary, this.settingsOf(file).limits.maxFileSize);
      if (state.kind === 'text' && state.text.includes('!include')) candidates.push(file);
    }
    return await this.load([boundary], candidates);
  }
}

function mainsOf(workspace: Workspace, files: readonly Address[]): Address[] {
  const projects = files.flatMap((file) => workspace.projectsOf(file));
  return [...new Set(projects.filter(({ isAutomata }) => isAutomata).map(({ root }) => root))];
}

/** The innermost folder that contains two addresses of folders. */
export function commonFolder(a: Address, b: Address): Address {
  let folder = a;
  while (!isInside(folder, b) && folderOf(folder).length < folder.length) folder = folderOf(folder);
  return folder;
}

/** Reads files into a workspace, and everything that they turn out to need. */
async function loadInto(
  workspace: Workspace,
  world: FileSystem,
  asked: Iterable<Address>,
  monitor: WorkMonitor,
): Promise<void> {
  // Read one by one, as the disk is not the slow part; stored all at once, as storing arranges all projects.
  const found: (readonly [Address, PathState])[] = [];
  for (const address of asked) found.push(await lookAt(world, workspace, address));
  store(workspace, found, monitor);
  while (await readPending(workspace, world, monitor));
}

/** Stores what was read. The texts are analysed before, one by one, so that the monitor knows which of them is. */
function store(
  workspace: Workspace,
  states: readonly (readonly [Address, PathState])[],
  monitor: WorkMonitor,
): void {
  const prepared: (() => void)[] = [];
  for (const [address, state] of states) {
    if (state.kind !== 'text' || !workspace.isNewState(address, state)) continue;
    monitor.begin(address, state.text);
    const document = workspace.prepare(address, undefined, state.text);
    prepared.push(() => workspace.discardPrepared(address, document));
    runTask(monitor.task(address, document, workspace.precompute(address, undefined, document)));
  }
  monitor.end();
  workspace.setPaths(states);
  for (const discard of prepared) discard();
}

/** Reads what a workspace has turned out to need; false if that is nothing. */
export async function readPending(
  workspace: Workspace,
  world: FileSystem,
  monitor = new WorkMonitor(),
): Promise<boolean> {
  const wanted = workspace.drainPending();
  if (wanted.length === 0) return false;
  const states = await Promise.all(wanted.map((address) => lookAt(world, workspace, address)));
  store(workspace, states, monitor);
  return true;
}

async function lookAt(
  world: FileSystem,
  workspace: Workspace,
  address: Address,
): Promise<readonly [Address, PathState]> {
  const boundary = workspace.boundaryOf(address);
  return [address, await world.stat(address, boundary, workspace.limitsOf(address).maxFileSize)];
}
