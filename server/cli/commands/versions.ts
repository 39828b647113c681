import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { openWorkspace } from '../../check-workspace';
import { revisionMessage } from '../../compare/describe';
import type { StateGraph } from '../../drawing/state-graph';
import type { FileSystem } from '../../filesystem';
import { openRevision, type Revision, type RevisionProblem } from '../../filesystem-git';
import { type FoundAutomata, openedAutomata } from '../../load-automata';
import { type Address, isInside, pathFrom } from '../../project/files/paths';
import { groupBy } from '../../text/group-by';
import { formatMessage } from '../../text/message';
import type { Terminal } from '../command';
import { CommandError } from '../failure';
import { openOptionsOf } from '../folder-settings';
import { addressFromPath, displayPath, fullPath } from '../paths';
import { type ExportedFiles, failureText, withPlaces } from './exported';
import { openedGraphs } from './state-graph';

/** The two versions of an automata. One of them is undefined if it is only in the other, or cannot be exported. */
export interface VersionPair {
  /** The main file as shown, in the new version if it is there. */
  readonly file: string;
  readonly before: ExportedFiles | undefined;
  readonly after: ExportedFiles | undefined;
  /** Their graphs, if they were asked for. */
  readonly graphs: { readonly before: StateGraph | undefined; readonly after: StateGraph | undefined };
  /** Why the versions cannot be compared, as sentences. */
  readonly problems: readonly string[];
}

/**
 * The automata of files and folders, in a revision of their repository and now.
 *
 * @param hasGraphs whether to load their graphs
 */
export async function versionsSince(
  revision: string,
  paths: readonly string[],
  hasGraphs: boolean,
  terminal: Terminal,
): Promise<readonly VersionPair[]> {
  const { folder } = terminal;
  const [first = '.'] = paths;
  const opened = await openRevision(resolve(folder, first), revision);
  if ('reason' in opened) throw new CommandError(revisionFailure(opened, revision, first));
  try {
    const before = await automataIn(opened.files, paths, hasGraphs, terminal);
    const after = await automataIn(terminal.files, paths, hasGraphs, terminal);
    requireKnown(paths, [before, after], folder);
    requireWithin(opened, paths, folder);
    requireRead(opened, after, revision, folder);
    const moved = await removedSince(opened, before, after, hasGraphs, terminal);
    return paired(before, after, ({ main, path }) => main ?? path, folder, ` in ${revision}`, moved);
  } finally {
    opened.close();
  }
}

/** If there are new automata: the removed ones of the repository outside of the compared paths, which they may have been. */
async function removedSince(
  { files, root }: Revision,
  before: readonly FoundVersion[],
  after: readonly FoundVersion[],
  hasGraphs: boolean,
  terminal: Terminal,
): Promise<readonly FoundVersion[]> {
  const known = new Set(before.map(({ main }) => main));
  if (after.every(({ main }) => known.has(main))) return [];
  const all = await automataIn(files, [fullPath(root)], hasGraphs, terminal);
  return all.filter(({ main }) => main !== undefined && !known.has(main) && !existsSync(fullPath(main)));
}

/** The automata of two files, or of two folders: those with the same path in them. */
export async function versionsOf(
  oldPath: string,
  newPath: string,
  hasGraphs: boolean,
  terminal: Terminal,
): Promise<readonly VersionPair[]> {
  const { folder } = terminal;
  const before = await automataIn(terminal.files, [oldPath], hasGraphs, terminal);
  const after = await automataIn(terminal.files, [newPath], hasGraphs, terminal);
  for (const [path, found] of [
    [oldPath, before],
    [newPath, after],
  ] as const)
    requireKnown([path], [found], folder);
  // One automata on either side is compared whatever its name is.
  const isSingle = before.length === 1 && after.length === 1;
  const isFolder = (path: string) => statSync(resolve(folder, path)).isDirectory();
  if (!isSingle && isFolder(oldPath) !== isFolder(newPath)) {
    const which = isFolder(oldPath) ? oldPath : newPath;
    throw new CommandError(`${which}: this folder has several automata. Compare two files, or two folders.`);
  }
  const keyOf = ({ main, path }: FoundVersion) =>
    isSingle || main === undefined ? '' : pathFrom(path, main);
  return paired(before, after, keyOf, folder, '');
}

interface FoundVersion extends FoundAutomata {
  readonly graph: StateGraph | undefined;
}

async function automataIn(
  world: FileSystem,
  paths: readonly string[],
  hasGraphs: boolean,
  terminal: Terminal,
): Promise<readonly FoundVersion[]> {
  const addresses = paths.map((path) => addressFromPath(path, terminal.folder));
  const opened = await openWorkspace(world, addresses, {}, openOptionsOf(paths, terminal));
  const found = await openedAutomata(world, opened);
  const graphs = hasGraphs ? await openedGraphs(world, opened, paths, terminal.folder) : [];
  const byRoot = new Map(graphs.flatMap((one) => ('graph' in one ? [[one.root, one.graph] as const] : [])));
  return found.map((one) => ({ ...one, graph: one.main === undefined ? undefined : byRoot.get(one.main) }));
}

