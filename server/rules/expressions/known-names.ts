import { engine } from '../../engine/engine';
import { GLOBALS, isGlobal } from '../../expression/globals';
import { contextVariablesIn, isMisspeltContext } from '../../expression/misspelt-context';
import type { NameUse } from '../../expression/names';
import type { ExpressionPlace, ScopeFacts, UnitFacts } from '../../facts/facts';
import { WHERE_NAMES } from '../../format/scenario';
import { promisedInputs } from '../../project/names/promised-inputs';
import { contextNames, contextVariable } from '../../project/names/resolve';
import {
  hidesLocals,
  isVisible,
  localsNamed,
  mayBeDefinedBelow,
  mayBeResult,
  mayInherit,
  variableNamesOf,
} from '../../project/names/scope';
import { childPath } from '../../project/names/scope-path';
import { pathKey, type ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { isTypo, nearestNames } from '../../text/nearest';
import type { Subject } from '../rule';
import type { EvaluatedUse } from './uses';

/** Which names an expression can use at its place, and what an unknown name may mean. */

/** Whether an expression in a `where` can read a name. */
export function isKnownInWhere(name: string): boolean {
  return name === 'context' || WHERE_NAMES.has(name) || isGlobal(name);
}

/** Whether a name of an expression is defined, or may be defined by something that is not known. */
export function isKnownName(
  project: Project,
  entry: ScopeEntry,
  place: ExpressionPlace,
  name: string,
): boolean {
  if (place.phase === 'where') {
    if (isKnownInWhere(name)) return true;
    const { inputs, isComplete } = promisedInputs(project, place);
    return !isComplete || inputs.some((input) => input.name.text === name);
  }
  if (name === 'context' || name === 'payload' || name === 'UNSTABLE_button_id' || isGlobal(name))
    return true;
  if (localsNamed(project, entry.path, name).length > 0) return true;
  if (hidesLocals(project, entry.path)) return true;
  // A misspelling of `context` is not the name of a variable.
  const isMisspeltContext = () => intendedContextNames(project, entry, { name, members: [] }).length > 0;
  if (mayBeResult(project, entry.path, name, place) && !isMisspeltContext()) return true;
  // `state.output` is announced for a later version of the format.
  for (let up = 0; up <= entry.path.length; up++) {
    const enclosing = entry.path.slice(0, up);
    if (project.table.has('scope', pathKey(childPath(enclosing, name))) || !project.statesComplete(enclosing))
      return true;
  }
  if (mayInherit(project, entry, place, name)) return true;
  const isOfAutomata = place.phase === 'transition' && entry.scope.kind === 'automata';
  return isOfAutomata && mayBeDefinedBelow(project, entry.path, name);
}

/** What an unknown name may mean, the best first. */
export function suggestNames(subject: Subject, { use, place, entry }: EvaluatedUse): SuggestedNames {
  const near = nearestNames(use.name, candidates(subject, entry, place, use.name));
  // In `{ memory }`, the name is also the name of the property.
  const inContext = !use.shorthand && isContextName(subject.project, entry, use.name);
  const inDots = use.shorthand ? [] : intendedContextNames(subject.project, entry, use);
  const first = inContext ? [`context.${use.name}`] : [];
  // `context_x` does not mean the whole context.
  const isVariable = inDots.some((name) => name !== 'context') && use.members.length === 0;
  const all = isVariable
    ? [...first, ...inDots, ...near.filter((name) => name !== 'context')]
    : [...first, ...near, ...inDots];
  return { near, all: [...new Set(all)] };
}

interface SuggestedNames {
  /** Names of local variables. */
  readonly near: readonly string[];
  /** Names of local variables and of context variables. */
  readonly all: readonly string[];
}

/** Variables available to the state at this place that none of its expressions reads; none if there are too many. */
export function unreadLocals(
  { facts, project }: Subject,
  entry: ScopeEntry,
  place: ExpressionPlace,
): readonly string[] {
  const unread = new Set<string>();
  for (const { scope } of project.scopes(entry.path)) {
    for (const name of unreadNames(facts, place.scope, scope)) {
      if (localsNamed(project, entry.path, name).some((local) => isVisible(local, place))) unread.add(name);
      if (unread.size > MAX_UNREAD_VARIABLES) return [];
    }
  }
  return [...unread];
}

/** The variables of a part of a scope that no expression of a unit reads in that scope, each once. */
const unreadNames = engine.query(
  'unread names',
  (facts: UnitFacts, index: number, scope: ScopeFacts): readonly string[] => {
    const parts = facts.expressions.flatMap((one) => (one.place.scope === index ? one.parts : []));
    const read = new Set(parts.flatMap(({ uses }) => uses.map(({ name }) => name)));
    return variableNamesOf(scope).filter((name) => !read.has(name));
  },
);

/** If more variables than these are unread, none of them is a likely candidate. */
const MAX_UNREAD_VARIABLES = 2;

/** The intended names for one that contains `context` without its dot, misspelt or shortened. */
function intendedContextNames(
  project: Project,
  entry: ScopeEntry,
  { name, members }: Pick<NameUse, 'name' | 'members'>,
): readonly string[] {
  const [member] = members;
  const written = contextVariablesIn(name);
  const known = written.find((one) => isContextName(project, entry, one));
  if (known !== undefined) return [`context.${known}`];
  if (isTypo(name, 'context')) return ['context'];
  if (member !== undefined && isMisspeltContext(name) && isContextName(project, entry, member.name))
    return ['context'];
  const near = written.flatMap((one) => nearestNames(one, contextNames(project, entry), 1));
  return near.slice(0, 1).map((one) => `context.${one}`);
}

/** Whether the context variable of this name is declared or assigned anywhere. */
function isContextName(project: Project, entry: ScopeEntry, name: string): boolean {
  const { declarations, assignments } = contextVariable(project, entry, name);
  return declarations.length + assignments.length > 0;
}

function candidates({ project }: Subject, entry: ScopeEntry, place: ExpressionPlace, name: string): string[] {
  const locals = project
    .scopes(entry.path)
    .flatMap(({ scope }) => nearestNames(name, variableNamesOf(scope), Number.POSITIVE_INFINITY))
    .filter((near) => localsNamed(project, entry.path, near).some((local) => isVisible(local, place)));
  const payload = place.phase === 'transition' ? ['payload'] : [];
  const promised = promisedInputs(project, place).inputs.map((input) => input.name.text);
  const ofWhere = place.phase === 'where' ? [...promised, ...WHERE_NAMES.keys()] : [];
  const globals = GLOBALS.filter((one) => one.suggested).map((one) => one.name);
  return [...locals, 'context', ...payload, ...ofWhere, ...globals];
}
