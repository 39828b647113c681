import { isGlobal } from '../../expression/globals';
import { parseExpression } from '../../expression/parse';
import { fieldOf } from '../../format/objects';
import { WHERE_NAMES } from '../../format/scenario';
import type { Address } from '../../project/files/paths';
import { type Source, unitFacts } from '../../project/files/source';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import { groupBy } from '../../text/group-by';
import { hasAliases, type Unit } from '../../yaml/cut/unit';
import type { SymbolUse } from '../symbols/linked-symbols';
import { type Mention, mentionsOf } from '../symbols/mentions';
import { findOccurrences } from '../symbols/occurrences';
import type { NameEdit } from './edits';

/**
 * Whether a rename is safe, decided by names alone: if the new name is not used anywhere, and every use of the old
 * name for this symbol is rewritten, no name can change its meaning. All other cases are decided by
 * `firstChangeOfMeaning` on a copy of the project.
 */

/** A use of a symbol, and how it is rewritten. */
interface UseEdit {
  readonly use: SymbolUse;
  readonly edit: NameEdit;
}

/**
 * Whether all names certainly keep their meaning after these edits. The edits are those of all uses of a symbol in
 * the files of `projects`, all of which must be known.
 */
export function isCertainlySafe(
  workspace: Workspace,
  projects: Iterable<Project>,
  edits: readonly UseEdit[],
  [old, name]: readonly [old: string, name: string],
): boolean {
  if (!isOrdinary(old) || !isOrdinary(name)) return false;
  const saying = new Set<Unit>();
  for (const project of projects) {
    const { occurrences, units } = findOccurrences(workspace, project, name);
    if (occurrences.length > 0 || isUnwritten(project, name)) return false;
    for (const { unit } of units) saying.add(unit);
    // Content of an alias may have another meaning there.
    if (findOccurrences(workspace, project, old).units.some(({ unit }) => hasAliases(unit))) return false;
  }
  for (const [unit, own] of groupBy(edits, ({ use }) => use.unit)) {
    const isPlain = !saying.has(unit) && own.every(({ use, edit }) => isExchange(use, edit, old, name));
    if (!isPlain && !staysSame(unit, own, name)) return false;
  }
  return fitsLimits(edits, name.length - old.length);
}

/** A word without a meaning in the format or JavaScript that is written the same everywhere. */
function isOrdinary(name: string): boolean {
  return (
    name.length <= MAX_NAME_LENGTH &&
    /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) &&
    !WORDS.has(name) &&
    !WHERE_NAMES.has(name) &&
    !isGlobal(name) &&
    fieldOf('automata', name) === undefined &&
    fieldOf('state', name) === undefined &&
    parseExpression(name).ast?.type === 'Identifier'
  );
}

const MAX_NAME_LENGTH = 100;
/** Words that are names in JavaScript in some places only. */
const WORDS: ReadonlySet<string> = new Set(
  'arguments as async await eval from get let meta of set static target yield'.split(' '),
);

/** Whether a name exists without being written: default names of results. */
function isUnwritten(project: Project, name: string): boolean {
  const catalogs = new Set(Array.from(project.members, ({ source }) => source.catalog));
  return [...catalogs].some(({ modules }) =>
    modules.some(({ defaultOutputName }) => defaultOutputName === name),
  );
}

/** Whether one word replaces another, and no notation can read it differently. */
function isExchange(
  { unit, mention }: SymbolUse,
  { range, text }: NameEdit,
  old: string,
  name: string,
): boolean {
  return (
    text === name &&
    range.start === mention.start &&
    unit.text.slice(range.start, range.end) === old &&
    !unit.text.includes('\\u') &&
    unit.parsed.problems.length === 0 &&
    (name.length <= old.length || isOnShortLine(unit.text, range.start))
  );
}

/** YAML requires the colon of a key within 1,024 characters. */
const MAX_KEY_LENGTH = 900;

function isOnShortLine(text: string, at: number): boolean {
  const start = text.lastIndexOf('\n', at);
  const end = text.indexOf('\n', at);
  return (end < 0 ? text.length : end) - start <= MAX_KEY_LENGTH;
}

/** Whether a unit has the same names after it is parsed again, apart from the renamed ones. */
function staysSame(unit: Unit, edits: readonly UseEdit[], name: string): boolean {
  const source = edits[0]?.use.source;
  if (source === undefined || unit.parsed.problems.some((problem) => !problem.recovered)) return false;
  const renamed = new Set(edits.map(({ use }) => use.mention));
  const before = mentionsOf(unitFacts(source, unit));
  const after = mentionsIn(source, unit, edits);
  return (
    before.length === after?.length &&
    before.every((was, index) => {
      const now = after[index];
      const word = renamed.has(was) ? name : was.name;
      return now !== undefined && now.name === word && isSameBut(was, now);
    })
  );
}

function isSameBut(was: Mention, now: Mention): boolean {
  return (
    was.what.kind === now.what.kind &&
    was.access === now.access &&
    was.scope.path.length === now.scope.path.length &&
    (was.what.kind !== 'target' || (now.what.kind === 'target' && was.what.following === now.what.following))
  );
}

/** The mentions of a unit after the edits; undefined if the new text cannot be analysed. */
function mentionsIn(source: Source, unit: Unit, edits: readonly UseEdit[]): readonly Mention[] | undefined {
  let text = '';
  let end = 0;
  for (const { edit } of edits) {
    text += unit.text.slice(end, edit.range.start) + edit.text;
    end = edit.range.end;
  }
  const fresh = unit.withText(text + unit.text.slice(end));
  const isAsBefore = fresh.parsed.problems.length === unit.parsed.problems.length;
  return isAsBefore ? mentionsOf(unitFacts(source, fresh)) : undefined;
}

/** Whether no text grows beyond the limits of the analysis. */
function fitsLimits(edits: readonly UseEdit[], growth: number): boolean {
  if (growth <= 0) return true;
  const sources = new Map<Address, Source>(edits.map(({ use }) => [use.source.address, use.source]));
  return [...sources.values()].every(
    ({ document }) =>
      (document.length + growth * edits.length) * MAX_BYTES_PER_UNIT <= document.limits.maxFileSize,
  );
}

/** Per UTF-16 code unit, in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;
