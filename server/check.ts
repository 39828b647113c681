import { folderOf } from './project/paths';
import { Workspace } from './project/workspace';
import { findingsOfFile } from './rules/file-findings';
import type { RuleSettings, Severity } from './rules/rule';
import { Checker } from './rules/run';
import type { World } from './world';
import { DEFAULT_LIMITS } from './yaml/problem';

/** A finding as a command line prints it; line and character count from zero. */
export interface PrintedFinding {
  readonly address: string;
  readonly line: number;
  readonly character: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

export interface CheckReport {
  readonly findings: readonly PrintedFinding[];
  /** How many state files were looked at. */
  readonly files: number;
  readonly unreadable: readonly string[];
}

/** Checks all state files at and below the given addresses, as one workspace, all with the same settings. */
export async function check(
  world: World,
  addresses: readonly string[],
  settings: RuleSettings = {},
): Promise<CheckReport> {
  const workspace = new Workspace();
  const unreadable: string[] = [];
  const look = async (address: string) =>
    [address, await world.look(address, workspace.boundaryOf(address), DEFAULT_LIMITS.maxFileSize)] as const;
  const starts = await Promise.all(addresses.map(look));
  workspace.setFolders(
    starts.map(([address, state]) => (state.kind === 'folder' ? address : folderOf(address))),
  );
  const asked = new Set<string>();
  for (const [address, state] of starts) {
    if (state.kind === 'missing' || state.kind === 'unreadable') unreadable.push(address);
    else if (state.kind !== 'folder') asked.add(address);
    else for await (const file of world.find(address)) asked.add(file);
  }
  // Looked at one by one, as the disk is not the slow part; told all at once, as telling arranges all projects.
  const found: Awaited<ReturnType<typeof look>>[] = [];
  for (const address of asked) found.push(await look(address));
  workspace.setPaths(found);
  for (let wanted = workspace.takeWanted(); wanted.length > 0; wanted = workspace.takeWanted()) {
    workspace.setPaths(await Promise.all(wanted.map(look)));
  }
  const files = [...asked].filter((address) => workspace.source(address)).sort();
  const checker = new Checker(workspace, () => settings);
  return {
    findings: files.flatMap((address) => findingsOf(checker, address)),
    files: files.length,
    unreadable,
  };
}

function findingsOf(checker: Checker, address: string): PrintedFinding[] {
  const document = checker.workspace.document(address);
  if (document === undefined) return [];
  return findingsOfFile(checker, address).map(({ finding, start, severity }) => {
    const { line, character } = document.positionAt(start);
    return { address, line, character, severity, code: finding.rule.code, message: finding.message };
  });
}
