import type { HandlerFacts, ScopeFacts } from '../../facts/facts';

/** The `ALWAYS` transition of a scope; of several under one key the last one, as YAML readers do. */
export function alwaysTransition(scope: ScopeFacts): HandlerFacts | undefined {
  return scope.handlers.findLast(({ event }) => event.text === 'ALWAYS');
}
