import { engine } from '../engine/engine';
import { isGlobal } from '../expression/globals';
import { isIdentifier } from '../expression/identifier';
import type { NameUse } from '../expression/names';
import { asksUser } from '../facts/asks-user';
import type { ExpressionPart, ExpressionPlace, Part, ScopeFacts } from '../facts/facts';
import { isUnfinished } from '../facts/transitions';
import { factsOf } from '../facts/unit-facts';
import type { Catalog } from '../format/catalog';
import type { Shape } from '../format/shape';
import { isMerged, type MapNode, pairOf } from '../yaml/tree';
import type { Unit } from '../yaml/unit';
import { contextChanges, contextValues, textDigest } from './context-values';
import { entry } from './entries';
import type { Address } from './paths';
import type { Source } from './source';
import { keyAt, pathKey, type ScopeEntry, type SymbolEntry, type Symbols, sharedPath } from './symbols';

/** All entries of a unit in a project, an automata or not, in which its root is at `prefix`. */
export function symbolsOf(
  { address, shape, catalog }: Source,
  unit: Unit,
  prefix: readonly string[],
  isAutomata: boolean,
): readonly SymbolEntry[] {
  return unitSymbols(catalog, placementOf(sharedPath(prefix), shape, isAutomata, address), unit);
}

/** How a file is read, apart from its text and catalog. */
interface Placement extends Pick<Source, 'address' | 'shape'> {
  readonly prefix: readonly string[];
  readonly isAutomata: boolean;
}

const placementOf = engine.query(
  'placement',
  (prefix: readonly string[], shape: Shape, isAutomata: boolean, address: Address): Placement => {
    return { address, shape, prefix, isAutomata };
  },
);

/** What is around the sections of a file: comments and brackets, and the states, say nothing of the root by themselves. */
const PARTS_OF_ROOT: ReadonlySet<Unit['kind']> = new Set(['head', 'state', 'states-end', 'tail'] as const);

/**
 * There are many entries, so they are written out: an object that is spread from another has a hidden class of its
 * own, which takes more memory than its contents.
 */
function collectSymbols(catalog: Catalog, source: Placement, unit: Unit): SymbolEntry[] {
  const { prefix, isAutomata } = source;
  const facts = factsOf(catalog, source.shape, unit);
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
    return {
      source: source.address,
      unit,
      scope,
      path: prefix.length === 0 ? scope.path : prefix.concat(scope.path),
    };
  });
  // Every state of a file stands in an automata of which it says nothing: one entry for each would be too many.
  const isPart = PARTS_OF_ROOT.has(unit.kind) || (isAutomata && source.shape === 'states');
  for (const place of places) if (!isPart || !isBare(place.scope)) addScope(place, add);
  contextValues(unit, places, (value, digest) => add('contextValue', value.name.text, value, digest));
  for (const text of contextChanges(facts)) {
    if (places[0]) add('contextChange', '', { ...places[0], name: { text, start: 0, end: 0 } }, text);
  }
  const used = new Set<string>();
  for (const { parts, place } of facts.expressions) {
    const at = places[place.scope];
    if (at === undefined) continue;
    const { scope, path } = at;
    for (const part of parts) {
      for (const { name, members } of part.uses) {
        const [member] = members;
        if (name !== 'context' || member === undefined || used.has(member.name)) continue;
        used.add(member.name);
        const range = { text: member.name, start: member.start, end: member.end };
        add('usedContext', '', { source: source.address, unit, scope, path, name: range }, member.name);
      }
      for (const use of part.uses) addUse(at, place, use, add);
      if (part.closed && part.problem === undefined) continue;
      for (const word of wordsOf(unit, part)) add('word', word, at, '');
      if (WHOLE_CONTEXT.test(unit.text.slice(part.body.start, part.body.end)))
        add('blind', '', { source: source.address, unit, scope, path, reads: 'context' }, 'context');
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
      flat(use.tag, use.path.text, use.key, pathKey(use.scope)),
    );
    // When first values are set there is nothing to read.
    const isStates = use.tag === '!include' && use.key === 'states';
    if (!isStates && use.phase !== 'context') add('blind', '', { ...at, reads: 'all' }, 'all');
  }
  addRootKeys(source, unit, places[0], add);
  return all;
}

