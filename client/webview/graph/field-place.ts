import { LABEL_METRICS, labelBox } from '../../../server/drawing/edge-label';
import type { Box, Layout } from '../../../server/drawing/layout';
import type { EditKind } from '../../graph/edit/kinds';
import { measures } from './card-measures';
import type { Size } from './geometry';
import type { Model } from './model';

/** The least widths of fields, and the distance to the borders of the page, in pixels. */
const fieldMeasures = { short: 220, long: 320, margin: 8 } as const;

/**
 * Where a field is: above the edited text, at least as wide, and completely visible. Its text has the size of the
 * editor's texts at every scale of the drawing.
 *
 * @param at the edited text; undefined if it was never drawn
 */
export function placedField(
  at: Box | undefined,
  { height }: Size,
  room: Size,
  isLong = false,
): { readonly left: number; readonly top: number; readonly width: number } {
  const { margin } = fieldMeasures;
  const { x, y, ...size } = at ?? { x: room.width / 2, y: room.height / 3, width: 0, height: 0 };
  const least = isLong ? fieldMeasures.long : fieldMeasures.short;
  const width = Math.max(Math.min(Math.max(size.width, least), room.width - 2 * margin), 0);
  const within = (wanted: number, own: number, all: number) =>
    Math.max(Math.min(wanted, all - own - margin), margin);
  return {
    left: within(x + (size.width - width) / 2, width, room.width),
    top: within(y, height, room.height),
    width,
  };
}

/** The place of a text that is edited, in the drawing; undefined if it is not drawn. */
export function editedText(kind: EditKind, id: string, layout: Layout, model: Model): Box | undefined {
  const edge = model.edges.get(id);
  const label = layout.edges.get(id)?.label;
  if (edge && label) {
    const { y, height, ...box } = labelBox(edge, label);
    const { lineHeight } = LABEL_METRICS;
    const isLast = kind === 'setCondition' && edge.condition !== undefined;
    return { ...box, y: isLast ? y + height - lineHeight : y, height: lineHeight };
  }
  const node = layout.nodes.get(id);
  if (!node) return undefined;
  const { nameLine, textLine } = measures;
  return kind === 'renameState'
    ? { ...node, height: Math.min(nameLine, node.height) }
    : { ...node, y: node.y + Math.min(nameLine - 6, node.height), height: textLine };
}

/** The code of all keys that an input method handles. */
const COMPOSED = 229;

/** A pressed key, as the browser describes it. */
export interface PressedKey {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
}

/** What a key does in a field; undefined if it is not for the field, as while an input method composes a letter. */
export function fieldAction(
  { key, keyCode, isComposing, shiftKey }: PressedKey,
  isLong: boolean,
): 'enter' | 'cancel' | 'type' | undefined {
  // Safari ends a composition before the key that confirms it.
  if (isComposing || keyCode === COMPOSED) return 'type';
  if (key === 'Escape') return 'cancel';
  if (key !== 'Enter') return undefined;
  return isLong && shiftKey ? 'type' : 'enter';
}
