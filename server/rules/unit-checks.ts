import { Cell, engine } from '../engine/engine';
import type { Task } from '../engine/task';
import type { UnitFacts } from '../facts/facts';
import type { Catalog } from '../format/catalog';
import { type DocumentKind, openDocument, rootTypeOf } from '../format/document-kind';
import { rootStep, type Step, walk } from '../format/walk';
import { type Address, NO_ADDRESS } from '../project/files/paths';
import { isLongUnit, type Source } from '../project/files/source';
import type { ScopeEntry } from '../project/names/symbols';
import { Project } from '../project/project';
import { Workspace } from '../project/workspace';
import { minOf } from '../text/append';
import type { Unit } from '../yaml/cut/unit';
import { isUncertain } from '../yaml/tree/uncertainty';
import { RULES } from './index';
import type { Chapter, Finding, ListedRule, ReportFinding, Rule, RuleSettings, Subject } from './rule';

/** Rules by their dependencies: mostly only the unit, names, or types. */
export type RuleGroup = 'text' | 'names' | 'types';

const GROUPS: Readonly<Record<Chapter, RuleGroup>> = {
  Text: 'text',
  Shape: 'text',
  pcc: 'text',
  Flow: 'names',
  Files: 'names',
  Scenarios: 'names',
  Expressions: 'names',
  Data: 'types',
};

/** Findings of a unit that do not depend on the rest of its project. */
interface UnitChecks {
  /** Findings that are valid in any project. */
  readonly findings: readonly Finding[];
  /** Rules that need more than the unit; they report these findings again, and possibly more. */
  readonly open: readonly Rule[];
}

/**
 * Runs the rules of the group `text` on a unit alone. A finding that a rule reports before it reads anything else is
 * valid in any project; later ones are ignored. A long unit takes several steps.
 */
export function* checkUnitTask(
  { address, documentKind, catalog }: Pick<Source, 'address' | 'documentKind' | 'catalog'>,
  pccRules: boolean,
  unit: Unit,
): Task<UnitChecks> {
  if (isLongUnit(unit)) return yield* unitChecks.asTask(catalog, address, documentKind, pccRules, unit);
  return unitChecks(catalog, address, documentKind, pccRules, unit);
}

const unitChecks = engine.slicedQuery('findings of a unit alone', checkAlone);

function* checkAlone(
  catalog: Catalog,
  address: Address,
  documentKind: DocumentKind,
  pccRules: boolean,
  unit: Unit,
): Task<UnitChecks> {
  const findings: Finding[] = [];
  const open: Rule[] = [];
  const subject = new StandaloneSubject(catalog, address, documentKind, unit);
  for (const rule of rulesOf('text', documentKind, pccRules)) {
    const report = reportTo(findings, rule, subject);
    let isOpen = false;
    // Untracked, as the open rules read the rest of the project later.
    const observe = <T>(run: () => T): T => {
      const { value, isPending } = engine.untracked(() => engine.observe(run));
      isOpen ||= isPending;
      return value;
    };
    const steps = observe(() =>
      rule.check?.(subject, (...one) => {
        if (!isOpen && !engine.isPending) report(...one);
      }),
    );
    while (steps && !isOpen && observe(() => steps.next()).done !== true) yield;
    if (isOpen) open.push(rule);
    yield;
  }
  return findings.length === 0 && open.length === 0 ? NOTHING : { findings, open };
}

const NOTHING: UnitChecks = { findings: [], open: [] };

/**
 * The rules of a group for a kind of document. For successor files, only `successor-dialect` runs; for scenario
 * and configuration files, their own rules and the general ones.
 */
export function rulesOf(group: RuleGroup, documentKind: DocumentKind, pccRules: boolean): readonly Rule[] {
  if (documentKind === 'scenarios') return IN_SCENARIOS[group];
  if (documentKind === 'configuration') return IN_CONFIGURATIONS[group];
  const rules = pccRules ? WITH_PCC[group] : WITHOUT_PCC[group];
  return documentKind === 'successor' ? rules.filter(({ code }) => code === 'successor-dialect') : rules;
}

const WITH_PCC = byGroup(RULES);
const WITHOUT_PCC = byGroup(RULES.filter(({ chapter }) => chapter !== 'pcc'));

const GENERAL_RULES: ReadonlySet<string> = new Set([
  'yaml-syntax',
  'duplicate-key',
  'ambiguous-scalar',
  'unsafe-integer',
  'unknown-tag',
  'value-is-comment',
  'too-large',
  'unknown-field',
  'missing-field',
  'wrong-type',
  'expression-syntax',
  'prose-in-braces',
  'unclosed-expression',
  'empty-expression',
  'unknown-variable',
  'mixed-condition',
  'missing-payload-key',
  'assignment-in-condition',
]);

