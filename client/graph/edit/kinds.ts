import type { StateEdge, StateGraph, StateNode } from '../../../server/drawing/state-graph';

/** What users can do with the graph, in the order of the menu. Each is a command, `atomicState.graph.<kind>`. */
export const EDIT_KINDS = [
  'addState',
  'connect',
  'renameState',
  'setText',
  'setInitial',
  'setFinal',
  'clearFinal',
  'retarget',
  'setCondition',
  'renameEvent',
  'setButtonText',
  'moveUp',
  'moveDown',
  'duplicateState',
  'moveState',
  'extractAutomata',
  'deleteState',
  'deleteTransition',
] as const;

export type EditKind = (typeof EDIT_KINDS)[number];

/**
 * What can be done with a node, an edge or several nodes of the whole graph, or with the empty canvas. The server still
 * refuses what the text does not allow.
 */
export function editsOf({ nodes, edges }: StateGraph, ids: readonly string[]): readonly EditKind[] {
  const [id] = ids;
  const found = nodes.filter((one) => (id === undefined ? isRoot(one) : ids.includes(one.id)));
  const edge = edges.find((one) => one.id === id);
  const [first, ...others] = found.map((node) => ofNode(node, id === undefined));
  const can = first ?? (edge ? ofEdge(edge, edges) : []);
  const areAll = found.length === Math.max(1, ids.length) || (edge !== undefined && ids.length === 1);
  return EDIT_KINDS.filter(
    (kind) =>
      areAll &&
      can.includes(kind) &&
      (ids.length < 2 || (OF_SEVERAL.has(kind) && others.every((kinds) => kinds.includes(kind)))),
  );
}

/** What can be done with several states at once. */
const OF_SEVERAL: ReadonlySet<EditKind> = new Set(['moveState', 'extractAutomata', 'deleteState']);

/** Whether a node is the automata that has all others. */
export function isRoot({ parent, kind }: StateNode): boolean {
  return parent === undefined && kind === 'automata';
}

/** The nodes to which a transition can lead: no automata that contains its source. */
export function targetsFrom(from: string, { nodes }: StateGraph): readonly StateNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const around = new Set<string>();
  for (let node = byId.get(from); node && !around.has(node.id); node = byId.get(node.parent ?? '')) {
    if (node.kind === 'automata') around.add(node.id);
  }
  return nodes.filter((node) => node.kind === 'state' || (node.kind === 'automata' && !around.has(node.id)));
}

/**
 * What makes a node or edge the one that the user has seen; undefined if there is none. The id of an edge has its index,
 * which another one may have after an edit.
 */
export function identityOf({ nodes, edges }: StateGraph, id: string): string | undefined {
  const node = nodes.find((one) => one.id === id);
  if (node) return node.kind;
  const edge = edges.find((one) => one.id === id);
  return edge && JSON.stringify([edge.to, edge.event, edge.condition]);
}

/** The other cases of an edge's transition and itself, in order. */
export function casesOfTransition(
  { from, event }: StateEdge,
  edges: readonly StateEdge[],
): readonly StateEdge[] {
  return edges.filter((one) => one.from === from && one.event === event && one.kind !== 'initial');
}

function ofNode(node: StateNode, isCanvas: boolean): EditKind[] {
  const { kind, parent, isInitial, isFinal } = node;
  if (kind === 'unseen' || (kind === 'missing' && parent === undefined)) return [];
  // A missing state is created.
  if (isCanvas || kind === 'missing') return ['addState'];
  if (isRoot(node)) return ['addState', 'connect'];
  const inAutomata: EditKind[] =
    parent === undefined
      ? []
      : [
          'addState',
          'duplicateState',
          'moveState',
          'extractAutomata',
          'deleteState',
          ...only(!isInitial, 'setInitial'),
        ];
  const ofState: EditKind[] = ['setText', 'setButtonText', isFinal ? 'clearFinal' : 'setFinal'];
  return [...inAutomata, 'connect', 'renameState', ...(kind === 'state' ? ofState : [])];
}

function ofEdge(edge: StateEdge, edges: readonly StateEdge[]): EditKind[] {
  if (edge.kind === 'initial') return ['retarget'];
  const cases = casesOfTransition(edge, edges);
  const at = cases.indexOf(edge);
  // The order of a single case is that of its button.
  const isButton = edge.kind === 'event' && cases.length === 1;
  return [
    'retarget',
    'setCondition',
    'deleteTransition',
    ...(edge.kind === 'event' ? (['renameEvent', 'setButtonText'] as const) : []),
    ...only(isButton || at > 0, 'moveUp'),
    ...only(isButton || at < cases.length - 1, 'moveDown'),
  ];
}

function only(condition: boolean, kind: EditKind): EditKind[] {
  return condition ? [kind] : [];
}
