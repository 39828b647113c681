import type { Matching } from '../../compare/matching';
import { graphDifference } from '../../drawing/graph-difference';
import { Markup } from '../../drawing/markup';
import { nodeContent } from '../../drawing/node-content';
import { shownGraph } from '../../drawing/shown-graph';
import type { StateGraph } from '../../drawing/state-graph';
import { drawSvg } from '../../drawing/svg';
import { stateLabel } from '../../format/target-path';
import { loadComputeLayout } from '../../layout-loader';
import { pathKey, pathOfKey } from '../../project/names/scope-path';
import { MAX_DRAWN_STATES } from './coverage-page';
import type { ShownChange } from './difference';

/** Draws the states of both versions; undefined if they are too many. */
export async function drawnDifference(
  graphs: { readonly before: StateGraph | undefined; readonly after: StateGraph | undefined },
  matching: Matching,
  changes: readonly ShownChange[],
  title: string,
  id: string,
): Promise<Markup | undefined> {
  if (graphs.before === undefined || graphs.after === undefined) return undefined;
  const changed = changedStates(graphs.after, changes);
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

/** The ids of the states in whose text something changed besides transitions, which are marked themselves. */
function changedStates({ nodes }: StateGraph, changes: readonly ShownChange[]): ReadonlySet<string> {
  const byLabel = new Map(nodes.map(({ id }) => [stateLabel(pathOfKey(id)), id]));
  const found = new Set<string>();
  for (const { kind, name } of changes) {
    if (kind === 'transition' || kind === 'condition') continue;
    // A change of a part has the label of its state, and the name of the part.
    const names = name.split('.');
    for (let length = names.length; length > 0; length--) {
      const id = byLabel.get(names.slice(0, length).join('.'));
      if (id === undefined) continue;
      found.add(id);
      break;
    }
  }
  return found;
}
