import { keepLatest } from '../text/latest';
import type { Steps } from '../text/steps';
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
 * their order: step by step, one unit each. Whoever knows that the result for a unit is another one now may put it
 * into the list.
 */
export function keptByUnit<T>(
  make: (project: Project, source: Source, unit: Unit) => T,
): (project: Project, source: Source) => Steps<T[]> {
  const kept = new WeakMap<Project, Map<string, InFile<T>>>();
  return function* (project, source) {
    const files = kept.get(project) ?? new Map<string, InFile<T>>();
    kept.set(project, files);
    const known = files.get(source.address);
    if (known?.source === source) return known.results;
    const results = yield* resultsOf(known, source, (unit) => make(project, source, unit));
    keepLatest(files, source.address, { source, results }, MOST_FILES);
    return results;
  };
}

function* resultsOf<T>(known: InFile<T> | undefined, source: Source, make: (unit: Unit) => T): Steps<T[]> {
  const { units } = source.document;
  const isSameKind =
    known !== undefined && known.source.shape === source.shape && known.source.catalog === source.catalog;
  if (!isSameKind) return yield* made(units, make);
  const { front, back } = sameEnds(known.source.document.units, units);
  const fresh = yield* made(units.slice(front, units.length - back), make);
  return [...known.results.slice(0, front), ...fresh, ...known.results.slice(known.results.length - back)];
}

function* made<T>(units: readonly Unit[], make: (unit: Unit) => T): Steps<T[]> {
  const results: T[] = [];
  for (const unit of units) {
    results.push(make(unit));
    yield;
  }
  return results;
}
