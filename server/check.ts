import { type OpenedWorkspace, type OpenOptions, openWorkspace, readPending } from './check-workspace';
import { runTask } from './engine/task';
import { type CompleteFix, completeFixes } from './features/fixes';
import type { FileSystem } from './filesystem';
import type { PathState } from './project/files/path-state';
import { type Address, folderOf, includableFiles } from './project/files/paths';
import type { Workspace } from './project/workspace';
import { findingsTask } from './rules/file-findings';
import type { FileFinding } from './rules/placed-finding';
import type { Rule, RuleSettings, Severity } from './rules/rule';
import { Checker } from './rules/run';
import { append } from './text/append';
import { formatMessage } from './text/message';
import type { Range } from './text/range';
import { WorkMonitor } from './watchdog/work-monitor';

/** Lines and characters (UTF-16) count from zero. */
export interface PrintedRange {
  readonly address: Address;
  readonly line: number;
  readonly character: number;
  readonly endLine: number;
  readonly endCharacter: number;
}

/** A fix as a program applies it. */
export interface PrintedFix {
  readonly title: string;
  /** Whether it is the only sensible one. */
  readonly preferred: boolean;
  /** Whether it is applied without asking. */
  readonly certain: boolean;
  /** In the text before any of them; one of a file that does not exist creates it. */
  readonly edits: readonly (PrintedRange & { readonly text: string })[];
}

/** A finding as a command line prints it. */
export interface PrintedFinding extends PrintedRange {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly rule: Rule;
  /** The fixes if they were asked for, otherwise none. */
  readonly fixes: readonly PrintedFix[];
}

export interface CheckReport {
  readonly findings: readonly PrintedFinding[];
  /** The number of state files that were checked. */
  readonly files: number;
  /** The given paths, and files that belong to a checked automata, that could not be read. */
  readonly unreadable: readonly Address[];
  /** What was not checked, and why: `unreadable`, paths that are not state files, empty folders, … */
  readonly skipped: ReadonlyMap<Address, string>;
  /** The files that were checked, and what was not. */
  readonly sources: readonly Address[];
  /** The texts of the files that have findings. */
  readonly texts: ReadonlyMap<Address, string>;
  /** The folders with the files that the findings depend on. */
  readonly folders: readonly Address[];
}

/** Called with the number of checked files and the number of all files. */
type Progress = (done: number, all: number) => void;

export interface CheckOptions extends OpenOptions {
  readonly progress?: Progress;
  /** Whether findings have their fixes, which takes longer. */
  readonly withFixes?: boolean;
}

/** A workspace with the files to check. */
export interface OpenedFiles extends OpenedWorkspace {
  readonly world: FileSystem;
  readonly checker: Checker;
  /** In the order of their addresses. */
  readonly files: readonly Address[];
  readonly unreadable: Set<Address>;
}

/**
 * Checks all state files at and below the given addresses, and all that these include, as one workspace. The automata
 * that includes a given file is found, but its other files are not checked.
 *
 * @param settings the settings outside of the folders that have their own
 */
export async function check(
  world: FileSystem,
  addresses: readonly Address[],
  settings: RuleSettings = {},
  options: CheckOptions = {},
): Promise<CheckReport> {
  return await reportOf(await openFiles(world, addresses, settings, options), options);
}

/** Reads what `check` checks. */
export async function openFiles(
  world: FileSystem,
  addresses: readonly Address[],
  settings: RuleSettings,
  options: OpenOptions,
): Promise<OpenedFiles> {
  const opened = await openWorkspace(world, addresses, settings, options);
  const { workspace, settingsOf, starts, skipped } = opened;
  const asked = new Set(starts.flatMap(({ files }) => files));
  const unreadable = new Set<Address>();
  for (const { address, state, files } of starts) {
    if (state.kind !== 'folder') {
      const isText = state.kind === 'text' || (state.kind === 'file' && state.why === 'unread');
      if (!isText) unreadable.add(address);
      if (!isText || workspace.source(address) === undefined) skipped.set(address, reasonToSkip(state));
    } else if (!files.some((file) => workspace.source(file) !== undefined)) {
      skipped.set(address, 'there are no state files in this folder');
    }
    for (const file of files) {
      const found = workspace.document(file) ? undefined : workspace.pathState(file);
      const isRead = found === undefined || (found.kind === 'file' && found.why === 'unread');
      if (!isRead && found.kind !== 'text') skipped.set(file, reasonToSkip(found));
      if (found?.kind === 'unreadable') unreadable.add(file);
    }
  }
  const { included, hidden } = includedFiles(workspace, asked);
  for (const [address, state] of hidden) {
    skipped.set(address, reasonToSkip(state));
    unreadable.add(address);
  }
  const files: Address[] = [];
  for (const address of [...included].sort()) {
    if (await isMisread(world, workspace, address)) {
      skipped.set(address, NOT_UTF8);
      unreadable.add(address);
    } else files.push(address);
  }
  return { ...opened, world, checker: new Checker(workspace, settingsOf), files, unreadable };
}

