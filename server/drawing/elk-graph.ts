import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import { crossedLayers, type DrawnLine, drawnLines, drawnNodes } from './drawn-lines';
import { LABEL_METRICS, labelSize, stackSize } from './edge-label';
import { placedLayout } from './elk-layout';
import {
  CAREFUL_OPTIONS,
  CONTAINER_OPTIONS,
  elkId,
  LABEL_OPTIONS,
  MAX_CAREFUL_PLACES,
  ROOT_OPTIONS,
  SPACING,
  STABLE_OPTIONS,
} from './elk-terms';
import type { Layout, Point, SizeOf } from './layout';
import type { PreviousPositions } from './previous-positions';
import type { StateEdge, StateGraph } from './state-graph';
import { lookUpNode } from './tree';

/** A graph for the layout library, and how its result is read. */
interface ElkTask {
  readonly root: ElkNode;
  read(placed: ElkNode): Layout;
}

/** Converts a graph for the library; with seeds, nodes keep their layers and their order in these. */
export function elkTask(graph: StateGraph, sizeOf: SizeOf, seeds?: PreviousPositions): ElkTask {
  return new Task(graph, sizeOf, seeds).task();
}

class Task {
  private readonly all = new Map<string, ElkNode>();
  private readonly root: ElkNode = {
    id: 'root',
    layoutOptions: ROOT_OPTIONS,
    children: [],
    edges: [],
  };
  /** The automata that contains each node. */
  private readonly parents: ReadonlyMap<string, string | undefined>;
  private readonly wires: readonly DrawnLine[];
  private readonly initials: readonly StateEdge[];

  constructor(
    graph: StateGraph,
    sizeOf: SizeOf,
    private readonly seeds: PreviousPositions | undefined,
  ) {
    const nodes = drawnNodes(graph);
    this.wires = seeds ? drawnLines(graph, (from, to) => seeds.span(from, to)) : drawnLines(graph);
    this.root.layoutOptions = {
      ...ROOT_OPTIONS,
      ...(nodes.length + crossedLayers(this.wires) <= MAX_CAREFUL_PLACES && CAREFUL_OPTIONS),
      ...(seeds && STABLE_OPTIONS),
    };
    this.parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
    const containers = new Set(nodes.map(({ parent }) => parent));
    for (const node of nodes) {
      const id = elkId.node(node.id);
      const { width, height } = sizeOf(node);
      const own = containers.has(node.id)
        ? { id, layoutOptions: CONTAINER_OPTIONS, children: [] }
        : { id, width, height };
      this.all.set(node.id, own);
    }
    this.initials = graph.edges.filter(({ kind, to }) => kind === 'initial' && this.all.has(to));
    // Initial states are drawn first.
    for (const edge of this.initials) this.addInitial(edge);
    for (const node of [...nodes].sort((a, b) => Number(b.isInitial) - Number(a.isInitial))) {
      const own = this.all.get(node.id);
      if (own) this.put(own, node.parent, seeds?.of(node.id));
    }
    for (const wire of this.wires) this.addWire(wire);
  }

  task(): ElkTask {
    return { root: this.root, read: (placed) => placedLayout(placed, this.wires, this.initials) };
  }

  private put(node: ElkNode, parent: string | undefined, seed: Point | undefined): void {
    const outer = lookUpNode(this.all, parent) ?? this.root;
    outer.children ??= [];
    outer.children.push(node);
    if (seed === undefined) return;
    // Positions in the library's graph are relative to the parent.
    const origin = (parent === undefined ? undefined : this.seeds?.of(parent)) ?? { x: 0, y: 0 };
    node.x = seed.x - origin.x;
    node.y = seed.y - origin.y;
    node.layoutOptions = { ...node.layoutOptions, 'elk.position': `(${node.x},${node.y})` };
  }

  private addInitial(edge: StateEdge): void {
    const id = elkId.dot(edge.id);
    const { initial: width } = SPACING;
    const parent = this.parents.get(edge.to);
    const isTop = lookUpNode(this.all, parent) === undefined;
    const dot: ElkNode = { id, width, height: width };
    if (isTop && !this.seeds) dot.layoutOptions = { 'elk.layered.layering.layerConstraint': 'FIRST' };
    const to = this.seeds?.of(edge.to);
    const seed = this.seeds?.dotOf(edge.id) ?? (to && { x: to.x, y: to.y - SPACING.layer });
    this.put(dot, parent, seed && { x: seed.x - width / 2, y: seed.y - width / 2 });
    this.connect(`initial ${edge.id}`, id, elkId.node(edge.to), []);
  }

  private addWire(wire: DrawnLine): void {
    const { id, from, to, edges, isBack, isFar } = wire;
    if (!isFar) {
      // Back edges are reversed, so that the library uses the others as the main direction.
      const ends: [string, string] = isBack ? [to, from] : [from, to];
      this.connect(id, elkId.node(ends[0]), elkId.node(ends[1]), edges, this.commonParent(from, to));
      return;
    }
    const exit = elkId.exit(id);
    const entry = elkId.entry(to);
    const { seeds } = this;
    this.put({ id: exit, width: 1, height: 1 }, this.parents.get(from), seeds?.beside(from, 'below'));
    this.connect(id, elkId.node(from), exit, edges, this.parents.get(from));
    if (this.all.has(entry)) return;
    const point: ElkNode = { id: entry, width: 1, height: 1 };
    this.all.set(entry, point);
    this.put(point, this.parents.get(to), seeds?.beside(to, 'above'));
    this.connect(entry, entry, elkId.node(to), []);
  }

  /** The innermost automata that contains both. */
  private commonParent(a: string, b: string): string | undefined {
    const around = new Set<string>();
    for (let at = this.parents.get(a); at !== undefined && !around.has(at); at = this.parents.get(at))
      around.add(at);
    for (let at = this.parents.get(b); at !== undefined; at = this.parents.get(at))
      if (around.has(at)) return at;
    return undefined;
  }

  private connect(id: string, from: string, to: string, edges: readonly StateEdge[], parent?: string): void {
    const { width, height } = stackSize(edges);
    const { seeds } = this;
    if (edges.length === 0 || seeds === undefined || from === to) {
      const label = { text: 'x', width, height, layoutOptions: LABEL_OPTIONS };
      this.add({ id, sources: [from], targets: [to], labels: edges.length > 0 ? [label] : [] });
      return;
    }
    // The library cannot fix the positions of labels, but those of nodes. The line is at the left border of the node.
    const [upper, lower] = [elkId.upper(id), elkId.lower(id)];
    const at = seeds.labelOf(edges) ?? { x: 0, y: 0 };
    const port = { width: 0, height: 0, x: 0 };
    const label: ElkNode = {
      id: elkId.label(id),
      width: width + LABEL_METRICS.gap,
      height,
      layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
      ports: [
        { ...port, id: upper, y: 0, layoutOptions: { 'elk.port.side': 'NORTH' } },
        { ...port, id: lower, y: height, layoutOptions: { 'elk.port.side': 'SOUTH' } },
      ],
    };
    const [first] = edges;
    const left = at.x - (first ? labelSize(first).width / 2 : 0) - LABEL_METRICS.gap;
    this.put(label, parent, { x: left, y: at.y - height / 2 });
    this.add({ id: elkId.before(id), sources: [from], targets: [upper] });
    this.add({ id: elkId.after(id), sources: [lower], targets: [to] });
  }

  private add(edge: ElkExtendedEdge): void {
    this.root.edges?.push(edge);
  }
}
