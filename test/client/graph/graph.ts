import type { Box, Layout } from '../../../server/drawing/layout';
import type { StateEdge, StateGraph, StateNode } from '../../../server/drawing/state-graph';

/**
 * A graph from lines: `shop` is a state, `shop/` an automata, `shop/pay` a state in it; `*` after a name marks the
 * initial state, `!` a final one. `home -go> shop` is a transition, its kind is `event` unless the event is `CHAT`,
 * `ALWAYS`, `DONE` or `initial`. The root is `/`.
 */
export function graphOf(...lines: readonly string[]): StateGraph {
  const nodes: StateNode[] = [nodeOf('/')];
  const edges: StateEdge[] = [];
  for (const line of lines) {
    const [, from, event, to] = /^(\S+) -(\S+)> (\S+)$/.exec(line) ?? [];
    if (from === undefined || event === undefined || to === undefined) nodes.push(nodeOf(line));
    else edges.push(edgeOf(from, event, to));
  }
  return { nodes, edges };
}

function nodeOf(line: string): StateNode {
  const id = idOf(line);
  const names = id.split('/');
  return {
    id,
    parent: id === '' ? undefined : names.slice(0, -1).join('/'),
    name: names.at(-1) || 'root',
    kind: /\/[*!]*$/.test(line) ? 'automata' : 'state',
    text: undefined,
    isInitial: line.includes('*'),
    isFinal: line.includes('!'),
    isCached: false,
    isReachable: true,
    inputs: [],
    tasks: [],
    problems: { errors: 0, warnings: 0 },
  };
}

function edgeOf(from: string, event: string, to: string): StateEdge {
  const kinds = { CHAT: 'chat', ALWAYS: 'always', DONE: 'done', initial: 'initial' } as const;
  const kind = Object.entries(kinds).find(([name]) => name === event)?.[1] ?? 'event';
  const [source, target] = [idOf(from), idOf(to)];
  return { id: `${from} -${event}> ${to}`, from: source, to: target, kind, event, condition: undefined };
}

function idOf(text: string): string {
  return text.replace(/[*!]/g, '').replace(/\/$/, '');
}

/** A layout of boxes by their upper left corners, each 100 wide and 40 high, without edges. */
export function layoutOf(places: Readonly<Record<string, readonly [x: number, y: number]>>): Layout {
  const nodes = new Map<string, Box>(
    Object.entries(places).map(([id, [x, y]]) => [id, { x, y, width: 100, height: 40 }]),
  );
  return { width: 0, height: 0, nodes, edges: new Map() };
}
