import { visibleText } from '../text/visible';
import { namedNodes } from './named-nodes';
import type { StateEdge, StateGraph, StateNode } from './state-graph';
import { edgeText } from './tree';

/** The graph in the language of Graphviz, with nested automata as clusters. */
export function drawDot(graph: StateGraph, title: string): string {
  const { names, nameOf, groups } = namedNodes(graph);
  /** Edges can only end at nodes: at one inside, clipped at the border of the cluster. */
  const inside = (id: string): string => {
    const [first] = groups.get(id) ?? [];
    return first === undefined ? nameOf(id) : inside(first.id);
  };
  const dotsIn = (parent: string | undefined, indent: string): string[] =>
    graph.edges.flatMap(({ kind, to }, index) => {
      const isHere = kind === 'initial' && groups.get(parent)?.some(({ id }) => id === to);
      return isHere
        ? [`${indent}i${index} [shape=circle, style=filled, fillcolor=black, label="", width=0.14];`]
        : [];
    });
  const written = (node: StateNode, indent: string): string[] => {
    const children = groups.get(node.id);
    if (children === undefined) return [`${indent}${nameOf(node.id)} [${listed(nodeStyle(node))}];`];
    return [
      `${indent}subgraph cluster_${nameOf(node.id)} {`,
      `${indent}  label=${quoted(node.name)}; style=rounded; color="#b8c0cc";`,
      ...dotsIn(node.id, `${indent}  `),
      ...children.flatMap((child) => written(child, `${indent}  `)),
      `${indent}}`,
    ];
  };
  const edgeLines = (edge: StateEdge, index: number): string[] => {
    const { kind, from, to } = edge;
    if (!names.has(to) || (kind !== 'initial' && !names.has(from))) return [];
    const style = edgeStyle(edge);
    if (groups.has(to)) style.push(`lhead=cluster_${nameOf(to)}`);
    if (kind === 'initial') return [line(`i${index}`, inside(to), style)];
    if (groups.has(from)) style.push(`ltail=cluster_${nameOf(from)}`);
    return [line(inside(from), inside(to), style)];
  };
  return `${[
    'digraph {',
    `  label=${quoted(title)}; labelloc=t; compound=true; fontname="Helvetica";`,
    '  node [shape=box, style=rounded, fontname="Helvetica", fontsize=12, color="#66707f"];',
    '  edge [fontname="Helvetica", fontsize=10, color="#66707f"];',
    ...dotsIn(undefined, '  '),
    ...(groups.get(undefined) ?? []).flatMap((node) => written(node, '  ')),
    ...graph.edges.flatMap(edgeLines),
    '}',
  ].join('\n')}\n`;
}

function line(from: string, to: string, style: readonly string[]): string {
  return `  ${from} -> ${to}${style.length > 0 ? ` [${listed(style)}]` : ''};`;
}

function listed(attributes: readonly string[]): string {
  return attributes.join(', ');
}

function nodeStyle({ name, kind, isFinal, isReachable, problems }: StateNode): string[] {
  const style = [`label=${quoted(name)}`];
  if (isFinal) style.push('peripheries=2');
  if (kind === 'missing') style.push('style="rounded,dashed"', 'color="#c8202f"', 'fontcolor="#c8202f"');
  else if (kind === 'unseen') style.push('style="rounded,dashed"');
  else if (problems.errors > 0) style.push('color="#c8202f"');
  else if (problems.warnings > 0) style.push('color="#a86400"');
  if (!isReachable) style.push('fontcolor="#9aa2ad"');
  return style;
}

function edgeStyle(edge: StateEdge): string[] {
  const label = edge.kind === 'initial' ? [] : [`label=${quoted(edgeText(edge))}`];
  if (edge.kind === 'always') return [...label, 'style=dashed', 'color="#7a43c9"', 'fontcolor="#7a43c9"'];
  if (edge.kind === 'chat') return [...label, 'penwidth=1.6', 'color="#0b63ce"', 'fontcolor="#0b63ce"'];
  if (edge.kind === 'done') return [...label, 'color="#19773a"', 'fontcolor="#19773a"'];
  return label;
}

/** A text in quotes, on one line. */
function quoted(text: string): string {
  const line = visibleText(text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim());
  // Graphviz decodes entities, too.
  return `"${line.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/&/g, '&amp;')}"`;
}
