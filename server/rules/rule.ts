import type { Task } from '../engine/task';
import type { ExpressionFacts, ExpressionPart, UnitFacts } from '../facts/facts';
import type { Step } from '../format/walk';
import type { Address } from '../project/files/paths';
import type { Source } from '../project/files/source';
import type { ScopePath } from '../project/names/scope-path';
import type { ScopeEntry } from '../project/names/symbols';
import type { Project } from '../project/project';
import type { Workspace } from '../project/workspace';
import type { Message } from '../text/message';
import type { Range } from '../text/range';
import type { Inference } from '../types/infer';
import type { Unit } from '../yaml/cut/unit';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Chapters of the documentation of rules. */
export type Chapter = 'Text' | 'Shape' | 'Flow' | 'Expressions' | 'Data' | 'Files' | 'Scenarios' | 'pcc';

/** One kind of finding: its documentation, and the functions that report it. */
export interface Rule {
  /** The stable name that authors use to disable it. */
  readonly code: string;
  readonly severity: Severity;
  /** What is wrong, in a few words without a full stop. */
  readonly title: string;
  /** Why it matters and what to do: Markdown, one to a few sentences. */
  readonly doc: string;
  /** A short state file that causes the finding, and the same file corrected. */
  readonly example?: { readonly wrong: string; readonly right: string };
  readonly tag?: 'unnecessary' | 'deprecated';
  /** It is about single words, so it applies anywhere in the file. */
  readonly textual?: true;
  /**
   * Its fixes remove something that was written on purpose, make a decision of the author, or change the behaviour of
   * the agent: they are only applied on request, never on save.
   */
  readonly excludeFromFixAll?: true;
  /** In a file that several automata share, it is reported only if it is found in all of them. */
  readonly unanimous?: true;
  /** Reports findings in a unit; a task if that takes long for a large one. */
  check?(subject: Subject, report: ReportFinding): void | Task<void>;
  /**
   * Reports findings that follow from the types in one expression. Runs again only for expressions whose types
   * changed.
   */
  checkExpression?(expression: InferredExpression, report: ReportFinding): void;
}

/** An evaluated expression with the types of its parts. */
export interface InferredExpression {
  readonly subject: Subject;
  readonly expression: ExpressionFacts;
  readonly part: ExpressionPart;
  readonly inference: Inference;
  /** The same, with every computed key treated as the key of an element (`inferElements`). */
  elements(): Inference;
}

/** A rule in the list of all rules. */
export interface ListedRule extends Rule {
  readonly chapter: Chapter;
}

/**
 * What a rule checks: one unit of a project. Look-ups in the project are tracked, so a rule may read anything; a rule
 * that reads only the unit runs once per text of the unit.
 */
export interface Subject {
  readonly workspace: Workspace;
  readonly project: Project;
  readonly source: Source;
  readonly unit: Unit;
  readonly facts: UnitFacts;
  /** Every place of the unit with its description by the format, in the order of the text. */
  readonly steps: readonly Step[];
  /** The scopes of `facts`, placed in the project. */
  readonly scopes: readonly ScopeEntry[];
  /** The same with the content of aliases and merge keys, which expressions of the scope can read. */
  readonly resolvedScopes: readonly ScopeEntry[];
  readonly settings: RuleSettings;
}

export interface RuleSettings {
  /** Severities by code that override the rules' own; `off` for hidden findings. */
  readonly severity?: ReadonlyMap<string, Severity | 'off'>;
  /** Whether the rules of the chapter `pcc` run. */
  readonly pccRules?: boolean;
}

/** Reports a finding; the range is relative to the unit. */
export type ReportFinding = (range: Range, message: Message, more?: FindingDetails) => void;

export interface FindingDetails {
  readonly related?: readonly RelatedLocation[];
  readonly fixes?: readonly Fix[];
  /** Overrides the rule's severity, for rules with two. */
  readonly severity?: Severity;
  /**
   * The map, list or key in which something is absent that its author may be about to write. While it holds the last edit,
   * editors do not show the finding.
   */
  readonly absentIn?: Range;
}

/** Another place that explains a finding. */
export interface RelatedLocation {
  readonly message: Message;
  readonly source: Address;
  readonly unit: Unit;
  readonly range: Range;
}

/** A related location at the name of an entry of the index. */
export function relatedEntry(
  message: Message,
  { source, unit, name }: { readonly source: Address; readonly unit: Unit; readonly name: Range },
): RelatedLocation {
  return { message, source, unit, range: name };
}

/** An edit that resolves a finding. */
export interface Fix {
  readonly title: Message;
  /** Edits of the finding's unit. */
  readonly edits: readonly { readonly range: Range; readonly text: string }[];
  /** Edits of other units, including other files. */
  readonly elsewhere?: readonly RelatedEdits[];
  /** Renames the symbol at a range of the unit everywhere. */
  readonly rename?: { readonly range: Range; readonly to: string };
  /** What the author has to write, for clients that can ask for it: the last occurrence of `text` in the edits. */
  readonly placeholder?: FixPlaceholder;
  /** It is the only sensible fix. */
  readonly preferred?: boolean;
  /** It inserts a guess, so it is not applied on save; see `Rule.excludeFromFixAll`. */
  readonly excludeFromFixAll?: true;
  /** A file to create in addition to the edits, if it does not exist. */
  readonly create?: { readonly address: Address; readonly text: string };
}

interface FixPlaceholder {
  readonly text: string;
  /** `text` is a placeholder for a target of this state or automata, which only the author knows. */
  readonly targetsOf?: ScopePath;
}

/** Edits of a unit other than the finding's, in offsets of the unit given here. */
export interface RelatedEdits {
  readonly source: Address;
  readonly unit: Unit;
  readonly edits: Fix['edits'];
}

export interface Finding extends Range, FindingDetails {
  readonly rule: Rule;
  readonly message: Message;
}
