import { Cell, engine } from '../engine/engine';
import { RevisionValue } from '../engine/revision-value';
import { runTask, type Task } from '../engine/task';
import { freeNames } from '../expression/names';
import { parseExpression } from '../expression/parse';
import type { ScopeFacts } from '../facts/facts';
import { BUILT_IN_CATALOG } from '../format/catalog';
import { openDocument } from '../format/document-kind';
import type { Step } from '../format/walk';
import { warm } from '../inference/warm';
import { exportSource } from '../project/files/exports';
import { type Address, NO_ADDRESS } from '../project/files/paths';
import { isLongUnit, type Source, unitFacts, writtenFacts } from '../project/files/source';
import { samePath } from '../project/names/scope-path';
import type { ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import { append } from '../text/append';
import { groupBy } from '../text/group-by';
import type { Unit } from '../yaml/cut/unit';
import {
  type EvaluatedExpression,
  evaluatedExpressions,
  TypeChecker,
  textOnlyReadingContext,
} from './data/inferred';
import { staleExport } from './files/stale-export';
import { RULES } from './index';
import type { Finding, InferredExpression, Rule, RuleSettings, Subject } from './rule';
import { checkUnitTask, type RuleGroup, reportTo, rulesOf, stepsOf } from './unit-checks';

/** Findings of a unit, with offsets relative to it. */
interface UnitFindings {
  readonly unit: Unit;
  readonly findings: readonly Finding[];
}

/** Runs the rules, unit by unit. */
export class Checker {
  private readonly settings: Cell;

  constructor(
    readonly workspace: Workspace,
    /** The settings of a file. */
    readonly settingsOf: (address: Address) => RuleSettings,
  ) {
    this.settings = new Cell(workspace.inputs, 'settings of rules', engine.group('settings'));
  }

  /** Must be called after the settings change. */
  reset(): void {
    engine.change(this.settings);
  }

  /** All findings of a file in a project, by unit, in the order of the text. Units without findings are left out. */
  check(project: Project, address: Address): readonly UnitFindings[] {
    return runTask(this.checking(project, address));
  }

  /**
   * The same as a task: each step checks one unit, or several whose findings are valid. `wanted` limits it to some
   * units. It ends before the first unit that is no longer to be checked.
   */
  *checking(
    project: Project,
    address: Address,
    wanted?: readonly Unit[],
    shouldStop?: (unit: Unit) => boolean,
  ): Task<readonly UnitFindings[]> {
    // Otherwise the first unit would compute the whole project in one step.
    yield* warm(this.workspace, project);
    const document = project.source(address)?.document;
    const all: UnitFindings[] = [];
    let valid = 0;
    for (const unit of wanted ?? document?.units ?? []) {
      if (!document?.holds(unit)) continue;
      if (shouldStop?.(unit)) break;
      if (isLongUnit(unit) && !(yield* this.checkingUnit(project, address, unit, shouldStop))) break;
      const { executions } = engine;
      const findings = this.findings(project, address, unit);
      if (findings.length > 0) all.push({ unit, findings });
      // After a keystroke, most of the units are valid.
      if (engine.executions === executions && ++valid % VALID_PER_STEP !== 0) continue;
      yield;
    }
    return all;
  }

  /** Computes the findings of a unit as a task; false if the unit is no longer to be checked. */
  private *checkingUnit(
    project: Project,
    address: Address,
    unit: Unit,
    shouldStop: ((unit: Unit) => boolean) | undefined,
  ): Task<boolean> {
    for (const group of GROUPS) {
      for (const _ of this.findingsOf.asTask(project, address, unit, group)) {
        if (shouldStop?.(unit)) return false;
        yield;
      }
    }
    return shouldStop?.(unit) !== true;
  }

  /** Explains the cached findings of a unit: their dependencies, and why they were last computed. */
  trace(project: Project, address: Address, unit: Unit): string {
    return engine.trace(this.findings, project, address, unit);
  }

  /** The subject of the group of rules that ran last: the next group usually runs on the same unit. */
  private readonly last = new RevisionValue<{ readonly subject: Subject; readonly project: Project }>(engine);

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
      const found = GROUPS.flatMap((group) => this.findingsOf(project, address, unit, group));
      return found.length === 0 ? NO_FINDINGS : found.sort(byPlaceAndRule);
    },
  );

  private readonly findingsOf = engine.slicedQuery(
    'findings of a group',
    (project: Project, address: Address, unit: Unit, group: RuleGroup) =>
      this.checkGroup(project, address, unit, group),
  );

  private *checkGroup(
    project: Project,
    address: Address,
    unit: Unit,
    group: RuleGroup,
  ): Task<readonly Finding[]> {
    const subject = this.subject(project, address, unit);
    if (subject === undefined) return NO_FINDINGS;
    const isExport = exportSource(this.workspace, address) !== undefined;
    const findings = isExport
      ? yield* runRules(subject, group === 'names' ? [staleExport] : [])
      : yield* run(subject, group);
    if (group === 'types' && !isExport) yield* this.checkExpressions(project, subject, findings);
    // Findings that refer to other units depend on them.
    for (const other of referencedUnits(findings, unit)) project.holds(other);
    return findings.length === 0 ? NO_FINDINGS : findings;
  }

  private *checkExpressions(project: Project, subject: Subject, findings: Finding[]): Task<void> {
    const { source, unit, facts } = subject;
    const { contextReaders, others } = evaluatedExpressions(facts.expressions);
    const checker = new TypeChecker(subject, (inferred) => checkTypes(inferred, findings));
    for (const one of others) {
      checker.check(one);
      yield;
    }
    for (const one of contextReaders) {
      const text = textOnlyReadingContext(one, subject.resolvedScopes[one.expression.place.scope]);
      if (text === undefined || !this.isCorrectAnywhere(project, text))
        append(findings, this.findingsOfExpression(project, source.address, unit, one));
      yield;
    }
  }

  /**
   * Whether an expression has no findings as part of any text: many states read a variable in the same way, and none
   * of them is checked again if its new type is valid here.
   */
  private readonly isCorrectAnywhere = engine.query(
    'is correct anywhere',
    (project: Project, text: string): boolean => {
      const { source, unit } = sample();
      const subject = subjectOf(this.workspace, project, source, unit, {});
      const one = expressionInSample(subject, text);
      return one !== undefined && new TypeChecker(subject, (inferred) => checkTypes(inferred, [])).check(one);
    },
  );

  /** Many units read a variable, and a new type of it must not cause all of their expressions to be checked. */
  private readonly findingsOfExpression = engine.query(
    'findings of an expression',
    (project: Project, address: Address, unit: Unit, one: EvaluatedExpression): readonly Finding[] => {
      const subject = this.subject(project, address, unit);
      const findings: Finding[] = [];
      if (subject) new TypeChecker(subject, (inferred) => checkTypes(inferred, findings)).checkOnce(one);
      return findings.length === 0 ? NO_FINDINGS : findings;
    },
  );
}

