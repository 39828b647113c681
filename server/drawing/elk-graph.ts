import type { ElkExtendedEdge, ElkNode, ElkPoint, LayoutOptions } from 'elkjs/lib/elk-api.js';
import { LABEL, labelSize } from './edge-label';
import type { Box, Layout, Point, SizeOf } from './layout';
import { stacked } from './reuse';
import type { Seeds } from './seeds';
import type { StateEdge, StateGraph } from './state-graph';
import { known } from './tree';
import { drawnNodes, type Wire, wiresOf } from './wires';

/** Distances in pixels. */
const SPACE = {
  node: 28,
  layer: 26,
  edge: 14,
  initial: 10,
  lane: 16,
  aside: 28,
  title: 34,
  inside: 18,
} as const;

const ROOT_OPTIONS: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.padding': '[top=20,left=20,bottom=20,right=20]',
  'elk.spacing.nodeNode': `${SPACE.node}`,
  'elk.spacing.edgeNode': `${SPACE.edge}`,
  'elk.spacing.edgeEdge': `${SPACE.edge}`,
  'elk.layered.spacing.nodeNodeBetweenLayers': `${SPACE.layer}`,
  'elk.layered.spacing.edgeNodeBetweenLayers': `${SPACE.edge}`,
  'elk.layered.considerModelOrder.strategy': 'PREFER_NODES',
  'elk.layered.considerModelOrder.components': 'MODEL_ORDER',
  'elk.layered.thoroughness': '5',
};

/** Nodes that have places keep their layers, and their order in these. */
const STEADY_OPTIONS: LayoutOptions = {
  'elk.separateConnectedComponents': 'false',
  'elk.layered.layering.strategy': 'INTERACTIVE',
  'elk.layered.crossingMinimization.semiInteractive': 'true',
};

/** Straight lines and columns, which take long to find for many nodes. */
const STRAIGHT_OPTIONS: LayoutOptions = { 'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX' };
const MOST_STRAIGHT = 150;

const CONTAINER_OPTIONS: LayoutOptions = {
  'elk.padding': `[top=${SPACE.title},left=${SPACE.inside},bottom=${SPACE.inside},right=${SPACE.inside}]`,
};

const LABEL_OPTIONS: LayoutOptions = {
  'elk.edgeLabels.inline': 'true',
  'elk.edgeLabels.placement': 'CENTER',
};

/** The names that things have in the library's graph, by their kind and `id`. */
const nameOf = {
  node: (id: string) => `node ${id}`,
  dot: (edge: string) => `dot ${edge}`,
  /** Where a line that goes along the side leaves the layers, and where it comes back. */
  exit: (wire: string) => `exit ${wire}`,
  entry: (node: string) => `entry ${node}`,
  /** A label that is a node, and the parts of its line. */
  label: (wire: string) => `label ${wire}`,
  before: (wire: string) => `before ${wire}`,
  behind: (wire: string) => `behind ${wire}`,
} as const;

/** A graph in the terms of the library, and how its result is read. */
export interface ElkTask {
  readonly root: ElkNode;
  read(placed: ElkNode): Layout;
}

