import type { BehaviourChange } from '../../compare/difference';
import { matchScopes } from '../../compare/matching';
import { type TurnOfVersions, turnsOfVersions } from '../../compare/played-versions';
import { programOf } from '../../run/conversation/program';
import type { Sandbox } from '../../run/sandbox/sandbox';
import type { ShownDifference } from '../formats/difference';
import { drawnDifference } from '../formats/difference-graph';
import type { PageAutomata, PageTurn } from '../formats/difference-page';
import type { VersionPair } from './versions';

/** Two versions, compared. */
export interface ComparedPair {
  readonly pair: VersionPair;
  readonly difference: ShownDifference;
  readonly changes: readonly BehaviourChange[];
  /** The ids of the states in which something changed. */
  readonly changed: ReadonlySet<string>;
}

/** What a page shows of two versions: the states of both, and each conversation that differs in both. */
export async function pageAutomata(
  { pair: { before, after, graphs }, difference, changes, changed }: ComparedPair,
  newSandbox: () => Sandbox,
  id: string,
): Promise<PageAutomata> {
  if (before === undefined || after === undefined) return { difference, graph: undefined, conversations: [] };
  const [old, current] = [programOf(before), programOf(after)];
  const title = `States of ${difference.file} in both versions`;
  const graph = await drawnDifference(graphs, matchScopes(old, current), changed, title, id);
  const conversations = changes.map(
    ({ path }) => path && turnsOfVersions(path, old, current, newSandbox).map(pageTurn),
  );
  return { difference, graph, conversations };
}

function pageTurn({ before, after }: TurnOfVersions): PageTurn {
  const event = before?.event ?? after?.event;
  const words = Object.entries(event ?? {}).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return { event: words[0], before: before?.outputs ?? [], after: after?.outputs ?? [] };
}
