import type { NameNode } from '../../facts/facts';
import type { Address } from '../../project/files/paths';
import { emittersOf } from '../../project/names/resolve';
import { type ScopePath, samePath } from '../../project/names/scope-path';
import { type EmitEntry, keyAt, type NameEntry, type ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { type Range, shiftRange } from '../../text/range';
import { endOfNested } from '../../yaml/tree/nesting';
import { enclosingPairRange } from '../nodes';
import { declaringPath, localDefinitions } from '../variables';
import type { ProjectSymbol } from './symbol';

/** Where symbols are defined, assigned and emitted. */

/** A place in a document. Offsets are those of the document. */
export interface DefinitionSite {
  readonly address: Address;
  /** The whole key or pair. */
  readonly range: Range;
  /** The name in it. */
  readonly selection: Range;
}

/** The main file of a project as the definition of its automata, which has no name there. */
export function mainFileSite(project: Project): DefinitionSite {
  const end = project.source(project.root)?.document.length ?? 0;
  return { address: project.root, range: { start: 0, end }, selection: { start: 0, end: 0 } };
}

/** The definitions of a symbol, in the order of files and text. Files and built-ins have none. */
export function definitionsOf(project: Project, symbol: ProjectSymbol): readonly NameEntry[] {
  switch (symbol.kind) {
    case 'state':
      return project.scopes(symbol.path).flatMap((entry) => named(entry, entry.scope.name));
    case 'id':
      return project.scopes(symbol.path).flatMap((entry) => named(entry, entry.scope.id));
    case 'event':
      return symbol.handled ? project.inOrder('handlerAt', keyAt(symbol.path, symbol.name)) : [];
    case 'context':
      return contextDefinitions(project, symbol.name, symbol.path);
    case 'local':
      return localDefinitions(project, symbol.name, symbol.path);
    case 'task':
    case 'button':
      return inScope(project.inOrder(symbol.kind, symbol.name), symbol.path);
    case 'payload':
      return emittersOfEvent(project, symbol.event, symbol.path, symbol.handled).flatMap((entry) =>
        entry.emit.payload.flatMap((name) => (name.text === symbol.name ? named(entry, name) : [])),
      );
    default:
      return [];
  }
}

/** The site of a name in its document. */
export function definitionSite(project: Project, entry: NameEntry): DefinitionSite | undefined {
  const place = nameSelection(project, entry);
  const document = project.source(entry.source)?.document;
  if (place === undefined || document === undefined) return undefined;
  const { address, selection } = place;
  const whole = enclosingPairRange(entry.unit.parsed.root, entry.name);
  const { start, end } = shiftRange(whole, document.startOf(entry.unit));
  const range = { start, end: endOfNested(document, entry.unit, whole.start) ?? end };
  return { address, range, selection };
}

/** The range of a name in its document, without the enclosing pair, which would need a search of the tree. */
export function nameSelection(
  project: Project,
  { source, unit, name }: NameEntry,
): Pick<DefinitionSite, 'address' | 'selection'> | undefined {
  const by = project.source(source)?.document.startOf(unit);
  if (by === undefined) return undefined;
  return { address: source, selection: shiftRange(name, by) };
}

/** The buttons that emit an event which the scope at a path handles, or, if it is not handled, those of that scope. */
export function emittersOfEvent(
  project: Project,
  event: string,
  path: ScopePath,
  handled: boolean,
): readonly EmitEntry[] {
  if (handled) {
    const [handler] = project.table.get('handlerAt', keyAt(path, event));
    return handler ? emittersOf(project, handler) : [];
  }
  return inScope(project.inOrder('emitter', event), path);
}

/** The files of an included folder that contain states. */
export function stateFiles(files: readonly Address[], project: Project): readonly Address[] {
  return files.filter((file) => /\.ya?ml$/.test(file) && file !== project.root);
}

/** The declarations of a context variable, otherwise the outputs that assign it. */
function contextDefinitions(
  project: Project,
  name: string,
  path: ScopePath | undefined,
): readonly NameEntry[] {
  return path === undefined
    ? assignmentsOf(project, name, path)
    : inScope(project.inOrder('declaration', name), path);
}

/** The outputs that assign a context variable. */
export function assignmentsOf(
  project: Project,
  name: string,
  path: ScopePath | undefined,
): readonly NameEntry[] {
  return project.sorted(
    project.table
      .get('assignment', name)
      .filter((entry) => isSame(declaringPath(project, entry, name), path)),
  );
}

function inScope<T extends ScopeEntry>(entries: readonly T[], path: ScopePath): readonly T[] {
  return entries.filter((entry) => samePath(entry.path, path));
}

function isSame(a: ScopePath | undefined, b: ScopePath | undefined): boolean {
  return a === undefined || b === undefined ? a === b : samePath(a, b);
}

function named(entry: ScopeEntry, name: NameNode | undefined): NameEntry[] {
  if (name === undefined) return [];
  const { source, unit, scope, path } = entry;
  return [{ source, unit, scope, path, name }];
}