/** A state that shows the value of an expression in a text. */
const sample = engine.query('sample', (): { readonly source: Source; readonly unit: Unit } => {
  const document = openDocument("render: {text: ' {{a}}'}", 'yaml');
  const [unit] = document.units;
  if (unit === undefined) throw new Error('A document has at least one unit.');
  return {
    source: { address: NO_ADDRESS, document, documentKind: 'state', catalog: BUILT_IN_CATALOG },
    unit,
  };
});

/** An expression as part of the sample; undefined if the text is not an expression. */
function expressionInSample({ facts }: Subject, text: string): EvaluatedExpression | undefined {
  const { ast } = parseExpression(text);
  const [expression] = facts.expressions;
  const [part] = expression?.parts ?? [];
  return ast && expression && part && { expression, part: { ...part, ast, uses: freeNames(ast) } };
}

/** Verifying this many units takes no longer than checking one. */
const VALID_PER_STEP = 50;

const GROUPS: readonly RuleGroup[] = ['text', 'names', 'types'];

const NO_FINDINGS: readonly Finding[] = [];

const POSITIONS: ReadonlyMap<Rule, number> = new Map(RULES.map((rule, index) => [rule, index]));

function byPlaceAndRule(a: Finding, b: Finding): number {
  return a.start - b.start || a.end - b.end || (POSITIONS.get(a.rule) ?? 0) - (POSITIONS.get(b.rule) ?? 0);
}

function* run(subject: Subject, group: RuleGroup): Task<Finding[]> {
  const { source, unit, settings } = subject;
  const pccRules = settings.pccRules === true;
  if (group !== 'text') return yield* runRules(subject, rulesOf(group, source.documentKind, pccRules));
  const { findings, open } = yield* checkUnitTask(source, pccRules, unit);
  return [...findings.filter(({ rule }) => !open.includes(rule)), ...(yield* runRules(subject, open))];
}

/** Runs rules, each in at least one step. */
function* runRules(subject: Subject, rules: readonly Rule[]): Task<Finding[]> {
  const findings: Finding[] = [];
  for (const rule of rules) {
    const steps = rule.check?.(subject, reportTo(findings, rule, subject));
    if (steps) yield* steps;
    yield;
  }
  return findings;
}

const EXPRESSION_RULES = RULES.filter(({ checkExpression }) => checkExpression !== undefined);

/** Checks the types of an expression. False if a rule reports something, even if it is not shown. */
function checkTypes(inferred: InferredExpression, findings: Finding[]): boolean {
  let isCorrect = true;
  for (const rule of EXPRESSION_RULES) {
    const report = reportTo(findings, rule, inferred.subject);
    rule.checkExpression?.(inferred, (range, message, more) => {
      isCorrect = false;
      report(range, message, more);
    });
  }
  return isCorrect;
}

function referencedUnits(findings: readonly Finding[], unit: Unit): ReadonlySet<Unit> {
  const others = new Set<Unit>();
  for (const { related = [], fixes = [] } of findings) {
    for (const one of related) others.add(one.unit);
    for (const { elsewhere = [] } of fixes) for (const one of elsewhere) others.add(one.unit);
  }
  others.delete(unit);
  return others;
}

/** The unit as rules see it. */
export function subjectOf(
  workspace: Workspace,
  project: Project,
  source: Source,
  unit: Unit,
  settings: RuleSettings,
): Subject {
  // A finding is reported once, for the scope around its text.
  const facts = writtenFacts(source, unit);
  let steps: readonly Step[] | undefined;
  const entryOf = (scope: ScopeFacts): ScopeEntry => project.entryOf(source.address, unit, scope);
  const scopes = facts.scopes.map(entryOf);
  const resolved = unitFacts(source, unit);
  const isResolved = resolved !== facts;
  const byStart = isResolved ? groupBy(resolved.scopes, ({ name }) => name?.start) : undefined;
  // The scope with the same key.
  const resolvedScope = (scope: ScopeFacts) =>
    byStart?.get(scope.name?.start)?.find(({ path }) => samePath(path, scope.path)) ?? scope;
  return {
    workspace,
    project,
    unit,
    facts,
    // Rules about types do not read them.
    get steps() {
      steps ??= stepsOf(source, unit);
      return steps;
    },
    scopes,
    resolvedScopes: isResolved ? facts.scopes.map((scope) => entryOf(resolvedScope(scope))) : scopes,
    settings,
    source,
  };
}
