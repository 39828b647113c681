import type { ScenarioName } from '../../facts/scenario';
import type { Address } from '../../project/files/paths';
import type { Source } from '../../project/files/source';
import { targetsOfName } from '../../project/names/scenario-names';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import { type Range, shiftRange } from '../../text/range';
import type { Unit } from '../../yaml/cut/unit';
import type { CursorLocation } from '../cursor-location';
import { ANY_PATH, type Mention, mentionsInScopes } from './mentions';
import { findOccurrences } from './occurrences';
import { type ProjectSymbol, symbolKey, symbolRefOf } from './symbol';

/** An occurrence of a symbol, from which highlights, references, renames and counts are derived. */
export interface SymbolUse {
  readonly source: Source;
  readonly unit: Unit;
  /** Ranges are those of the unit. */
  readonly mention: Mention;
}

/** A symbol of one project. */
export interface SymbolInProject {
  readonly project: Project;
  readonly symbol: ProjectSymbol;
}

/**
 * Symbols with common places, with all of their occurrences: the same symbol in all projects that share files, and in
 * all scopes that repeat its text by an alias or a merge key.
 */
export interface LinkedSymbols {
  readonly members: readonly SymbolInProject[];
  /** In the order of files and text, without duplicates. */
  readonly uses: readonly SymbolUse[];
}

/** The word in all mentions of a symbol; undefined for the root automata, which has no name. */
function wordOfSymbol(symbol: ProjectSymbol): string | undefined {
  switch (symbol.kind) {
    case 'state':
      return symbol.path.at(-1);
    case 'file':
      return ANY_PATH;
    default:
      return symbol.name;
  }
}

/** All occurrences of a symbol in a project, in the order of files and text. */
function usesOf(workspace: Workspace, { project, symbol }: SymbolInProject): readonly SymbolUse[] {
  const word = wordOfSymbol(symbol);
  if (word === undefined) return [];
  return findOccurrences(workspace, project, word).bySymbol.get(symbolKey(symbol)) ?? [];
}

/**
 * The symbols at a place, one for each project that the file is part of, with all of their occurrences. A place in a
 * file that several projects share links its symbols in these projects, and a definition that several scopes share those
 * in these scopes.
 */
export function linkedSymbolsOf(workspace: Workspace, symbols: readonly SymbolInProject[]): LinkedSymbols {
  const members = new Map<string, SymbolInProject>();
  const lists: (readonly SymbolUse[])[] = [];
  const queue = [...symbols];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const key = `${next.project.root}\n${symbolKey(next.symbol)}`;
    if (members.has(key)) continue;
    members.set(key, next);
    const named = usesOf(workspace, next);
    if (named.length > 0) lists.push(named);
    let shared: readonly Project[] = [];
    let address: Address | undefined;
    for (const { source, unit, mention } of named) {
      if (source.address !== address) {
        address = source.address;
        shared = workspace.projectsOf(address).filter((project) => project !== next.project);
      }
      for (const project of mention.repeated ? [next.project, ...shared] : shared) {
        for (const one of mentionsInScopes(mention)) {
          const symbol = symbolRefOf(workspace, project, { source, unit }, one)?.symbol;
          if (symbol && (one === mention || isSharedDefinition(mention, next.symbol, one, symbol)))
            queue.push({ project, symbol });
        }
      }
    }
  }
  const [only, ...others] = lists;
  const uses = others.length === 0 ? (only ?? []) : mergeUses(lists.flat());
  return { members: [...members.values()], uses };
}

/**
 * Whether two scopes share the definition of their symbols, or the buttons that raise an event which none of them
 * handles.
 */
function isSharedDefinition(
  a: Mention,
  symbolOfA: ProjectSymbol,
  b: Mention,
  symbolOfB: ProjectSymbol,
): boolean {
  if (a.access === 'definition') return b.access === 'definition';
  const isUnhandled = (symbol: ProjectSymbol) => symbol.kind === 'event' && !symbol.handled;
  return isUnhandled(symbolOfA) && isUnhandled(symbolOfB);
}

/** All occurrences of some symbols, with names of scenarios that may refer to one of them or to others. */
export function possibleUsesOf(
  workspace: Workspace,
  symbols: readonly SymbolInProject[],
): readonly SymbolUse[] {
  const { members, uses } = linkedSymbolsOf(workspace, symbols);
  const ambiguous = members.flatMap(({ project, symbol }) => {
    const word = wordOfSymbol(symbol);
    const unresolved =
      word === undefined ? [] : (findOccurrences(workspace, project, word).bySymbol.get('') ?? []);
    return unresolved.filter(({ mention: { what } }) => {
      return what.kind === 'scenario' && mayMean(project, what.named, symbol);
    });
  });
  return ambiguous.length === 0 ? uses : mergeUses([...uses, ...ambiguous]);
}

/** Whether a name in a scenario refers to a symbol, or to one of several. */
export function mayMean(project: Project, named: ScenarioName, symbol: ProjectSymbol): boolean {
  const key = symbolKey(symbol);
  return targetsOfName(project, named).some((target) => symbolKey(target) === key);
}

/** Uses of several symbols in the order of files and text, without duplicates. */
function mergeUses(uses: readonly SymbolUse[]): readonly SymbolUse[] {
  const placed = uses.map((use) => ({ use, start: useRange(use).start }));
  const isSameFile = (a: SymbolUse, b: SymbolUse) => a.source.address === b.source.address;
  placed.sort((a, b) => {
    if (isSameFile(a.use, b.use)) return a.start - b.start;
    return a.use.source.address < b.use.source.address ? -1 : 1;
  });
  const unique = placed.filter(({ use, start }, index) => {
    const before = placed[index - 1];
    return before?.start !== start || !isSameFile(before.use, use);
  });
  return unique.map(({ use }) => use);
}

/** The symbols of a mention in its own scope, in each of the projects that the file is part of. */
export function meaningsOf({ workspace, source, unit }: CursorLocation, mention: Mention): SymbolInProject[] {
  return workspace.projectsOf(source.address).flatMap((project) => {
    const ref = symbolRefOf(workspace, project, { source, unit }, mention);
    return ref ? [{ project, symbol: ref.symbol }] : [];
  });
}

/** The same in all scopes that have the place. */
export function resolveMention(at: CursorLocation, mention: Mention): SymbolInProject[] {
  return mentionsInScopes(mention).flatMap((one) => meaningsOf(at, one));
}

/** The same, with all symbols that an ambiguous name in a scenario may refer to. */
export function possibleMeaningsOf(at: CursorLocation, mention: Mention): SymbolInProject[] {
  const found = resolveMention(at, mention);
  const { what } = mention;
  if (found.length > 0 || what.kind !== 'scenario') return found;
  return at.workspace
    .projectsOf(at.source.address)
    .flatMap((project) => targetsOfName(project, what.named).map((symbol) => ({ project, symbol })));
}

/** The range of a use in its document. */
export function useRange({ source, unit, mention }: SymbolUse): Range {
  return shiftRange(mention, source.document.startOf(unit));
}
