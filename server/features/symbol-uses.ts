import type { Address } from '../project/paths';
import type { Project } from '../project/project';
import { type Source, unitFacts } from '../project/source';
import type { Workspace } from '../project/workspace';
import { type Range, shift } from '../text/range';
import type { Unit } from '../yaml/document';
import type { Located } from './locate';
import { ANY_PATH, type Mention, mentionsByWord } from './mentions';
import { type ProjectSymbol, refTo, symbolKey } from './symbol';

/** Every place that names a symbol: what highlight, references, rename and counts are views of. */
export interface Use {
  readonly project: Project;
  readonly symbol: ProjectSymbol;
  readonly source: Source;
  readonly unit: Unit;
  /** Ranges are those of the unit. */
  readonly mention: Mention;
}

/** A symbol of one project. */
export interface Placed {
  readonly project: Project;
  readonly symbol: ProjectSymbol;
}

/** What is the same thing in all projects that share files, with every place that names it. */
export interface Family {
  readonly members: readonly Placed[];
  /** In the order of files and text, each place once. */
  readonly uses: readonly Use[];
}

/** The word by which all mentions name a symbol; undefined for the automata at the root, which has no name. */
export function wordOfSymbol(symbol: ProjectSymbol): string | undefined {
  switch (symbol.kind) {
    case 'state':
      return symbol.path.at(-1);
    case 'id':
      return symbol.id;
    case 'file':
      return ANY_PATH;
    default:
      return symbol.name;
  }
}

/** Everything in a project that names a symbol of it, in the order of files and text. */
export function usesOf(workspace: Workspace, { project, symbol }: Placed): Use[] {
  const word = wordOfSymbol(symbol);
  if (word === undefined) return [];
  const key = symbolKey(symbol);
  return inOrder(project).flatMap((source) =>
    source.document.units.flatMap((unit) =>
      mentionsByWord(unitFacts(source, unit), word).flatMap((mention): Use[] => {
        const ref = refTo(workspace, project, { source, unit }, mention);
        return ref && symbolKey(ref.symbol) === key
          ? [{ project, symbol: ref.symbol, source, unit, mention }]
          : [];
      }),
    ),
  );
}

/** The files of a project that may name something, by address. */
export function inOrder(project: Project): readonly Source[] {
  const sources = Array.from(project.members, ({ source }) => source);
  return sources.sort((a, b) => (a.address < b.address ? -1 : 1));
}

/**
 * The symbols that a place names, one for each project that the file is part of, with all that they are named by. A
 * place in a file that several projects share makes one thing of what it means in each of them.
 */
export function familyOf(workspace: Workspace, seeds: readonly Placed[]): Family {
  const members = new Map<string, Placed>();
  const uses = new Map<string, Use>();
  const queue = [...seeds];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const key = `${next.project.root}\n${symbolKey(next.symbol)}`;
    if (members.has(key)) continue;
    members.set(key, next);
    for (const use of usesOf(workspace, next)) {
      const { source, unit, mention } = use;
      const place = `${source.address} ${source.document.startOf(unit) + mention.start}`;
      if (!uses.has(place)) uses.set(place, use);
      for (const project of workspace.projectsOf(source.address)) {
        if (project === next.project) continue;
        const ref = refTo(workspace, project, { source, unit }, mention);
        if (ref) queue.push({ project, symbol: ref.symbol });
      }
    }
  }
  return { members: [...members.values()], uses: [...uses.values()].sort(byPlace) };
}

/** What a mention of a file means in each of the projects that the file is part of. */
export function meaningsOf({ workspace, source, unit }: Located, mention: Mention): Placed[] {
  return workspace.projectsOf(source.address).flatMap((project) => {
    const ref = refTo(workspace, project, { source, unit }, mention);
    return ref ? [{ project, symbol: ref.symbol }] : [];
  });
}

/** Where a use stands in its document. */
export function rangeOf({ source, unit, mention }: Use): Range {
  return shift({ start: mention.start, end: mention.end }, source.document.startOf(unit));
}

function byPlace(a: Use, b: Use): number {
  const [one, other]: [Address, Address] = [a.source.address, b.source.address];
  if (one !== other) return one < other ? -1 : 1;
  return rangeOf(a).start - rangeOf(b).start;
}
