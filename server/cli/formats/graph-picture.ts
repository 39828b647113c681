import { Markup } from '../../drawing/markup';
import { nodeContent } from '../../drawing/node-content';
import { shownGraph } from '../../drawing/shown-graph';
import type { StateGraph } from '../../drawing/state-graph';
import { drawSvg, type Marks } from '../../drawing/svg';
import { loadComputeLayout } from '../../layout-loader';

/** The graph of more states takes long to lay out and is too large to read. */
const MAX_DRAWN_STATES = 400;

interface PictureOptions {
  readonly title: string;
  readonly id: string;
  /** The marks of a graph as it is drawn. */
  readonly marksOf: (graph: StateGraph) => Marks;
}

/** The picture of a graph in a page; the number of its states if they are too many to draw. */
export async function graphPicture(
  graph: StateGraph,
  { title, id, marksOf }: PictureOptions,
): Promise<Markup | number> {
  const shown = shownGraph(graph, { shortcuts: false });
  if (shown.nodes.length > MAX_DRAWN_STATES) return shown.nodes.length;
  const layout = await (await loadComputeLayout())(shown, nodeContent);
  return new Markup(drawSvg(shown, layout, { title, id, marks: marksOf(shown) }));
}
