import { runTask, type Task } from '../engine/task';
import type { Address } from '../project/files/paths';
import type { Source } from '../project/files/source';
import { countUp } from '../text/group-by';
import { lineEnd } from '../text/lines';
import { formatMessage, msg } from '../text/message';
import { isSameRange, type Range } from '../text/range';
import type { Document } from '../yaml/cut/document';
import type { Unit } from '../yaml/cut/unit';
import { type FileFinding, type PlacedFinding, type StandaloneFinding, severityOf } from './placed-finding';
import type { RuleSettings, Severity } from './rule';
import type { Checker } from './run';
import { directivesOf, isSuppressed, isSuppressedByCode } from './suppression';
import { tooLarge } from './text/too-large';
import { checkUnitTask } from './unit-checks';
import { unusedSuppressions } from './unused';

/**
 * All findings of a file in the order of the text, without duplicates from several automata and without suppressed
 * ones, with the severities of the settings.
 */
export function findingsOfFile(checker: Checker, address: Address): readonly FileFinding[] {
  return runTask(findingsTask(checker, address));
}

/**
 * The same as a task. The result is valid if no input changed while it ran.
 *
 * @param isOver whether to stop before the next unit. Findings in the remaining units are then missing, and a finding
 * at the start of the file says so.
 */
export function* findingsTask(
  checker: Checker,
  address: Address,
  isOver?: () => boolean,
): Task<readonly FileFinding[]> {
  const document = checker.workspace.document(address);
  if (document === undefined) return [];
  let end: number | undefined;
  const shouldStop = (unit: Unit) => {
    const isStopped = isOver?.() === true;
    if (isStopped) end = Math.min(end ?? document.length, document.startOf(unit));
    return isStopped;
  };
  const found = yield* placedFindings(checker, address, undefined, isOver && shouldStop);
  const all = end === undefined ? found : [...unchecked(checker, address, document, end), ...found];
  const directives = directivesOf(document);
  if (directives.length === 0) return all.filter(isShown);
  const left = all.filter(({ finding, start }) => !isSuppressed(directives, finding.rule.code, start));
  // A suppression in a partly checked file may be used by an unchecked unit.
  if (end !== undefined) return left.sort(inOrder).filter(isShown);
  const unused = unusedSuppressions(checker, address, document, directives, all).filter(
    ({ finding, start }) => !isSuppressedByCode(directives, finding.rule.code, start),
  );
  return [...left, ...unused].sort(inOrder).filter(isShown);
}

/**
 * The findings of a file that depend on its text only, which are computed much faster: a subset of the result of
 * `findingsTask`, whatever else its projects contain.
 *
 * @param isOver whether to stop before the next unit
 */
export function* certainFindings(
  source: Source,
  settings: RuleSettings,
  isOver?: () => boolean,
): Task<readonly StandaloneFinding[]> {
  const { document } = source;
  const directives = directivesOf(document);
  const certain: Omit<PlacedFinding, 'project'>[] = [];
  for (const unit of document.units) {
    if (isOver?.() === true) break;
    const base = document.startOf(unit);
    const { findings } = yield* checkUnitTask(source, settings.pccRules === true, unit);
    for (const finding of findings) {
      const severity = severityOf(finding, settings);
      const placed = { finding, unit, start: base + finding.start, end: base + finding.end, severity };
      const isHidden = isSuppressed(directives, finding.rule.code, placed.start);
      // Findings that all automata of the file must have need the projects.
      if (!isHidden && finding.rule.unanimous !== true) certain.push(placed);
    }
    yield;
  }
  return distinct(certain.sort(inOrder), 1).filter(isShown);
}

/** The findings that touch an offset of the document. Only the surrounding text is checked. */
export function findingsAt(checker: Checker, address: Address, offset: number): readonly FileFinding[] {
  const document = checker.workspace.document(address);
  if (document === undefined) return [];
  const here = ({ start, end }: Range) => start <= offset && offset <= end;
  const directives = directivesOf(document);
  // Whether a suppression is unused depends on the whole file.
  if (directives.some(here)) return findingsOfFile(checker, address).filter(here);
  const last = document.unitIndexAt(offset);
  const units = document.units.slice(Math.max(0, last - 1), last + 1);
  return runTask(placedFindings(checker, address, units, undefined, here))
    .filter((one) => !isSuppressed(directives, one.finding.rule.code, one.start))
    .filter(isShown);
}