const IN_SCENARIOS = byGroup(
  RULES.filter(({ code, chapter }) => chapter === 'Scenarios' || GENERAL_RULES.has(code)),
);

/** `off` is a text in them: no other tool reads them. */
const IN_CONFIGURATIONS = byGroup(
  RULES.filter(
    ({ code }) =>
      (GENERAL_RULES.has(code) && code !== 'ambiguous-scalar') ||
      code === 'invalid-value' ||
      code === 'invalid-configuration',
  ),
);

function byGroup(rules: readonly ListedRule[]): Readonly<Record<RuleGroup, readonly Rule[]>> {
  const of = (group: RuleGroup) => rules.filter(({ chapter }) => GROUPS[chapter] === group);
  return { text: of('text'), names: of('names'), types: of('types') };
}

/**
 * Returns a function that adds a rule's findings in a unit to a list, except where a syntax error makes their meaning
 * uncertain.
 */
export function reportTo(findings: Finding[], rule: Rule, { unit }: Pick<Subject, 'unit'>): ReportFinding {
  const uncertainStart = rule.textual ? Number.POSITIVE_INFINITY : uncertainFrom(unit);
  return ({ start, end }, message, more) => {
    const isCertain = start < uncertainStart && (rule.textual === true || !isUncertain(unit, { start, end }));
    if (isCertain) findings.push({ rule, start, end: Math.max(start, end), message, ...more });
  };
}

/** The position from which text is uncertain because of a syntax error; infinity if there is none. */
const uncertainFrom = engine.query('start of uncertain text', (unit: Unit): number => {
  const broken = unit.parsed.problems.filter(({ kind, recovered }) => !recovered && kind !== 'limit');
  // A missing or extra bracket in JSON is only detected at the end.
  if (broken.length > 0 && unit.notation === 'json') return 0;
  // The line with the wrong indentation may be one above.
  if (broken.some(({ isOfDepth }) => isOfDepth)) return 0;
  return minOf(
    broken.map(({ start }) => start),
    Number.POSITIVE_INFINITY,
  );
});

/** Every place of a unit with its description by the format, in the order of the text. */
export function stepsOf(
  { documentKind, catalog }: Pick<Source, 'documentKind' | 'catalog'>,
  unit: Unit,
): readonly Step[] {
  const steps: Step[] = [];
  if (documentKind === 'successor') return steps;
  const root = rootStep(unit.parsed.root, rootTypeOf(unit, documentKind), catalog);
  walk(root, { enter: (step) => void steps.push(step) });
  return steps;
}

/** Placeholders for everything outside of the unit. */
const NO_DOCUMENT = openDocument('', 'yaml');
const NO_WORKSPACE = new Workspace();
const NO_PROJECT = new Project(NO_WORKSPACE.inputs, NO_ADDRESS, false);
const NO_FACTS: UnitFacts = { scopes: [], expressions: [], unbraced: [], words: [], files: [], opaque: [] };

/** Read whenever something outside of the unit is read. */
const BEYOND = new Cell(NO_WORKSPACE.inputs, 'anything beyond a unit');
engine.setPending(BEYOND, true);

/** A unit whose project is not known. Everything outside of the unit is pending and empty. */
class StandaloneSubject implements Subject {
  readonly settings: RuleSettings = {};
  readonly source: Source;
  private knownSteps: readonly Step[] | undefined;

  constructor(
    catalog: Catalog,
    address: Address,
    documentKind: DocumentKind,
    readonly unit: Unit,
  ) {
    this.source = {
      address,
      documentKind,
      catalog,
      get document() {
        return beyond(NO_DOCUMENT);
      },
    };
  }

  get steps(): readonly Step[] {
    this.knownSteps ??= stepsOf(this.source, this.unit);
    return this.knownSteps;
  }

  /** Facts are inside the unit, but take longer to compute than all other findings of it. */
  get facts(): UnitFacts {
    return beyond(NO_FACTS);
  }

  get scopes(): readonly ScopeEntry[] {
    return beyond(NO_SCOPES);
  }

  get resolvedScopes(): readonly ScopeEntry[] {
    return beyond(NO_SCOPES);
  }

  get project(): Project {
    return beyond(NO_PROJECT);
  }

  get workspace(): Workspace {
    return beyond(NO_WORKSPACE);
  }
}

const NO_SCOPES: readonly never[] = [];

function beyond<T>(placeholder: T): T {
  engine.read(BEYOND);
  return placeholder;
}