const unitSymbols = engine.query('symbols', collectSymbols);

/** A digest. Joined to one flat string, as digests are kept for long. */
function flat(...parts: readonly (string | number | boolean | undefined)[]): string {
  return parts.map(String).join(' ');
}

type Add = <K extends keyof Symbols & string>(
  kind: K,
  name: string,
  value: Symbols[K],
  digest: string,
) => void;

function addUse(at: ScopeEntry, place: ExpressionPlace, use: NameUse, add: Add): void {
  const { source, unit, scope, path } = at;
  const { name, access, members, guarded } = use;
  const here = pathKey(path);
  const [member] = members;
  if (name === 'context') {
    if (member !== undefined) {
      const range = { text: member.name, start: member.start, end: member.end };
      add('contextUse', member.name, { source, unit, scope, path, name: range, use }, access);
      const digest = flat(access, members.length, here, scope.kind, place.phase, place.index);
      add('contextStep', member.name, { source, unit, scope, path, name: range, use, place }, digest);
    } else if (!guarded) add('blind', '', { source, unit, scope, path, reads: 'context' }, 'context');
  } else if (RUNS_TEXT.has(name)) add('blind', '', { source, unit, scope, path, reads: 'all' }, 'all');
  else if (name !== 'payload' && !isGlobal(name)) {
    const range = { text: name, start: use.start, end: use.start + name.length };
    const digest = flat(here, place.phase, place.index, access, member?.name);
    add('localUse', name, { source, unit, scope, path, name: range, use, place }, digest);
    add(
      'localUseAt',
      keyAt(at.path, name),
      { source, unit, scope, path, name: range, use, place },
      flat(access, members.length),
    );
  }
}

/** Names that run text as JavaScript, and so may read anything. */
const RUNS_TEXT: ReadonlySet<string> = new Set(['eval', 'Function', 'globalThis']);

/** `context` without a member after it. */
const WHOLE_CONTEXT = /\bcontext\b(?!\s*\??\.\s*[\p{ID_Start}$_])/u;

/** The words of an expression that could not be parsed, without escapes of its quotes. */
function wordsOf(unit: Unit, { body }: ExpressionPart): Set<string> {
  const text = unit.text.slice(body.start, body.end).replace(/\\./g, ' ');
  return new Set(text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu));
}

/** Whether a scope is an automata of which a unit contains nothing but states. */
function isBare(scope: ScopeFacts): boolean {
  const { path, map, incomplete, id, initial, inputs, results, outputs, context, handlers, emits } = scope;
  const lists = [inputs, results, outputs, context, handlers, emits];
  const isNamed = path.length > 0 || id !== undefined || initial !== undefined;
  return !isNamed && map === undefined && incomplete.size === 0 && lists.every(({ length }) => length === 0);
}

/** How transitions of a map are written, which decides whether a fix can add one. */
function roomForTransitions(map: MapNode): string {
  const value = pairOf(map, 'transitions')?.value;
  if (value === undefined) return 'none';
  return value.kind === 'map' && value.tag === undefined ? 'map' : 'other';
}

