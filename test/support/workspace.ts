import { configured } from '../../server/project/files/configuration';
import type { PathState } from '../../server/project/files/path-state';
import { type Address, normalize } from '../../server/project/files/paths';
import { DEFAULT_WORKSPACE_SETTINGS, type WorkspaceSettings } from '../../server/project/files/settings';
import { Workspace } from '../../server/project/workspace';
import { findingsOfFile } from '../../server/rules/file-findings';
import type { Finding, RuleSettings } from '../../server/rules/rule';
import { Checker } from '../../server/rules/run';
import { type Fixture, type FixtureFile, parseFixture } from './fixture';

export const ROOT = normalize('file:///ws');

const addresses = new Map<string, Address>();

export function addressOf(path: string): Address {
  const known = addresses.get(path);
  if (known !== undefined) return known;
  const address = normalize(new URL(path, `${ROOT}/`).toString());
  addresses.set(path, address);
  return address;
}

/** Texts that represent files without a text. */
const ODD_FILES: Readonly<Record<string, PathState>> = {
  '<link out of the workspace>': { kind: 'outside' },
  '<binary>': { kind: 'file', why: 'not-text' },
  '<too large>': { kind: 'file', why: 'too-large' },
  '<forbidden>': { kind: 'unreadable', reason: 'permission denied' },
};

/** A file system in memory: files by address, and folders by their files. Sizes are those of the text. */
export function stateOf(
  files: ReadonlyMap<Address, string>,
  address: Address,
  maxFileSize = Number.POSITIVE_INFINITY,
): PathState {
  const text = files.get(address);
  const odd = ODD_FILES[text?.trim() ?? ''];
  if (odd !== undefined) return odd;
  if (text !== undefined && text.length > maxFileSize) return { kind: 'file', why: 'too-large' };
  if (text !== undefined)
    return /\.(?:ya?ml|json)$/.test(address) ? { kind: 'text', text } : { kind: 'file', why: 'unread' };
  const inside = [...files.keys()].filter((file) => file.startsWith(`${address}/`));
  if (inside.length === 0) return { kind: 'missing' };
  const below = (file: string) => file.slice(address.length + 1);
  const folders = inside.filter((file) => below(file).includes('/')).map((file) => below(file).split('/')[0]);
  return {
    kind: 'folder',
    files: inside.filter((file) => !below(file).includes('/')).sort(),
    folders: [...new Set(folders)].sort().map((name) => normalize(`${address}/${name}`)),
  };
}

/** Provides all files that the workspace requests; returns whether it requested any. */
export function provideFiles(workspace: Workspace, files: ReadonlyMap<Address, string>): boolean {
  let isAny = false;
  for (let wanted = workspace.drainPending(); wanted.length > 0; wanted = workspace.drainPending()) {
    workspace.setPaths(wanted.map((address) => [address, stateOf(files, address)] as const));
    isAny = true;
  }
  return isAny;
}

/** Files with this name are listed in the setting `atomicState.modules`. */
const OWN_MODULES = /(?:^|\/)own-modules\.(?:ya?ml|json)$/;

/**
 * The settings of most tests: files with these names are state files with any content, so that tests only contain relevant
 * text.
 */
const TEST_SETTINGS: WorkspaceSettings = {
  ...DEFAULT_WORKSPACE_SETTINGS,
  detect: { byContent: true, byName: ['main.{yaml,json}'] },
};

/** A workspace with these files on disk; those of `open` are open in the editor. */
export function workspaceOf(
  files: readonly FixtureFile[],
  open: readonly string[] = [],
  settings: Partial<WorkspaceSettings> = {},
): Workspace {
  const workspace = new Workspace();
  workspace.folders = [ROOT];
  const modules = files.map((file) => file.path).filter((path) => OWN_MODULES.test(path));
  const own: WorkspaceSettings = { ...TEST_SETTINGS, modules, ...settings };
  workspace.configure((address) => configured(own, workspace.configurationOf(address)?.values));
  const disk = new Map(files.map((file) => [addressOf(file.path), file.text]));
  const found = [...disk].filter(([address]) => /\.(?:ya?ml|json)$/.test(address));
  workspace.setPaths(found.map(([address]) => [address, stateOf(disk, address)] as const));
  for (const path of open)
    workspace.openFile(
      addressOf(path),
      /json$/.test(path) ? 'json' : 'yaml',
      disk.get(addressOf(path)) ?? '',
    );
  provideFiles(workspace, disk);
  // Rules read the folders around scenario files.
  for (const { path } of files)
    if (/\.scenario\.ya?ml$/.test(path)) workspace.isWithoutAutomata(addressOf(path));
  provideFiles(workspace, disk);
  return workspace;
}

export interface FoundFinding {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly finding: Finding;
}

/** All findings in all files of a workspace, each once, in the order of files and text. */
export function findingsOf(
  workspace: Workspace,
  files: readonly FixtureFile[],
  settings: RuleSettings = {},
): FoundFinding[] {
  const checker = new Checker(workspace, () => settings);
  return files.flatMap(({ path }) =>
    findingsOfFile(checker, addressOf(path)).map(({ start, end, finding }) => ({
      path,
      start,
      end,
      finding,
    })),
  );
}

/** The fixture with marks for the actual findings, to compare with the original. */
export function markFindings(fixture: Fixture, found: readonly FoundFinding[]): string {
  return fixture.files
    .map(({ path, text }) => {
      const lines = text.split('\n');
      const starts: number[] = [];
      let offset = 0;
      for (const line of lines) {
        starts.push(offset);
        offset += line.length + 1;
      }
      const marks = lines.map((): string[] => []);
      for (const one of found) {
        if (one.path !== path) continue;
        const line = starts.findLastIndex((start) => start <= one.start);
        const start = starts[line] ?? 0;
        const lineEnd = start + (lines[line]?.length ?? 0);
        const goesOn = one.end > lineEnd;
        const carets = '^'.repeat(Math.max(1, Math.min(one.end, lineEnd) - one.start));
        marks[line]?.push(
          `${' '.repeat(one.start - start)}${carets}${goesOn ? '>' : ''} ${one.finding.rule.code}`,
        );
      }
      const body = lines.flatMap((line, index) => [line, ...(marks[index] ?? [])]).join('\n');
      return fixture.headless && path === fixture.files[0]?.path ? body : `=== ${path}\n${body}`;
    })
    .join('\n');
}

/** The fixture as written, its marks without messages. */
export function plainMarks(text: string): string {
  return text.replace(/^( *\^+>? [a-z-]+) .*$/gm, '$1');
}

export interface Opened {
  readonly fixture: Fixture;
  readonly workspace: Workspace;
}

/** Opens a fixture with the file under the cursor open in the editor. */
export function openFixture(text: string): Opened {
  const fixture = parseFixture(text);
  return { fixture, workspace: workspaceOf(fixture.files, fixture.cursor ? [fixture.cursor.path] : []) };
}
