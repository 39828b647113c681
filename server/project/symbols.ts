import { isGlobal } from '../expression/globals';
import type { NameUse } from '../expression/names';
import type {
  BlindFacts,
  CaseFacts,
  ContextFacts,
  EmitFacts,
  ExpressionPart,
  ExpressionPlace,
  FileUse,
  HandlerFacts,
  Name,
  OutputFacts,
  Part,
  ScopeFacts,
} from '../facts/facts';
import type { Unit } from '../yaml/document';
import { isMerged, type Node, pairOf, resolveAlias, textOf } from '../yaml/tree';
import { type ContextValueEntry, contextChanges, contextValues } from './context-values';
import type { Address } from './paths';
import { type Source, unitFacts } from './source';
import { type Entry, entry } from './table';

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

/** What the table of a project holds, by the name it is asked for. */
export interface Symbols {
  /** Scopes by `pathKey`. */
  scope: ScopeEntry;
  /** All scopes, under '', with all that decides how they lead to one another. */
  flow: ScopeEntry;
  /** The scopes whose buttons raise events, under '', with these events. */
  raised: ScopeEntry;
  /** Children of an automata by its `pathKey`. */
  child: NameEntry;
  id: NameEntry;
  /** Keys of `transitions` by event. */
  handler: HandlerEntry;
  /** The same by scope and event, see `keyAt`. */
  handlerAt: HandlerEntry;
  /** Buttons by the event they emit. */
  emitter: EmitEntry;
  /** Every name of an event that is handled, under ''. */
  event: NameEntry;
  /** Context variables by name: declared, assigned by an output, used in an expression. */
  declaration: DeclarationEntry;
  assignment: AssignmentEntry;
  /** The same assignments by name, for who only asks whether there is one: which state it is in makes no difference. */
  assigned: NameEntry;
  contextUse: UseEntry;
  /** The same uses with the places they have in their states, for who follows them over the flow. */
  contextStep: PlacedUseEntry;
  /** All values of all context variables, under ''. */
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
  /** Every name of a context variable that is declared or assigned, under ''. */
  variable: NameEntry;
  /** Uses of targets by the last name of their path, and of `initial`. */
  target: TargetEntry;
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

/** A path as a key; names hold no line breaks. */
export function pathKey(path: readonly string[]): string {
  return path.join('\n');
}

/** A name of a scope (an event it handles, a variable, a section) as a key. */
export function keyAt(path: readonly string[], name: string): string {
  return `${pathKey(path)}\n\n${name}`;
}

/** Everything that a unit brings into a project, an automata or not, in which its root stands at `prefix`. */
export function symbolsOf(
  source: Source,
  unit: Unit,
  prefix: readonly string[],
  isAutomata: boolean,
): SymbolEntry[] {
  const facts = unitFacts(source, unit);
  const all: SymbolEntry[] = [];
  const add = <K extends keyof Symbols & string>(
    kind: K,
    name: string,
    value: Symbols[K],
    digest: string,
  ) => {
    all.push(entry<Symbols, K>(kind, name, value, digest));
  };
  const places = facts.scopes.map((scope): ScopeEntry => {
    return { source: source.address, unit, scope, path: [...prefix, ...scope.path] };
  });
  // Every state of a file stands in an automata of which it says nothing: one entry for each would be too many.
  const isPart = unit.kind === 'state' || (isAutomata && source.shape === 'states');
  for (const place of places) if (!isPart || !isBare(place.scope)) addScope(place, add);
  contextValues(unit, places, (value, digest) => add('contextValue', '', value, digest));
  for (const text of contextChanges(facts)) {
    if (places[0]) add('contextChange', '', { ...places[0], name: { text, start: 0, end: 0 } }, text);
  }
  for (const { parts, place } of facts.expressions) {
    const at = places[place.scope];
    if (at === undefined) continue;
    for (const part of parts) {
      for (const use of part.uses) addUse(at, place, use, add);
      if (part.closed && part.problem === undefined) continue;
      for (const word of wordsOf(unit, part)) add('word', word, at, '');
      if (WHOLE_CONTEXT.test(unit.text.slice(part.body.start, part.body.end)))
        add('blind', '', { ...at, reads: 'context' }, 'context');
    }
  }
  for (const { scope, reads } of facts.blind) {
    const at = places[scope];
    if (at) add('blind', '', { ...at, reads }, reads);
  }
  for (const use of facts.files) {
    const at = places.find((place) => pathKey(place.scope.path) === pathKey(use.scope)) ?? places[0];
    if (at === undefined) continue;
    add(
      'file',
      source.address,
      { ...at, name: use.path, use },
      `${use.tag} ${use.path.text} ${use.key} ${pathKey(use.scope)}`,
    );
    // First values are set before there is anything to read.
    const isStates = use.tag === '!include' && use.key === 'states';
    if (!isStates && use.phase !== 'context') add('blind', '', { ...at, reads: 'all' }, 'all');
  }
  addRootKeys(source, unit, places[0], add);
  return all;
}

type Add = <K extends keyof Symbols & string>(
  kind: K,
  name: string,
  value: Symbols[K],
  digest: string,
) => void;

function addUse(at: ScopeEntry, place: ExpressionPlace, use: NameUse, add: Add): void {
  const { name, access, members, guarded } = use;
  const [member] = members;
  if (name === 'context') {
    if (member !== undefined) {
      const range = { text: member.name, start: member.start, end: member.end };
      add('contextUse', member.name, { ...at, name: range, use }, access);
      const where = `${pathKey(at.path)} ${at.scope.kind} ${place.phase} ${place.index}`;
      const digest = `${access} ${members.length} ${where}`;
      add('contextStep', member.name, { ...at, name: range, use, place }, digest);
    } else if (!guarded) add('blind', '', { ...at, reads: 'context' }, 'context');
  } else if (RUNS_TEXT.has(name)) add('blind', '', { ...at, reads: 'all' }, 'all');
  else if (name !== 'payload' && !isGlobal(name)) {
    const range = { text: name, start: use.start, end: use.start + name.length };
    const digest = `${pathKey(at.path)} ${place.phase} ${place.index} ${access} ${member?.name}`;
    add('localUse', name, { ...at, name: range, use, place }, digest);
    add(
      'localUseAt',
      keyAt(at.path, name),
      { ...at, name: range, use, place },
      `${access} ${members.length}`,
    );
  }
}

/** What takes text for JavaScript, and so may read anything. */
const RUNS_TEXT: ReadonlySet<string> = new Set(['eval', 'Function', 'globalThis']);

/** `context` with anything but a member behind it. */
const WHOLE_CONTEXT = /\bcontext\b(?!\s*\??\.\s*[\p{ID_Start}$_])/u;

/** The words of an expression that could not be parsed; escapes of its quotes are none. */
function wordsOf(unit: Unit, { body }: ExpressionPart): Set<string> {
  const text = unit.text.slice(body.start, body.end).replace(/\\./g, ' ');
  return new Set(text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu));
}

