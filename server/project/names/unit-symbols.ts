import { engine } from '../../engine/engine';
import type { Task } from '../../engine/task';
import { isGlobal } from '../../expression/globals';
import { identifiersIn, isIdentifier } from '../../expression/identifier';
import { contextVariablesIn, isMisspeltContext } from '../../expression/misspelt-context';
import type { NameUse } from '../../expression/names';
import { isProse } from '../../expression/prose';
import type {
  EmitFacts,
  ExpressionFacts,
  ExpressionPart,
  ExpressionPlace,
  HandlerFacts,
  NameNode,
  ScopeFacts,
  UnitFacts,
} from '../../facts/facts';
import { factsOf } from '../../facts/unit-facts';
import type { Catalog } from '../../format/catalog';
import type { DocumentKind } from '../../format/document-kind';
import { lastName } from '../../format/target-path';
import { mayMutate } from '../../types/effects';
import { hasAliases, isRepeated, openedMap, type Unit } from '../../yaml/cut/unit';
import { type Node, pairOf } from '../../yaml/tree/tree';
import { uncertainRanges } from '../../yaml/tree/uncertainty';
import type { Address } from '../files/paths';
import { isLongUnit, type Source } from '../files/source';
import { pathBelow, type ScopePath } from './scope-path';
import {
  type NameEntry,
  passedKey,
  pathKey,
  type ScopeEntry,
  SYMBOL_KINDS,
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
  const { address, documentKind, prefix } = source;
  const facts = factsOf(catalog, documentKind, unit);
  const all: SymbolEntry[] = [];
  const add: Add = (value, name, ...kinds) => {
    for (const kind of kinds) all.push({ kind, name: SYMBOL_KINDS[kind].key(name, value), value });
  };
  const places = facts.scopes.map((scope): ScopeEntry => {
    return { source: address, unit, scope, path: pathBelow(prefix, scope.path) };
  });
  // Scenarios define nothing in the automata.
  if (documentKind === 'scenarios') addTested(facts, places, add);
  else yield* addDefinitionsAndUses(facts, source, unit, places, add);
  for (const use of facts.files) {
    const at = places[use.scope];
    if (at) add({ ...at, name: use.path, use }, address, 'file');
  }
  addRootKeys(source, unit, places, add);
  // Transitions of an automata that follow its states are collected before them.
  return all.sort(byStart);
}

/** Adds a definition or use to some kinds. */
type Add = <Kind extends keyof Symbols>(value: Symbols[Kind], name: string, ...kinds: Kind[]) => void;

/** Adds the definitions and uses of a unit that is not one of scenarios. */
function* addDefinitionsAndUses(
  facts: UnitFacts,
  { documentKind, isAutomata }: Placement,
  unit: Unit,
  places: readonly ScopeEntry[],
  add: Add,
): Task<void> {
  // A file of states does not describe the enclosing automata, so it needs no entry for each state.
  const isPart = PARTS_OF_ROOT.has(unit.kind) || (isAutomata && documentKind === 'states');
  for (const entry of places) if (!isPart || !isEmptyAutomata(entry.scope, unit)) yield* addScope(entry, add);
  for (const text of contextChanges(facts)) {
    if (places[0]) add(named(places[0], { text, start: 0, end: 0 }), text, 'contextChange');
  }
  yield* addExpressions(facts, unit, places, add);
  yield* addRepeated(unit, places, add);
  yield* addWords(facts, unit, places, add);
  addOpaque(facts, places, add);
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
    add(named(at, rangeOf(member)), member.name, 'usedContext');
  }
}

/** An expression that could not be parsed may read every name that it contains. */
function addUnparsed(unit: Unit, part: ExpressionPart, at: ScopeEntry, add: Add): void {
  // The words of a sentence are not names.
  if (part.closed && isProse(unit.text.slice(part.body.start, part.body.end))) return;
  for (const word of wordsOf(unit, part)) add(at, word, 'word');
  if (WHOLE_CONTEXT.test(unit.text.slice(part.body.start, part.body.end))) add(at, 'context', 'opaque');
}

/** Adds words outside of expressions that may be reads. */
function* addWords(facts: UnitFacts, unit: Unit, places: readonly ScopeEntry[], add: Add): Task<void> {
  for (const { place, name } of facts.unbraced) {
    const at = places[place.scope];
    if (at) add(at, name, 'word');
  }
  for (const { scope, words } of facts.words) {
    const at = places[scope];
    if (at) for (const word of words) add(at, word, 'word');
  }
  for (const entry of places) {
    for (const { node } of entry.scope.handlers.flatMap(({ cases }) => cases)) {
      for (const word of wordsOfCondition(node)) add(entry, word, 'word');
      yield;
    }
  }
  const [outer] = places;
  if (outer === undefined) return;
  for (const { start, end } of uncertainRanges(unit)) {
    for (const word of identifiersIn(unit.text.slice(start, end))) add(outer, word, 'word');
  }
}

/** Adds places that may read anything. */
function addOpaque({ opaque, files }: UnitFacts, places: readonly ScopeEntry[], add: Add): void {
  for (const scope of opaque) {
    const at = places[scope];
    if (at) add(at, 'all', 'opaque');
  }
  for (const use of files) {
    const at = places[use.scope];
    // First values are set before there is anything to read.
    const isStates = use.tag === '!include' && use.key === 'states';
    if (at && !isStates && use.phase !== 'context') add(at, 'all', 'opaque');
  }
}