/** Puts a graph into the terms of the library; with seeds, nodes keep their layers and their order in these. */
export function elkTask(graph: StateGraph, sizeOf: SizeOf, seeds?: Seeds): ElkTask {
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
  /** The automata around each node. */
  private readonly parents: ReadonlyMap<string, string | undefined>;
  private readonly wires: readonly Wire[];
  private readonly initials: readonly StateEdge[];

  constructor(
    graph: StateGraph,
    sizeOf: SizeOf,
    private readonly seeds: Seeds | undefined,
  ) {
    const nodes = drawnNodes(graph);
    this.root.layoutOptions = {
      ...ROOT_OPTIONS,
      ...(seeds && STEADY_OPTIONS),
      ...(nodes.length <= MOST_STRAIGHT && STRAIGHT_OPTIONS),
    };
    this.parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
    const containers = new Set(nodes.map(({ parent }) => parent));
    for (const node of nodes) {
      const id = nameOf.node(node.id);
      const { width, height } = sizeOf(node);
      const own = containers.has(node.id)
        ? { id, layoutOptions: CONTAINER_OPTIONS, children: [] }
        : { id, width, height };
      this.all.set(node.id, own);
    }
    this.wires = seeds ? wiresOf(graph, (from, to) => seeds.span(from, to)) : wiresOf(graph);
    this.initials = graph.edges.filter(({ kind, to }) => kind === 'initial' && this.all.has(to));
    // What comes first is drawn first.
    for (const edge of this.initials) this.addInitial(edge);
    for (const node of [...nodes].sort((a, b) => Number(b.isInitial) - Number(a.isInitial))) {
      const own = this.all.get(node.id);
      if (own) this.put(own, node.parent, seeds?.of(node.id));
    }
    for (const wire of this.wires) this.addWire(wire);
  }

  task(): ElkTask {
    return { root: this.root, read: (placed) => new Reader(placed, this.wires, this.initials).layout() };
  }

  private put(node: ElkNode, parent: string | undefined, seed: Point | undefined): void {
    const outer = known(this.all, parent) ?? this.root;
    outer.children ??= [];
    outer.children.push(node);
    if (seed === undefined) return;
    // Places in the library's graph are relative to what is around.
    const origin = (parent === undefined ? undefined : this.seeds?.of(parent)) ?? { x: 0, y: 0 };
    node.x = seed.x - origin.x;
    node.y = seed.y - origin.y;
    node.layoutOptions = { ...node.layoutOptions, 'elk.position': `(${node.x},${node.y})` };
  }

  private addInitial(edge: StateEdge): void {
    const id = nameOf.dot(edge.id);
    const { initial: width } = SPACE;
    const parent = this.parents.get(edge.to);
    const isTop = known(this.all, parent) === undefined;
    const dot: ElkNode = { id, width, height: width };
    if (isTop && !this.seeds) dot.layoutOptions = { 'elk.layered.layering.layerConstraint': 'FIRST' };
    const to = this.seeds?.of(edge.to);
    const seed = this.seeds?.dotOf(edge.id) ?? (to && { x: to.x, y: to.y - SPACE.layer });
    this.put(dot, parent, seed && { x: seed.x - width / 2, y: seed.y - width / 2 });
    this.connect(`initial ${edge.id}`, id, nameOf.node(edge.to), []);
  }

  private addWire(wire: Wire): void {
    const { id, from, to, edges, isBack, isFar } = wire;
    if (!isFar) {
      // What leads back is turned around, so that the library takes the others for the way ahead.
      const ends: [string, string] = isBack ? [to, from] : [from, to];
      this.connect(id, nameOf.node(ends[0]), nameOf.node(ends[1]), edges, this.commonParent(from, to));
      return;
    }
    const exit = nameOf.exit(id);
    const entry = nameOf.entry(to);
    const { seeds } = this;
    const [left, reached] = [seeds?.of(from), seeds?.of(to)];
    const below = left && { x: left.x, y: seeds?.rowBeside(left.y + left.height, 'below') ?? 0 };
    this.put({ id: exit, width: 1, height: 1 }, this.parents.get(from), below);
    this.connect(id, nameOf.node(from), exit, edges, this.parents.get(from));
    if (this.all.has(entry)) return;
    const point: ElkNode = { id: entry, width: 1, height: 1 };
    this.all.set(entry, point);
    const above = reached && { x: reached.x, y: seeds?.rowBeside(reached.y, 'above') ?? 0 };
    this.put(point, this.parents.get(to), above);
    this.connect(entry, entry, nameOf.node(to), []);
  }

  /** The innermost automata around both. */
  private commonParent(a: string, b: string): string | undefined {
    const around = new Set<string>();
    for (let at = this.parents.get(a); at !== undefined && !around.has(at); at = this.parents.get(at))
      around.add(at);
    for (let at = this.parents.get(b); at !== undefined; at = this.parents.get(at))
      if (around.has(at)) return at;
    return undefined;
  }

  private connect(id: string, from: string, to: string, edges: readonly StateEdge[], parent?: string): void {
    const sizes = edges.map(labelSize);
    const width = Math.max(0, ...sizes.map((size) => size.width)) + 2 * LABEL.gap;
    const height = sizes.reduce((sum, size) => sum + size.height, 0) + LABEL.gap;
    const { seeds } = this;
    if (edges.length === 0 || seeds === undefined || from === to) {
      const label = { text: 'x', width, height, layoutOptions: LABEL_OPTIONS };
      this.add({ id, sources: [from], targets: [to], labels: edges.length > 0 ? [label] : [] });
      return;
    }
    // The library knows of no places that labels have; of those of nodes it does.
    const middle = nameOf.label(id);
    const at = seeds.labelOf(edges) ?? { x: 0, y: 0 };
    this.put({ id: middle, width, height }, parent, { x: at.x - width / 2, y: at.y - height / 2 });
    this.add({ id: nameOf.before(id), sources: [from], targets: [middle] });
    this.add({ id: nameOf.behind(id), sources: [middle], targets: [to] });
  }

  private add(edge: ElkExtendedEdge): void {
    this.root.edges?.push(edge);
  }
}

/** Reads the places of a placed graph, all relative to its upper left corner. */
class Reader {
  private readonly boxes = new Map<string, Box>();
  private readonly lines = new Map<string, { points: readonly Point[]; label: Point | undefined }>();
  private readonly nodes = new Map<string, Box>();
  private readonly edges = new Map<string, { readonly points: readonly Point[]; readonly label: Point }>();
  /** The places of the layers' nodes, from the top. */
  private readonly leaves: Box[] = [];
  private width: number;
  /** Lanes along the side, by the node that they lead to. */
  private readonly lanes = new Map<string, number>();

