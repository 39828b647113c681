import type { DataOrigin } from '../../exchange/origins';
import { specialEventOf } from '../../format/events';
import { stateLabel } from '../../format/target-path';
import { msg } from '../../text/message';
import { allCases, type TransitionCase, targetScopeOf } from '../conversation/cases';
import { initialScopeOf, type Program, type ProgramScope } from '../conversation/program';
import type { SourceValue } from '../conversation/source-value';
import { startOf } from '../scenario/coverage';
import { type Dataflow, hasName, namesOfValue } from './dataflow';
import type { ExploreFinding } from './explore';

interface Reach {
  readonly states: { readonly reached: number; readonly all: number };
  readonly cases: { readonly reached: number; readonly all: number };
  readonly findings: readonly ExploreFinding[];
}

/**
 * The parts that a complete exploration did not reach. Parts that other user messages, user intents or task results may
 * reach are left out.
 */
export function unreachedParts(program: Program, flow: Dataflow, reached: ReadonlySet<DataOrigin>): Reach {
  const isReached = ({ origin }: SourceValue) => origin === undefined || reached.has(origin);
  const states = [...program.scopes.values()].filter(({ kind }) => kind === 'state');
  const cases = allCases(program);
  const open = new Set([...openCases(cases, flow), ...intentCases(cases, isReached)]);
  // A state may also be unreachable because no values are valid for its form.
  const possible = new Set<ProgramScope>();
  const add = (one: TransitionCase) => {
    for (const state of statesOf(program, one)) if (!isReached(state.source)) possible.add(state);
  };
  for (const one of cases) {
    const isOwnerReached = one.owner.kind === 'automata' || isReached(one.owner.source);
    if (isOwnerReached && (isReached(one.source) || open.has(one))) add(one);
  }
  for (const state of enteredStates(program, program.root)) if (!isReached(state.source)) possible.add(state);
  for (const state of possible)
    for (const one of cases) if (one.owner === state || one.owner.kind === 'automata') add(one);
  const isSure = (one: TransitionCase) =>
    !isReached(one.source) &&
    !open.has(one) &&
    (one.owner.kind === 'state' ? isReached(one.owner.source) : possible.size === 0);
  const missingStates = states.filter((state) => !isReached(state.source) && !possible.has(state));
  const findings = [
    ...missingStates.map(({ path, source }): ExploreFinding => {
      const message = msg`State \`${stateLabel(path)}\` is never reached.`;
      return {
        code: 'state-unreached',
        message,
        place: startOf(source.origin),
        state: path,
        path: undefined,
      };
    }),
    ...cases.filter(isSure).map(({ event, source, condition, index }): ExploreFinding => {
      const isConditional = index > 0 || condition.isGiven;
      const message = isConditional
        ? msg`This case of \`${event}\` is never taken.`
        : msg`\`${event}\` is never raised here.`;
      return { code: 'case-unreached', message, place: startOf(source.origin), path: undefined };
    }),
  ];
  const count = (all: readonly { readonly source: SourceValue }[]) => ({
    reached: all.filter(({ source }) => isReached(source)).length,
    all: all.length,
  });
  return { states: count(states), cases: count(cases), findings };
}

/** The cases whose conditions, or those of a case before them, depend on values that were not all tried. */
function openCases(cases: readonly TransitionCase[], { open }: Dataflow): ReadonlySet<TransitionCase> {
  const found = new Set<TransitionCase>();
  let isOpen = false;
  for (const one of cases) {
    if (one.index === 0) isOpen = false;
    isOpen ||= [...namesOfValue(one.condition)].some((name) => name === '*' || hasName(open, name));
    if (isOpen) found.add(one);
  }
  return found;
}

/** The events of reached scopes that no button raised: a user intent may raise them. */
export function unraisedEvents(program: Program, reached: ReadonlySet<DataOrigin>): string[] {
  const isReached = ({ origin }: SourceValue) => origin === undefined || reached.has(origin);
  const cases = intentCases(allCases(program), isReached);
  const possible = [...cases].filter(({ owner }) => owner.kind === 'automata' || isReached(owner.source));
  return [...new Set(possible.map(({ event }) => event))];
}

/** The cases for events that no button raised: a user intent may raise them. */
function intentCases(
  cases: readonly TransitionCase[],
  isReached: (source: SourceValue) => boolean,
): ReadonlySet<TransitionCase> {
  const found = new Set<TransitionCase>();
  let isRaised = false;
  for (const one of cases) {
    // If its event is raised, the first case is taken, or its condition is evaluated.
    if (one.index === 0) isRaised = isReached(one.source) || isReached(one.condition);
    if (!isRaised && specialEventOf(one.event) === undefined) found.add(one);
  }
  return found;
}

/** The states that a case enters. */
function statesOf(program: Program, one: TransitionCase): ProgramScope[] {
  return enteredStates(program, targetScopeOf(program, one));
}

/** The state that is entered with a state or automata. */
function enteredStates(program: Program, entered: ProgramScope | undefined): ProgramScope[] {
  let scope = entered;
  while (scope?.kind === 'automata') scope = initialScopeOf(program, scope);
  return scope ? [scope] : [];
}
