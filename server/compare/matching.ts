import { pathKey, type ScopePath } from '../project/names/scope-path';
import type { Program, ProgramScope } from '../run/conversation/program';
import { addToGroup, countUp } from '../text/group-by';
import { formText, type ReferenceText } from './form';
import { type Part, partsOf } from './parts';
import { closestPairs } from './similarity';
import { Version } from './version';

/** Which states and automata of two versions are the same. */
export interface Matching {
  /** Undefined if it was removed. */
  newPathOf(oldPath: ScopePath): ScopePath | undefined;
  /** Undefined if it was added. */
  oldPathOf(newPath: ScopePath): ScopePath | undefined;
}

/** Each round finds the scopes that those of the previous one make recognizable. */
const MAX_ROUNDS = 8;

/**
 * States and automata with the same path are the same. Of the others, those of an automata that was renamed are
 * recognized by their names in it, and those that were renamed or moved by their `id`, their contents, and the transitions
 * that lead to them. What is ambiguous was removed and added.
 */
export function matchScopes(before: Program, after: Program): Matching {
  const matched = new MatchedScopes(before, after);
  for (let round = 0; round < MAX_ROUNDS && matched.findMore(); round++);
  return matched;
}

/** A scope with what identifies it, apart from the texts of references. */
interface Described {
  readonly scope: ProgramScope;
  readonly key: string;
  readonly parts: readonly Part[];
  readonly exits: readonly Exit[];
}

/** A case of a transition, or `initial`, and where it leads. */
interface Exit {
  readonly name: string;
  readonly to: string;
}

interface DescribedVersions {
  readonly old: readonly Described[];
  readonly new: readonly Described[];
  /** The names of variables that both have: another one may be a renamed one. */
  readonly variables: ReadonlySet<string>;
}

class MatchedScopes implements Matching {
  private described: DescribedVersions | undefined;
  private readonly newByOld = new Map<string, ProgramScope>();
  private readonly oldByNew = new Map<string, ProgramScope>();

  constructor(
    private readonly before: Program,
    private readonly after: Program,
  ) {
    this.match(before.root, after.root);
  }

  newPathOf(oldPath: ScopePath): ScopePath | undefined {
    return this.newByOld.get(pathKey(oldPath))?.path;
  }

  oldPathOf(newPath: ScopePath): ScopePath | undefined {
    return this.oldByNew.get(pathKey(newPath))?.path;
  }

  /** Whether scopes were found that those known so far make recognizable. */
  findMore(): boolean {
    if (this.newByOld.size === this.before.scopes.size || this.oldByNew.size === this.after.scopes.size)
      return false;
    this.described ??= describe(this.before, this.after);
    const removed = this.described.old.filter(({ key }) => !this.newByOld.has(key));
    const added = this.described.new.filter(({ key }) => !this.oldByNew.has(key));
    const nameOf = ({ scope }: Described) => scope.name;
    const features = this.features(this.described, commonNames(removed.map(nameOf), added.map(nameOf)));
    let hasFound = false;
    for (const kind of ['automata', 'state'] as const) {
      const ofKind = (all: readonly Described[]) =>
        all
          .filter(({ scope }) => scope.kind === kind)
          .map((item) => ({ item, features: features.get(item) ?? new Map<string, number>() }));
      for (const [one, other] of closestPairs(ofKind(removed), ofKind(added)))
        hasFound = this.match(one.scope, other.scope) || hasFound;
    }
    return hasFound;
  }

  /** Also matches the states in them that have the same name; false if one of them is matched already. */
  private match(one: ProgramScope, other: ProgramScope): boolean {
    const oldKey = pathKey(one.path);
    const newKey = pathKey(other.path);
    if (this.newByOld.has(oldKey) || this.oldByNew.has(newKey)) return false;
    this.newByOld.set(oldKey, other);
    this.oldByNew.set(newKey, one);
    if (one.kind === 'automata' && other.kind === 'automata')
      for (const [name, child] of one.states) {
        const same = other.states.get(name);
        if (same) this.match(child, same);
      }
    return true;
  }

