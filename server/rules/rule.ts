import type { Task } from '../engine/task';
import type { ExpressionFacts, ExpressionPart, UnitFacts } from '../facts/facts';
import type { Step } from '../format/walk';
import type { Project } from '../project/project';
import type { Source } from '../project/source';
import type { ScopeEntry } from '../project/symbols';
import type { Workspace } from '../project/workspace';
import type { Message } from '../text/message';
import type { Range } from '../text/range';
import type { Inference } from '../types/infer';
import type { Unit } from '../yaml/unit';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Chapters of the documentation of rules. */
export type Chapter = 'Text' | 'Shape' | 'Flow' | 'Expressions' | 'Data' | 'Files' | 'Scenarios' | 'pcc';

/** One kind of finding: all that is said of it anywhere, and how it is found. */
export interface Rule {
  /** The stable name by which authors switch it off. */
  readonly code: string;
  readonly severity: Severity;
  /** What is wrong, in a few words without a full stop. */
  readonly title: string;
  /** Why it matters and what to do: Markdown, one to a few sentences. */
  readonly doc: string;
  /** A short piece of a state file that raises it, and the same put right. */
  readonly example?: { readonly wrong: string; readonly right: string };
  readonly tag?: 'unnecessary' | 'deprecated';
  /** It says something of single words, so it holds wherever in the file they are. */
  readonly textual?: true;
  /**
   * Its fixes take away what somebody wrote on purpose, make up what is the author's to decide, or change what the
   * agent does: they are not made on saving, only where asked for.
   */
  readonly excludeFromFixAll?: true;
  /** Of a file that several automata share it is said only if it is true in all of them. */
  readonly unanimous?: true;
  /** Reports findings in a unit; as a task if that takes long in a large one. */
  check?(subject: Subject, report: ReportFinding): void | Task<void>;
  /** Reports findings that follow from the types in one expression. Only expressions of changed types run again. */
  checkExpression?(expression: InferredExpression, report: ReportFinding): void;
}

/** An expression that is evaluated, with the types of its parts. */
export interface InferredExpression {
  readonly subject: Subject;
  readonly expression: ExpressionFacts;
  readonly part: ExpressionPart;
  readonly inference: Inference;
  /** The same where every key that is computed is one of an element (`inferElements`). */
  elements(): Inference;
}

/** A rule in the list of all rules. */
export interface ListedRule extends Rule {
  readonly chapter: Chapter;
}

/**
 * What a rule looks at: one unit where it is in a project. Look-ups in the project's table are tracked, so a
 * rule may ask whatever it wants; one that asks nothing is run once per text of the unit.
 */
export interface Subject {
  readonly workspace: Workspace;
  readonly project: Project;
  readonly source: Source;
  readonly unit: Unit;
  readonly facts: UnitFacts;
  /** Every place of the unit with what the format says of it, in the order of the text. */
  readonly steps: readonly Step[];
  /** The scopes of `facts`, placed in the project. */
  readonly scopes: readonly ScopeEntry[];
  readonly settings: RuleSettings;
}

export interface RuleSettings {
  /** How severe findings are instead of what their rule says, by code; `off` for those that are not shown. */
  readonly severity?: ReadonlyMap<string, Severity | 'off'>;
  /** Whether the rules of the chapter `pcc` are run. */
  readonly pccRules?: boolean;
}

/** Reports a finding; the range is relative to the unit. */
export type ReportFinding = (range: Range, message: Message, more?: FindingDetails) => void;

export interface FindingDetails {
  readonly related?: readonly RelatedLocation[];
  readonly fixes?: readonly Fix[];
  /** Replaces the rule's own severity, where the contract names two. */
  readonly severity?: Severity;
}

/** Another place that explains a finding. */
export interface RelatedLocation {
  readonly message: Message;
  readonly source: string;
  readonly unit: Unit;
  readonly range: Range;
}

/** A change of the text that puts a finding right. */
export interface Fix {
  readonly title: Message;
  /** Changes of the unit itself. */
  readonly edits: readonly { readonly range: Range; readonly text: string }[];
  /** Changes of other units, also of other files, that belong to it. */
  readonly elsewhere?: readonly RelatedEdits[];
  /** The symbol at a place of the unit gets another name, wherever it is named. */
  readonly rename?: { readonly range: Range; readonly to: string };
  /** It is the only sensible one. */
  readonly preferred?: boolean;
  /** What it writes is a guess, if a good one: as for a rule of the kind, it is not made on saving. */
  readonly excludeFromFixAll?: true;
  /** A file to make beside the edits, where none is. */
  readonly create?: { readonly address: string; readonly text: string };
}

/** Changes of a unit other than that of the finding; ranges are those of the unit named here. */
export interface RelatedEdits {
  readonly source: string;
  readonly unit: Unit;
  readonly edits: Fix['edits'];
}

export interface Finding extends Range, FindingDetails {
  readonly rule: Rule;
  readonly message: Message;
}
