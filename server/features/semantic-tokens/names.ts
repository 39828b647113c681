import { engine } from '../../engine/engine';
import { GLOBALS } from '../../expression/globals';
import type { NameUse } from '../../expression/names';
import type { ExpressionFacts, ExpressionPlace } from '../../facts/facts';
import type { ScenarioRole } from '../../facts/scenario';
import { clientActionOf, specialEventOf } from '../../format/events';
import { WHERE_NAMES } from '../../format/scenario';
import { promisedInput } from '../../project/names/promised-inputs';
import { resolveEvent, resolveInitial, resolveTarget } from '../../project/names/resolve';
import { type LocalVariable, localsNamed } from '../../project/names/scope';
import type { ScopeEntry } from '../../project/names/symbols';
import type { Project } from '../../project/project';
import { isKnownName } from '../../rules/expressions/known-names';
import { isUnknownContext } from '../../rules/expressions/unknown-context-variable';
import type { Mention } from '../symbols/mentions';
import { memberSymbol } from '../symbols/symbol';
import { definingLocal, ownerOf, stateNamed } from '../variables';
import type { TokenModifier, TokenType } from './legend';

/** The token type and modifiers of a name. */
export interface NameColour {
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

/**
 * The token of a name in a project. Undefined if the grammar's colour is sufficient: for built-in properties and
 * methods, constants and paths. `around` is the string with the expression around the name.
 */
export function colourOf(
  project: Project,
  entry: ScopeEntry,
  mention: Mention,
  around: ExpressionFacts | undefined,
): NameColour | undefined {
  const { name, what } = mention;
  const declared: readonly TokenModifier[] = mention.access === 'definition' ? ['declaration'] : [];
  switch (what.kind) {
    case 'state':
    case 'id':
      return colour('state', declared);
    case 'initial':
      return colour('state', unknownIf(resolveInitial(project, entry, name).kind === 'missing'));
    case 'target':
      return colour('state', unknownIf(isLost(project, entry, what)));
    case 'handler':
      return colour('event', [...declared, ...library(specialEventOf(name))]);
    case 'emit':
      return emitted(project, entry, name);
    case 'context': {
      const isRead = around !== undefined && mention.access !== 'write' && !isGuarded(around, mention);
      const isUnknown = isRead && isUnknownContext(project, entry, name);
      return colour('variable', ['context', ...declared, ...unknownIf(isUnknown)]);
    }
    case 'local':
      return localColour(localOf(project, entry, name, mention), declared);
    case 'use':
      return useColour(project, entry, what.use, what.place);
    case 'member':
      return memberSymbol(project, entry, what.of, name) ? colour('property', ['output']) : undefined;
    case 'payload':
    case 'payload-use':
      return colour('property', ['payload', ...declared]);
    case 'target-input':
      return colour('parameter', []);
    case 'scenario':
      return scenarioColour(what.named.role);
    case 'task':
    case 'button':
    case 'file':
      return undefined;
  }
}

function scenarioColour(role: ScenarioRole): NameColour | undefined {
  switch (role) {
    case 'state':
      return colour('state', []);
    case 'event':
      return colour('event', []);
    case 'payload':
      return colour('property', ['payload']);
    case 'form-field':
      return colour('parameter', []);
    case 'context':
      return colour('variable', ['context']);
    default:
      return undefined;
  }
}

function colour(type: TokenType, modifiers: readonly TokenModifier[]): NameColour {
  return { type, modifiers };
}

function unknownIf(isUnknown: boolean): readonly TokenModifier[] {
  return isUnknown ? ['unknown'] : [];
}

function library(known: object | undefined): readonly TokenModifier[] {
  return known ? ['defaultLibrary'] : [];
}

/**
 * Whether a name of a target's path is missing. The whole path determines where it begins; names before the first
 * missing one exist. A standalone file may refer to states of any automata.
 */
function isLost(
  project: Project,
  entry: ScopeEntry,
  { target, upTo }: Extract<Mention['what'], { kind: 'target' }>,
): boolean {
  const isMissing = (path: string) => resolveTarget(project, entry, path).kind === 'missing';
  return project.isAutomata && isMissing(target) && isMissing(upTo);
}

/** `typeof context.x` tests whether the variable exists. */
function isGuarded(expression: ExpressionFacts, { start }: Mention): boolean {
  return guardedStarts(expression).has(start);
}

const guardedStarts = engine.query('guarded names', ({ parts }: ExpressionFacts): ReadonlySet<number> => {
  const starts = new Set<number>();
  for (const { guarded, members } of parts.flatMap(({ uses }) => uses))
    if (guarded && members[0]) starts.add(members[0].start);
  return starts.size === 0 ? NO_STARTS : starts;
});

const NO_STARTS: ReadonlySet<number> = new Set();

function emitted(project: Project, entry: ScopeEntry, event: string): NameColour {
  const action = clientActionOf(event);
  const isUnknown = action === undefined && resolveEvent(project, entry, event).kind === 'missing';
  return colour('event', [...library(action), ...unknownIf(isUnknown)]);
}

function useColour(
  project: Project,
  entry: ScopeEntry,
  use: NameUse,
  place: ExpressionPlace,
): NameColour | undefined {
  const { name } = use;
  if (name === 'context' || name === 'payload') return colour('variable', ['defaultLibrary']);
  if (place.phase === 'where') {
    if (WHERE_NAMES.has(name)) return colour('variable', ['defaultLibrary']);
    if (promisedInput(project, place, name)) return colour('parameter', []);
  } else {
    const isOwn = localsNamed(project, entry.path, name).length > 0;
    // `ownerOf` also searches states that pass variables on, which is expensive, so built-in names are not searched.
    const owner = isOwn || GLOBAL_KINDS.has(name) ? isOwn && entry.path : ownerOf(project, entry, name);
    if (owner) return localColour(definingLocal(project, name, owner, entry, place), []);
    if (stateNamed(project, entry, name)) return colour('state', []);
  }
  const known = GLOBAL_KINDS.get(name);
  if (known === 'constant') return undefined;
  if (known) return colour(known === 'object' ? 'variable' : known, ['defaultLibrary']);
  if (use.asked || isKnownName(project, entry, place, name)) return undefined;
  return colour('variable', ['unknown']);
}

const GLOBAL_KINDS = new Map(GLOBALS.map(({ name, kind }) => [name, kind]));

/** The variable that is defined at a mention. */
function localOf(
  project: Project,
  entry: ScopeEntry,
  name: string,
  { start }: Mention,
): LocalVariable | undefined {
  return localsNamed(project, entry.path, name).find((local) => {
    return local.at.unit === entry.unit && local.name.start === start;
  });
}

/** A variable without a definition is passed by a transition, like an input. */
function localColour(local: LocalVariable | undefined, declared: readonly TokenModifier[]): NameColour {
  switch (local?.kind) {
    case 'result':
    case 'parameter':
      return colour('variable', ['result', ...declared]);
    case 'output':
      return colour('variable', ['output', ...declared]);
    default:
      return colour('parameter', declared);
  }
}
