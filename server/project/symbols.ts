import { engine } from '../engine/engine';
import type { NameUse } from '../expression/names';
import type {
  CaseFacts,
  ContextFacts,
  EmitFacts,
  ExpressionPlace,
  FileUse,
  HandlerFacts,
  NameNode,
  OutputFacts,
  ScopeFacts,
} from '../facts/facts';
import type { Node } from '../yaml/tree';
import type { Unit } from '../yaml/unit';
import type { Entry } from './entries';
import type { Address } from './paths';
import { pathKey, pathOfKey, type ScopePath, toScopePath } from './scope-path';

/** A scope of a project, with its place. */
export interface ScopeEntry {
  readonly source: Address;
  readonly unit: Unit;
  readonly scope: ScopeFacts;
  /** Names from the root of the project down. */
  readonly path: ScopePath;
}

/** A name with its place. */
export interface NameEntry extends ScopeEntry {
  readonly name: NameNode;
}

export interface HandlerEntry extends NameEntry {
  readonly handler: HandlerFacts;
}

export interface EmitEntry extends NameEntry {
  readonly emit: EmitFacts;
}

export interface DeclarationEntry extends NameEntry {
  readonly declaration: ContextFacts;
}

interface VariableEntry extends NameEntry {
  /** Whether it is declared here, and not only assigned. */
  readonly isDeclared: boolean;
}

interface AssignmentEntry extends NameEntry {
  readonly output: OutputFacts;
}

export interface TargetEntry extends NameEntry {
  readonly event: string;
  readonly case: CaseFacts;
}

export interface PlacedUseEntry extends NameEntry {
  readonly use: NameUse;
  readonly place: ExpressionPlace;
}

export interface OpaqueEntry extends ScopeEntry {
  readonly reads: 'all' | 'context';
}

export interface FileEntry extends NameEntry {
  readonly use: FileUse;
}

/** A value that a context variable may have: its first one, or one that an output assigns. */
export interface ContextValueEntry extends NameEntry {
  readonly node: Node;
  /** Undefined for the first value. */
  readonly output: OutputFacts | undefined;
}

/** The kinds of entries in the index of a project. Each comment says what the names of a kind are. */
export interface Symbols {
  /** Scopes by `pathKey`. */
  scope: ScopeEntry;
  /** Scopes by `pathKey`, for the flow graph. */
  flow: ScopeEntry;
  /** Scopes whose buttons raise events by `pathKey`. */
  raised: ScopeEntry;
  /** Children of an automata by its `pathKey`. */
  child: NameEntry;
  /** Children that are automata, and children with outputs that other states can read, by the `pathKey` of the parent. */
  childAutomata: NameEntry;
  stateWithOutputs: NameEntry;
  /** Scopes by `id`; and all scopes with an `id` under ''. */
  id: NameEntry;
  anyId: NameEntry;
  /** Keys of `transitions` by event. */
  handler: HandlerEntry;
  /** Keys of `transitions` by scope and event, see `keyAt`. */
  handlerAt: HandlerEntry;
  /** Buttons by the event they emit. */
  emitter: EmitEntry;
  /** Buttons with a payload by the event they emit, for readers of the values in it. */
  sent: EmitEntry;
  /** All keys of `transitions`, under ''. */
  event: NameEntry;
  /** All events that buttons emit, all targets, and all inputs of states, under '' each. */
  emitted: NameEntry;
  targeted: NameEntry;
  anyInput: NameEntry;
  /** Buttons by their content. */
  button: NameEntry;
  /** Tasks by their display name; and all of them under ''. */
  task: NameEntry;
  anyTask: NameEntry;
  /** Context variables by name: declared, assigned by an output, used in an expression. */
  declaration: DeclarationEntry;
  assignment: AssignmentEntry;
  /** Assignments by variable, for readers that do not depend on their states. */
  assigned: NameEntry;
  /** Outputs that misspell `context.`, by the name of the variable that they may mean. */
  misassigned: NameEntry;
  contextUse: PlacedUseEntry;
  /** Context variables that scenarios expect values of, by name; under '' if they may expect one of any variable. */
  testedContext: ScopeEntry;
  /** Context variables that expressions use, each once for a unit, under ''. */
  usedContext: NameEntry;
  /** Uses of context variables, for readers that depend on their states and places: data flow over states. */
  contextStep: PlacedUseEntry;
  /** The values of context variables by name. */
  contextValue: ContextValueEntry;
  /** Context variables that expressions change, under ''; the name of an entry is '' if it may be any variable. */
  contextChange: NameEntry;
  /** Uses in expressions of names other than `context`, `payload` and those of JavaScript. */
  localUse: PlacedUseEntry;
  /** These uses by scope and name, see `keyAt`. */
  localUseAt: PlacedUseEntry;
  /** Variables that an alias repeats elsewhere, which may be read there, by scope and name, see `keyAt`. */
  repeatedVariable: ScopeEntry;
  /** Words of expressions that do not parse, which may be uses of anything. */
  word: ScopeEntry;
  /** Opaque reads: places that may read variables that they do not name, under ''. */
  opaque: OpaqueEntry;
  /** All declarations and assignments of context variables, under ''. */
  variable: VariableEntry;
  /** Transitions by the last name of their target; and `initial` by its name. */
  target: TargetEntry;
  /** Transitions without a target, which return to their scope, by its `pathKey`. */
  selfTransition: TargetEntry;
  initial: NameEntry;
  /**
   * Values that transitions pass to inputs, by the last name of the target and the name of the input, see
   * `passedKey`; those of a transition without a target by the `pathKey` of its scope.
   */
  passed: TargetEntry;
  /**
   * Sections of an automata by its path and their key, see `keyAt`, and scopes with buttons by their events. These names
   * change with any text of their units, for fixes that edit there.
   */
  section: ScopeEntry;
  buttonText: ScopeEntry;
  /** Incomplete scopes, by part. */
  incomplete: ScopeEntry;
  /** The same scopes by their path and the part, see `keyAt`, so that few others depend on a state that is being typed. */
  incompleteAt: ScopeEntry;
  /** Keys of an automata that may be in several units: at the root of a file, or nested in it, see `spreadKey`. */
  rootKey: NameEntry;
  file: FileEntry;
}

export type SymbolEntry = Entry<Symbols>;

export { pathKey, pathOfKey };

/** One object for all equal paths, as a key of queries. */
export function sharedPath(path: ScopePath): ScopePath {
  return pathOfNames(...path);
}

const pathOfNames = engine.query('path', (...names: string[]) => toScopePath(names));

/** The name in the kind `rootKey` of an automata whose keys may be in several units: at `path` of a document. */
export function spreadKey(address: Address, path: readonly string[]): string {
  return path.length === 0 ? address : [address, path.join('\n')].join('\n\n');
}

/** The name in the kind `passed` of an input: `target` is the last name of a target, or the `pathKey` of a scope. */
export function passedKey(target: string, input: string): string {
  return [target, input].join('\n\n');
}

/** A name of a scope (an event it handles, a variable, a section) as a key. */
export function keyAt(path: ScopePath, name: string): string {
  return [pathKey(path), name].join('\n\n');
}
