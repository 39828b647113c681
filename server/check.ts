import type { PathState } from './project/path-state';
import { type Address, folderOf, innermost } from './project/paths';
import { DEFAULT_WORKSPACE_SETTINGS, type WorkspaceSettings } from './project/settings';
import { Workspace } from './project/workspace';
import { findingsOfFile } from './rules/file-findings';
import type { Rule, RuleSettings, Severity } from './rules/rule';
import { Checker } from './rules/run';
import type { World } from './world';

/** A finding as a command line prints it; lines and characters (UTF-16) count from zero. */
export interface PrintedFinding {
  readonly address: Address;
  readonly line: number;
  readonly character: number;
  readonly endLine: number;
  readonly endCharacter: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly rule: Rule;
}

export interface CheckReport {
  readonly findings: readonly PrintedFinding[];
  /** How many state files were looked at. */
  readonly files: number;
  readonly unreadable: readonly Address[];
  /** The texts of the files in which something was found. */
  readonly texts: ReadonlyMap<Address, string>;
}

/** Told how many of all files have been checked. */
export type Progress = (done: number, all: number) => void;

type Looked = readonly [Address, PathState];

/** What holds in a folder, as an editor would have it that opens this folder. */
export type FolderSettings = RuleSettings & WorkspaceSettings;

/**
 * Checks all state files at and below the given addresses, as one workspace.
 *
 * @param settings what holds outside of the folders that have settings of their own
 * @param byFolder settings by folder, of which each is a folder of the workspace if something in it is checked
 */
export async function check(
  world: World,
  addresses: readonly Address[],
  settings: RuleSettings = {},
  progress: Progress = () => undefined,
  byFolder: ReadonlyMap<Address, FolderSettings> = new Map(),
): Promise<CheckReport> {
  const workspace = new Workspace();
  const general: FolderSettings = { ...DEFAULT_WORKSPACE_SETTINGS, ...settings };
  const folderAround = (address: Address) => innermost(byFolder.keys(), address);
  const settingsOf = (address: Address) => byFolder.get(folderAround(address) ?? '') ?? general;
  const unreadable: Address[] = [];
  const starts = await Promise.all(addresses.map((address) => lookAt(world, workspace, address)));
  workspace.setFolders(
    starts.map(
      ([address, state]) => folderAround(address) ?? (state.kind === 'folder' ? address : folderOf(address)),
    ),
  );
  workspace.configure(settingsOf);
  const asked = new Set<Address>();
  for (const [address, state] of starts) {
    if (state.kind === 'missing' || state.kind === 'unreadable') unreadable.push(address);
    else if (state.kind !== 'folder') asked.add(address);
    else for await (const file of world.find(address)) asked.add(file);
  }
  await readInto(workspace, world, asked);
  const files = [...asked].filter((address) => workspace.source(address)).sort();
  const checker = new Checker(workspace, settingsOf);
  const texts = new Map<Address, string>();
  const findings = files.flatMap((address, index) => {
    progress(index, files.length);
    const found = findingsOf(checker, address);
    if (found.length > 0) texts.set(address, workspace.document(address)?.text ?? '');
    return found;
  });
  return { findings, files: files.length, unreadable, texts };
}

/** Reads files into a workspace, and all that they turn out to need. */
export async function readInto(workspace: Workspace, world: World, asked: Iterable<Address>): Promise<void> {
  // Looked at one by one, as the disk is not the slow part; told all at once, as telling arranges all projects.
  const found: Looked[] = [];
  for (const address of asked) found.push(await lookAt(world, workspace, address));
  workspace.setPaths(found);
  for (let wanted = workspace.takeWanted(); wanted.length > 0; wanted = workspace.takeWanted()) {
    workspace.setPaths(await Promise.all(wanted.map((address) => lookAt(world, workspace, address))));
  }
}

async function lookAt(world: World, workspace: Workspace, address: Address): Promise<Looked> {
  const boundary = workspace.boundaryOf(address);
  return [address, await world.look(address, boundary, workspace.limitsOf(address).maxFileSize)];
}

function findingsOf(checker: Checker, address: Address): PrintedFinding[] {
  const document = checker.workspace.document(address);
  if (document === undefined) return [];
  return findingsOfFile(checker, address).map(({ finding: { rule, message }, start, end, severity }) => {
    const { line, character } = document.positionAt(start);
    const { line: endLine, character: endCharacter } = document.positionAt(end);
    return { address, line, character, endLine, endCharacter, severity, code: rule.code, message, rule };
  });
}
