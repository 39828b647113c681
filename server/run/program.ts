import { type Data, isDataMap } from '../exchange/data';
import type { Origins } from '../exchange/origins';
import { parseTarget } from '../format/target-path';
import { Located } from './located';
import { ParsedTexts } from './parsed-texts';

/** An automata that can be run: the data that an export writes, with its origins. */
export interface Program {
  readonly root: Automata;
  /** All states and automata, by path. */
  readonly scopes: ReadonlyMap<string, Scope>;
  /** The first with an `id`, in the order of the text. */
  readonly ids: ReadonlyMap<string, Scope>;
  readonly texts: ParsedTexts;
}

export type Scope = State | Automata;

interface ScopeBase {
  /** The names from the root, which has none. */
  readonly path: readonly string[];
  readonly name: string;
  readonly parent: Automata | undefined;
  readonly source: Located;
  readonly isFinal: boolean;
}

export interface State extends ScopeBase {
  readonly kind: 'state';
}

export interface Automata extends ScopeBase {
  readonly kind: 'automata';
  readonly initial: string;
  readonly states: ReadonlyMap<string, Scope>;
}

/** A path as one text, for messages and as a key. */
export function pathText(path: readonly string[]): string {
  return path.join('.');
}

export function programOf(data: Data, origins: Origins): Program {
  const scopes = new Map<string, Scope>();
  const ids = new Map<string, Scope>();
  const texts = new ParsedTexts();
  const read = (path: readonly string[], source: Located, parent: Automata | undefined): Scope => {
    const base = {
      path,
      name: path.at(-1) ?? '',
      parent,
      source,
      isFinal: source.get('properties').get('is_final').isTrue,
    };
    const states = new Map<string, Scope>();
    const scope: Scope = isAutomata(source)
      ? { ...base, kind: 'automata', initial: source.get('initial').text ?? '', states }
      : { ...base, kind: 'state' };
    scopes.set(JSON.stringify(path), scope);
    const id = source.get('id').text;
    if (id !== undefined && !ids.has(id)) ids.set(id, scope);
    if (scope.kind === 'automata') {
      for (const [name, child] of source.get('states').entries())
        if (child.isMap) states.set(name, read([...path, name], child, scope));
    }
    return scope;
  };
  const root = read([], new Located(origins, data, origins.ofRoot(data)), undefined);
  if (root.kind === 'automata') return { root, scopes, ids, texts };
  const only: Automata = { ...root, kind: 'automata', initial: '', states: new Map() };
  return { root: only, scopes, ids, texts };
}

function isAutomata({ value }: Located): boolean {
  return (
    isDataMap(value) && (value.has('states') || value.has('initial') || value.get('type') === 'automata')
  );
}

/** The scope with a path; undefined if there is none. */
export function scopeAt({ scopes }: Program, path: readonly string[]): Scope | undefined {
  return scopes.get(JSON.stringify(path));
}

/** The scopes from the root to this one. */
export function ancestry(scope: Scope): Scope[] {
  return scope.parent ? [...ancestry(scope.parent), scope] : [scope];
}

/**
 * The scope that a target names in a transition of `from`. A bare name is a sibling; in a transition of an automata, it
 * is first one of its own states (format, section 5).
 */
export function resolveTarget(program: Program, from: Scope, target: string): Scope | undefined {
  const { start, names } = parseTarget(target);
  if (start === 'id') {
    const [id = '', ...rest] = names;
    return descend(program.ids.get(id), rest);
  }
  if (start === 'self') return descend(from, names);
  const containers = [from.kind === 'automata' ? from : undefined, from.parent];
  for (const container of containers) {
    const found = container?.states.get(target) ?? descend(container, names);
    if (found) return found;
  }
  return undefined;
}

function descend(from: Scope | undefined, names: readonly string[]): Scope | undefined {
  let scope = from;
  for (const name of names) scope = scope?.kind === 'automata' ? scope.states.get(name) : undefined;
  return scope;
}
