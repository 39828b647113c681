import { engine } from '../engine/engine';
import type { Task } from '../engine/task';
import { isGlobal } from '../expression/globals';
import { identifiersIn, isIdentifier } from '../expression/identifier';
import { contextVariablesIn, isMisspeltContext } from '../expression/misspelt-context';
import { mayMutate } from '../expression/mutation';
import type { NameUse } from '../expression/names';
import type {
  EmitFacts,
  ExpressionFacts,
  ExpressionPart,
  ExpressionPlace,
  HandlerFacts,
  NameNode,
  ScopeFacts,
  ScopePart,
  UnitFacts,
} from '../facts/facts';
import { factsOf } from '../facts/unit-facts';
import type { Catalog } from '../format/catalog';
import type { DocumentKind } from '../format/document-kind';
import { lastName } from '../format/target-path';
import { type Node, pairOf } from '../yaml/tree';
import { uncertainRanges } from '../yaml/uncertainty';
import { hasAliases, isRepeated, openedMap, type Unit } from '../yaml/unit';
import type { Address } from './paths';
import { pathBelow, ROOT_PATH, type ScopePath, samePath } from './scope-path';
import { isLongUnit, type Source } from './source';
import {
  keyAt,
  type NameEntry,
  type OpaqueEntry,
  passedKey,
  pathKey,
  type ScopeEntry,
  type SymbolEntry,
  type Symbols,
  sharedPath,
  spreadKey,
} from './symbols';

/**
 * All entries of a unit in a project, where its root has the path `prefix`. Entries of one name are in the order of the
 * text.
 */
export function symbolsOf(
  { address, documentKind, catalog }: Source,
  unit: Unit,
  prefix: ScopePath,
  isAutomata: boolean,
): readonly SymbolEntry[] {
  return unitSymbols(catalog, placementOf(sharedPath(prefix), documentKind, isAutomata, address), unit);
}

/** `symbolsOf` as a task, with several steps for a long unit. */
export function* collectSymbolsTask(
  source: Source,
  unit: Unit,
  prefix: ScopePath,
  isAutomata: boolean,
): Task<readonly SymbolEntry[]> {
  const { address, documentKind, catalog } = source;
  if (isLongUnit(unit)) {
    yield* factsOf.asTask(catalog, documentKind, unit);
    yield* unitSymbols.asTask(
      catalog,
      placementOf(sharedPath(prefix), documentKind, isAutomata, address),
      unit,
    );
  }
  return symbolsOf(source, unit, prefix, isAutomata);
}

/** How a file is read, apart from its text and catalog. */
interface Placement extends Pick<Source, 'address' | 'documentKind'> {
  readonly prefix: ScopePath;
  readonly isAutomata: boolean;
}

const placementOf = engine.query(
  'placement',
  (prefix: ScopePath, documentKind: DocumentKind, isAutomata: boolean, address: Address): Placement => {
    return { address, documentKind, prefix, isAutomata };
  },
);

/** Units that do not describe the root of a file: states, and the comments and brackets between the sections. */
const PARTS_OF_ROOT: ReadonlySet<Unit['kind']> = new Set(['head', 'state', 'states-end', 'tail'] as const);

/**
 * Entries are written as literals, without spread: each object with a spread has its own hidden class, which needs more
 * memory than its contents. Kinds share values.
 */
function* collectSymbols(catalog: Catalog, source: Placement, unit: Unit): Task<SymbolEntry[]> {
  if (source.documentKind === 'scenarios') return symbolsOfScenarios(catalog, source, unit);
  const { prefix, isAutomata } = source;
  const facts = factsOf(catalog, source.documentKind, unit);
  const all: SymbolEntry[] = [];
  const add: Add = (kind, name, value) => all.push({ kind, name, value });
  const places = facts.scopes.map((scope): ScopeEntry => {
    return {
      source: source.address,
      unit,
      scope,
      path: pathBelow(prefix, scope.path),
    };
  });
  // A file of states does not describe the enclosing automata, so it needs no entry for each state.
  const isPart = PARTS_OF_ROOT.has(unit.kind) || (isAutomata && source.documentKind === 'states');
  for (const entry of places) if (!isPart || !isEmptyAutomata(entry.scope, unit)) yield* addScope(entry, add);
  for (const text of contextChanges(facts)) {
    if (places[0]) add('contextChange', '', named(places[0], { text, start: 0, end: 0 }));
  }
  yield* addExpressions(facts, unit, places, add);
  yield* addRepeated(unit, places, add);
  yield* addWords(facts, unit, places, add);
  addFiles(facts, source.address, places, add);
  addRootKeys(source, unit, places, add);
  // Transitions of an automata that follow its states are collected before them.
  return all.sort(byStart);
}

