import { engine } from '../../engine/engine';
import type { NameUse } from '../../expression/names';
import { asksUser } from '../../facts/asks-user';
import type {
  CaseFacts,
  EmitFacts,
  ExpressionPlace,
  FileUse,
  HandlerFacts,
  NameNode,
  OutputFacts,
  ScopeFacts,
} from '../../facts/facts';
import { hidesInputs, isUnfinished } from '../../facts/transitions';
import { hasNoValue, openedMap, type Unit } from '../../yaml/cut/unit';
import { type MapNode, type Node, pairOf } from '../../yaml/tree/tree';
import { isWhole } from '../../yaml/tree/uncertainty';
import type { Address } from '../files/paths';
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

/** A declaration or an assignment of a context variable, with the value that it gives the variable. */
export interface VariableEntry extends NameEntry {
  readonly node: Node;
  /** Undefined for a declaration. */
  readonly output: OutputFacts | undefined;
}

interface AssignmentEntry extends VariableEntry {
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

export interface FileEntry extends NameEntry {
  readonly use: FileUse;
}

/** A kind of entries in the index of a project. */
interface SymbolKind<Value> {
  /** What readers of a name depend on, as data without places: the name changes if it differs. */
  readonly facts: (value: Value) => unknown;
  /** The name of an entry in the index. */
  readonly key: (name: string, value: Value) => string;
}

function kind<Value>(
  facts: SymbolKind<Value>['facts'],
  key: SymbolKind<Value>['key'] = (name) => name,
): SymbolKind<Value> {
  return { facts, key };
}

/** All entries of a kind in one list. */
const listed = () => '';
const byPath = (_name: string, { path }: ScopeEntry) => pathKey(path);
const byParent = (_name: string, { path }: ScopeEntry) => pathKey(path.slice(0, -1));
const inScope = (name: string, { path }: ScopeEntry) => keyAt(path, name);

/**
 * The kinds of entries in the index of a project. `unit-symbols.ts` adds them. Several kinds of the same entries have
 * different readers: so that a change affects few of them, each has only the facts that they need.
 */
const TABLE = {
  /** States and automata, or their parts in a unit. */
  scope: kind<ScopeEntry>(scopeFacts, byPath),
  /** For the flow graph. */
  flow: kind<ScopeEntry>(flowFacts, byPath),
  /** Those whose buttons raise events. */
  raised: kind<ScopeEntry>(({ scope }) => new Set(scope.emits.map(({ event }) => event.text)), byPath),
  /** Those with an incomplete part, by part. */
  incomplete: kind<ScopeEntry>(pathOf),
  /** So that few others depend on a state that is being typed. */
  incompleteAt: kind<ScopeEntry>(nothing, inScope),

  child: kind<NameEntry>(textOfName, byParent),
  childAutomata: kind<NameEntry>(textOfName, byParent),
  /** Children with outputs that other states can read. */
  stateWithOutputs: kind<NameEntry>(textOfName, byParent),
  id: kind<NameEntry>(pathOf),
  anyId: kind<NameEntry>(textOfName, listed),
  /** Initial states. */
  initial: kind<NameEntry>(pathOf),
  /** Inputs of states. */
  anyInput: kind<NameEntry>(textOfName, listed),
  /** Tasks by their display name. */
  task: kind<NameEntry>(pathOf),
  anyTask: kind<NameEntry>(textOfName, listed),
  /** Buttons by their content. */
  button: kind<NameEntry>(pathOf),

  /** Buttons by the event they emit. */
  emitter: kind<EmitEntry>(({ path, scope, emit }) => {
    return [path, scope.kind, textsOf(emit.payload), emit.complete];
  }),
  /** Those with a payload, for readers of the values in it. */
  sent: kind<EmitEntry>((entry) => [entry.path, sentTexts(entry)]),
  emitted: kind<EmitEntry>(textOfName, listed),
  /** Keys of `transitions`. */
  handler: kind<HandlerEntry>(({ path, scope, handler }) => [path, scope.kind, targetsOf(handler)]),
  handlerAt: kind<HandlerEntry>(({ scope, handler }) => [scope.kind, targetsOf(handler)], inScope),
  event: kind<HandlerEntry>(textOfName, listed),
  /** Transitions by the last name of their target. */
  target: kind<TargetEntry>(({ path, scope, event, case: one }) => {
    return [path, scope.kind, event, caseFacts(one)];
  }),
  targeted: kind<TargetEntry>(({ path, name }) => [path, name.text], listed),
  /** Transitions without a target, which return to their scope. */
  selfTransition: kind<TargetEntry>(({ scope, event, case: one }) => {
    return [scope.kind, event, caseFacts(one)];
  }, byPath),
  /** Values that transitions pass to inputs, see `passedKey`. */
  passed: kind<TargetEntry>((entry) => {
    return [entry.path, entry.scope.kind, entry.event, entry.case.target?.text, textOfUnit(entry)];
  }),

  /** Declarations of context variables, and assignments by outputs. */
  declaration: kind<VariableEntry>(pathOf),
  assignment: kind<AssignmentEntry>(({ path, scope, output }) => [path, scope.kind, output.index]),
  /** Assignments for readers that do not depend on their states. */
  assigned: kind<VariableEntry>(nothing),
  /** Both, for readers of the values. */
  contextValue: kind<VariableEntry>((entry) => [entry.path, textOfUnit(entry)]),
  variable: kind<VariableEntry>(({ path, name, output }) => {
    return [name.text, output === undefined && path];
  }, listed),
  /** Outputs that misspell `context.`, by the name of the variable that they may mean. */
  misassigned: kind<NameEntry>(({ path, name }) => [path, name.text]),
  /** Uses of context variables in expressions. */
  contextUse: kind<PlacedUseEntry>(({ use, place }) => [use.access, use.members.length > 1, place.phase]),
  /** For readers that depend on states and places: data flow over states. */
  contextStep: kind<PlacedUseEntry>(({ path, scope, use, place }) => {
    return [use.access, use.members.length, path, scope.kind, place.phase, place.index];
  }),
  /** Used context variables, each once for a unit. */
  usedContext: kind<NameEntry>(textOfName, listed),
  /** Context variables that expressions change; the name of an entry is '' if it may be any of them. */
  contextChange: kind<NameEntry>(textOfName, listed),
  /** Context variables that scenarios expect values of; '' if they may expect one of any variable. */
  testedContext: kind<ScopeEntry>(nothing),
  /** Inputs that promises read. */
  testedInput: kind<ScopeEntry>(nothing),

  /** Uses in expressions of names other than `context`, `payload` and those of JavaScript. */
  localUse: kind<PlacedUseEntry>(({ path, use, place }) => {
    return [path, place.phase, place.index, use.access, use.members[0]?.name];
  }),
  localUseAt: kind<PlacedUseEntry>(({ use, place }) => {
    return [use.access, use.members.length, place.phase, place.index];
  }, inScope),
  /** Variables that an alias repeats elsewhere, which may be read there. */
  repeatedVariable: kind<ScopeEntry>(nothing, inScope),
  /** Words of expressions that do not parse, which may be uses of anything. */
  word: kind<ScopeEntry>(nothing),
  /** Places that may read variables that they do not name: `all` of them, or those of the `context`. */
  opaque: kind<ScopeEntry>(nothing),

  /** Sections of automata, and scopes with buttons by their events, for fixes that edit there. */
  section: kind<ScopeEntry>(textOfUnit, inScope),
  buttonText: kind<ScopeEntry>(textOfUnit),
  /** Keys of an automata that may be in several units: at the root of a file, or nested in it, see `spreadKey`. */
  rootKey: kind<NameEntry>(rootKeyFacts),
  /** Tags with paths, by the file that contains them. */
  file: kind<FileEntry>(({ path, use }) => [path, use.tag, use.path.text, use.key]),
};

/** The value of the entries of each kind. */
export type Symbols = {
  [Kind in keyof typeof TABLE]: (typeof TABLE)[Kind] extends SymbolKind<infer Value> ? Value : never;
};

export const SYMBOL_KINDS: { readonly [Kind in keyof Symbols]: SymbolKind<Symbols[Kind]> } = TABLE;

/** One definition or use of a name. */
export interface SymbolEntry {
  readonly kind: keyof Symbols;
  readonly name: string;
  readonly value: Symbols[keyof Symbols];
}

function nothing(): undefined {
  return undefined;
}

function pathOf({ path }: ScopeEntry): ScopePath {
  return path;
}

function textOfName({ name }: NameEntry): string {
  return name.text;
}

/** For readers that depend on all of the text of a unit. The limits determine the depth to which it is read. */
function textOfUnit({ unit: { limits, text } }: ScopeEntry): unknown {
  return [limits.maxDepth, limits.maxAliases, text];
}

function scopeFacts({ path, scope }: ScopeEntry): unknown {
  const { kind, name, initial, id, incomplete, map, hiddenResults } = scope;
  const names = [scope.inputs, scope.results, scope.outputs].map((list) => list.map(({ name }) => name.text));
  const room = map && roomForTransitions(map);
  const isPart = name === undefined;
  return [path, kind, isPart, initial?.text, id?.text, names, hiddenResults, incomplete, room];
}

/** The notation of the transitions of a map, which determines whether a fix can add one. */
function roomForTransitions(map: MapNode): 'none' | 'map' | 'other' {
  const value = pairOf(map, 'transitions')?.value;
  if (value === undefined) return 'none';
  return value.kind === 'map' && value.tag === undefined ? 'map' : 'other';
}

function flowFacts({ path, scope }: ScopeEntry): unknown {
  const { kind, name, initial, id, final, handlers, incomplete } = scope;
  const edges = handlers.map(({ event, node, cases }) => [
    event.text,
    node.kind === 'scalar' && node.empty,
    cases.map((one) => [one.target?.text, one.condition, isUnfinished(one)]),
  ]);
  const isPart = name === undefined;
  return [path, kind, isPart, initial?.text, id?.text, final, asksUser(scope), incomplete, edges];
}

/** The texts of the values of a payload; the whole unit if there may be an alias, whose text is elsewhere. */
function sentTexts(entry: EmitEntry): unknown {
  const { unit, emit } = entry;
  const texts = emit.payload.map(({ text, node }) => [text, unit.text.slice(node.start, node.end)]);
  return texts.some(([, text]) => text?.includes('*')) ? textOfUnit(entry) : texts;
}

function targetsOf({ cases }: HandlerFacts): readonly (string | undefined)[] {
  return cases.map(({ target }) => target?.text);
}

function caseFacts(one: CaseFacts): unknown {
  return [one.target?.text, textsOf(one.inputs), hidesInputs(one)];
}

function textsOf(names: readonly NameNode[]): readonly string[] {
  return names.map(({ text }) => text);
}

function rootKeyFacts({ unit, name }: NameEntry): unknown {
  const root = unit.kind === 'state' ? openedMap(unit) : unit.parsed.root;
  const map = root?.kind === 'map' ? root : undefined;
  const pair = map && pairOf(map, name.text);
  const lacksValue = pair !== undefined && hasNoValue(unit, pair);
  return [name.text, lacksValue, map !== undefined && isWhole(unit, map)];
}

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
