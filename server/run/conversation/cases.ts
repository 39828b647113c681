import { type Program, type ProgramScope, resolveProgramTarget } from './program';
import type { SourceValue } from './source-value';

/** One case of a transition. */
export interface TransitionCase {
  readonly owner: ProgramScope;
  readonly event: string;
  readonly source: SourceValue;
  readonly condition: SourceValue;
  /** The number of cases of the transition before it. */
  readonly index: number;
}

/** The cases of a transition, in the order in which they are evaluated. */
export function transitionCases(owner: ProgramScope, event: string): readonly TransitionCase[] {
  const sources = caseSources(owner.source.get('transitions').get(event));
  return sources.map((source, index) => ({
    owner,
    event,
    source,
    condition: source.get('condition'),
    index,
  }));
}

/** All cases that the interpreter can take: CHAT and ALWAYS belong to states, DONE belongs to an automata. */
export function allCases({ scopes }: Program): readonly TransitionCase[] {
  return [...scopes.values()].flatMap((owner) =>
    owner.source
      .get('transitions')
      .entries()
      .map(([event]) => event)
      .filter((event) =>
        owner.kind === 'automata' ? event !== 'CHAT' && event !== 'ALWAYS' : event !== 'DONE',
      )
      .flatMap((event) => transitionCases(owner, event)),
  );
}

/** The source of each case: a transition is a list of cases, or a single case. */
export function caseSources(transition: SourceValue): readonly SourceValue[] {
  return transition.isList ? transition.items() : [transition];
}

/** The target of a case as written, which may be the whole case. */
export function targetOf({ source }: Pick<TransitionCase, 'source'>): SourceValue {
  return source.isMap ? source.get('target') : source;
}

/** The scope that a case leads to; undefined if it does not exist. */
export function targetScopeOf(program: Program, one: TransitionCase): ProgramScope | undefined {
  const { text } = targetOf(one);
  return resolveProgramTarget(program, one.owner, text === '' ? undefined : text);
}