function addScope(place: ScopeEntry, add: Add): void {
  const { source, unit, scope, path } = place;
  const here = pathKey(path);
  const inputs = scope.inputs.map((input) => input.name.text).join(' ');
  const results = scope.results.map((result) => result.name.text).join(' ');
  const outputs = scope.outputs.map((output) => output.name.text).join(' ');
  const names = `[${inputs}] [${results}] [${outputs}]`;
  const hidden = [...scope.incomplete].join(' ');
  const { kind, initial, id, map } = scope;
  const room = map !== undefined && roomForTransitions(map);
  add('scope', here, place, flat(kind, initial?.text, id?.text, names, hidden, room));
  add('flow', here, place, flowDigest(place));
  if (scope.name) {
    const around = pathKey(path.slice(0, -1));
    const child = { source, unit, scope, path, name: scope.name };
    add('child', around, child, scope.name.text);
    if (scope.kind === 'automata') add('nested', around, child, scope.name.text);
    const isGiving = scope.outputs.some(({ context }) => context === undefined);
    if (isGiving && isIdentifier(scope.name.text)) add('giving', around, child, scope.name.text);
  }
  if (scope.id) {
    add('id', scope.id.text, { source, unit, scope, path, name: scope.id }, here);
    add('anyId', '', { source, unit, scope, path, name: scope.id }, scope.id.text);
  }
  if (scope.kind === 'state') {
    for (const { name } of scope.inputs) add('anyInput', '', { source, unit, scope, path, name }, name.text);
  }
  if (scope.initial)
    add('initial', scope.initial.text, { source, unit, scope, path, name: scope.initial }, here);
  if (scope.kind === 'automata') {
    for (const { name } of scope.map?.pairs ?? []) add('section', keyAt(path, name), place, textDigest(unit));
  }
  for (const handler of scope.handlers) {
    const name = handler.event;
    const targets = handler.cases.map((one) => one.target?.text).join(' ');
    add('handler', name.text, { source, unit, scope, path, name, handler }, flat(here, targets));
    add('handlerAt', keyAt(path, name.text), { source, unit, scope, path, name, handler }, targets);
    add('event', '', { source, unit, scope, path, name }, name.text);
    for (const one of handler.cases) {
      const keys = one.inputs.map((input) => input.text).join(' ');
      const value = { source, unit, scope, path, name: one.target ?? name, event: name.text, case: one };
      if (one.target) {
        const last = one.target.text.split(/[.#]/).at(-1) ?? '';
        add('target', last, value, flat(here, scope.kind, name.text, one.target.text, `[${keys}]`));
        add('targeted', '', { source, unit, scope, path, name: one.target }, flat(here, one.target.text));
      } else add('selfTransition', here, value, flat(scope.kind, name.text, `[${keys}]`));
    }
  }
  for (const emit of scope.emits) {
    const keys = emit.payload.map((key) => key.text).join(' ');
    add(
      'emitter',
      emit.event.text,
      { source, unit, scope, path, name: emit.event, emit },
      flat(here, scope.kind, `[${keys}]`, emit.complete),
    );
    add('emitted', '', { source, unit, scope, path, name: emit.event }, emit.event.text);
  }
  const raised = new Set(scope.emits.map((emit) => emit.event.text));
  for (const event of raised) add('buttonText', event, place, textDigest(unit));
  if (raised.size > 0) add('raised', here, place, [...raised].sort().join('\n'));
  for (const declaration of scope.context) {
    const { name } = declaration;
    add('declaration', name.text, { source, unit, scope, path, name, declaration }, here);
    add('variable', '', { source, unit, scope, path, name, isDeclared: true }, flat(name.text, 'declared'));
  }
  for (const output of scope.outputs) {
    const name = output.context;
    if (name === undefined) continue;
    add(
      'assignment',
      name.text,
      { source, unit, scope, path, name, output },
      flat(here, scope.kind, output.index),
    );
    add('assigned', name.text, { source, unit, scope, path, name }, '');
    add('variable', '', { source, unit, scope, path, name, isDeclared: false }, name.text);
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

/** Keys at the root, which may be in several units of a file. */
function addRootKeys(source: Placement, unit: Unit, place: ScopeEntry | undefined, add: Add): void {
  const { root } = unit.parsed;
  if (root?.kind !== 'map' || place === undefined || unit.kind === 'state') return;
  // The digest says whether the list of keys is reliable.
  const { scope, path } = place;
  const trust = [isMerged(root), ...unit.parsed.problems.map((problem) => problem.mended === true)].join(' ');
  for (const pair of root.pairs) {
    const name = { text: pair.name, start: pair.key.start, end: pair.key.end };
    add(
      'rootKey',
      source.address,
      { source: source.address, unit, scope, path, name },
      flat(pair.name, trust),
    );
  }
}