/** Throws `CommandError` for a path that has no automata in any version. */
function requireKnown(
  paths: readonly string[],
  versions: readonly (readonly FoundVersion[])[],
  folder: string,
): void {
  for (const path of paths) {
    const address = addressFromPath(path, folder);
    const found = versions.flat().filter((one) => one.path === address);
    if (found.some(({ main }) => main !== undefined)) continue;
    const failure = found.map(({ loaded }) => loaded).findLast((one) => 'kind' in one);
    const why =
      failure && 'kind' in failure && failure.kind !== 'invalid' ? failureText(failure) : 'no automata.';
    throw new CommandError(`${path}: ${why}`);
  }
}

/** Throws `CommandError` for a path outside of the repository of the first one. */
function requireWithin({ root }: Revision, paths: readonly string[], folder: string): void {
  const outside = paths.find((path) => !isInside(root, addressFromPath(path, folder)));
  if (outside !== undefined)
    throw new CommandError(`${outside}: this path is not in the repository ${fullPath(root)}.`);
}

/** Throws `CommandError` for an automata in a submodule whose commit is missing: its old version is not known. */
function requireRead(
  { unread }: Revision,
  automata: readonly FoundVersion[],
  revision: string,
  folder: string,
): void {
  for (const { main } of automata) {
    const submodule = main && unread.find((one) => isInside(one, main));
    if (main === undefined || submodule === undefined) continue;
    const name = displayPath(submodule, folder);
    throw new CommandError(
      `${displayPath(main, folder)}: the commit of the submodule ${name} in ${revision} is missing. Fetch it there.`,
    );
  }
}

/**
 * Pairs the versions with the same key; of the others, those with the same `id` or the same content were moved.
 *
 * @param moved old versions that count only if they were moved
 */
function paired(
  before: readonly FoundVersion[],
  after: readonly FoundVersion[],
  keyOf: (found: FoundVersion) => string,
  folder: string,
  inOld: string,
  moved: readonly FoundVersion[] = [],
): VersionPair[] {
  const left = new Set([...before.filter(({ main }) => main !== undefined), ...moved]);
  const partners = new Map<FoundVersion, FoundVersion>();
  for (const key of [keyOf, idOf, contentOf]) {
    const old = groupBy([...left], (one) => key(one) ?? '');
    const current = groupBy(
      after.filter((one) => one.main !== undefined && !partners.has(one)),
      (one) => key(one) ?? '',
    );
    for (const [name, ones] of current) {
      const olds = old.get(name) ?? [];
      // With the same `id`, any of several could be the one that was moved; with the same content, this makes no difference.
      const isCertain =
        key === keyOf || (name !== '' && (key === contentOf || ones.length * olds.length === 1));
      for (const [index, one] of isCertain ? ones.entries() : []) {
        const partner = olds[index];
        if (partner === undefined) break;
        partners.set(one, partner);
        left.delete(partner);
      }
    }
  }
  const pairs = after.flatMap((one) =>
    one.main === undefined ? [] : [pairOf(partners.get(one), one, one.main, folder, inOld)],
  );
  const removed = [...left].flatMap((one) =>
    one.main === undefined || moved.includes(one) ? [] : [pairOf(one, undefined, one.main, folder, inOld)],
  );
  return [...pairs, ...removed].toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

function idOf({ loaded }: FoundVersion): string | undefined {
  const id = 'kind' in loaded ? undefined : loaded.data.get('id');
  return typeof id === 'string' ? id : undefined;
}

function contentOf({ loaded }: FoundVersion): string | undefined {
  return 'kind' in loaded ? undefined : loaded.text;
}

function pairOf(
  before: FoundVersion | undefined,
  after: FoundVersion | undefined,
  main: Address,
  folder: string,
  inOld: string,
): VersionPair {
  return {
    file: displayPath(main, folder),
    before: exportedOf(before),
    after: exportedOf(after),
    graphs: { before: before?.graph, after: after?.graph },
    problems: [...problemsOf(before, folder, inOld), ...problemsOf(after, folder, '')],
  };
}

function exportedOf(found: FoundVersion | undefined): ExportedFiles | undefined {
  return found === undefined || 'kind' in found.loaded ? undefined : withPlaces(found.loaded);
}

/** @param where the end of a sentence, after the place */
function problemsOf(found: FoundVersion | undefined, folder: string, where: string): string[] {
  if (found === undefined || !('kind' in found.loaded)) return [];
  const { loaded } = found;
  if (loaded.kind !== 'invalid')
    return [`${displayPath(found.main ?? found.path, folder)}${where}: ${failureText(loaded)}`];
  return loaded.problems.map(
    ({ address, line, character, message }) =>
      `${displayPath(address, folder)}:${line + 1}:${character + 1}${where}: ${message}`,
  );
}

/** The message of the editor, and what to do without a revision. */
function revisionFailure(problem: RevisionProblem, revision: string, path: string): string {
  const message = formatMessage(revisionMessage(problem, revision, path));
  const isRepository = problem.kind !== 'no-git' && problem.kind !== 'no-repository';
  return isRepository ? message : `${message} Two files or folders can be compared without it.`;
}
