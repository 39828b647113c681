import { engine } from '../engine/engine';
import type { NameUse } from '../expression/names';
import type {
  BlindFacts,
  CaseFacts,
  ContextFacts,
  EmitFacts,
  ExpressionPlace,
  FileUse,
  HandlerFacts,
  Name,
  OutputFacts,
  ScopeFacts,
} from '../facts/facts';
import type { Node } from '../yaml/tree';
import type { Unit } from '../yaml/unit';
import type { Entry } from './entries';
import type { Address } from './paths';

/** A scope where it stands in a project. */
export interface ScopeEntry {
  readonly source: Address;
  readonly unit: Unit;
  readonly scope: ScopeFacts;
  /** Names from the root of the project down. */
  readonly path: readonly string[];
}

/** A name where it stands. */
export interface NameEntry extends ScopeEntry {
  readonly name: Name;
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

export interface UseEntry extends NameEntry {
  readonly use: NameUse;
}

export interface PlacedUseEntry extends UseEntry {
  readonly place: ExpressionPlace;
}

export interface BlindEntry extends ScopeEntry {
  readonly reads: BlindFacts['reads'] | 'context';
}

export interface FileEntry extends NameEntry {
  readonly use: FileUse;
}

/** A value that a context variable may hold: its first one, or one that an output assigns. */
export interface ContextValueEntry extends NameEntry {
  readonly node: Node;
  /** Undefined for the first value. */
  readonly output: OutputFacts | undefined;
}

/** What the table of a project holds, by the name it is asked for. */
export interface Symbols {
  /** Scopes by `pathKey`. */
  scope: ScopeEntry;
  /** The same with all that decides how they lead to one another. */
  flow: ScopeEntry;
  /** The same, of those whose buttons raise events, with these events. */
  raised: ScopeEntry;
  /** Children of an automata by its `pathKey`. */
  child: NameEntry;
  /** Those of them that are automata themselves, and those whose outputs can be named in other states. */
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
  /** Every name of an event that is handled, under ''. */
  event: NameEntry;
  /** Every name of an event that a button emits, of a target, and of a state's input, each under ''. */
  emitted: NameEntry;
  targeted: NameEntry;
  anyInput: NameEntry;
  /** Context variables by name: declared, assigned by an output, used in an expression. */
  declaration: DeclarationEntry;
  assignment: AssignmentEntry;
  /** The same assignments by name, for who only asks whether there is one: which state it is in makes no difference. */
  assigned: NameEntry;
  contextUse: UseEntry;
  /** The names of those that a unit uses, each once, under ''. */
  usedContext: NameEntry;
  /** The same uses with the places they have in their states, for who follows them over the flow. */
  contextStep: PlacedUseEntry;
  /** The values of context variables by name. */
  contextValue: ContextValueEntry;
  /** Context variables that expressions change, under ''; the name is '' where it may be any. */
  contextChange: NameEntry;
  /** Uses in expressions of names other than `context`, `payload` and those of JavaScript. */
  localUse: PlacedUseEntry;
  /** The same by scope and name, see `keyAt`. */
  localUseAt: PlacedUseEntry;
  /** Words of expressions that do not parse, so that they may be uses of anything. */
  word: ScopeEntry;
  /** Places that may read variables which are not named there, all under ''. */
  blind: BlindEntry;
  /** Every name of a context variable where it is declared or assigned, under ''. */
  variable: VariableEntry;
  /** Uses of targets by the last name of their path, and of `initial`. */
  target: TargetEntry;
  /** Transitions without a target by the `pathKey` of their scope, to which they lead. */
  selfTransition: TargetEntry;
  initial: NameEntry;
  /**
   * Sections of an automata by its path and their key, see `keyAt`, and the parts of files that hold buttons by
   * the event these emit: whoever wants to change one there has to hear of every change of the text around it.
   */
  section: ScopeEntry;
  buttonText: ScopeEntry;
  /** Scopes that hold more than is in sight, by part. */
  incomplete: ScopeEntry;
  /** Keys at the root of a file, by its address. */
  rootKey: NameEntry;
  file: FileEntry;
}

export type SymbolEntry = Entry<Symbols>;

/** A path as a key; names hold no line breaks. A state whose name is still to be written is not the root. */
export function pathKey(path: readonly string[]): string {
  const key = path.join('\n');
  return path[0] === '' ? `""${key}` : key;
}

/** One object for all paths of the same names, so that queries can be asked by it. */
export function sharedPath(path: readonly string[]): readonly string[] {
  return pathOfNames(...path);
}

const pathOfNames = engine.query('path', (...names: string[]): readonly string[] => names);

/** A name of a scope (an event it handles, a variable, a section) as a key. */
export function keyAt(path: readonly string[], name: string): string {
  return [pathKey(path), name].join('\n\n');
}
