import { isGlobal } from '../../expression/globals';
import type { ExpressionPlace, FileUse, UnitFacts } from '../../facts/facts';
import { WHERE_NAMES } from '../../format/scenario';
import { parseTarget } from '../../format/target-path';
import type { Address } from '../../project/files/paths';
import { unitFacts } from '../../project/files/source';
import { promisedInput } from '../../project/names/promised-inputs';
import { resolveEvent, resolveInitial, resolveTarget } from '../../project/names/resolve';
import { type ScenarioTarget, targetsOfName } from '../../project/names/scenario-names';
import { isPlainOutput } from '../../project/names/scope';
import type { ScopePath } from '../../project/names/scope-path';
import { pathKey, type ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import type { Workspace } from '../../project/workspace';
import { isKnownInWhere } from '../../rules/expressions/known-names';
import type { CursorLocation } from '../cursor-location';
import { declaringPath, ownerOf, stateNamed } from '../variables';
import { mentionInBrokenExpression } from './broken-expression';
import { type Mention, mentionAt, mentionAtQuote, mentionsInScopes } from './mentions';

/**
 * The identity of something that can be named in any file. Two mentions refer to the same symbol if their symbols
 * have the same `symbolKey`. Paths are those of scopes, from the root of the project.
 */
export type ProjectSymbol =
  | ScenarioTarget
  /** The global id of the scope at `path`. */
  | { readonly kind: 'id'; readonly name: string; readonly path: ScopePath }
  | { readonly kind: 'file'; readonly tag: FileUse['tag']; readonly address: Address }
  /** A name of JavaScript, or the word `context` or `payload` itself. */
  | { readonly kind: 'builtin'; readonly name: string };

/** A symbol and one of its mentions. */
export interface SymbolRef {
  readonly symbol: ProjectSymbol;
  /** The name and how it is used; ranges are those of the unit. */
  readonly mention: Mention;
  /** The scope around the name. */
  readonly entry: ScopeEntry;
}

/** The symbol at a cursor, in the first scope that has one; undefined if there is no name, or it cannot be resolved. */
export function symbolAt(at: CursorLocation): SymbolRef | undefined {
  const mention = mentionAtCursor(at);
  for (const one of mention ? mentionsInScopes(mention) : []) {
    const ref = symbolRefOf(at.workspace, at.project, at, one);
    if (ref) return ref;
  }
  return undefined;
}

/** The name at a cursor, resolvable or not. */
export function mentionAtCursor(at: CursorLocation): Mention | undefined {
  const facts = unitFacts(at.source, at.unit);
  const { text } = at.unit;
  return mentionAtOrQuote(facts, text, at.offset) ?? mentionInBrokenExpression(text, facts, at.offset);
}

/** The name that a cursor touches, directly or at one of its quotes. */
export function mentionAtOrQuote(facts: UnitFacts, text: string, offset: number): Mention | undefined {
  return mentionAt(facts, offset) ?? mentionAtQuote(facts, text, offset);
}

/** The symbol that a mention of a unit refers to in a project. */
export function symbolRefOf(
  workspace: Workspace,
  project: Project,
  at: Pick<CursorLocation, 'source' | 'unit'>,
  mention: Mention,
): SymbolRef | undefined {
  const entry = project.entryOf(at.source.address, at.unit, mention.scope);
  const symbol = symbolOf(workspace, project, entry, mention);
  return symbol && { symbol, mention, entry };
}

/** A unique key of a symbol in a project. */
export function symbolKey(symbol: ProjectSymbol): string {
  const path = 'path' in symbol ? (symbol.path ? pathKey(symbol.path) : undefined) : '';
  switch (symbol.kind) {
    case 'state':
      return `state\n${path}`;
    case 'id':
    case 'builtin':
      return `${symbol.kind}\n${symbol.name}`;
    case 'event':
      return `event\n${symbol.name}\n${symbol.handled}\n${path}`;
    case 'payload':
      return `payload\n${symbol.name}\n${symbol.event}\n${symbol.handled}\n${path}`;
    case 'context':
    case 'local':
    case 'task':
    case 'button':
      return `${symbol.kind}\n${symbol.name}\n${path}`;
    case 'file':
      return `file\n${symbol.address}`;
  }
}

function symbolOf(
  workspace: Workspace,
  project: Project,
  entry: ScopeEntry,
  mention: Mention,
): ProjectSymbol | undefined {
  const { name, what } = mention;
  const { path } = entry;
  switch (what.kind) {
    case 'state':
      return { kind: 'state', path };
    case 'id':
      return { kind: 'id', name, path };
    case 'initial': {
      const found = resolveInitial(project, entry, name);
      return found.kind === 'found' ? { kind: 'state', path: found.path } : undefined;
    }
    case 'target':
      return targetSymbol(project, entry, name, what);
    case 'handler':
      return { kind: 'event', name, path, handled: true };
    case 'emit':
      return { kind: 'event', name, ...handlerOf(project, entry, name) };
    case 'context':
      return { kind: 'context', name, path: declaringPath(project, entry, name) };
    case 'local':
      return { kind: 'local', name, path };
    case 'task':
    case 'button':
      return { kind: what.kind, name, path };
    case 'scenario': {
      const [only, ...others] = targetsOfName(project, what.named);
      return others.length === 0 ? only : undefined;
    }
    case 'use':
      return useSymbol(project, entry, name, what.place);
    case 'member':
      return memberSymbol(project, entry, what.of, name);
    case 'payload':
      return {
        kind: 'payload',
        name,
        event: what.event,
        ...handlerOf(project, entry, what.event),
      };
    case 'payload-use':
      return { kind: 'payload', name, event: what.event, path, handled: true };
    case 'target-input': {
      const target = what.target === undefined ? path : pathOfTarget(project, entry, what.target);
      return target && { kind: 'local', name, path: target };
    }
    case 'file': {
      const { use } = what;
      const found = workspace.resolvePath(project, { ...entry, name: use.path, use });
      return { kind: 'file', tag: use.tag, address: found.address };
    }
  }
}

/** The path of the state that a target refers to, if it is known. */
export function pathOfTarget(project: Project, from: ScopeEntry, target: string): ScopePath | undefined {
  const found = resolveTarget(project, from, target);
  return found.kind === 'found' ? found.path : undefined;
}

/**
 * The state that one segment of a target's path refers to. The whole path determines where it begins, as it may begin
 * among the children or the siblings of an automata.
 */
function targetSymbol(
  project: Project,
  entry: ScopeEntry,
  name: string,
  what: Extract<Mention['what'], { kind: 'target' }>,
): ProjectSymbol | undefined {
  const whole = pathOfTarget(project, entry, what.target);
  const part = whole
    ? whole.slice(0, whole.length - what.following)
    : pathOfTarget(project, entry, what.upTo);
  if (part === undefined) return undefined;
  const { start, names } = parseTarget(what.upTo);
  return start === 'id' && names.length === 1
    ? { kind: 'id', name, path: part }
    : { kind: 'state', path: part };
}

function handlerOf(project: Project, from: ScopeEntry, event: string) {
  const found = resolveEvent(project, from, event);
  return found.kind === 'found' ? { path: found.path, handled: true } : { path: from.path, handled: false };
}

function useSymbol(
  project: Project,
  from: ScopeEntry,
  name: string,
  place: ExpressionPlace,
): ProjectSymbol | undefined {
  if (place.phase === 'where') {
    const input = promisedInput(project, place, name);
    if (input && name !== 'context' && !WHERE_NAMES.has(name))
      return { kind: 'local', name, path: input.at.path };
    return isKnownInWhere(name) ? { kind: 'builtin', name } : undefined;
  }
  if (name === 'context' || name === 'payload') return { kind: 'builtin', name };
  const owner = ownerOf(project, from, name);
  if (owner) return { kind: 'local', name, path: owner };
  const state = stateNamed(project, from, name);
  if (state) return { kind: 'state', path: state };
  return isGlobal(name) ? { kind: 'builtin', name } : undefined;
}

/** The output that a member after the name of a state refers to. */
export function memberSymbol(
  project: Project,
  from: ScopeEntry,
  of: string,
  name: string,
): ProjectSymbol | undefined {
  const path = stateNamed(project, from, of);
  if (path === undefined || ownerOf(project, from, of)) return undefined;
  return isPlainOutput(project, path, name) ? { kind: 'local', name, path } : undefined;
}
