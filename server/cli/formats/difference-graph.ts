import type { Matching } from '../../compare/matching';
import { graphDifference } from '../../drawing/graph-difference';
import { Markup } from '../../drawing/markup';
import { nodeContent } from '../../drawing/node-content';
import { shownGraph } from '../../drawing/shown-graph';
import type { StateGraph } from '../../drawing/state-graph';
import { drawSvg } from '../../drawing/svg';
import { loadComputeLayout } from '../../layout-loader';
import { pathKey, pathOfKey } from '../../project/names/scope-path';
import { MAX_DRAWN_STATES } from './coverage-page';

/**
 * Draws the states of both versions; undefined if they are too many.
 *
 * @param changed the ids of the states in which something changed
 */
export async function drawnDifference(
  graphs: { readonly before: StateGraph | undefined; readonly after: StateGraph | undefined },
  matching: Matching,
  changed: ReadonlySet<string>,
  title: string,
  id: string,
): Promise<Markup | undefined> {
  if (graphs.before === undefined || graphs.after === undefined) return undefined;
  const found = graphDifference(graphs.before, graphs.after, {
    newIdOf: (id) => {
      const path = matching.newPathOf(pathOfKey(id));
      return path && pathKey(path);
    },
    isChanged: (id) => changed.has(id),
  });
  const graph = shownGraph(found.graph, { shortcuts: false });
  if (graph.nodes.length > MAX_DRAWN_STATES) return undefined;
  const layout = await (await loadComputeLayout())(graph, nodeContent);
  return new Markup(drawSvg(graph, layout, { title, id, marks: found }));
}
