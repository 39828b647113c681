import type { ScopeEntry } from '../../project/symbols';
import type { Message } from '../../text/message';
import type { Range } from '../../text/range';
import { symbolCard } from '../hover/symbol';
import type { ProjectSymbol } from '../symbols/symbol';
import type { CompletionContext } from './completion-context';

/** What is said of a name that is offered: the same that is said of it where it is written. `scope` is where it is seen. */
export function candidateDocumentation(
  place: CompletionContext,
  symbol: ProjectSymbol,
  scope: ScopeEntry,
  name?: Range,
): () => Message | undefined {
  return () => {
    const range = { start: name?.start ?? 0, end: name?.end ?? 0 };
    const what = { kind: 'local', name: '' } as const;
    const mention = { ...range, reach: range, scope: scope.scope, access: 'read', what } as const;
    return symbolCard(place.at, { symbol, mention, entry: scope });
  };
}
