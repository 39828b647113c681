import type { Located } from './located';
import type { Program, Scope } from './program';

/** One case of a transition. */
export interface Case {
  readonly owner: Scope;
  readonly event: string;
  readonly source: Located;
  /** Its condition and those of the cases before it. */
  readonly conditions: readonly Located[];
}

/** The cases of a transition, in the order in which they are tried. */
export function casesOf(owner: Scope, event: string): readonly Case[] {
  const sources = caseSources(owner.source.get('transitions').get(event));
  const conditions = sources.map((source) => source.get('condition'));
  return sources.map((source, index) => ({
    owner,
    event,
    source,
    conditions: conditions.slice(0, index + 1),
  }));
}

/** All cases that the interpreter can take: CHAT and ALWAYS are those of states, DONE is that of an automata. */
export function allCases({ scopes }: Program): readonly Case[] {
  return [...scopes.values()].flatMap((owner) =>
    owner.source
      .get('transitions')
      .entries()
      .map(([event]) => event)
      .filter((event) =>
        owner.kind === 'automata' ? event !== 'CHAT' && event !== 'ALWAYS' : event !== 'DONE',
      )
      .flatMap((event) => casesOf(owner, event)),
  );
}

/** What is written for each case: a transition is a list of them, or is itself the only one. */
export function caseSources(transition: Located): readonly Located[] {
  return transition.isList ? transition.items() : [transition];
}

/** The target of a case as it is written, which may be the whole case. */
export function targetOf({ source }: Pick<Case, 'source'>): Located {
  return source.isMap ? source.get('target') : source;
}