function* addExpressions(
  { expressions }: UnitFacts,
  unit: Unit,
  places: readonly ScopeEntry[],
  add: Add,
): Task<void> {
  const used = new Set<string>();
  for (const { parts, place } of expressions) {
    const at = places[place.scope];
    if (at === undefined) continue;
    for (const part of parts) {
      addUsedContext(part, at, used, add);
      for (const use of part.uses) addUse(at, place, use, add);
      if (!part.closed || part.problem !== undefined) addUnparsed(unit, part, at, add);
      yield;
    }
  }
}

/** Adds the context variables that a part names, each once for a unit. */
function addUsedContext({ uses }: ExpressionPart, at: ScopeEntry, used: Set<string>, add: Add): void {
  for (const { name, members } of uses) {
    const [member] = members;
    if (name !== 'context' || member === undefined || used.has(member.name)) continue;
    used.add(member.name);
    add('usedContext', '', named(at, rangeOf(member)));
  }
}

/** An expression that could not be parsed may read every name that it contains. */
function addUnparsed(unit: Unit, part: ExpressionPart, at: ScopeEntry, add: Add): void {
  for (const word of wordsOf(unit, part)) add('word', word, at);
  if (WHOLE_CONTEXT.test(unit.text.slice(part.body.start, part.body.end)))
    add('opaque', '', opaqueEntry(at, 'context'));
}

/** Adds words outside of expressions that may be reads, and places that may read anything. */
function* addWords(facts: UnitFacts, unit: Unit, places: readonly ScopeEntry[], add: Add): Task<void> {
  for (const { place, name } of facts.unbraced) {
    const at = places[place.scope];
    if (at) add('word', name, at);
  }
  for (const { scope, words } of facts.words) {
    const at = places[scope];
    if (at) for (const word of words) add('word', word, at);
  }
  for (const entry of places) {
    for (const { node } of entry.scope.handlers.flatMap(({ cases }) => cases)) {
      for (const word of wordsOfCondition(node)) add('word', word, entry);
      yield;
    }
  }
  for (const scope of facts.opaque) {
    const at = places[scope];
    if (at) add('opaque', '', opaqueEntry(at, 'all'));
  }
  const [outer] = places;
  if (outer === undefined) return;
  for (const { start, end } of uncertainRanges(unit)) {
    for (const word of identifiersIn(unit.text.slice(start, end))) add('word', word, outer);
  }
}

function addFiles({ files }: UnitFacts, address: Address, places: readonly ScopeEntry[], add: Add): void {
  for (const use of files) {
    const at = places.find((entry) => samePath(entry.scope.path, use.scope)) ?? places[0];
    if (at === undefined) continue;
    add('file', address, { ...at, name: use.path, use });
    // First values are set before there is anything to read.
    const isStates = use.tag === '!include' && use.key === 'states';
    if (!isStates && use.phase !== 'context') add('opaque', '', opaqueEntry(at, 'all'));
  }
}

/**
 * Scenarios define nothing in the automata: the index contains only their keys, the path of their automata, and the
 * context variables that they expect values of.
 */
function symbolsOfScenarios(catalog: Catalog, source: Placement, unit: Unit): SymbolEntry[] {
  const all: SymbolEntry[] = [];
  const add: Add = (kind, name, value) => all.push({ kind, name, value });
  const { scopes, files, expressions, scenarios } = factsOf(catalog, source.documentKind, unit);
  const places = scopes.map(
    (scope): ScopeEntry => ({ source: source.address, unit, scope, path: ROOT_PATH }),
  );
  const [root] = places;
  if (root) {
    for (const use of files) add('file', source.address, { ...root, name: use.path, use });
    const expected =
      scenarios?.names.filter(({ role, isExpected }) => role === 'context' && isExpected) ?? [];
    for (const name of new Set(expected.map(({ text }) => text))) add('testedContext', name, root);
    if (expressions.some(usesWholeContext)) add('testedContext', '', root);
  }
  addRootKeys(source, unit, places, add);
  return all;
}

/** Whether an expression may use a context variable that it does not name. */
function usesWholeContext({ parts }: ExpressionFacts): boolean {
  const isWhole = ({ name, members }: NameUse) => name === 'context' && members.length === 0;
  return parts.some(({ ast, empty, uses }) => (ast === undefined && !empty) || uses.some(isWhole));
}

function byStart({ value: a }: SymbolEntry, { value: b }: SymbolEntry): number {
  return startOf(a) - startOf(b);
}