/** The findings of opened files. */
export async function reportOf(opened: OpenedFiles, options: CheckOptions): Promise<CheckReport> {
  const { world, workspace, starts, skipped, checker, files, unreadable } = opened;
  const { monitor = new WorkMonitor(), withFixes = false } = options;
  const texts = new Map<Address, string>();
  const findings: PrintedFinding[] = [];
  for (const [index, address] of files.entries()) {
    options.progress?.(index, files.length);
    let found = findingsOf(checker, address, monitor);
    if (opened.withoutAutomata.has(address))
      while (await readPending(workspace, world)) found = findingsOf(checker, address, monitor);
    if (found.length > 0) texts.set(address, workspace.document(address)?.text ?? '');
    append(
      findings,
      found.map((one) => printed(workspace, address, one, withFixes)),
    );
  }
  const folders = new Set([
    ...starts.flatMap(({ address, state }) => {
      if (state.kind === 'missing') return [];
      return [state.kind === 'folder' ? address : folderOf(address)];
    }),
    ...files.flatMap((file) => workspace.projectsOf(file).map(({ root }) => folderOf(root))),
  ]);
  return {
    findings,
    files: files.length,
    unreadable: [...unreadable].sort(),
    skipped: new Map([...skipped].sort(([a], [b]) => (a < b ? -1 : 1))),
    sources: [...files, ...skipped.keys()],
    texts,
    folders: [...folders],
  };
}

/** The requested state files, the files that they include, and included files that cannot be read. */
function includedFiles(workspace: Workspace, asked: ReadonlySet<Address>) {
  const included = new Set<Address>();
  const hidden = new Map<Address, PathState>();
  for (const project of workspace.allProjects) {
    for (const { source } of project.members) {
      let at: Address | undefined = source.address;
      while (at !== undefined && !asked.has(at)) at = project.member(at)?.includedBy;
      if (at === undefined) continue;
      included.add(source.address);
      for (const file of project.table.get('file', source.address)) {
        if (file.use.tag !== '!include' || file.use.key !== 'states') continue;
        const { state } = workspace.resolvePath(project, file);
        for (const address of state?.kind === 'folder' ? includableFiles(state.files) : []) {
          const found = workspace.document(address) ? undefined : workspace.pathState(address);
          if (found !== undefined && found.kind !== 'missing') hidden.set(address, found);
        }
      }
    }
  }
  return { included, hidden };
}

/** Whether the bytes of a file are not UTF-8, so that its text has replacement characters instead. */
export async function isMisread(world: FileSystem, workspace: Workspace, address: Address): Promise<boolean> {
  if (!workspace.document(address)?.text.includes('\uFFFD')) return false;
  const { maxFileSize } = workspace.limitsOf(address);
  return (await world.read(address, workspace.boundaryOf(address), maxFileSize)) === undefined;
}

export const NOT_UTF8 = 'this is not UTF-8 text';
export const TOO_LARGE = 'this file is larger than `atomicState.limits.maxFileSize` allows';

/**
 * Why an address is not read, as the end of a sentence.
 *
 * @param expected what it should be
 */
export function reasonToSkip(state: PathState, expected = 'a state file'): string {
  switch (state.kind) {
    case 'missing':
      return 'no such file or folder';
    case 'unreadable':
      return state.reason;
    case 'outside':
      return 'this link leads out of the checked folder, so it is not followed';
    case 'folder':
      return 'this is a folder, not a file';
    case 'file':
      if (state.why === 'not-text') return NOT_UTF8;
      if (state.why === 'too-large') return TOO_LARGE;
      return `this is not ${expected}`;
    case 'text':
      return `this is not ${expected}`;
    default:
      return 'this cannot be read';
  }
}

function findingsOf(checker: Checker, address: Address, monitor: WorkMonitor): readonly FileFinding[] {
  const document = checker.workspace.document(address);
  return document ? runTask(monitor.task(address, document, findingsTask(checker, address))) : [];
}

function printed(
  workspace: Workspace,
  address: Address,
  one: FileFinding,
  withFixes: boolean,
): PrintedFinding {
  const {
    finding: { rule, message },
    severity,
  } = one;
  const fixes = withFixes ? completeFixes(workspace, address, one) : [];
  return {
    ...printedRange(workspace, address, one),
    severity,
    code: rule.code,
    message: formatMessage(message),
    rule,
    fixes: fixes.map((fix) => printedFix(workspace, fix)),
  };
}

function printedFix(
  workspace: Workspace,
  { title, preferred, certain, changes, create }: CompleteFix,
): PrintedFix {
  const created = create && { ...printedRange(workspace, create.address, NOWHERE), text: create.text };
  const edits = [...changes].flatMap(([address, more]) =>
    more.map(({ range, text }) => ({ ...printedRange(workspace, address, range), text })),
  );
  return {
    title: formatMessage(title),
    preferred,
    certain,
    edits: [...(created ? [created] : []), ...edits],
  };
}

const NOWHERE: Range = { start: 0, end: 0 };

function printedRange(workspace: Workspace, address: Address, { start, end }: Range): PrintedRange {
  const document = workspace.document(address);
  const { line, character } = document?.positionAt(start) ?? START;
  const last = document?.positionAt(end) ?? START;
  return { address, line, character, endLine: last.line, endCharacter: last.character };
}

const START = { line: 0, character: 0 };
