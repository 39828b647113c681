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
  OpaqueFacts,
  OutputFacts,
  ScopeFacts,
} from '../facts/facts';
import type { Node } from '../yaml/tree';
import type { Unit } from '../yaml/unit';
import type { Entry } from './entries';
import { pathKey } from './path-key';
import type { Address } from './paths';

/** A scope of a project, with its place. */
export interface ScopeEntry {
  readonly source: Address;
  readonly unit: Unit;
  readonly scope: ScopeFacts;
  /** Names from the root of the project down. */
  readonly path: readonly string[];
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

export interface VariableEntry extends NameEntry {
  /** It is declared here, and not only assigned. */
  readonly isDeclared: boolean;
}

export interface AssignmentEntry extends NameEntry {
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
  readonly reads: OpaqueFacts['reads'] | 'context';
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

/** The kinds of the index of a project, with what their names are. */
export interface Symbols {
  /** Scopes by `pathKey`. */
  scope: ScopeEntry;
  /** The same, for the flow graph. */
  flow: ScopeEntry;
  /** The same, only scopes whose buttons raise events. */
  raised: ScopeEntry;
  /** Children of an automata by its `pathKey`. */
  child: NameEntry;
  /** Only children that are automata, and only those whose outputs other states can name. */
  nested: NameEntry;
  giving: NameEntry;
  id: NameEntry;
  /** The same of all scopes, under ''. */
  anyId: NameEntry;
  /** Keys of `transitions` by event. */
  handler: HandlerEntry;
  /** The same by scope and event, see `keyAt`. */
  handlerAt: HandlerEntry;
  /** Buttons by the event they emit. */
  emitter: EmitEntry;
  /** The same, for readers of the values that the buttons send. */
  sent: EmitEntry;
  /** Every name of an event that is handled, under ''. */
  event: NameEntry;
  /** Every name of an event that a button emits, of a target, and of a state's input, each under ''. */
  emitted: NameEntry;
  targeted: NameEntry;
  anyInput: NameEntry;
  /** Tasks by their display name; and all of them under ''. */
  task: NameEntry;
  anyTask: NameEntry;
  /** Context variables by name: declared, assigned by an output, used in an expression. */
  declaration: DeclarationEntry;
  assignment: AssignmentEntry;
  /** The same assignments by name, for readers that do not depend on their states. */
  assigned: NameEntry;
  /** Outputs that may mean a context variable, but misspell `context.`, by its name. */
  misassigned: NameEntry;
  contextUse: PlacedUseEntry;
  /** Context variables that expressions use, once for each unit, under ''. */
  usedContext: NameEntry;
  /** The same uses with their places in their states, for data flow over states. */
  contextStep: PlacedUseEntry;
  /** The values of context variables by name. */
  contextValue: ContextValueEntry;
  /** Context variables that expressions change, under ''; the name is '' where it may be any. */
  contextChange: NameEntry;
  /** Uses in expressions of names other than `context`, `payload` and those of JavaScript. */
  localUse: PlacedUseEntry;
  /** The same by scope and name, see `keyAt`. */
  localUseAt: PlacedUseEntry;
  /** Words of expressions that do not parse, which may be uses of anything. */
  word: ScopeEntry;
  /** Blind reads: places that may read variables that they do not name, all under ''. */
  blind: OpaqueEntry;
  /** Every name of a context variable where it is declared or assigned, under ''. */
  variable: VariableEntry;
  /** Uses of targets by the last name of their path, and of `initial`. */
  target: TargetEntry;
  /** Transitions without a target by the `pathKey` of their scope, which is their target. */
  selfTransition: TargetEntry;
  initial: NameEntry;
  /**
   * Values that transitions pass to inputs, by the last name of the target and the name of the input, see `keyAt`; those
   * of a transition without a target by the `pathKey` of its scope.
   */
  passed: TargetEntry;
  /**
   * Sections of an automata by its path and their key, see `keyAt`, and the parts of files with buttons by their
   * event. They change with any text around, for fixes that edit there.
   */
  section: ScopeEntry;
  buttonText: ScopeEntry;
  /** Scopes that may contain more than is known, by part. */
  incomplete: ScopeEntry;
  /** Keys of an automata that may be in several units: at the root of a file, or nested in it, see `spreadKey`. */
  rootKey: NameEntry;
  file: FileEntry;
}

export type SymbolEntry = Entry<Symbols>;

export { pathKey };

/** The path of a `pathKey`. */
export function pathOfKey(key: string): readonly string[] {
  if (key === '') return [];
  return (/^""(?:\n|$)/.test(key) ? key.slice(2) : key).split('\n');
}

/** One object for all equal paths, as a key of queries. */
export function sharedPath(path: readonly string[]): readonly string[] {
  return pathOfNames(...path);
}

const pathOfNames = engine.query('path', (...names: string[]): readonly string[] => names);

/** The automata of a document, by its path in it, whose keys may be in several units: a name of the kind `rootKey`. */
export function spreadKey(address: Address, path: readonly string[]): string {
  return path.length === 0 ? address : [address, pathKey(path)].join('\n\n');
}

/** A name of a scope (an event it handles, a variable, a section) as a key. */
export function keyAt(path: readonly string[], name: string): string {
  return [pathKey(path), name].join('\n\n');
}
