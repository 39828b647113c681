import type { LayoutOptions } from 'elkjs/lib/elk-api.js';
import { LABEL_METRICS } from './edge-label';

/** Distances in pixels. */
export const SPACING = {
  node: 28,
  layer: 26,
  edge: 14,
  initial: 10,
  lane: 16,
  aside: 28,
  title: 34,
  inside: 18,
} as const;

export const ROOT_OPTIONS: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.padding': '[top=20,left=20,bottom=20,right=20]',
  'elk.spacing.nodeNode': `${SPACING.node}`,
  'elk.spacing.edgeNode': `${SPACING.edge}`,
  'elk.spacing.edgeEdge': `${SPACING.edge}`,
  'elk.layered.spacing.nodeNodeBetweenLayers': `${SPACING.layer}`,
  'elk.layered.spacing.edgeNodeBetweenLayers': `${SPACING.edge}`,
  'elk.layered.considerModelOrder.strategy': 'PREFER_NODES',
  'elk.layered.considerModelOrder.components': 'MODEL_ORDER',
  'elk.layered.thoroughness': '5',
  // To the right of a line that leads down.
  'elk.layered.edgeLabels.sideSelection': 'ALWAYS_UP',
  'elk.spacing.edgeLabel': `${LABEL_METRICS.gap}`,
};

/** Nodes with positions keep their layers, and their order in these. */
export const STABLE_OPTIONS: LayoutOptions = {
  'elk.separateConnectedComponents': 'false',
  'elk.layered.layering.strategy': 'INTERACTIVE',
  'elk.layered.crossingMinimization.semiInteractive': 'true',
  'elk.layered.thoroughness': '5',
};

/** Straight edges and columns, and few crossings, which are expensive to compute for many places. */
export const CAREFUL_OPTIONS: LayoutOptions = {
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.thoroughness': '20',
};
/** A place is a node, or a line in a layer that it crosses. */
export const MAX_CAREFUL_PLACES = 250;

export const CONTAINER_OPTIONS: LayoutOptions = {
  'elk.padding': `[top=${SPACING.title},left=${SPACING.inside},bottom=${SPACING.inside},right=${SPACING.inside}]`,
};

export const LABEL_OPTIONS: LayoutOptions = {
  // Beside its line, so that no line runs through it.
  'elk.edgeLabels.inline': 'false',
  'elk.edgeLabels.placement': 'CENTER',
};

/** The ids of elements in the library's graph, by kind and `id`. */
export const elkId = {
  node: (id: string) => `node ${id}`,
  dot: (edge: string) => `dot ${edge}`,
  /** Where a line along the side leaves the layers, and where it returns. */
  exit: (wire: string) => `exit ${wire}`,
  entry: (node: string) => `entry ${node}`,
  /** A label that is a node, and the parts of its line. */
  label: (wire: string) => `label ${wire}`,
  before: (wire: string) => `before ${wire}`,
  after: (wire: string) => `behind ${wire}`,
  /** Where the line enters and leaves such a node. */
  upper: (wire: string) => `upper ${wire}`,
  lower: (wire: string) => `lower ${wire}`,
} as const;
