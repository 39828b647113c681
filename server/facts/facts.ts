import type { NameUse } from '../expression/names';
import type { Ast, SyntaxProblem } from '../expression/parse';
import type { EvaluationPhase, Type } from '../format/types';
import type { Range } from '../text/range';
import type { MapNode, Node, ScalarNode } from '../yaml/tree/tree';
import type { ScenarioFacts } from './scenario';
import type { UnbracedExpression } from './unbraced';

/**
 * The definitions and uses in one unit of a document: plain data, relative to the unit, computed only from its tree
 * and the format. Everything that spans units (does this state exist?) is resolved later, by the project.
 */
export interface UnitFacts {
  /** Automata and atomic states, outer ones before the states that they contain. */
  readonly scopes: readonly ScopeFacts[];
  readonly files: readonly FileUse[];
  readonly expressions: readonly ExpressionFacts[];
  /** Text outside of `{{ }}` that looks like an expression. */
  readonly unbraced: readonly UnbracedFacts[];
  /** Texts with words that may have been meant as part of an expression. */
  readonly words: readonly WordsFacts[];
  /** The index of the scope of each place that may read names which the unit does not show. */
  readonly opaque: readonly number[];
  /** The names in a scenario file; undefined for state files. */
  readonly scenarios?: ScenarioFacts;
}

/** A name in the text; the range is that of the name itself, inside quotes. */
export interface NameNode extends Range {
  readonly text: string;
}

/** An automata or an atomic state, or the part of it that lies in this unit. */
export interface ScopeFacts {
  readonly kind: 'automata' | 'state';
  /** Names from the root of the document down; empty for the object at the root. */
  readonly path: readonly string[];
  /** The key, for all but the root. */
  readonly name: NameNode | undefined;
  /** The object itself, if it is a map. */
  readonly map: MapNode | undefined;
  readonly id: NameNode | undefined;
  readonly initial: NameNode | undefined;
  readonly inputs: readonly InputFacts[];
  /** Display names of tasks. */
  readonly tasks: readonly NameNode[];
  readonly results: readonly ResultFacts[];
  readonly hiddenResults: readonly HiddenResult[];
  readonly outputs: readonly OutputFacts[];
  readonly context: readonly ContextFacts[];
  readonly handlers: readonly HandlerFacts[];
  readonly emits: readonly EmitFacts[];
  /** Contents of buttons, on one line and without expressions. */
  readonly buttons: readonly NameNode[];
  /** Whether it ends the enclosing automata: `unclear` if the flag is not a plain boolean. */
  readonly final: Final;
  /** Parts of the object whose content is not completely known (merged keys, aliases, tags). */
  readonly incomplete: ReadonlySet<ScopePart>;
}

export const SCOPE_PARTS = [
  'states',
  'context',
  'inputs',
  'tasks',
  'outputs',
  'render',
  'transitions',
] as const;

export type ScopePart = (typeof SCOPE_PARTS)[number];

export type Final = 'yes' | 'no' | 'unclear';

export interface InputFacts {
  readonly name: NameNode;
  readonly node: Node;
}

/** A variable that a task defines. */
export interface ResultFacts {
  readonly name: NameNode;
  /** Index of the task. */
  readonly task: number;
  /** `default`: nothing is written; the range is that of the task's `module_type`. */
  readonly kind: 'output-name' | 'parameter' | 'default';
  /** The widget is unknown, so its results may have any names. */
  readonly isOpaque?: true;
}

/** A variable that a task may define, as its module or the name of its result is unknown. */
export interface HiddenResult {
  /** Index of the task; -1 if it may run before any other. */
  readonly task: number;
  /** Undefined: any name. */
  readonly name: string | undefined;
}

export interface OutputFacts {
  readonly name: NameNode;
  /** The context variable that is assigned, if it is one; the range begins after `context.`. */
  readonly context: NameNode | undefined;
  /** The context variable that is meant, if the key misspells `context.`. */
  readonly misspelt: string | undefined;
  readonly index: number;
  readonly node: Node;
}

export interface ContextFacts {
  readonly name: NameNode;
  readonly node: Node;
}

