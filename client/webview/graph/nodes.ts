import type { Box } from '../../../server/drawing/layout';
import type { StateNode } from '../../../server/drawing/state-graph';
import { svgElement } from '../dom';
import { measures } from './card-measures';
import type { NodeChip, WebNodeContent } from './node-content';
import { nodeTooltip } from './wording';

const radius = 6;

/** A node with its content, position and texts. */
export interface NodeAppearance {
  readonly node: StateNode;
  readonly content: WebNodeContent;
  readonly box: Box;
  readonly isRoot: boolean;
  /** For screen readers. */
  readonly label: string;
}

/** The classes of a node by its properties. */
function kindsOf({ node, isRoot }: NodeAppearance): string {
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

/** A state as a card, or an automata as a frame with its name. It is at the origin; its position is set later. */
export function nodeElement(appearance: NodeAppearance, isFrame: boolean): SVGGElement {
  const { node, box, label } = appearance;
  return svgElement(
    'g',
    {
      class: `${kindsOf(appearance)}${isFrame ? ' frame' : ''}`,
      role: 'option',
      'aria-label': label,
      'aria-selected': 'false',
    },
    svgElement('title', {}, nodeTooltip(label, node)),
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
    ...(isFrame ? frameParts(appearance) : cardParts(appearance)),
  );
}

function frameParts({ node, content }: NodeAppearance): SVGElement[] {
  return [
    ...markParts(node, measures.padding),
    svgElement(
      'text',
      { class: 'name', x: measures.padding + markWidth(node), y: 21 },
      node.name || content.name,
    ),
  ];
}

function cardParts({ node, content, box }: NodeAppearance): SVGElement[] {
  const { padding, nameLine, textLine } = measures;
  const parts: SVGElement[] = [
    ...markParts(node, padding),
    svgElement('text', { class: 'name', x: padding + markWidth(node), y: 22 }, content.name),
  ];
  if (content.count !== '') {
    parts.push(
      svgElement(
        'text',
        { class: 'count', x: box.width - padding, y: 22, 'text-anchor': 'end' },
        content.count,
      ),
    );
  }
  let y = nameLine;
  if (content.text !== undefined) {
    parts.push(svgElement('text', { class: 'text', x: padding, y: y + 7 }, content.text));
    y += textLine;
  }
  for (const chip of content.chips) parts.push(drawChip(chip, y - 2));
  return parts;
}

function drawChip({ kind, text, x, width }: NodeChip, y: number): SVGGElement {
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

/** The mark of a final state: a dot in a ring. The marker of an initial state is drawn with its line. */
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