  /** The features of all scopes, weighted by how uncommon they are. */
  private features(
    described: DescribedVersions,
    names: ReadonlySet<string>,
  ): ReadonlyMap<Described, ReadonlyMap<string, number>> {
    const found = new Map<Described, Map<string, number>>();
    const counts = new Map<string, number>();
    for (const [all, newKeyOf] of [
      [described.old, (key: string) => this.newKeyOf(key)],
      [described.new, (key: string) => (this.oldByNew.has(key) ? key : undefined)],
    ] as const) {
      const entries = entriesOf(all, newKeyOf);
      for (const one of all) {
        const features = featuresOf(one, newKeyOf, entries.get(one.key) ?? [], {
          states: names,
          variables: described.variables,
        });
        found.set(one, features);
        for (const feature of features.keys()) countUp(counts, feature);
      }
    }
    for (const features of found.values())
      for (const [feature, weight] of features)
        features.set(feature, weight * Math.min(1, 2 / (counts.get(feature) ?? 1)));
    return found;
  }

  private newKeyOf(oldKey: string): string | undefined {
    const scope = this.newByOld.get(oldKey);
    return scope && pathKey(scope.path);
  }
}

function describe(before: Program, after: Program): DescribedVersions {
  const [old, now] = [new Version(before), new Version(after)];
  const scopes = (version: Version) =>
    [...version.program.scopes.values()].map((scope) => {
      const parts = partsOf(version, scope);
      return { scope, key: pathKey(scope.path), parts, exits: exitsOf(parts) };
    });
  const described = { old: scopes(old), new: scopes(now) };
  const names = ({ variables }: Version) => [...variables.values()].map(({ name }) => name);
  return { ...described, variables: commonNames(names(old), names(now)) };
}

function exitsOf(parts: readonly Part[]): Exit[] {
  const ways = parts.flatMap((part) => {
    if (part.kind === 'transition')
      return part.parts.map(({ parts: members }, index) => ({
        name: `${part.label} ${index}`,
        form: members[0]?.form ?? '',
      }));
    return part.kind === 'automata' ? [{ name: part.label, form: part.form }] : [];
  });
  return ways.flatMap(({ name, form }) =>
    typeof form === 'object' && 'kind' in form ? [{ name, to: form.key }] : [],
  );
}

function commonNames(some: readonly string[], others: readonly string[]): ReadonlySet<string> {
  const names = new Set(some);
  return new Set(others.filter((name) => names.has(name)));
}

/** The exits of matched scopes by where they lead, with their names in the new version. */
function entriesOf(
  all: readonly Described[],
  newKeyOf: (key: string) => string | undefined,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { key, exits } of all) {
    const from = newKeyOf(key);
    if (from !== undefined)
      for (const { name, to } of exits) addToGroup(found, to, JSON.stringify([from, name]));
  }
  return found;
}

/** How much each kind of part says about which state this is. */
const WEIGHTS: Partial<Record<Part['kind'], number>> = { task: 2, text: 2 };
const ID_WEIGHT = 10;

function featuresOf(
  { scope, key, parts }: Described,
  newKeyOf: (key: string) => string | undefined,
  entries: readonly string[],
  common: { readonly states: ReadonlySet<string>; readonly variables: ReadonlySet<string> },
): Map<string, number> {
  const referenceText: ReferenceText = (reference) => {
    const { kind, key: referenced, written } = reference;
    if (kind === 'variable') return common.variables.has(written) ? written : '';
    if (kind === 'unknown') return written;
    if (referenced === key) return 'self';
    const newKey = newKeyOf(referenced);
    // Where it leads is compared once that is matched.
    return newKey === undefined ? '' : `to ${newKey}`;
  };
  const features = new Map<string, number>();
  // Tasks and buttons are recognized one by one.
  const isList = ({ kind }: Part) => kind === 'task' || kind === 'button';
  for (const part of parts.flatMap((one) => (isList(one) ? one.parts : [one])))
    features.set(
      formText({ forms: [part.kind, part.key, part.form] }, referenceText),
      part.label === 'id' ? ID_WEIGHT : (WEIGHTS[part.kind] ?? 1),
    );
  for (const entry of entries) features.set(`entry ${entry}`, 1);
  // One that only one version has says nothing.
  if (common.states.has(scope.name)) features.set(`name ${scope.name}`, 1);
  if (scope.kind === 'automata')
    for (const [name, child] of scope.states)
      features.set(`contains ${newKeyOf(pathKey(child.path)) ?? JSON.stringify(name)}`, 1);
  return features;
}
