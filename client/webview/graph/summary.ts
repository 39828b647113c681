import type { StateGraph } from '../../../server/drawing/state-graph';
import type { GraphTexts } from '../../graph/texts';
import { fillPlaceholders } from '../dom';

/** A part of the summary; some kinds have their own style. */
export interface SummaryPart {
  readonly text: string;
  readonly kind?: 'edges' | 'errors' | 'warnings';
}

/** The numbers of states, transitions and problems in a graph, as text. */
export function graphSummary({ nodes, edges }: StateGraph, texts: GraphTexts): SummaryPart[] {
  const sum = (of: 'errors' | 'warnings') => nodes.reduce((all, { problems }) => all + problems[of], 0);
  const states = nodes.filter(({ kind }) => kind === 'state').length;
  const transitions = edges.filter(({ kind }) => kind !== 'initial').length;
  const [errors, warnings] = [sum('errors'), sum('warnings')];
  return [
    { text: states === 1 ? texts.oneState : fillPlaceholders(texts.stateCount, states) },
    {
      text: transitions === 1 ? texts.oneEdge : fillPlaceholders(texts.edgeCount, transitions),
      kind: 'edges',
    },
    ...(errors > 0 ? [{ text: fillPlaceholders(texts.errors, errors), kind: 'errors' } as const] : []),
    ...(warnings > 0
      ? [{ text: fillPlaceholders(texts.warnings, warnings), kind: 'warnings' } as const]
      : []),
  ];
}
