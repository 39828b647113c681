import type { Origin } from '../exchange/origins';
import { allCases, type Case, targetOf } from './cases';
import { type Dataflow, hasName, namesIn } from './dataflow';
import { placeOf } from './evaluator';
import type { ExploreFinding } from './explore';
import type { Located } from './located';
import { type Program, pathText, resolveTarget, type Scope } from './program';

interface Reach {
  readonly states: { readonly reached: number; readonly all: number };
  readonly cases: { readonly reached: number; readonly all: number };
  readonly findings: readonly ExploreFinding[];
}

/**
 * What a complete exploration did not reach. Nothing is said of what other messages of users, or other results of tasks,
 * may reach.
 */
export function notReached(program: Program, flow: Dataflow, reached: ReadonlySet<Origin>): Reach {
  const isReached = ({ origin }: Located) => origin === undefined || reached.has(origin);
  const states = [...program.scopes.values()].filter(({ kind }) => kind === 'state');
  const cases = allCases(program);
  const isOpen = ({ conditions }: Case) =>
    conditions.some((one) => [...namesIn(one)].some((name) => name === '*' || hasName(flow.open, name)));
  // A state may also be missing because no values fit its form.
  const possible = new Set<Scope>();
  const add = (one: Case) => {
    for (const state of statesOf(program, one)) if (!isReached(state.source)) possible.add(state);
  };
  for (const one of cases) {
    const isOwnerReached = one.owner.kind === 'automata' || isReached(one.owner.source);
    if (isOwnerReached && (isReached(one.source) || isOpen(one))) add(one);
  }
  for (const state of possible)
    for (const one of cases) if (one.owner === state || one.owner.kind === 'automata') add(one);
  const isSure = (one: Case) =>
    !isReached(one.source) &&
    !isOpen(one) &&
    (one.owner.kind === 'state' ? isReached(one.owner.source) : possible.size === 0);
  const missingStates = states.filter((state) => !isReached(state.source) && !possible.has(state));
  const findings = [
    ...missingStates.map(({ path, source }): ExploreFinding => {
      const message = `State \`${pathText(path)}\` is never reached.`;
      return { code: 'state-unreached', message, place: startOf(source), path: undefined };
    }),
    ...cases.filter(isSure).map(({ event, source, conditions }): ExploreFinding => {
      const isConditional = conditions.length > 1 || conditions[0]?.isGiven === true;
      const message = isConditional
        ? `This case of \`${event}\` is never taken.`
        : `\`${event}\` is never raised here.`;
      return { code: 'case-unreached', message, place: startOf(source), path: undefined };
    }),
  ];
  const count = (all: readonly { readonly source: Located }[]) => ({
    reached: all.filter(({ source }) => isReached(source)).length,
    all: all.length,
  });
  return { states: count(states), cases: count(cases), findings };
}

/** The states that a case enters. */
function statesOf(program: Program, taken: Case): Scope[] {
  const name = targetOf(taken).text;
  let scope = name === undefined ? undefined : resolveTarget(program, taken.owner, name);
  const seen = new Set<Scope>();
  while (scope?.kind === 'automata' && !seen.has(scope)) {
    seen.add(scope);
    scope = scope.states.get(scope.initial) ?? resolveTarget(program, scope, scope.initial);
  }
  return scope?.kind === 'state' ? [scope] : [];
}

/** The key of a state or transition, or the item of a list. */
function startOf({ origin }: Located): ExploreFinding['place'] {
  if (origin?.key) return { address: origin.address, start: origin.key.start, end: origin.key.end };
  return placeOf(origin);
}
