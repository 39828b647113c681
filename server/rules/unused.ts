import { SCOPE_PARTS } from '../facts/facts';
import type { PathState } from '../project/files/path-state';
import type { Address } from '../project/files/paths';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { countLeading } from '../text/binary-search';
import { type Message, msg } from '../text/message';
import { didYouMean, nearestNames } from '../text/nearest';
import type { Range } from '../text/range';
import type { Document } from '../yaml/cut/document';
import type { Unit } from '../yaml/cut/unit';
import { isUnrepaired } from '../yaml/tree/uncertainty';
import { commentRange } from './edits';
import { RULES_BY_CODE } from './index';
import { type PlacedFinding, severityOf } from './placed-finding';
import type { Fix, Rule } from './rule';
import type { Checker } from './run';
import type { Directive, SuppressedCode } from './suppression';
import { unusedSuppression } from './text/unused-suppression';

/**
 * The findings about unused suppressions of a file. `findings` are all findings of the file, including suppressed
 * ones. Nothing is reported if a finding may be missing only because something is unknown.
 */
export function unusedSuppressions(
  checker: Checker,
  address: Address,
  document: Document,
  directives: readonly Directive[],
  findings: readonly PlacedFinding[],
): PlacedFinding[] {
  const { workspace } = checker;
  const settings = checker.settingsOf(address);
  const projects = workspace.projectsOf(address);
  const [project] = projects;
  if (project === undefined || projects.some((one) => one.source(address)?.documentKind === 'successor'))
    return [];
  const certain = new Certainty(workspace, projects, document);
  const places = placesByCode(findings);
  const isUsed = ({ cover, start, reach }: Directive, code = '') => {
    const starts = places.get(code) ?? [];
    const first = starts[countLeading(starts, (at) => at < (cover?.start ?? 0))];
    if (first !== undefined && first <= (cover?.end ?? first)) return true;
    const isOfSyntax = reach === 'next-line' && (code === '' || code === 'yaml-syntax');
    return isOfSyntax && places.get('yaml-syntax')?.includes(start) === true;
  };
  const found: PlacedFinding[] = [];
  const report = (directive: Directive, range: Range, message: Message, fixes: readonly Fix[]) => {
    const { unit } = directive;
    const base = document.startOf(unit);
    const own = { start: range.start - base, end: range.end - base };
    const finding = { rule: unusedSuppression, ...own, message, fixes };
    const severity = severityOf(finding, settings);
    found.push({ finding, severity, project, unit, start: range.start, end: range.end });
  };
  for (const directive of directives) {
    const { codes } = directive;
    if (codes.length === 0 && !isUsed(directive) && certain.isComplete) {
      report(
        directive,
        directive,
        msg('This comment disables nothing. Remove it.'),
        removal(document, directive),
      );
    }
    for (const [index, code] of codes.entries()) {
      const rule = RULES_BY_CODE.get(code.text);
      if (rule === undefined) {
        const near = nearestNames(code.text, RULES_BY_CODE.keys());
        report(directive, code, msg`Unknown code \`${code.text}\`.${didYouMean(near)}`, [
          ...near.map((name) => rename(document, directive, code, name)),
          ...removal(document, directive, index),
        ]);
        continue;
      }
      const isOff = rule.chapter === 'pcc' && settings.pccRules !== true;
      if (rule.code === unusedSuppression.code || isOff || isUsed(directive, code.text) || !certain.of(rule))
        continue;
      const message =
        directive.reach === 'file'
          ? msg`There is no finding \`${code.text}\` in this file to disable.`
          : msg`There is no finding \`${code.text}\` on this line to disable.`;
      report(directive, code, message, removal(document, directive, index));
    }
  }
  return found;
}

/** Start offsets of findings by code, ascending; those of all codes have the key ''. */
function placesByCode(findings: readonly PlacedFinding[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const { finding, start } of findings) {
    for (const code of ['', finding.rule.code]) {
      const known = places.get(code);
      if (known) known.push(start);
      else places.set(code, [start]);
    }
  }
  return places;
}

/** Whether an absent finding is certainly absent; computed on first use. */
class Certainty {
  private readable: boolean | undefined;
  private isEverythingReadable: boolean | undefined;

  constructor(
    private readonly workspace: Workspace,
    private readonly projects: readonly Project[],
    private readonly document: Document,
  ) {}

  of(rule: Rule): boolean {
    return rule.textual === true ? this.isReadable : this.isComplete;
  }

  /** Whether everything that the automata of the file consist of can be read and is known. */
  get isComplete(): boolean {
    this.isEverythingReadable ??=
      this.isReadable && this.projects.every((project) => isFullyKnown(this.workspace, project));
    return this.isEverythingReadable;
  }

  private get isReadable(): boolean {
    this.readable ??= this.document.units.every(isSound);
    return this.readable;
  }
}

function isSound({ parsed }: Unit): boolean {
  return !parsed.problems.some((problem) => isUnrepaired(problem) || problem.kind === 'limit');
}

function isFullyKnown(workspace: Workspace, project: Project): boolean {
  if (!project.isAutomata) return false;
  for (const { source } of project.stateFiles) {
    if (!source.document.units.every(isSound)) return false;
    const files = project.table.get('file', source.address);
    // A missing or unread file could lead to more findings.
    if (files.some((file) => !isThere(workspace.resolvePath(project, file).state?.kind))) return false;
  }
  return SCOPE_PARTS.every((part) =>
    project.table
      .get('incomplete', part)
      .every(({ path }) => part === 'states' && project.statesComplete(path)),
  );
}

function isThere(kind: PathState['kind'] | undefined): boolean {
  return kind === 'text' || kind === 'file' || kind === 'folder';
}

function rename(document: Document, { unit }: Directive, { start, end }: SuppressedCode, name: string): Fix {
  const base = document.startOf(unit);
  return {
    title: msg`Change to \`${name}\``,
    edits: [{ range: { start: start - base, end: end - base }, text: name }],
  };
}

/** Removes one of several codes with its comma, or the whole comment, with its line if nothing else is on it. */
function removal(document: Document, directive: Directive, index?: number): Fix[] {
  const { unit, codes } = directive;
  const base = document.startOf(unit);
  const { text } = unit;
  const code = index === undefined ? undefined : codes[index];
  if (index !== undefined && code !== undefined && codes.length > 1) {
    const next = codes[index + 1];
    const before = codes[index - 1];
    const start = next ? code.start : (before?.end ?? code.start);
    const end = next ? next.start : code.end;
    const range = { start: start - base, end: end - base };
    return [
      { title: msg`Remove \`${code.text}\` from the comment`, edits: [{ range, text: '' }], preferred: true },
    ];
  }
  const range = { start: directive.start - base, end: directive.end - base };
  return [
    {
      title: msg('Remove the comment'),
      edits: [{ range: commentRange(text, range), text: '' }],
      preferred: true,
    },
  ];
}
