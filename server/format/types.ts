/**
 * The vocabulary in which the format is described. The description itself (`objects.ts`, `modules.ts`, ...)
 * is data; completion, hover and validation read it and hold no knowledge of single fields.
 */

/**
 * When an expression is evaluated, which decides the names it sees (ARCHITECTURE.md, "What an expression sees").
 * A field that opens a phase passes it on to everything below it.
 */
export type EvaluationPhase = 'context' | 'input' | 'task' | 'output' | 'render' | 'transition';

/** What a scalar names: such a value is a reference to (or the definition of) a symbol. */
export type ValueRole =
  | 'target' // a path to a state
  | 'initial' // a child state
  | 'event' // an event that a button emits
  | 'id' // the global id of a state or automata
  | 'result' // defines a variable: `output_name`, a function parameter's `name`
  // In scenario files:
  | 'automata' // the path of a main file
  | 'state-path' // a state by its path from the root
  | 'raised' // an event
  | 'button' // the content of a button
  | 'form-field'; // an input of a form

/** What the keys of a map name. */
export type KeyRole =
  | 'state'
  | 'context' // context variables
  | 'input'
  | 'output' // plain names, or `context.` and a context variable
  | 'event' // handled events
  | 'payload'
  | 'target-input' // inputs of the target state
  | 'task' // the deprecated map of tasks
  // In scenario files:
  | 'context-value' // context variables
  | 'payload-value'
  | 'form-value' // inputs of a form
  | 'task-result' // tasks by name or `state.task`, or module types
  | 'task-run' // tasks by name or `state.task`
  | 'free'; // nothing the project follows

/** One allowed value of an enumeration. */
export interface EnumValue {
  readonly value: string;
  readonly doc: string;
  readonly deprecated?: boolean;
  /** Accepted where it occurs but not worth suggesting. */
  readonly hidden?: boolean;
  /** What other formats call it: suggested in place of such a value, never accepted. */
  readonly aliases?: readonly string[];
}

export type Type =
  | { readonly kind: 'any'; readonly template: boolean }
  | StringType
  | { readonly kind: 'number'; readonly integer?: boolean; readonly template: boolean }
  /** `literalText`: a string without an expression is no type error here (`constant-condition` speaks of it). */
  | { readonly kind: 'boolean'; readonly template: boolean; readonly literalText?: boolean }
  /** `open`: the values are suggestions; others raise nothing. */
  | {
      readonly kind: 'enum';
      readonly values: readonly EnumValue[];
      readonly open: boolean;
      /** Whether an expression is allowed instead of a value. */
      readonly template?: boolean;
    }
  | { readonly kind: 'object'; readonly object: ObjectRef }
  | { readonly kind: 'map'; readonly keys: KeyRole; readonly value: Type }
  | { readonly kind: 'list'; readonly item: Type }
  /** Alternatives that differ in YAML kind (scalar, map, list); the node's kind picks one. */
  | { readonly kind: 'union'; readonly of: readonly Type[] }
  /** Maps distinguished by their keys; the first variant whose test succeeds is used. */
  | { readonly kind: 'variant'; readonly variants: readonly Variant[]; readonly otherwise: Type }
  /** The type depends on the value of a sibling key, as `module_config` does on `module_type`. */
  | {
      readonly kind: 'sibling';
      readonly key: string;
      readonly cases: Readonly<Record<string, Type>>;
      readonly otherwise: Type;
    };

export interface StringType {
  readonly kind: 'string';
  /** Whether `{{ }}` is evaluated here. */
  readonly template: boolean;
  readonly role?: ValueRole;
  /** Shown to the user of the agent: line breaks matter. */
  readonly displayed?: boolean;
  /** Code of another language: its braces and escapes are not checked. */
  readonly code?: boolean;
  /**
   * In a union: stands for an expression whose value is one of the union's other alternatives. Text without
   * an expression is of the wrong type.
   */
  readonly expressionOnly?: boolean;
  /** Numbers and booleans are texts here as well. */
  readonly anyScalar?: boolean;
  /** Suggested, not enforced unless nothing else makes sense. */
  readonly suggestions?: readonly EnumValue[];
  /** In a union: text without an expression is one of the suggestions. */
  readonly onlySuggested?: boolean;
}

export interface Variant {
  readonly type: Type;
  /** Holds if the map has one of these keys, ... */
  readonly hasAny?: readonly string[];
  /** ... or if this key has this value, ... */
  readonly hasValue?: readonly [key: string, value: string];
  /** It is not offered before its value is there: it would be one of too many. */
  readonly onlyDecided?: boolean;
  /** ... and, where given, no key outside of these. */
  readonly within?: readonly string[];
}

export type ObjectId =
  | 'automata'
  | 'state'
  | 'automata-properties'
  | 'state-properties'
  | 'input'
  | 'validation'
  | 'variable'
  | 'definition' // of an array's items or an object's properties
  | 'render'
  | 'sender'
  | 'button'
  | 'button-style'
  | 'event'
  | 'transition-case'
  | 'task'
  | 'module-config' // of a module that is not known (yet)
  | 'any-widget-config'
  | 'llm-config'
  | 'llm-function-config'
  | 'tts-config'
  | 'google-search-config'
  | 'function-parameter'
  | 'memory-item'
  | 'prompt-addition'
  | 'output-name' // the `{name, label}` form
  | 'modules-file' // describes own modules and widgets
  | 'own-module'
  | 'own-widget'
  | 'own-field'
  | 'own-result'
  | 'own-value'
  | 'scenario-file'
  | 'scenario'
  | 'scenario-start'
  | 'scenario-step'
  | 'clicked-event'
  | 'expectation'
  | 'task-expectation'
  | 'matcher'
  | 'task-failure';

/** One of the objects of the format, or one that a user describes: those have no ids but are what they are. */
export type ObjectRef = ObjectId | ObjectSpec;

export interface ObjectSpec {
  /** How the object is called in messages and hovers, e.g. "button". */
  readonly title: string;
  readonly doc: string;
  /**
   * What a field that is not listed means: `closed` an error, `known-module` a warning, `open` nothing.
   */
  readonly extra: 'closed' | 'known-module' | 'open';
  /** One of these fields must be there, whichever; the first is the one to suggest. */
  readonly oneOf?: readonly string[];
  /** It has exactly one of its fields. */
  readonly isExclusive?: boolean;
  readonly fields: readonly Field[];
  /** The type of fields that are not listed, where it is known. */
  readonly others?: Type;
}

export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly required?: boolean;
  /** The default in the words of the format, e.g. `false` or `the state itself`. */
  readonly default?: string;
  /** What it means: Markdown, one to four sentences. */
  readonly doc: string;
  /** Which document says so, shown as small print. */
  readonly source: string;
  /** Opens a phase for all that lies below. */
  readonly phase?: EvaluationPhase;
  /** What to use instead. */
  readonly deprecated?: string;
  /** Documented as coming, without effect today. */
  readonly notYet?: boolean;
  /**
   * Accepted where it occurs but not worth suggesting (legacy or another tool's).
   */
  readonly hidden?: boolean;
  /** What other formats call it: suggested in place of such a key, never accepted. */
  readonly aliases?: readonly string[];
  /** Few objects have it: it is suggested after the others. */
  readonly rare?: boolean;
}