function startOf(value: SymbolEntry['value']): number {
  return 'name' in value ? value.name.start : 0;
}

const unitSymbols = engine.slicedQuery('symbols', collectSymbols);

type Add = <K extends keyof Symbols & string>(kind: K, name: string, value: Symbols[K]) => void;

function named({ source, unit, scope, path }: ScopeEntry, name: NameNode): NameEntry {
  return { source, unit, scope, path, name };
}

function opaqueEntry({ source, unit, scope, path }: ScopeEntry, reads: OpaqueEntry['reads']): OpaqueEntry {
  return { source, unit, scope, path, reads };
}

function rangeOf({ name, start, end }: NameUse['members'][number]): NameNode {
  return { text: name, start, end };
}

function addUse(at: ScopeEntry, place: ExpressionPlace, use: NameUse, add: Add): void {
  const { source, unit, scope, path } = at;
  const { name: text, members, guarded } = use;
  const [member] = members;
  if (text === 'context') {
    if (member !== undefined) {
      const value = { source, unit, scope, path, name: rangeOf(member), use, place };
      add('contextUse', member.name, value);
      add('contextStep', member.name, value);
    } else if (!guarded) add('opaque', '', opaqueEntry(at, 'context'));
  } else if (RUNS_TEXT.has(text)) add('opaque', '', opaqueEntry(at, 'all'));
  else if (text !== 'payload' && !isGlobal(text)) {
    const name = { text, start: use.start, end: use.start + text.length };
    const value = { source, unit, scope, path, name, use, place };
    add('localUse', text, value);
    add('localUseAt', keyAt(path, text), value);
    // A misspelt `context` may read the variable that is meant.
    for (const meant of contextVariablesIn(text)) add('word', meant, at);
    if (member !== undefined && isMisspeltContext(text)) add('word', member.name, at);
  }
}

/** Globals that can run text as JavaScript, and so may read anything. */
const RUNS_TEXT: ReadonlySet<string> = new Set(['eval', 'Function', 'globalThis']);

/** `context` without a member after it. */
const WHOLE_CONTEXT = /\bcontext\b(?!\s*\??\.\s*[\p{ID_Start}$_])/u;

/** The words of an expression that could not be parsed, without escapes of its quotes. */
function wordsOf(unit: Unit, { body }: ExpressionPart): Set<string> {
  return identifiersIn(unit.text.slice(body.start, body.end).replace(/\\./g, ' '));
}

/** The words of a condition without `{{ }}`, which is most likely an expression that lacks them. */
function wordsOfCondition(node: Node): Set<string> {
  const condition = node.kind === 'map' ? pairOf(node, 'condition')?.value : undefined;
  const isText =
    condition?.kind === 'scalar' && condition.type === 'string' && !condition.value.includes('{{');
  return isText ? identifiersIn(condition.value) : new Set();
}

/** Whether a scope has nothing but states in a unit. */
function isEmptyAutomata(scope: ScopeFacts, unit: Unit): boolean {
  const { map, incomplete, id, initial, inputs, results, hiddenResults, outputs, context, handlers, emits } =
    scope;
  const lists = [inputs, scope.tasks, results, hiddenResults, outputs, context, handlers, emits];
  const isNamed = scope.path.length > unit.path.length || id !== undefined || initial !== undefined;
  return !isNamed && map === undefined && incomplete.size === 0 && lists.every(({ length }) => length === 0);
}

function* addScope(entry: ScopeEntry, add: Add): Task<void> {
  const here = pathKey(entry.path);
  add('scope', here, entry);
  add('flow', here, entry);
  addNames(entry, add);
  for (const handler of entry.scope.handlers) {
    addHandler(entry, handler, add);
    yield;
  }
  for (const emit of entry.scope.emits) {
    addEmit(entry, emit, add);
    yield;
  }
  const raised = new Set(entry.scope.emits.map((emit) => emit.event.text));
  for (const event of raised) add('buttonText', event, entry);
  if (raised.size > 0) add('raised', here, entry);
  yield* addVariables(entry, add);
  for (const part of entry.scope.incomplete) {
    add('incomplete', part satisfies ScopePart, entry);
    add('incompleteAt', keyAt(entry.path, part), entry);
  }
}

