import { namedNodes } from './named-nodes';
import type { StateGraph, StateNode } from './state-graph';
import { edgeText } from './tree';

/** The styles of nodes that are not plain states. */
const CLASSES = {
  missing: 'fill:none,stroke:#c8202f,stroke-dasharray:5 4,color:#c8202f',
  unseen: 'fill:none,stroke-dasharray:5 4',
  unreachable: 'opacity:0.5',
  failing: 'stroke:#c8202f',
  warned: 'stroke:#a86400',
} as const;

/** The graph as a state diagram of Mermaid; user text is escaped so that it has no special meaning. */
export function drawMermaid(graph: StateGraph, title: string): string {
  const { nodes, names, nameOf, groups } = namedNodes(graph);
  const initials = new Map<string | undefined, string>();
  for (const { kind, to } of graph.edges) {
    const node = kind === 'initial' ? nodes.find(({ id }) => id === to) : undefined;
    if (node) initials.set(nodes.find(({ id }) => id === node.parent)?.id, node.id);
  }
  const block = (parent: string | undefined, indent: string): string[] => {
    const first = initials.get(parent);
    return [
      ...(first === undefined ? [] : [`${indent}[*] --> ${nameOf(first)}`]),
      ...(groups.get(parent) ?? []).flatMap((node) => [
        ...declared(node, indent),
        ...(node.isFinal ? [`${indent}${nameOf(node.id)} --> [*]`] : []),
      ]),
    ];
  };
  const declared = (node: StateNode, indent: string): string[] => {
    const line = `${indent}state "${encoded(node.name)}" as ${nameOf(node.id)}`;
    return groups.has(node.id) ? [`${line} {`, ...block(node.id, `${indent}  `), `${indent}}`] : [line];
  };
  const transitions = graph.edges.flatMap((edge) => {
    if (edge.kind === 'initial' || !names.has(edge.from) || !names.has(edge.to)) return [];
    return [`  ${nameOf(edge.from)} --> ${nameOf(edge.to)} : ${encoded(edgeText(edge))}`];
  });
  const classes = Object.entries(CLASSES).flatMap(([name, style]) => {
    const members = nodes.filter((node) => classOf(node) === name).map(({ id }) => nameOf(id));
    return members.length > 0 ? [`  classDef ${name} ${style}`, `  class ${members.join(',')} ${name}`] : [];
  });
  const head = ['stateDiagram-v2', `  accTitle: ${encoded(title)}`, '  direction TB'];
  return `${[...head, ...block(undefined, '  '), ...transitions, ...classes].join('\n')}\n`;
}

function classOf({ kind, isReachable, problems }: StateNode): keyof typeof CLASSES | undefined {
  if (kind === 'missing' || kind === 'unseen') return kind;
  if (problems.errors > 0) return 'failing';
  if (problems.warnings > 0) return 'warned';
  return isReachable ? undefined : 'unreachable';
}

/** A text in which everything except letters, digits and harmless characters is escaped. Never empty. */
function encoded(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
  const plain = line.replace(/[^\p{L}\p{M}\p{N} _.,/+-]/gu, (char) => `#${char.codePointAt(0)};`);
  // Two dashes are an arrow, anywhere.
  return plain.replace(/-(?=-)/g, '#45;') || '#160;';
}