/** The automata around states, where nothing of it but those is written in a unit. */
function isBare({ path, map, incomplete, ...scope }: ScopeFacts): boolean {
  const { id, initial, inputs, results, outputs, context, handlers, emits } = scope;
  const lists = [inputs, results, outputs, context, handlers, emits];
  const isNamed = path.length > 0 || id !== undefined || initial !== undefined;
  return !isNamed && map === undefined && incomplete.size === 0 && lists.every(({ length }) => length === 0);
}

function addScope(place: ScopeEntry, add: Add): void {
  const { scope, path } = place;
  const here = pathKey(path);
  const inputs = scope.inputs.map((input) => input.name.text).join(' ');
  const results = scope.results.map((result) => result.name.text).join(' ');
  const outputs = scope.outputs.map((output) => output.name.text).join(' ');
  add(
    'scope',
    here,
    place,
    `${scope.kind} ${scope.initial?.text} ${scope.id?.text} [${inputs}] [${results}] [${outputs}]`,
  );
  add('flow', '', place, flowDigest(place));
  if (scope.name) add('child', pathKey(path.slice(0, -1)), { ...place, name: scope.name }, scope.name.text);
  if (scope.id) add('id', scope.id.text, { ...place, name: scope.id }, here);
  if (scope.initial) add('initial', scope.initial.text, { ...place, name: scope.initial }, here);
  if (scope.kind === 'automata') {
    for (const { name } of scope.map?.pairs ?? []) add('section', keyAt(path, name), place, place.unit.text);
  }
  for (const handler of scope.handlers) {
    const name = handler.event;
    const targets = handler.cases.map((one) => one.target?.text).join(' ');
    add('handler', name.text, { ...place, name, handler }, `${here} ${targets}`);
    add('handlerAt', keyAt(path, name.text), { ...place, name, handler }, targets);
    add('event', '', { ...place, name }, name.text);
    for (const one of handler.cases) {
      if (one.target === undefined) continue;
      const keys = one.inputs.map((input) => input.text).join(' ');
      const last = one.target.text.split(/[.#]/).at(-1) ?? '';
      const value = { ...place, name: one.target, event: name.text, case: one };
      add('target', last, value, `${here} ${name.text} ${one.target.text} [${keys}]`);
    }
  }
  for (const emit of scope.emits) {
    const keys = emit.payload.map((key) => key.text).join(' ');
    add(
      'emitter',
      emit.event.text,
      { ...place, name: emit.event, emit },
      `${here} [${keys}] ${emit.complete}`,
    );
  }
  const raised = new Set(scope.emits.map((emit) => emit.event.text));
  for (const event of raised) add('buttonText', event, place, place.unit.text);
  if (raised.size > 0) add('raised', '', place, `${here}\n\n${[...raised].sort().join('\n')}`);
  for (const declaration of scope.context) {
    const { name } = declaration;
    add('declaration', name.text, { ...place, name, declaration }, here);
    add('variable', '', { ...place, name }, name.text);
  }
  for (const output of scope.outputs) {
    const name = output.context;
    if (name === undefined) continue;
    add('assignment', name.text, { ...place, name, output }, `${here} ${scope.kind} ${output.index}`);
    add('assigned', name.text, { ...place, name }, '');
    add('variable', '', { ...place, name }, name.text);
  }
  for (const part of scope.incomplete) add('incomplete', part satisfies Part, place, here);
}

function flowDigest({ scope, path }: ScopeEntry): string {
  const { kind, initial, id, final, handlers, incomplete } = scope;
  const parts = [...incomplete];
  const edges = handlers.map(({ event, cases }) => [
    event.text,
    ...cases.map((one) => [one.target?.text, one.condition, isUnfinished(one)]),
  ]);
  return JSON.stringify([path, kind, initial?.text, id?.text, final, asksUser(scope), parts, edges]);
}

/** Whether the target of a case is still to be written. */
export function isUnfinished({ target, node }: CaseFacts): boolean {
  return target === undefined && node.kind === 'map' && pairOf(node, 'target') !== undefined;
}

/** Whether a state may wait for the user before it runs: one of its inputs is asked for, or nobody can tell. */
export function asksUser({ inputs, incomplete }: ScopeFacts): boolean {
  return incomplete.has('inputs') || inputs.some(({ node }) => isAsked(node));
}

function isAsked(node: Node): boolean {
  const input = resolveAlias(node);
  if (input?.kind !== 'map') return input === undefined;
  const asks = pairOf(input, 'user_input');
  if (isMerged(input) || textOf(input, 'type') === 'IM' || pairOf(input, 'source') !== undefined) return true;
  return asks !== undefined && textOf(input, 'user_input') !== 'false';
}

/** Keys at the root, which may be spread over the units of a file. */
function addRootKeys(source: Source, unit: Unit, place: ScopeEntry | undefined, add: Add): void {
  const { root } = unit.parsed;
  if (root?.kind !== 'map' || place === undefined || unit.kind === 'state') return;
  // Whoever asks which keys there are also asks whether they can be trusted to be all.
  const trust = [isMerged(root), ...unit.parsed.problems.map((problem) => problem.mended === true)].join(' ');
  for (const pair of root.pairs) {
    const name = { text: pair.name, start: pair.key.start, end: pair.key.end };
    add('rootKey', source.address, { ...place, name }, `${pair.name} ${trust}`);
  }
}
