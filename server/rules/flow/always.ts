import type { CaseFacts, HandlerFacts, ScopeFacts } from '../../facts/facts';

/** The transition of a scope that is taken without waiting; of several under one key the last, as readers take it. */
export function alwaysTransition(scope: ScopeFacts): HandlerFacts | undefined {
  return scope.handlers.findLast(({ event }) => event.text === 'ALWAYS');
}

/** Whether a case holds whatever happens. */
export function isUnconditional({ condition }: CaseFacts): boolean {
  return condition === 'none' || condition === 'true';
}
