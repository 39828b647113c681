import type { NameNode, ScopeFacts } from '../facts/facts';
import { stateLabel } from '../format/target-path';
import { exportSource } from '../project/files/exports';
import type { Address } from '../project/files/paths';
import { lastSegmentOf } from '../project/files/paths';
import { unitFacts } from '../project/files/source';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { type Range, shiftRange } from '../text/range';
import { sourcesInOrder } from './symbols/occurrences';

export interface WorkspaceSymbol {
  readonly kind: 'automata' | 'state' | 'id' | 'context' | 'event';
  readonly name: string;
  /** The containing automata or state: its path, or the name of the main file. */
  readonly container: string;
  readonly address: Address;
  /** The name where it is defined, as a range of the document. */
  readonly range: Range;
}

/** Longer results are cut: they are shown in a list to choose from. */
const MAX_SYMBOLS = 500;

/**
 * States, ids, context variables and events of all projects whose names contain the letters of the query in the same
 * order, ignoring case. The best matches first: equal names, names that begin with the query, names that contain it
 * without a gap.
 */
export function workspaceSymbols(workspace: Workspace, query: string): readonly WorkspaceSymbol[] {
  const wanted = query.replace(/\s/g, '').toLowerCase();
  const found = new Map<string, { symbol: WorkspaceSymbol; rank: number }>();
  for (const project of workspace.allProjects) {
    // An export contains the names of its source again.
    if (exportSource(workspace, project.root) !== undefined) continue;
    for (const symbol of symbolsOf(project)) {
      const rank = rankOf(symbol.name.toLowerCase(), wanted);
      if (rank === undefined) continue;
      const place = `${symbol.address} ${symbol.range.start}`;
      if (!found.has(place)) found.set(place, { symbol, rank });
    }
  }
  return [...found.values()]
    .sort((a, b) => a.rank - b.rank || byName(a.symbol, b.symbol))
    .slice(0, MAX_SYMBOLS)
    .map(({ symbol }) => symbol);
}

function* symbolsOf(project: Project): Generator<WorkspaceSymbol> {
  for (const source of sourcesInOrder(project)) {
    const { address, document } = source;
    for (const [index, unit] of document.units.entries()) {
      const start = document.startAt(index);
      for (const scope of unitFacts(source, unit).scopes) {
        const path = project.pathIn(address, scope.path);
        for (const { kind, name } of namesOf(scope)) {
          const isState = kind === 'state' || kind === 'automata';
          const outer = isState ? path.slice(0, -1) : path;
          const container = outer.length > 0 ? stateLabel(outer) : lastSegmentOf(project.root);
          yield { kind, name: name.text, container, address, range: shiftRange(name, start) };
        }
      }
    }
  }
}

function namesOf(scope: ScopeFacts): { kind: WorkspaceSymbol['kind']; name: NameNode }[] {
  return [
    ...(scope.name ? [{ kind: scope.kind, name: scope.name }] : []),
    ...(scope.id ? [{ kind: 'id' as const, name: scope.id }] : []),
    ...scope.context.map(({ name }) => ({ kind: 'context' as const, name })),
    ...scope.handlers.map(({ event }) => ({ kind: 'event' as const, name: event })),
  ];
}

/** The quality of a match: lower is better; undefined if the name does not match. Both are in lower case. */
function rankOf(name: string, wanted: string): number | undefined {
  if (name === wanted) return 0;
  const at = name.indexOf(wanted);
  if (at === 0) return 1;
  if (at > 0) return /[_.\W]/.test(name.charAt(at - 1)) ? 2 : 3;
  let next = 0;
  for (const letter of wanted) {
    next = name.indexOf(letter, next) + 1;
    if (next === 0) return undefined;
  }
  return 4;
}

function byName(a: WorkspaceSymbol, b: WorkspaceSymbol): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.address < b.address ? -1 : a.address > b.address ? 1 : 0;
}
