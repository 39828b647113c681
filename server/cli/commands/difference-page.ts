import { graphCorrespondence } from '../../compare/describe';
import type { AutomataDifference } from '../../compare/difference';
import { type TurnOfVersions, turnsOfVersions } from '../../compare/played-versions';
import { graphDifference } from '../../drawing/graph-difference';
import type { Markup } from '../../drawing/markup';
import type { Program } from '../../run/conversation/program';
import type { Sandbox } from '../../run/sandbox/sandbox';
import type { ShownDifference } from '../formats/difference';
import type { PageAutomata, PageTurn } from '../formats/difference-page';
import { eventLines } from '../formats/event-lines';
import { graphPicture } from '../formats/graph-picture';
import type { VersionPair } from './versions';

/** Two versions, with what differs between them. */
export interface ComparedPair {
  readonly pair: VersionPair;
  readonly difference: ShownDifference;
  /** Undefined if one of them is missing or cannot be exported. */
  readonly compared:
    | { readonly before: Program; readonly after: Program; readonly found: AutomataDifference }
    | undefined;
}

/** What a page shows of two versions: the states of both, and each conversation that differs in both. */
export async function pageAutomata(
  { pair: { graphs }, difference, compared }: ComparedPair,
  newSandbox: () => Sandbox,
  id: string,
): Promise<PageAutomata> {
  if (compared === undefined) return { difference, graph: undefined, conversations: [] };
  const { before, after, found } = compared;
  const graph = await pictureOf(graphs, found, `States of ${difference.file} in both versions`, id);
  const conversations = found.behaviour.map(
    ({ path }) => path && turnsOfVersions(path, before, after, newSandbox).map(pageTurn),
  );
  return { difference, graph, conversations };
}

/** The states of both versions; undefined if one of them has no graph, or if the graph has too many states. */
async function pictureOf(
  { before, after }: VersionPair['graphs'],
  found: AutomataDifference,
  title: string,
  id: string,
): Promise<Markup | undefined> {
  if (before === undefined || after === undefined) return undefined;
  const marked = graphDifference(before, after, graphCorrespondence(found));
  const picture = await graphPicture(marked.graph, { title, id, marksOf: () => marked });
  return typeof picture === 'number' ? undefined : picture;
}

function pageTurn({ before, after }: TurnOfVersions): PageTurn {
  const event = before?.event ?? after?.event;
  const [line] = eventLines(event === undefined ? [] : [event]);
  return { event: line, before: before?.outputs ?? [], after: after?.outputs ?? [] };
}
