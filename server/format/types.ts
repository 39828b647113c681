/**
 * The types that describe the format. The description itself (`objects.ts`, `modules.ts`, ...) is data. Completion,
 * hover and validation read it and do not depend on single fields.
 */

/**
 * When an expression is evaluated, which determines the visible names. A field that sets a phase applies it to
 * everything below. `where`: after a step of a scenario.
 */
export type EvaluationPhase = 'context' | 'input' | 'task' | 'output' | 'render' | 'transition' | 'where';

/** The kind of symbol that a scalar defines or references. */
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
  | 'button' // a button, by its content
  | 'form-field'; // an input of a form

/** The kind of names that the keys of a map are. */
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
  | 'rule' // in configuration files: codes of rules
  | 'free'; // no symbols

/** One allowed value of an enumeration. */
export interface EnumValue {
  readonly value: string;
  readonly doc: string;
  readonly deprecated?: boolean;
  /** Accepted but not suggested. */
  readonly hidden?: boolean;
  /** Names in other formats: this value is suggested instead of them, and they are never accepted. */
  readonly aliases?: readonly string[];
}

export type Type =
  | { readonly kind: 'any'; readonly template: boolean }
  | StringType
  | { readonly kind: 'number'; readonly integer?: boolean; readonly template: boolean }
  /**
   * `literalText`: a string without an expression is not reported as a type error (`constant-condition` reports it).
   */
  | { readonly kind: 'boolean'; readonly template: boolean; readonly literalText?: boolean }
  /** `open`: the values are suggestions; others are accepted. */
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
  /** Alternatives with different YAML kinds (scalar, map, list); the node's kind selects one. */
  | { readonly kind: 'union'; readonly of: readonly Type[] }
  /** Maps distinguished by their keys; the first matching variant is used. */
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
  /** Code of another language, whose braces and escapes are not checked. */
  readonly code?: boolean;
  /**
   * In a union: an expression whose value has one of the union's other types. Text without an expression has the
   * wrong type.
   */
  readonly expressionOnly?: boolean;
  /** Numbers and booleans count as text here. */
  readonly anyScalar?: boolean;
  /** Common values. Others are accepted, except with `onlySuggested`. */
  readonly suggestions?: readonly EnumValue[];
  /** In a union: text without an expression is one of the suggestions. */
  readonly onlySuggested?: boolean;
}

export interface Variant {
  readonly type: Type;
  /** Matches if the map has one of these keys, ... */
  readonly hasAny?: readonly string[];
  /** ... or if this key has this value, ... */
  readonly hasValue?: readonly [key: string, value: string];
  /** Not suggested before its value is present, as it is one of many. */
  readonly onlyDecided?: boolean;
  /** ... and, if given, no other keys than these. */
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
  | 'configuration' // settings of a folder
  | 'configured-detection'
  | 'configured-format'
  | 'configured-limits'
  | 'scenario-file'
  | 'promise'
  | 'promised-message'
  | 'scenario'
  | 'scenario-start'
  | 'scenario-step'
  | 'clicked-event'
  | 'expectation'
  | 'task-expectation'
  | 'matcher'
  | 'task-failure';

/** An object of the format, or a user-defined one, which has no id. */
export type ObjectRef = ObjectId | ObjectSpec;

export interface ObjectSpec {
  /** Its name in messages and hovers, such as "button". */
  readonly title: string;
  readonly doc: string;
  /** The severity of an unknown field: `closed` an error, `known-module` a warning, `open` none. */
  readonly extra: 'closed' | 'known-module' | 'open';
  /** One of these fields is required; the first one is suggested. */
  readonly oneOf?: readonly string[];
  /** Exactly one of its fields is allowed. */
  readonly isExclusive?: boolean;
  readonly fields: readonly Field[];
  /** The type of unlisted fields, if known. */
  readonly others?: Type;
}

export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly required?: boolean;
  /** The default as displayed, such as `false` or `the state itself`. */
  readonly default?: string;
  /** The documentation: Markdown, one to four sentences. */
  readonly doc: string;
  /** The document that describes it, for the source note. */
  readonly source: string;
  /** Sets the phase of everything below. */
  readonly phase?: EvaluationPhase;
  /** What to use instead. */
  readonly deprecated?: string;
  /** Documented for a later version, without effect today. */
  readonly notYet?: boolean;
  /** Accepted but not suggested (legacy, or for another tool). */
  readonly hidden?: boolean;
  /** Names in other formats: this key is suggested instead of them, and they are never accepted. */
  readonly aliases?: readonly string[];
  /** Few objects have it: suggested after the others. */
  readonly rare?: boolean;
}
