import type { Catalog } from '../format/catalog';
import { rootTypeOf, type Shape } from '../format/shape';
import { rootStep, type Step, walk } from '../format/walk';
import { prepared } from '../inference/prepared';
import type { Address } from '../project/paths';
import type { Project } from '../project/project';
import { type Source, unitFacts } from '../project/source';
import type { Workspace } from '../project/workspace';
import { finished, type Steps } from '../text/steps';
import type { Unit } from '../yaml/unit';
import { RULES } from './index';
import type { Finding, RuleSettings, Subject } from './rule';

interface Remembered {
  readonly findings: readonly Finding[];
  /** What was looked up to come to them, and the moment as of which they are known to be good. */
  readonly keys: ReadonlySet<string>;
  time: number;
  /** As what the unit was read. */
  readonly shape: Shape;
  readonly catalog: Catalog;
  /** Other units with places that the findings lead to, or that their fixes change. */
  readonly others: readonly Unit[];
}

/** Findings of a unit, with the unit's place left to the caller. */
export interface UnitFindings {
  readonly unit: Unit;
  readonly findings: readonly Finding[];
}

/**
 * Runs the rules and remembers what they found, unit by unit, until the unit's text or something that a rule
 * looked up has changed.
 */
export class Checker {
  private remembered = new WeakMap<Project, WeakMap<Unit, Remembered>>();
  /** How many units were checked anew; tests hold it against the size of an edit. */
  checked = 0;

  constructor(
    readonly workspace: Workspace,
    /** The settings that hold for a file. */
    readonly settingsOf: (address: Address) => RuleSettings,
  ) {}

  /** Forgets all findings, as settings have changed. */
  reset(): void {
    this.remembered = new WeakMap();
  }

  /** Everything found in a file as a part of a project, in the order of the text. */
  check(project: Project, address: Address): readonly UnitFindings[] {
    return finished(this.checking(project, address));
  }

  /** The same, a unit at a step; or only in some units. */
  *checking(project: Project, address: Address, wanted?: readonly Unit[]): Steps<readonly UnitFindings[]> {
    // One unit would have to wait for all of it in one go.
    yield* prepared(this.workspace, project);
    const source = project.source(address);
    const all: UnitFindings[] = [];
    for (const unit of wanted ?? source?.document.units ?? []) {
      if (!source?.document.holds(unit)) continue;
      all.push({ unit, findings: this.checkUnit(project, source, unit) });
      yield;
    }
    return all;
  }

  private checkUnit(project: Project, source: Source, unit: Unit): readonly Finding[] {
    const byUnit = this.remembered.get(project) ?? new WeakMap<Unit, Remembered>();
    this.remembered.set(project, byUnit);
    const known = byUnit.get(unit);
    const isGood =
      known?.shape === source.shape &&
      known.catalog === source.catalog &&
      project.table.isUnchanged(known.keys, known.time) &&
      known.others.every((other) => project.holds(other));
    if (isGood) {
      known.time = project.table.time;
      return known.findings;
    }
    this.checked++;
    const time = project.table.time;
    const { result, keys } = project.table.track(() => this.run(project, source, unit));
    const others = othersOf(result, unit);
    const { shape, catalog } = source;
    byUnit.set(unit, { findings: result, keys, time, shape, catalog, others });
    return result;
  }

  private run(project: Project, source: Source, unit: Unit): Finding[] {
    const findings: Finding[] = [];
    const subject = subjectOf(this.workspace, project, source, unit, this.settingsOf(source.address));
    const lost = lostFrom(unit);
    for (const rule of RULES) {
      // Of a file of the successor format one thing is said, and nothing else.
      if (source.shape === 'successor' && rule.code !== 'successor-dialect') continue;
      if (rule.chapter === 'pcc' && subject.settings.pccRules !== true) continue;
      rule.check(subject, ({ start, end }, message, more) => {
        if (start >= lost && !rule.textual) return;
        findings.push({ rule, start, end: Math.max(start, end), message, ...more });
      });
    }
    return findings.sort((a, b) => a.start - b.start || a.end - b.end);
  }
}

function othersOf(findings: readonly Finding[], unit: Unit): readonly Unit[] {
  const others = new Set<Unit>();
  for (const { related = [], fixes = [] } of findings) {
    for (const one of related) others.add(one.unit);
    for (const { elsewhere = [] } of fixes) for (const one of elsewhere) others.add(one.unit);
  }
  others.delete(unit);
  return [...others];
}

/** Where the text is broken so that what stands behind may be meant otherwise; infinity if nowhere. */
function lostFrom(unit: Unit): number {
  const broken = unit.parsed.problems.filter(({ kind, mended }) => !mended && kind !== 'limit');
  // A bracket of JSON that is missing, or one too many, is noticed at the end only.
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
  const steps: Step[] = [];
  if (source.shape !== 'successor') {
    walk(rootStep(unit.parsed.root, rootTypeOf(unit, source.shape), source.catalog), {
      enter: (step) => steps.push(step),
    });
  }
  const scopes = facts.scopes.map((scope) => ({
    source: source.address,
    unit,
    scope,
    path: [...prefix, ...scope.path],
  }));
  return { workspace, project, source, unit, facts, steps, scopes, settings };
}
