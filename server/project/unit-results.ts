import { keepLatest } from '../text/latest';
import type { Unit } from '../yaml/unit';
import { type Project, sameEnds } from './project';
import type { Source } from './source';

/**
 * What is made of the units of a file, in their order. Behind an edit it is made of those that are others, and found
 * without looking for all that stay.
 */
interface InFile<T> {
  readonly source: Source;
  readonly results: T[];
}

/** For how many files of a project results are kept: those that are open in an editor, mostly. */
const MOST_FILES = 12;

/**
 * Keeps for each project what `make` makes of the units of its files, as long as the units stay, and gives it in
 * their order. Whoever knows that the result for a unit is another one now may put it into the list.
 */
export function keptByUnit<T>(
  make: (project: Project, source: Source, unit: Unit) => T,
): (project: Project, source: Source) => T[] {
  const kept = new WeakMap<Project, Map<string, InFile<T>>>();
  return (project, source) => {
    const files = kept.get(project) ?? new Map<string, InFile<T>>();
    kept.set(project, files);
    const known = files.get(source.address);
    if (known?.source === source) return known.results;
    const results = resultsOf(known, source, (unit) => make(project, source, unit));
    keepLatest(files, source.address, { source, results }, MOST_FILES);
    return results;
  };
}

function resultsOf<T>(known: InFile<T> | undefined, source: Source, make: (unit: Unit) => T): T[] {
  const { units } = source.document;
  const isSameKind =
    known !== undefined && known.source.shape === source.shape && known.source.catalog === source.catalog;
  if (!isSameKind) return units.map(make);
  const { front, back } = sameEnds(known.source.document.units, units);
  const fresh = units.slice(front, units.length - back).map(make);
  return [...known.results.slice(0, front), ...fresh, ...known.results.slice(known.results.length - back)];
}