/** Adds the names of a state or automata and of its definitions. */
function addNames(entry: ScopeEntry, add: Add): void {
  const { scope, path } = entry;
  if (scope.name) {
    const around = pathKey(path.slice(0, -1));
    const child = named(entry, scope.name);
    add('child', around, child);
    if (scope.kind === 'automata') add('childAutomata', around, child);
    const hasPlainOutputs = scope.outputs.some(({ context }) => context === undefined);
    if (hasPlainOutputs && isIdentifier(scope.name.text)) add('stateWithOutputs', around, child);
  }
  if (scope.id) {
    const id = named(entry, scope.id);
    add('id', scope.id.text, id);
    add('anyId', '', id);
  }
  for (const name of scope.buttons) add('button', name.text, named(entry, name));
  for (const name of scope.tasks) {
    add('task', name.text, named(entry, name));
    add('anyTask', '', named(entry, name));
  }
  if (scope.kind === 'state') for (const { name } of scope.inputs) add('anyInput', '', named(entry, name));
  if (scope.initial) add('initial', scope.initial.text, named(entry, scope.initial));
  if (scope.kind === 'automata') {
    for (const { name } of scope.map?.pairs ?? []) add('section', keyAt(path, name), entry);
  }
}

function addHandler({ source, unit, scope, path }: ScopeEntry, handler: HandlerFacts, add: Add): void {
  const { event, cases } = handler;
  const value = { source, unit, scope, path, name: event, handler };
  add('handler', event.text, value);
  add('handlerAt', keyAt(path, event.text), value);
  add('event', '', value);
  for (const one of cases) {
    const target = { source, unit, scope, path, name: one.target ?? event, event: event.text, case: one };
    const name = one.target && lastName(one.target.text);
    if (name !== undefined) {
      add('target', name, target);
      add('targeted', '', target);
    } else add('selfTransition', pathKey(path), target);
    const to = name ?? pathKey(path);
    for (const input of one.inputs) {
      const value = { source, unit, scope, path, name: input, event: event.text, case: one };
      add('passed', passedKey(to, input.text), value);
    }
  }
}

function addEmit({ source, unit, scope, path }: ScopeEntry, emit: EmitFacts, add: Add): void {
  const value = { source, unit, scope, path, name: emit.event, emit };
  add('emitter', emit.event.text, value);
  if (emit.payload.length > 0) add('sent', emit.event.text, value);
  add('emitted', '', value);
}

function* addVariables(entry: ScopeEntry, add: Add): Task<void> {
  const { source, unit, scope, path } = entry;
  for (const declaration of scope.context) {
    const { name, node } = declaration;
    add('declaration', name.text, { source, unit, scope, path, name, declaration });
    add('variable', '', { source, unit, scope, path, name, isDeclared: true });
    add('contextValue', name.text, { source, unit, scope, path, name, node, output: undefined });
    yield;
  }
  for (const output of scope.outputs) {
    const name = output.context;
    if (output.misspelt !== undefined) add('misassigned', output.misspelt, named(entry, output.name));
    if (name === undefined) continue;
    const value = { source, unit, scope, path, name, output };
    add('assignment', name.text, value);
    add('assigned', name.text, value);
    add('variable', '', { source, unit, scope, path, name, isDeclared: false });
    add('contextValue', name.text, { source, unit, scope, path, name, node: output.node, output });
    yield;
  }
}

/** Adds the variables that an alias or a merge key defines in other scopes as well. */
function* addRepeated(unit: Unit, places: readonly ScopeEntry[], add: Add): Task<void> {
  if (!hasAliases(unit)) return;
  for (const entry of places) {
    const { inputs, results, outputs } = entry.scope;
    for (const { name } of [...inputs, ...results, ...outputs]) {
      if (isRepeated(unit, name)) add('repeatedVariable', keyAt(entry.path, name.text), entry);
      yield;
    }
  }
}

/** Adds the keys of an automata, which may be in several units of a file. */
function addRootKeys(source: Placement, unit: Unit, places: readonly ScopeEntry[], add: Add): void {
  const root = unit.kind === 'state' ? openedMap(unit) : unit.parsed.root;
  const entry = unit.kind === 'state' ? places.find(({ scope }) => scope.map === root) : places[0];
  if (root?.kind !== 'map' || entry === undefined) return;
  const list = spreadKey(source.address, (unit.opened ?? unit).path);
  for (const { name, key } of root.pairs)
    add('rootKey', list, named(entry, { text: name, start: key.start, end: key.end }));
}

/** The context variables of a unit that its expressions may change other than by an output; '' means any of them. */
function contextChanges(facts: UnitFacts): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const { parts } of facts.expressions) {
    for (const { ast, uses } of parts) {
      if (!ast || !uses.some(isContext) || !mayMutate(ast)) continue;
      for (const use of uses) if (isContext(use)) changed.add(use.members[0]?.name ?? '');
    }
  }
  return changed;
}

function isContext({ name }: NameUse): boolean {
  return name === 'context';
}
