import { LABEL_METRICS, labelBox, placedLabelLines } from './edge-label';
import type { DifferenceMark } from './graph-difference';
import type { Box, Layout, Point } from './layout';
import { arrowPath, linePath } from './line-path';
import { joinMarkup, Markup, xmlElement } from './markup';
import { NODE_FONTS, NODE_METRICS, type NodeContent, nodeContent } from './node-content';
import type { StateEdge, StateGraph, StateNode } from './state-graph';
import { MARK_STYLE, svgStyle, type Theme } from './svg-style';
import { clippedText } from './text-width';
import { lookUpNode } from './tree';

/** Options of an image. */
interface SvgOptions {
  /** The accessible name of the image. */
  readonly title: string;
  readonly theme?: Theme;
  /** Prefix of the ids of its elements; different for each image of a page. */
  readonly id?: string;
  readonly marks?: Marks;
}

export type Mark = 'reached' | 'unreached' | DifferenceMark;

/** States and transitions to mark, by the `id` of their nodes and edges. */
export interface Marks {
  readonly nodes: ReadonlyMap<string, Mark>;
  readonly edges: ReadonlyMap<string, Mark>;
}

const MARGIN = 12;

/**
 * A self-contained image without scripts or external resources, with user text as text. A description of the states
 * makes it accessible.
 */
export function drawSvg(
  graph: StateGraph,
  layout: Layout,
  { title, theme = 'auto', id = 'state-graph', marks }: SvgOptions,
): string {
  const { nodes, edges } = graph;
  const width = Math.ceil(layout.width + 2 * MARGIN);
  const height = Math.ceil(layout.height + 2 * MARGIN);
  const containers = new Set(nodes.map(({ parent }) => parent));
  const isFrame = ({ id, kind }: StateNode) => kind === 'automata' && containers.has(id);
  const boxed = nodes.flatMap((node) => {
    const box = layout.nodes.get(node.id);
    return box ? [{ node, box }] : [];
  });
  const lines = edges.flatMap((edge) => {
    const line = layout.edges.get(edge.id);
    return line ? [{ edge, line }] : [];
  });
  const picture = xmlElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'state-graph',
      width,
      height,
      viewBox: `${-MARGIN} ${-MARGIN} ${width} ${height}`,
      role: 'img',
      'aria-labelledby': `${id}-title ${id}-description`,
    },
    xmlElement('title', { id: `${id}-title` }, title),
    xmlElement('desc', { id: `${id}-description` }, described(graph)),
    new Markup(`<style>${svgStyle(theme)}${marks ? MARK_STYLE : ''}</style>`),
    xmlElement('rect', { class: 'paper', x: -MARGIN, y: -MARGIN, width, height }),
    joinMarkup(boxed.flatMap(({ node, box }) => (isFrame(node) ? [frame(node, box)] : []))),
    joinMarkup(
      lines.map(({ edge, line }) =>
        marked(lineOf(edge, line.points), marks && lookUpNode(marks.edges, edge.id)),
      ),
    ),
    joinMarkup(
      boxed.flatMap(({ node, box }) =>
        isFrame(node)
          ? []
          : [marked(drawNode(node, box, nodeContent(node)), marks && lookUpNode(marks.nodes, node.id))],
      ),
    ),
    // Labels are above all lines.
    joinMarkup(lines.map(({ edge, line }) => labelOf(edge, line.label))),
  );
  return `${picture.text}\n`;
}

function marked(element: Markup, mark: Mark | undefined): Markup {
  return mark === undefined ? element : xmlElement('g', { class: mark }, element);
}

/** A textual description of the states and their transitions. */
function described({ nodes, edges }: StateGraph): string {
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  const ways = new Map<string, string[]>();
  for (const { from, to, kind, event, condition } of edges) {
    if (kind === 'initial') continue;
    const when = condition === undefined ? '' : ` if ${condition}`;
    const way = `${names.get(to) ?? to} on ${event}${when}`;
    ways.set(from, [...(ways.get(from) ?? []), way]);
  }
  const states = nodes.filter(({ kind }) => kind === 'state');
  const parts = nodes.flatMap(({ id, name, isInitial }) => {
    const to = ways.get(id);
    if (to === undefined && !isInitial) return [];
    const start = isInitial ? ' (initial)' : '';
    return [`${name}${start}${to ? ` leads to ${to.join(', ')}` : ''}`];
  });
  return `${states.length} ${states.length === 1 ? 'state' : 'states'}. ${parts.join('; ')}`.trim();
}