/** Adds the context variables that scenarios expect values of, and names of inputs that promises may read. */
function addTested({ expressions, scenarios }: UnitFacts, [root]: readonly ScopeEntry[], add: Add): void {
  if (root === undefined) return;
  const expected = scenarios?.names.filter(({ role, isExpected }) => role === 'context' && isExpected) ?? [];
  for (const name of new Set(expected.map(({ text }) => text))) add(root, name, 'testedContext');
  if (expressions.some(usesWholeContext)) add(root, '', 'testedContext');
  const promised = expressions.flatMap(({ place, parts }) =>
    place.promise?.state === undefined ? [] : parts,
  );
  const read = promised.flatMap(({ uses }) => uses.map(({ name }) => name));
  for (const name of new Set(read)) add(root, name, 'testedInput');
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

function named({ source, unit, scope, path }: ScopeEntry, name: NameNode): NameEntry {
  return { source, unit, scope, path, name };
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
      add(value, member.name, 'contextUse', 'contextStep');
    } else if (!guarded) add(at, 'context', 'opaque');
  } else if (RUNS_TEXT.has(text)) add(at, 'all', 'opaque');
  else if (text !== 'payload' && !isGlobal(text)) {
    const name = { text, start: use.start, end: use.start + text.length };
    const value = { source, unit, scope, path, name, use, place };
    add(value, text, 'localUse', 'localUseAt');
    // A misspelt `context` may read the variable that is meant.
    for (const meant of contextVariablesIn(text)) add(at, meant, 'word');
    if (member !== undefined && isMisspeltContext(text)) add(at, member.name, 'word');
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
  const { scope } = entry;
  add(entry, '', 'scope', 'flow');
  addNames(entry, add);
  for (const handler of scope.handlers) {
    addHandler(entry, handler, add);
    yield;
  }
  for (const emit of scope.emits) {
    addEmit(entry, emit, add);
    yield;
  }
  const raised = new Set(scope.emits.map(({ event }) => event.text));
  for (const event of raised) add(entry, event, 'buttonText');
  if (raised.size > 0) add(entry, '', 'raised');
  yield* addVariables(entry, add);
  for (const part of scope.incomplete) add(entry, part, 'incomplete', 'incompleteAt');
}

/** Adds the names of a state or automata and of its definitions. */
function addNames(entry: ScopeEntry, add: Add): void {
  const { scope } = entry;
  if (scope.name) {
    const child = named(entry, scope.name);
    add(child, '', 'child');
    if (scope.kind === 'automata') add(child, '', 'childAutomata');
    const hasPlainOutputs = scope.outputs.some(({ context }) => context === undefined);
    if (hasPlainOutputs && isIdentifier(scope.name.text)) add(child, '', 'stateWithOutputs');
  }
  if (scope.id) add(named(entry, scope.id), scope.id.text, 'id', 'anyId');
  if (scope.initial) add(named(entry, scope.initial), scope.initial.text, 'initial');
  if (scope.kind === 'state') for (const { name } of scope.inputs) add(named(entry, name), '', 'anyInput');
  for (const name of scope.tasks) add(named(entry, name), name.text, 'task', 'anyTask');
  for (const name of scope.buttons) add(named(entry, name), name.text, 'button');
  if (scope.kind === 'automata') for (const { name } of scope.map?.pairs ?? []) add(entry, name, 'section');
}

function addHandler({ source, unit, scope, path }: ScopeEntry, handler: HandlerFacts, add: Add): void {
  const { event, cases } = handler;
  add({ source, unit, scope, path, name: event, handler }, event.text, 'handler', 'handlerAt', 'event');
  for (const one of cases) {
    const target = { source, unit, scope, path, name: one.target ?? event, event: event.text, case: one };
    const name = one.target && lastName(one.target.text);
    if (name === undefined) add(target, '', 'selfTransition');
    else add(target, name, 'target', 'targeted');
    for (const input of one.inputs) {
      const value = { source, unit, scope, path, name: input, event: event.text, case: one };
      add(value, passedKey(name ?? pathKey(path), input.text), 'passed');
    }
  }
}

function addEmit({ source, unit, scope, path }: ScopeEntry, emit: EmitFacts, add: Add): void {
  const value = { source, unit, scope, path, name: emit.event, emit };
  add(value, emit.event.text, 'emitter', 'emitted');
  if (emit.payload.length > 0) add(value, emit.event.text, 'sent');
}

function* addVariables(entry: ScopeEntry, add: Add): Task<void> {
  const { source, unit, scope, path } = entry;
  for (const { name, node } of scope.context) {
    const value = { source, unit, scope, path, name, node, output: undefined };
    add(value, name.text, 'declaration', 'contextValue', 'variable');
    yield;
  }
  for (const output of scope.outputs) {
    const { context: name, misspelt, node } = output;
    if (misspelt !== undefined) add(named(entry, output.name), misspelt, 'misassigned');
    if (name === undefined) continue;
    const value = { source, unit, scope, path, name, node, output };
    add(value, name.text, 'assignment', 'assigned', 'contextValue', 'variable');
    yield;
  }
}

/** Adds the variables that an alias or a merge key defines in other scopes as well. */
function* addRepeated(unit: Unit, places: readonly ScopeEntry[], add: Add): Task<void> {
  if (!hasAliases(unit)) return;
  for (const entry of places) {
    const { inputs, results, outputs } = entry.scope;
    for (const { name } of [...inputs, ...results, ...outputs]) {
      if (isRepeated(unit, name)) add(entry, name.text, 'repeatedVariable');
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
    add(named(entry, { text: name, start: key.start, end: key.end }), list, 'rootKey');
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