/**
 * The most severe findings of a document, as many as an editor shows, in the order of the text. A finding at the
 * start says how many others exist.
 */
export function limitFindings(
  found: readonly FileFinding[],
  document: Document,
  settings: RuleSettings,
  limit: number,
): readonly FileFinding[] {
  const [first] = found;
  const [unit] = document.units;
  if (first === undefined || unit === undefined || found.length <= limit) return found;
  const shown = new Set<FileFinding>();
  for (const severity of SEVERITIES) {
    for (const one of found) if (one.severity === severity && shown.size < limit - 1) shown.add(one);
  }
  const message = msg`This file has ${found.length - shown.size} more problems, which are not shown.`;
  const range = { start: 0, end: lineEnd(unit.text, 0) };
  const finding = { rule: tooLarge, ...range, message };
  const rest = { project: first.project, unit, ...range, finding, severity: severityOf(finding, settings) };
  return [...[rest].filter(isShown), ...found.filter((one) => shown.has(one))];
}

/** From the most severe to the least. */
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** All findings of a file, including suppressed ones, in the order of the text. */
export function allFindings(checker: Checker, address: Address): readonly PlacedFinding[] {
  return runTask(placedFindings(checker, address));
}

/** Reports that the findings after an offset are missing. */
function unchecked(checker: Checker, address: Address, document: Document, end: number): PlacedFinding[] {
  const [project] = checker.workspace.projectsOf(address);
  const [unit] = document.units;
  if (project === undefined || unit === undefined) return [];
  const { line } = document.positionAt(end);
  const message = msg`Checking this file takes too long. Problems after line ${line} are not reported.`;
  const range = { start: 0, end: lineEnd(unit.text, 0) };
  const finding = { rule: tooLarge, ...range, message };
  return [{ project, unit, ...range, finding, severity: severityOf(finding, checker.settingsOf(address)) }];
}

/** Placing a finding takes much less time than looking at the clock after it. */
const FINDINGS_PER_STEP = 100;

function* placedFindings(
  checker: Checker,
  address: Address,
  wanted?: readonly Unit[],
  shouldStop?: (unit: Unit) => boolean,
  isWanted: (range: Range) => boolean = () => true,
): Task<PlacedFinding[]> {
  const placed: PlacedFinding[] = [];
  const projects = checker.workspace.projectsOf(address);
  const settings = checker.settingsOf(address);
  for (const project of projects) {
    const document: Document | undefined = project.source(address)?.document;
    if (document === undefined) continue;
    for (const { unit, findings } of yield* checker.checking(project, address, wanted, shouldStop)) {
      const base = document.startOf(unit);
      for (const finding of findings) {
        const severity = severityOf(finding, settings);
        const one = {
          finding,
          project,
          unit,
          start: base + finding.start,
          end: base + finding.end,
          severity,
        };
        if (isWanted(one)) placed.push(one);
        if (placed.length % FINDINGS_PER_STEP === 0) yield;
      }
    }
  }
  return distinct(placed.sort(inOrder), projects.length);
}

/**
 * Removes repetitions of a finding in several automata, and findings of unanimous rules that not all automata have.
 * `sorted` is in the order of the text.
 */
function distinct<Placed extends Omit<PlacedFinding, 'project'>>(
  sorted: readonly Placed[],
  projectCount: number,
): Placed[] {
  const counts = new Map<string, number>();
  const unique = sorted.filter((one, index) => {
    // Most findings are alone at their place, and need no key.
    if (!isSameRange(one, sorted[index - 1]) && !isSameRange(one, sorted[index + 1])) return true;
    return countUp(counts, keyOf(one)) === 1;
  });
  if (projectCount <= 1) return unique;
  return unique.filter(
    (one) => one.finding.rule.unanimous !== true || (counts.get(keyOf(one)) ?? 1) >= projectCount,
  );
}

/** Equal keys are one finding for the author. */
function keyOf({ start, end, finding }: Omit<PlacedFinding, 'project'>): string {
  return `${start} ${end} ${finding.rule.code} ${formatMessage(finding.message)}`;
}

function inOrder(a: Range, b: Range): number {
  return a.start - b.start || a.end - b.end;
}

function isShown<Placed extends { readonly severity: Severity | 'off' }>(
  placed: Placed,
): placed is Placed & { readonly severity: Severity } {
  return placed.severity !== 'off';
}
