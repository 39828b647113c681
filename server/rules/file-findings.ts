import { runTask, type Task } from '../engine/task';
import type { Address } from '../project/paths';
import type { Range } from '../text/range';
import type { Document } from '../yaml/document';
import type { Unit } from '../yaml/unit';
import type { FileFinding, PlacedFinding } from './placed-finding';
import type { RuleSettings } from './rule';
import type { Checker } from './run';
import { covers, type Directive, directivesOf } from './suppression';
import { unusedSuppressions } from './unused';

/**
 * All findings of a file in the order of the text: one that several automata share once, none that a comment
 * switches off, each as severe as the settings say.
 */
export function findingsOfFile(checker: Checker, address: Address): readonly FileFinding[] {
  return runTask(findingFile(checker, address));
}

/** The same step by step. The result holds if nothing was edited or learnt between the steps. */
export function* findingFile(checker: Checker, address: Address): Task<readonly FileFinding[]> {
  const { workspace } = checker;
  const settings = checker.settingsOf(address);
  const document = workspace.document(address);
  if (document === undefined) return [];
  const all = yield* collect(checker, address);
  const directives = directivesOf(document);
  if (directives.length === 0) return all.flatMap((one) => rated(one, settings));
  const left = all.filter(({ finding, start }) => !isCovered(directives, finding.rule.code, start));
  const unused = unusedSuppressions(checker, address, document, directives, all).filter(
    ({ finding, start }) => !isNamed(directives, finding.rule.code, start),
  );
  return [...left, ...unused].sort(inOrder).flatMap((one) => rated(one, settings));
}

/** Those of them which touch an offset of the document; no more is looked into than the text around it. */
export function findingsAt(checker: Checker, address: Address, offset: number): readonly FileFinding[] {
  const document = checker.workspace.document(address);
  if (document === undefined) return [];
  const here = ({ start, end }: Range) => start <= offset && offset <= end;
  const directives = directivesOf(document);
  // Whether a comment is of any use is seen from the whole file.
  if (directives.some(here)) return findingsOfFile(checker, address).filter(here);
  const last = document.unitIndexAt(offset);
  const units = document.units.slice(Math.max(0, last - 1), last + 1);
  const settings = checker.settingsOf(address);
  return runTask(collect(checker, address, units))
    .filter((one) => here(one) && !isCovered(directives, one.finding.rule.code, one.start))
    .flatMap((one) => rated(one, settings));
}

/** All findings of a file, also those that comments switch off, in the order of the text. */
export function everyFinding(checker: Checker, address: Address): readonly PlacedFinding[] {
  return runTask(collect(checker, address));
}

function* collect(checker: Checker, address: Address, wanted?: readonly Unit[]): Task<PlacedFinding[]> {
  const unique = new Map<string, PlacedFinding>();
  /** In how many projects each was found. */
  const counts = new Map<string, number>();
  const projects = checker.workspace.projectsOf(address);
  for (const project of projects) {
    const document: Document | undefined = project.source(address)?.document;
    if (document === undefined) continue;
    for (const { unit, findings } of yield* checker.checking(project, address, wanted)) {
      if (findings.length === 0) continue;
      const base = document.startOf(unit);
      for (const finding of findings) {
        const start = base + finding.start;
        const end = base + finding.end;
        const key = `${start} ${end} ${finding.rule.code} ${finding.message}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        if (!unique.has(key)) unique.set(key, { finding, project, unit, start, end });
      }
    }
  }
  const isTrue = ([key, { finding }]: readonly [string, PlacedFinding]) =>
    finding.rule.unanimous !== true || (counts.get(key) ?? 0) >= projects.length;
  return [...unique]
    .filter(isTrue)
    .map(([, placed]) => placed)
    .sort(inOrder);
}

function inOrder(a: Range, b: Range): number {
  return a.start - b.start || a.end - b.end;
}

function isCovered(directives: readonly Directive[], code: string, start: number): boolean {
  return directives.some((directive) => covers(directive, code, start));
}

/** A comment does not hide that it is unused itself, unless its author says so by name. */
function isNamed(directives: readonly Directive[], code: string, start: number): boolean {
  return directives.some((one) => one.codes.length > 0 && covers(one, code, start));
}

function rated(placed: PlacedFinding, { severity: chosen }: RuleSettings): FileFinding[] {
  const { rule, severity: own } = placed.finding;
  const severity = chosen?.get(rule.code) ?? own ?? rule.severity;
  return severity === 'off' ? [] : [{ ...placed, severity }];
}
