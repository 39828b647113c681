import type { ScopeEntry } from '../../project/names/symbols';
import type { Message } from '../../text/message';
import type { Range } from '../../text/range';
import { symbolCard } from '../hover/symbol';
import type { ProjectSymbol } from '../symbols/symbol';
import type { CompletionContext } from './completion-context';

/** The documentation of a suggested name, equal to its hover. `scope` is the scope of the cursor. */
export function candidateDocumentation(
  context: CompletionContext,
  symbol: ProjectSymbol,
  scope: ScopeEntry,
  name: Range = { start: 0, end: 0 },
): () => Message | undefined {
  return () => {
    const range = { start: name.start, end: name.end };
    const what = { kind: 'local' } as const;
    const mention = { ...range, reach: range, scope: scope.scope, access: 'read', name: '', what } as const;
    return symbolCard(context.at, { symbol, mention, entry: scope });
  };
}