/** One key of `transitions`. */
export interface HandlerFacts {
  readonly event: NameNode;
  /** The value of the key. */
  readonly node: Node;
  readonly cases: readonly CaseFacts[];
}

/** One name of a target's path. */
export interface PathName extends NameNode {
  /** The path up to and including this name. */
  readonly upTo: string;
  /** The number of names after it. */
  readonly following: number;
}

export interface CaseFacts {
  /** Undefined: the state itself. */
  readonly target: NameNode | undefined;
  /** The names of the target's path, without `#` and dots; none of them is empty. */
  readonly path: readonly PathName[];
  readonly inputs: readonly NameNode[];
  /** The key `target_inputs`, if it exists. */
  readonly inputsKey: NameNode | undefined;
  readonly condition: Condition;
  /** The case, an item of a list or the whole transition. */
  readonly node: Node;
}

/**
 * The condition of a case: `none`; a literal `true` or `false` (also as an expression); another expression (`open`);
 * anything else (`unclear`), such as a text, an alias or an incomplete value.
 */
export type Condition = 'none' | 'true' | 'false' | 'open' | 'unclear';

/** Whether a case always applies, so that none after it does. */
export function isUnconditional({ condition }: { readonly condition: Condition }): boolean {
  return condition === 'none' || condition === 'true';
}

/** One event that a button emits. */
export interface EmitFacts {
  readonly event: NameNode;
  /** The event as an object, or its name alone. */
  readonly node: MapNode | ScalarNode;
  readonly payload: readonly PayloadFacts[];
  /** All keys of the payload are known. */
  readonly complete: boolean;
}

/** One key of the payload of a button's event. */
export interface PayloadFacts extends NameNode {
  readonly node: Node;
}

/** A path in `!include` or `!oneline`. */
export interface FileUse {
  /** `automata`: not a tag, but the main file of a scenario file. */
  readonly tag: '!include' | '!oneline' | 'automata';
  readonly path: NameNode;
  /** The index of the scope around it. */
  readonly scope: number;
  /** The key whose value it is, such as `states`. */
  readonly key: string | undefined;
  /** When expressions in the file's text are evaluated; undefined if never. */
  readonly phase: EvaluationPhase | undefined;
}

/** A scalar with at least one expression (or stray braces). */
export interface ExpressionFacts {
  readonly node: ScalarNode;
  readonly place: ExpressionPlace;
  /** The declared type of the value. */
  readonly declared: Type;
  readonly parts: readonly ExpressionPart[];
  /** The whole string is one expression, so its value keeps its type. */
  readonly whole: boolean;
  /** Code of another language (of a code runner), whose braces are not expressions. */
  readonly code: boolean;
  /** Source ranges of `}}` without `{{`. */
  readonly strays: readonly Range[];
}

export interface ExpressionPart extends Range {
  readonly body: Range;
  /**
   * The tree of the body, and the offset of the body in the scalar's value: `rangeInUnit` converts ranges of both.
   */
  readonly ast: Ast | undefined;
  readonly valueStart: number;
  readonly closed: boolean;
  readonly empty: boolean;
  /** Offset of the first `}}`, where the service ends the expression, if that is before its end. */
  readonly firstClose: number | undefined;
  readonly problem: SyntaxProblem | undefined;
  readonly uses: readonly NameUse[];
}

/** Text in a scalar that looks like an expression, but lacks braces. */
export interface UnbracedFacts extends UnbracedExpression {
  readonly node: ScalarNode;
  readonly place: ExpressionPlace;
}

/** Words of a text that may be meant as names of variables. */
export interface WordsFacts {
  /** The index of the scope. */
  readonly scope: number;
  readonly words: ReadonlySet<string>;
}

/** The kind of place of an expression, which determines the names that are in scope. */
export interface ExpressionPlace {
  /** Index of the scope among those of the unit; -1 outside of any. */
  readonly scope: number;
  /** Undefined: never evaluated here. */
  readonly phase: EvaluationPhase | undefined;
  /** Position of the input, task or output that contains it; -1 elsewhere. */
  readonly index: number;
  /** The event of the transition that contains it. */
  readonly event: string | undefined;
  /** The promise that contains it, with the name of its state if it has one. */
  readonly promise?: { readonly state: string | undefined };
}