function classesOf(node: StateNode): string {
  const { kind, isInitial, isReachable, problems } = node;
  return [
    kind,
    isInitial ? 'begins' : '',
    isReachable ? '' : 'unreachable',
    problems.errors > 0 ? 'failing' : problems.warnings > 0 ? 'warned' : '',
  ]
    .filter((name) => name !== '')
    .join(' ');
}

function frame(node: StateNode, { x, y, width, height }: Box): Markup {
  const name = clippedText(node.name, NODE_FONTS.name, width - 2 * NODE_METRICS.padding);
  return xmlElement(
    'g',
    { class: classesOf(node), transform: `translate(${Math.round(x)} ${Math.round(y)})` },
    xmlElement('title', {}, node.name),
    xmlElement('rect', { class: `frame ${classesOf(node)}`, width, height, rx: 14 }),
    xmlElement('text', { class: 'name', x: NODE_METRICS.padding + 2, y: NODE_METRICS.nameFoot }, name),
    badge(node, width),
  );
}

/** A positioned state element with its texts. */
function drawNode(node: StateNode, box: Box, face: NodeContent): Markup {
  const { width, height } = box;
  const isNamedOnly = face.text === undefined && face.chips.length === 0;
  const middle = { x: width / 2, 'text-anchor': 'middle' };
  const left = isNamedOnly ? middle : { x: NODE_METRICS.padding };
  return xmlElement(
    'g',
    { class: classesOf(node), transform: `translate(${Math.round(box.x)} ${Math.round(box.y)})` },
    xmlElement('title', {}, node.text === undefined ? node.name : `${node.name}: ${node.text}`),
    xmlElement('rect', { class: 'card', width, height, rx: 9 }),
    node.isFinal
      ? xmlElement('rect', { class: 'second', x: 3, y: 3, width: width - 6, height: height - 6, rx: 6.5 })
      : undefined,
    xmlElement(
      'text',
      { class: 'name', ...left, y: isNamedOnly ? height / 2 + 4.5 : NODE_METRICS.nameFoot },
      face.name,
    ),
    face.text === undefined
      ? undefined
      : xmlElement('text', { class: 'text', x: NODE_METRICS.padding, y: NODE_METRICS.textFoot }, face.text),
    joinMarkup(
      face.chips.map(({ kind, text, x, width: chip }) =>
        xmlElement(
          'g',
          { class: kind, transform: `translate(${x} ${face.chipTop})` },
          xmlElement('rect', {
            width: chip,
            height: NODE_METRICS.chipHeight,
            rx: NODE_METRICS.chipHeight / 2,
          }),
          xmlElement('text', { class: 'chip', x: chip / 2, y: 11.5, 'text-anchor': 'middle' }, text),
        ),
      ),
    ),
    badge(node, width),
  );
}

/** The number of problems, at the corner. */
function badge({ problems: { errors, warnings } }: StateNode, width: number): Markup | undefined {
  const count = errors + warnings;
  if (count === 0) return undefined;
  const says = [
    errors > 0 ? `${errors} ${errors === 1 ? 'error' : 'errors'}` : '',
    warnings > 0 ? `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}` : '',
  ];
  return xmlElement(
    'g',
    { transform: `translate(${Math.round(width) - 4} 4)` },
    xmlElement('title', {}, says.filter((text) => text !== '').join(', ')),
    xmlElement('circle', { class: 'badge', r: 8 }),
    xmlElement('text', { class: 'count', y: 3.6, 'text-anchor': 'middle' }, count > 9 ? '9+' : String(count)),
  );
}

function lineOf({ kind, event, condition }: StateEdge, points: readonly Point[]): Markup {
  const [first] = points;
  return xmlElement(
    'g',
    { class: kind },
    kind === 'initial'
      ? undefined
      : xmlElement('title', {}, condition === undefined ? event : `${event} if ${condition}`),
    kind === 'initial' && first
      ? xmlElement('circle', { class: 'dot', cx: first.x, cy: first.y, r: 5 })
      : undefined,
    xmlElement('path', { class: 'line', d: linePath(points) }),
    xmlElement('path', { class: 'arrow', d: arrowPath(points) }),
  );
}

function labelOf(edge: StateEdge, label: Point): Markup | undefined {
  const lines = placedLabelLines(edge, label.y);
  if (edge.kind === 'initial' || lines.length === 0) return undefined;
  const { x } = label;
  return xmlElement(
    'g',
    { class: edge.kind },
    xmlElement('rect', { class: 'pill', ...labelBox(edge, label), rx: LABEL_METRICS.pillRadius }),
    xmlElement(
      'text',
      { class: 'label', 'text-anchor': 'middle' },
      ...lines.map((line) =>
        xmlElement('tspan', { class: line.isCondition ? 'condition' : undefined, x, y: line.y }, line.text),
      ),
    ),
  );
}
