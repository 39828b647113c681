import { type ExchangeData, isDataMap } from '../../exchange/data';
import type { DataOrigins } from '../../exchange/origins';
import {
  findInitial,
  findTarget,
  type PathResolution,
  type TargetScopes,
} from '../../project/names/find-target';
import { childPath, ROOT_PATH, type ScopePath } from '../../project/names/scope-path';
import { ParsedTexts } from './parsed-texts';
import { SourceValue } from './source-value';
import type { KnownModules } from './tasks';

/** A runnable automata: the data of an export, with its origins. */
export interface Program {
  readonly root: ProgramAutomata;
  /** All states and automata, by path. */
  readonly scopes: ReadonlyMap<string, ProgramScope>;
  /** The first scope with each `id`, in the order of the text. */
  readonly ids: ReadonlyMap<string, ProgramScope>;
  readonly texts: ParsedTexts;
  /** The known modules and widgets. */
  readonly catalog: KnownModules;
}

export type ProgramScope = ProgramState | ProgramAutomata;

interface ScopeBase {
  /** The names from the root; empty for the root. */
  readonly path: ScopePath;
  readonly name: string;
  readonly parent: ProgramAutomata | undefined;
  readonly source: SourceValue;
  readonly isFinal: boolean;
}

export interface ProgramState extends ScopeBase {
  readonly kind: 'state';
}

export interface ProgramAutomata extends ScopeBase {
  readonly kind: 'automata';
  readonly initial: string;
  readonly states: ReadonlyMap<string, ProgramScope>;
}

/** The data of an export, and what is needed to run it. */
export interface ProgramData {
  readonly data: ExchangeData;
  readonly origins: DataOrigins;
  readonly catalog: KnownModules;
}

export function programOf({ data, origins, catalog }: ProgramData): Program {
  const scopes = new Map<string, ProgramScope>();
  const ids = new Map<string, ProgramScope>();
  const texts = new ParsedTexts();
  const read = (path: ScopePath, source: SourceValue, parent: ProgramAutomata | undefined): ProgramScope => {
    const base = {
      path,
      name: path.at(-1) ?? '',
      parent,
      source,
      isFinal: source.get('properties').get('is_final').isTrue,
    };
    const states = new Map<string, ProgramScope>();
    const scope: ProgramScope = isAutomata(source)
      ? { ...base, kind: 'automata', initial: source.textOf('initial'), states }
      : { ...base, kind: 'state' };
    scopes.set(JSON.stringify(path), scope);
    const id = source.get('id').text;
    if (id !== undefined && !ids.has(id)) ids.set(id, scope);
    if (scope.kind === 'automata') {
      // A state without a value is an empty one.
      for (const [name, child] of source.get('states').entries())
        if (child.isMap || child.value === null) states.set(name, read(childPath(path, name), child, scope));
    }
    return scope;
  };
  const root = read(ROOT_PATH, new SourceValue(origins, data, origins.originOfRoot(data)), undefined);
  if (root.kind === 'automata') return { root, scopes, ids, texts, catalog };
  const only: ProgramAutomata = { ...root, kind: 'automata', initial: '', states: new Map() };
  return { root: only, scopes, ids, texts, catalog };
}

function isAutomata({ value }: SourceValue): boolean {
  return (
    isDataMap(value) && (value.has('states') || value.has('initial') || value.get('type') === 'automata')
  );
}

/** The scope at a path; undefined if there is none. */
export function programScopeAt({ scopes }: Program, path: ScopePath): ProgramScope | undefined {
  return scopes.get(JSON.stringify(path));
}

/** The scopes from the root to this one. */
export function ancestry(scope: ProgramScope): ProgramScope[] {
  return scope.parent ? [...ancestry(scope.parent), scope] : [scope];
}

/** The innermost scope from this one outwards that handles an event. */
export function handlerFrom(scope: ProgramScope, event: string): ProgramScope | undefined {
  return ancestry(scope).findLast(({ source }) => source.get('transitions').get(event).isGiven);
}

/** The scope that a target in a transition of `from` refers to: without a target, `from` itself. */
export function resolveProgramTarget(
  program: Program,
  from: ProgramScope,
  target: string | undefined,
): ProgramScope | undefined {
  return scopeFound(program, (scopes) => findTarget(scopes, from.path, from.kind, target));
}

/** The state or automata that an automata begins with. */
export function initialScopeOf(
  program: Program,
  { path, initial }: ProgramAutomata,
): ProgramScope | undefined {
  return scopeFound(program, (scopes) => findInitial(scopes, path, initial));
}

function scopeFound(
  program: Program,
  find: (scopes: TargetScopes) => PathResolution,
): ProgramScope | undefined {
  const found = find({
    has: (path) => programScopeAt(program, path) !== undefined,
    isComplete: () => true,
    withId: (id) => program.ids.get(id)?.path,
    hasHidden: () => false,
  });
  return found.kind === 'found' ? programScopeAt(program, found.path) : undefined;
}

/**
 * The scope that a conversation can start in: a state or automata by its name, or by a target as written in the root.
 */
export function startScopeOf(program: Program, name: string): ProgramScope | undefined {
  return resolveProgramTarget(program, program.root, name);
}
