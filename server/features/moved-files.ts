import {
  type Address,
  FILE_ROOT,
  folderOf,
  innermostFolder,
  normalize,
  pathFrom,
  resolvePath,
} from '../project/files/paths';
import type { FileEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import type { Edit } from '../rules/edits';
import { hasLineBreak } from '../text/lines';
import { scalarEdit } from '../yaml/write/scalars';
import { scalarUnder } from './nodes';

/** A file or folder with its new address. */
interface FileMove {
  readonly from: Address;
  readonly to: Address;
}

/**
 * The edits to tags in all projects that keep them valid when files and folders are moved: paths that would otherwise
 * refer to another file or to none. By the address of each file before the move, with offsets of its document. Paths
 * that already refer to no file are unchanged.
 */
export function editsForMoves(
  workspace: Workspace,
  moves: readonly FileMove[],
): ReadonlyMap<Address, readonly Edit[]> {
  const edits = new Map<Address, Map<number, Edit | undefined>>();
  for (const project of workspace.allProjects) {
    for (const { source } of project.members) {
      for (const entry of project.table.get('file', source.address)) {
        const edit = editFor(workspace, project, entry, moves);
        const { start } = entry.name;
        const at = source.document.startOf(entry.unit);
        const known = edits.get(source.address) ?? new Map<number, Edit | undefined>();
        edits.set(source.address, known);
        const placed = edit && {
          range: { start: edit.range.start + at, end: edit.range.end + at },
          text: edit.text,
        };
        // A file that several projects share is checked in each; if the results differ, it is unchanged.
        const isFirst = !known.has(at + start);
        known.set(at + start, isFirst || known.get(at + start)?.text === placed?.text ? placed : undefined);
      }
    }
  }
  return new Map(
    [...edits].flatMap(([address, byStart]) => {
      const found = [...byStart.values()].filter((edit) => edit !== undefined);
      found.sort((a, b) => a.range.start - b.range.start);
      return found.length > 0 ? [[address, found] as const] : [];
    }),
  );
}

/** The edit of one path, with offsets of its unit; undefined if the path stays valid. */
function editFor(
  workspace: Workspace,
  project: Project,
  entry: FileEntry,
  moves: readonly FileMove[],
): Edit | undefined {
  const { address, state, fromRoot } = workspace.resolvePath(project, entry);
  if (state === undefined || state.kind === 'missing') return undefined;
  const target = moved(address, moves);
  const main = moved(project.root, moves);
  const isMoved = [project.root, entry.source].some((one) => moved(one, moves) !== one);
  if (target === address && !isMoved) return undefined;
  const own = entry.use.tag === 'automata' ? moved(entry.source, moves) : main;
  const base = fromRoot ? workspace.boundaryOf(project.root) : folderOf(own);
  const path = entry.name.text;
  if (resolvePath(base, path) === target) return undefined;
  return written(entry, inStyleOf(path, base, target));
}

/** The address of a file after the moves: the innermost moved folder counts. */
function moved(address: Address, moves: readonly FileMove[]): Address {
  const folder = innermostFolder(
    moves.map(({ from }) => from),
    address,
  );
  const move = moves.find(({ from }) => from === folder);
  return move ? normalize(move.to + address.slice(move.from.length)) : address;
}

/** A path to a target, relative or absolute, with the same separators and the same `./` and trailing `/` as before. */
function inStyleOf(before: string, base: Address, target: Address): string {
  const isAbsolute = /^(?:[\\/]|[A-Za-z]:[\\/])/.test(before);
  const root = pathFrom(FILE_ROOT, target);
  const relative = pathFrom(base, target);
  const isDrive = /^[A-Za-z]:\//.test(root);
  const path = isAbsolute ? `${isDrive ? '' : '/'}${root}` : relative;
  const start = /^\.[\\/]/.test(before) && !isAbsolute && !path.startsWith('.') ? './' : '';
  const end = /[\\/]$/.test(before) ? '/' : '';
  const whole = start + path + end;
  return before.includes('\\') && !before.includes('/') ? whole.replaceAll('/', '\\') : whole;
}

/** The path in its existing quotes, or in new ones if they are needed. */
function written({ unit, name }: FileEntry, path: string): Edit | undefined {
  const range = { start: name.start, end: name.end };
  const scalar = scalarUnder(unit.parsed.root, name.start);
  if (scalar === undefined || hasLineBreak(unit.text, range.start, range.end)) return undefined;
  return scalarEdit(scalar, range, path, unit.notation);
}
