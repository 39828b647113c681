import type { Box } from '../../../server/drawing/layout';
import type { StateNode } from '../../../server/drawing/state-graph';
import { svgElement } from '../dom';
import { type FaceChip, measures, type WebNodeContent } from './node-content';

const radius = 6;

/** What else is drawn of a node, beside what its face says. */
export interface NodeLook {
  readonly node: StateNode;
  readonly face: WebNodeContent;
  readonly box: Box;
  readonly isRoot: boolean;
  /** For those who hear the page. */
  readonly label: string;
  readonly tooltip: string;
}

/** The class that a node has because of what it is. */
function kindsOf({ node, isRoot }: NodeLook): string {
  const { errors, warnings } = node.problems;
  return [
    'node',
    node.kind,
    isRoot ? 'root' : '',
    node.isInitial ? 'initial' : '',
    node.isFinal ? 'final' : '',
    node.isReachable ? '' : 'unreachable',
    errors > 0 ? 'has-errors' : warnings > 0 ? 'has-warnings' : '',
  ]
    .filter((name) => name !== '')
    .join(' ');
}

/** A state as a card, or an automata as a frame with its name; at the origin: its place is set from outside. */
export function nodeElement(look: NodeLook, isFrame: boolean): SVGGElement {
  const { node, box, label, tooltip } = look;
  return svgElement(
    'g',
    {
      class: `${kindsOf(look)}${isFrame ? ' frame' : ''}`,
      role: 'option',
      'aria-label': label,
      'aria-selected': 'false',
    },
    svgElement('title', {}, tooltip),
    svgElement('rect', {
      class: 'body',
      width: box.width,
      height: box.height,
      rx: isFrame ? radius + 2 : radius,
    }),
    ...(node.isFinal && !isFrame
      ? [
          svgElement('rect', {
            class: 'inner',
            x: 3,
            y: 3,
            width: box.width - 6,
            height: box.height - 6,
            rx: radius - 2,
          }),
        ]
      : []),
    ...(isFrame ? frameParts(look) : cardParts(look)),
  );
}

function frameParts({ node, face }: NodeLook): SVGElement[] {
  return [
    ...markParts(node, measures.padding),
    svgElement(
      'text',
      { class: 'name', x: measures.padding + markWidth(node), y: 21 },
      node.name || face.name,
    ),
  ];
}

function cardParts({ node, face, box }: NodeLook): SVGElement[] {
  const { padding, nameLine, textLine } = measures;
  const parts: SVGElement[] = [
    ...markParts(node, padding),
    svgElement('text', { class: 'name', x: padding + markWidth(node), y: 22 }, face.name),
  ];
  if (face.count !== '') {
    parts.push(
      svgElement('text', { class: 'count', x: box.width - padding, y: 22, 'text-anchor': 'end' }, face.count),
    );
  }
  let y = nameLine;
  if (face.text !== undefined) {
    parts.push(svgElement('text', { class: 'text', x: padding, y: y + 7 }, face.text));
    y += textLine;
  }
  for (const chip of face.chips) parts.push(drawChip(chip, y - 2));
  return parts;
}

function drawChip({ kind, text, x, width }: FaceChip, y: number): SVGGElement {
  return svgElement(
    'g',
    { class: `chip ${kind}` },
    svgElement('rect', { x, y, width, height: measures.chipHeight, rx: measures.chipHeight / 2 }),
    svgElement('text', { x: x + measures.chipPadding, y: y + 13 }, text),
  );
}

function markWidth(node: StateNode): number {
  return node.isFinal ? measures.mark : 0;
}

/** The mark of the field for where it ends, a dot in a ring; that for the beginning is drawn with the line from it. */
function markParts(node: StateNode, x: number): SVGElement[] {
  const parts: SVGElement[] = [];
  const at = x + 5;
  if (node.isFinal) {
    parts.push(
      svgElement('circle', { class: 'mark ring', cx: at, cy: 17.5, r: 5 }),
      svgElement('circle', { class: 'mark end', cx: at, cy: 17.5, r: 2.5 }),
    );
  }
  return parts;
}
