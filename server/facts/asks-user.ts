import { hasKnownPairs, type Node, resolveAlias, resolvedPairOf, textOf } from '../yaml/tree/tree';
import type { ScopeFacts } from './facts';

/** Whether a state may wait for the user before it runs: one of its inputs is entered in a form, or that is unknown. */
export function asksUser({ inputs, incomplete }: ScopeFacts): boolean {
  return incomplete.has('inputs') || inputs.some(({ node }) => isAsked(node));
}

function isAsked(node: Node): boolean {
  const input = resolveAlias(node);
  if (input?.kind !== 'map') return input === undefined;
  const asks = resolvedPairOf(input, 'user_input');
  if (
    !hasKnownPairs(input) ||
    textOf(input, 'type') === 'IM' ||
    resolvedPairOf(input, 'source') !== undefined
  )
    return true;
  return asks !== undefined && textOf(input, 'user_input') !== 'false';
}
