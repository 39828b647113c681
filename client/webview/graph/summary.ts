import * as l10n from '@vscode/l10n';
import type { StateGraph } from '../../../server/drawing/state-graph';

/** A part of the summary; some kinds have their own style. */
export interface SummaryPart {
  readonly text: string;
  readonly kind?: 'edges' | 'errors' | 'warnings';
}

/** The numbers of states, transitions and problems in a graph, as text. */
export function graphSummary({ nodes, edges }: StateGraph): SummaryPart[] {
  const sum = (of: 'errors' | 'warnings') => nodes.reduce((all, { problems }) => all + problems[of], 0);
  const states = nodes.filter(({ kind }) => kind === 'state').length;
  const transitions = edges.filter(({ kind }) => kind !== 'initial').length;
  const [errors, warnings] = [sum('errors'), sum('warnings')];
  return [
    { text: states === 1 ? l10n.t('1 state') : l10n.t('{0} states', states) },
    {
      text: transitions === 1 ? l10n.t('1 transition') : l10n.t('{0} transitions', transitions),
      kind: 'edges',
    },
    ...(errors > 0 ? [{ text: l10n.t('errors: {0}', errors), kind: 'errors' } as const] : []),
    ...(warnings > 0 ? [{ text: l10n.t('warnings: {0}', warnings), kind: 'warnings' } as const] : []),
  ];
}
