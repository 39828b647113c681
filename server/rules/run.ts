import { Cell, engine } from '../engine/engine';
import { Momentary } from '../engine/momentary';
import { runTask, type Task } from '../engine/task';
import { rootTypeOf } from '../format/shape';
import { rootStep, type Step, walk } from '../format/walk';
import { warm } from '../inference/warm';
import type { Address } from '../project/paths';
import type { Project } from '../project/project';
import { type Source, unitFacts } from '../project/source';
import type { Workspace } from '../project/workspace';
import type { Unit } from '../yaml/unit';
import { RULES } from './index';
import type { Chapter, Finding, Rule, RuleSettings, Subject } from './rule';

/** Findings of a unit, with offsets relative to it. */
export interface UnitFindings {
  readonly unit: Unit;
  readonly findings: readonly Finding[];
}

/** Rules by their dependencies: only the unit, names, or types. */
type Group = 'text' | 'names' | 'types';

const GROUPS: Readonly<Record<Chapter, Group>> = {
  Text: 'text',
  Shape: 'text',
  pcc: 'text',
  Flow: 'names',
  Files: 'names',
  Expressions: 'names',
  Data: 'types',
};

/** Runs the rules, unit by unit. */
export class Checker {
  private readonly settings = new Cell('settings of rules', engine.group('settings'));

  constructor(
    readonly workspace: Workspace,
    /** The settings of a file. */
    readonly settingsOf: (address: Address) => RuleSettings,
  ) {}

  /** Must be called when settings have changed. */
  reset(): void {
    engine.change(this.settings);
  }

  /** All findings of a file as part of a project, in the order of the text. */
  check(project: Project, address: Address): readonly UnitFindings[] {
    return runTask(this.checking(project, address));
  }

  /** The same as a task, a unit at a step; `wanted` limits it to some units. */
  *checking(project: Project, address: Address, wanted?: readonly Unit[]): Task<readonly UnitFindings[]> {
    // Otherwise the first unit would compute all of it in one step.
    yield* warm(this.workspace, project);
    const document = project.source(address)?.document;
    const all: UnitFindings[] = [];
    for (const unit of wanted ?? document?.units ?? []) {
      if (!document?.holds(unit)) continue;
      all.push({ unit, findings: this.findings(project, address, unit) });
      yield;
    }
    return all;
  }

  /** Explains the cached findings of a unit: what they depend on, and why they were last computed. */
  trace(project: Project, address: Address, unit: Unit): string {
    return engine.trace(this.findings, project, address, unit);
  }

  /** The subject of the group of rules that ran last: the next ones mostly run on the same unit. */
  private readonly last = new Momentary<{ readonly subject: Subject; readonly project: Project }>(engine);

  private subject(project: Project, address: Address, unit: Unit): Subject | undefined {
    engine.read(this.settings);
    const source = project.source(address);
    if (source === undefined) return undefined;
    const last = this.last.value;
    if (last?.subject.unit === unit && last.project === project) return last.subject;
    const subject = subjectOf(this.workspace, project, source, unit, this.settingsOf(address));
    this.last.value = { subject, project };
    return subject;
  }

  private readonly findings = engine.query(
    'findings',
    (project: Project, address: Address, unit: Unit): readonly Finding[] => {
      const found = [
        this.findingsOf(project, address, unit, 'text'),
        this.findingsOf(project, address, unit, 'names'),
        this.findingsOf(project, address, unit, 'types'),
      ].flat();
      return found.length === 0 ? NO_FINDINGS : found.sort(byPlaceAndRule);
    },
  );

  private readonly findingsOf = engine.query(
    'findings of a group',
    (project: Project, address: Address, unit: Unit, group: Group): readonly Finding[] => {
      const subject = this.subject(project, address, unit);
      const findings = subject ? run(subject, group) : NO_FINDINGS;
      // Findings with places in other units depend on these units.
      for (const other of othersOf(findings, unit)) project.holds(other);
      return findings.length === 0 ? NO_FINDINGS : findings;
    },
  );
}

const NO_FINDINGS: readonly Finding[] = [];

const POSITIONS: ReadonlyMap<Rule, number> = new Map(RULES.map((rule, index) => [rule, index]));

function byPlaceAndRule(a: Finding, b: Finding): number {
  return a.start - b.start || a.end - b.end || (POSITIONS.get(a.rule) ?? 0) - (POSITIONS.get(b.rule) ?? 0);
}

function run(subject: Subject, group: Group): Finding[] {
  const findings: Finding[] = [];
  const lost = lostFrom(subject.unit);
  for (const rule of RULES) {
    if (GROUPS[rule.chapter] !== group) continue;
    // For successor files, only `successor-dialect` runs.
    if (subject.source.shape === 'successor' && rule.code !== 'successor-dialect') continue;
    if (rule.chapter === 'pcc' && subject.settings.pccRules !== true) continue;
    rule.check(subject, ({ start, end }, message, more) => {
      if (start >= lost && !rule.textual) return;
      findings.push({ rule, start, end: Math.max(start, end), message, ...more });
    });
  }
  return findings;
}

function othersOf(findings: readonly Finding[], unit: Unit): ReadonlySet<Unit> {
  const others = new Set<Unit>();
  for (const { related = [], fixes = [] } of findings) {
    for (const one of related) others.add(one.unit);
    for (const { elsewhere = [] } of fixes) for (const one of elsewhere) others.add(one.unit);
  }
  others.delete(unit);
  return others;
}

/**
 * The first position after which the text may mean something else because of a syntax error; infinity if there is
 * none.
 */
function lostFrom(unit: Unit): number {
  const broken = unit.parsed.problems.filter(({ kind, mended }) => !mended && kind !== 'limit');
  // A missing or extra bracket in JSON is only noticed at the end.
  if (broken.length > 0 && unit.notation === 'json') return 0;
  return Math.min(...broken.map(({ start }) => start), Number.POSITIVE_INFINITY);
}

function subjectOf(
  workspace: Workspace,
  project: Project,
  source: Source,
  unit: Unit,
  settings: RuleSettings,
): Subject {
  const facts = unitFacts(source, unit);
  const prefix = project.member(source.address)?.prefix ?? [];
  let steps: readonly Step[] | undefined;
  const scopes = facts.scopes.map((scope) => ({
    source: source.address,
    unit,
    scope,
    path: [...prefix, ...scope.path],
  }));
  return {
    workspace,
    project,
    unit,
    facts,
    // Rules about types need none of them.
    get steps() {
      steps ??= stepsOf(source, unit);
      return steps;
    },
    scopes,
    settings,
    source,
  };
}

function stepsOf({ shape, catalog }: Source, unit: Unit): readonly Step[] {
  const steps: Step[] = [];
  if (shape === 'successor') return steps;
  walk(rootStep(unit.parsed.root, rootTypeOf(unit, shape), catalog), { enter: (step) => steps.push(step) });
  return steps;
}
