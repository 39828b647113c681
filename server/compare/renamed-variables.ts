import { pathKey, pathOfKey, type ScopePath } from '../project/names/scope-path';
import type { ProgramScope } from '../run/conversation/program';
import { countUp, groupBy } from '../text/group-by';
import { type Form, type FormReference, formText, referencesIn } from './form';
import type { Matching } from './matching';
import type { Part } from './parts';
import { type Variable, type Version, variableKey } from './version';

/** A version with the parts of its states and automata. */
export interface DescribedVersion {
  readonly version: Version;
  readonly parts: ReadonlyMap<ProgramScope, readonly Part[]>;
}

/** A variable that was renamed. */
export interface RenamedVariable {
  /** Its key in the old version. */
  readonly oldKey: string;
  readonly oldName: string;
  /** In the new version. */
  readonly variable: Variable;
  /** What defines it in the new version. */
  readonly definition: Part;
}

/** A place of a variable. */
interface VariableUse {
  /** In the paths of the new version. */
  readonly variable: Variable;
  /** Equal in both versions if only such variables have another name there. */
  readonly place: string;
  readonly part: Part;
  readonly defines: boolean;
}

/**
 * The variables that were renamed. The old name has no place in the new version, and the new name none in the old one;
 * a definition, a use and more than half of all places are the same apart from the name.
 */
export function renamedVariables(
  before: DescribedVersion,
  after: DescribedVersion,
  matching: Matching,
): readonly RenamedVariable[] {
  const toNew = (path: ScopePath) => matching.newPathOf(path);
  const ifOld = (path: ScopePath) => matching.oldPathOf(path) && path;
  const old = variablesIn(before, toNew);
  const now = variablesIn(after, ifOld);
  const removed = without(old, now);
  const added = without(now, old);
  if (removed.size === 0 || added.size === 0) return [];
  const newUses = usesOf(after, added, ifOld);
  const newByPlace = new Map(newUses.map((use) => [use.place, use]));
  const newByVariable = groupBy(newUses, ({ variable }) => variable);
  const oldByKey = groupBy(usesOf(before, removed, toNew), ({ variable }) => variable);
  return [...removed].flatMap(([oldKey, variable]): RenamedVariable[] => {
    const uses = oldByKey.get(variable) ?? [];
    const same = mostFrequent(uses.flatMap(({ place }) => newByPlace.get(place) ?? []));
    const found = same[0]?.variable;
    const definition = same.find(({ defines }) => defines)?.part;
    if (found === undefined || definition === undefined || same.every(({ defines }) => defines)) return [];
    const all = Math.max(uses.length, newByVariable.get(found)?.length ?? 0);
    if (!isSameOwner(variable, found) || 2 * same.length <= all) return [];
    return [{ oldKey, oldName: variable.name, variable: found, definition }];
  });
}

type ToNewPath = (path: ScopePath) => ScopePath | undefined;

/** The variables of the scopes that both versions have, by their keys in this version. */
function variablesIn({ version }: DescribedVersion, toNewPath: ToNewPath): ReadonlyMap<string, Variable> {
  return new Map(
    [...version.variables].flatMap(([key, variable]) => {
      const owner = toNewPath(variable.owner);
      return owner ? [[key, { ...variable, owner }] as const] : [];
    }),
  );
}

function without(
  some: ReadonlyMap<string, Variable>,
  others: ReadonlyMap<string, Variable>,
): ReadonlyMap<string, Variable> {
  const keys = new Set([...others.values()].map(variableKey));
  return new Map([...some].filter(([, variable]) => !keys.has(variableKey(variable))));
}

function isSameOwner(one: Variable, other: Variable): boolean {
  return one.kind === other.kind && pathKey(one.owner) === pathKey(other.owner);
}

/** Those of the variable that is the most frequent. */
function mostFrequent(uses: readonly VariableUse[]): readonly VariableUse[] {
  const byVariable = [...groupBy(uses, ({ variable }) => variable).values()];
  return byVariable.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** The places of some variables in the scopes that both versions have. */
function usesOf(
  { parts }: DescribedVersion,
  variables: ReadonlyMap<string, Variable>,
  toNewPath: ToNewPath,
): VariableUse[] {
  const isWanted = ({ kind, key }: FormReference) => kind === 'variable' && variables.has(key);
  const counts = new Map<string, number>();
  const uses: VariableUse[] = [];
  for (const [scope, all] of parts) {
    const path = toNewPath(scope.path);
    if (path === undefined) continue;
    for (const { part, form } of all.flatMap((one) => leavesOf(one, []))) {
      const found = referencesIn(form).filter(isWanted);
      if (found.length === 0) continue;
      const text = `${pathKey(path)} ${formText(form, (one) => (isWanted(one) ? '' : nameOf(one, toNewPath)))}`;
      // Equal texts of a scope are distinguished by their order.
      const place = `${text} ${countUp(counts, text)}`;
      for (const [index, { key, defines }] of found.entries()) {
        const variable = variables.get(key);
        if (variable) uses.push({ variable, place: `${place} ${index}`, part, defines: defines === true });
      }
    }
  }
  return uses;
}

/** A state of both versions by its new path, since it may be renamed with an event that leads there. */
function nameOf({ kind, key, written }: FormReference, toNewPath: ToNewPath): string {
  const path = kind === 'scope' ? toNewPath(pathOfKey(key)) : undefined;
  return path ? `to ${pathKey(path)}` : written;
}

/** The parts without parts, each with the keys that lead to it. */
function leavesOf(
  part: Part,
  keys: readonly Form[],
): readonly { readonly part: Part; readonly form: Form }[] {
  if (part.parts.length === 0) return [{ part, form: { forms: [...keys, part.key, part.form] } }];
  return part.parts.flatMap((one) => leavesOf(one, [...keys, part.key]));
}
