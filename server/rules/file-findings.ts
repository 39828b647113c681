import type { Address } from '../project/paths';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import type { Range } from '../text/range';
import type { Document, Unit } from '../yaml/document';
import type { Finding, RuleSettings, Severity } from './rule';
import type { Checker } from './run';
import { covers, type Directive, directivesOf } from './suppression';
import { unusedSuppressions } from './unused';

/** A finding where it stands in a file; the range is that of the document. */
export interface FileFinding extends Range {
  readonly finding: Finding;
  /** The project that it was found in; the first of several. */
  readonly project: Project;
  readonly unit: Unit;
  readonly severity: Severity;
}

/**
 * All findings of a file in the order of the text: one that several automata share once, none that a comment
 * switches off, each as severe as the settings say.
 */
export function findingsOfFile(checker: Checker, address: Address): readonly FileFinding[] {
  const { workspace } = checker;
  const settings = checker.settingsOf(address);
  const document = workspace.document(address);
  if (document === undefined) return [];
  const all = collect(checker, workspace, address);
  const directives = directivesOf(document);
  if (directives.length === 0) return all.flatMap((one) => rated(one, settings));
  const left = all.filter(({ finding, start }) => !isCovered(directives, finding.rule.code, start));
  const unused = unusedSuppressions(checker, address, document, directives, all).filter(
    ({ finding, start }) => !isNamed(directives, finding.rule.code, start),
  );
  return [...left, ...unused].sort(inOrder).flatMap((one) => rated(one, settings));
}

/** A finding before the settings have said how severe it is. */
export type PlacedFinding = Omit<FileFinding, 'severity'>;

/** All findings of a file, also those that comments switch off, in the order of the text. */
export function everyFinding(checker: Checker, address: Address): readonly PlacedFinding[] {
  return collect(checker, checker.workspace, address);
}

function collect(checker: Checker, workspace: Workspace, address: Address): PlacedFinding[] {
  const unique = new Map<string, PlacedFinding>();
  /** In how many projects each was found. */
  const counts = new Map<string, number>();
  const projects = workspace.projectsOf(address);
  for (const project of projects) {
    const document: Document | undefined = project.source(address)?.document;
    if (document === undefined) continue;
    for (const { unit, findings } of checker.check(project, address)) {
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