  constructor(
    private readonly placed: ElkNode,
    private readonly wires: readonly Wire[],
    private readonly initials: readonly StateEdge[],
  ) {
    this.width = placed.width ?? 0;
    this.readNodes(placed);
    this.readLines(placed);
  }

  layout(): Layout {
    for (const edge of this.initials) this.readInitial(edge);
    for (const wire of this.wires) this.readWire(wire);
    const { lanes } = this;
    const width = lanes.size > 0 ? this.width + SPACE.aside + lanes.size * SPACE.lane : this.width;
    return { width, height: this.placed.height ?? 0, nodes: this.nodes, edges: this.edges };
  }

  private readNodes({ children }: ElkNode): void {
    for (const child of children ?? []) {
      const { x = 0, y = 0, width = 0, height = 0 } = child;
      const box = { x, y, width, height };
      this.boxes.set(child.id, box);
      const node = nameOf.node('');
      if (child.id.startsWith(node)) this.nodes.set(child.id.slice(node.length), box);
      if (child.children === undefined) this.leaves.push(box);
      this.readNodes(child);
    }
  }

  private readLines(node: ElkNode): void {
    for (const { id, sections, labels } of node.edges ?? []) {
      const points = (sections ?? []).flatMap(({ startPoint, bendPoints, endPoint }) =>
        [startPoint, ...(bendPoints ?? []), endPoint].map(toPoint),
      );
      const [label] = labels ?? [];
      const middle = label && {
        x: (label.x ?? 0) + (label.width ?? 0) / 2,
        y: (label.y ?? 0) + (label.height ?? 0) / 2,
      };
      this.lines.set(id, { points, label: middle });
    }
    for (const child of node.children ?? []) this.readLines(child);
  }

  private readInitial({ id }: StateEdge): void {
    const dot = this.boxes.get(nameOf.dot(id));
    const points = this.lines.get(`initial ${id}`)?.points ?? [];
    const first = dot && { x: dot.x + dot.width / 2, y: dot.y + dot.height / 2 };
    if (first) this.edges.set(id, { points: [first, ...points.slice(1)], label: first });
  }

  private readWire(wire: Wire): void {
    const line = this.lineOf(wire.id);
    if (line === undefined || line.points.length < 2) return;
    const points = wire.isFar
      ? this.around(wire, line.points)
      : wire.isBack
        ? [...line.points].reverse()
        : line.points;
    const middle = line.label ?? points[points.length >> 1] ?? { x: 0, y: 0 };
    for (const [id, label] of stacked(wire.edges, middle)) this.edges.set(id, { points, label });
  }

  private lineOf(id: string): { points: readonly Point[]; label: Point | undefined } | undefined {
    const box = this.boxes.get(nameOf.label(id));
    if (box === undefined) return this.lines.get(id);
    const label = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const [before, behind] = [nameOf.before(id), nameOf.behind(id)].map(
      (part) => this.lines.get(part)?.points ?? [],
    );
    return { points: straight([...(before ?? []), ...(behind ?? [])]), label };
  }

  /** Out of the layers, along the side, and back in above the node. */
  private around({ to }: Wire, out: readonly Point[]): readonly Point[] {
    const end = this.lines.get(nameOf.entry(to))?.points ?? [];
    const [last, first] = [out.at(-1), end[0]];
    if (last === undefined || first === undefined) return out;
    const number = this.lanes.get(to) ?? this.lanes.size;
    this.lanes.set(to, number);
    const lane = this.width + SPACE.aside + number * SPACE.lane;
    const below =
      Math.max(last.y, ...this.besides(last.y).map(({ y, height }) => y + height)) + SPACE.edge / 2;
    const above = Math.min(first.y, ...this.besides(first.y).map(({ y }) => y)) - SPACE.edge / 2;
    return straight([
      ...out.slice(0, -1),
      { x: last.x, y: below },
      { x: lane, y: below },
      { x: lane, y: above },
      { x: first.x, y: above },
      ...end.slice(1),
    ]);
  }

  private besides(at: number): Box[] {
    return this.leaves.filter(({ y, height }) => y <= at && at <= y + height);
  }
}

function toPoint({ x, y }: ElkPoint): Point {
  return { x, y };
}

/** Without the points that lie between two others of the same line. */
function straight(points: readonly Point[]): readonly Point[] {
  const isSame = (a: number, b: number, c: number) => Math.abs(a - b) < 0.5 && Math.abs(b - c) < 0.5;
  return points.filter((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before === undefined || after === undefined) return true;
    return !isSame(before.x, point.x, after.x) && !isSame(before.y, point.y, after.y);
  });
}
