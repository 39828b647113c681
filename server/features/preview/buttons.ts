import { append } from '../../text/append';
import { hasKnownPairs, type MapNode, type Node, resolveAlias, textOf, valueAt } from '../../yaml/tree/tree';
import type { PreviewButton } from './data';
import { eventOutcome } from './event-outcomes';
import type { PreviewWriter } from './writer';

const COLOUR = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** The buttons of `render.buttons` in rows. Those outside of a nested list share a row. */
export function buttonRows(writer: PreviewWriter, written: Node | undefined): readonly PreviewButton[][] {
  const node = written && resolveAlias(written);
  if (written === undefined || node?.kind !== 'seq') return written ? [computed(writer, written)] : [];
  const rows: PreviewButton[][] = [];
  let loose: PreviewButton[] | undefined;
  for (const item of node.items) {
    const one = resolveAlias(item);
    if (one?.kind === 'seq') {
      rows.push(one.items.flatMap((button) => buttonOf(writer, button)));
      loose = undefined;
      continue;
    }
    if (loose === undefined) {
      loose = [];
      rows.push(loose);
    }
    append(loose, buttonOf(writer, item));
  }
  return rows.filter((row) => row.length > 0);
}

function buttonOf(writer: PreviewWriter, written: Node): PreviewButton[] {
  const node = resolveAlias(written);
  if (node?.kind !== 'map') return computed(writer, written);
  const { event, outcome } = clickOf(writer, node);
  const style = valueAt(node, 'style');
  const colourAt = (name: string) => {
    const text = style?.kind === 'map' ? textOf(style, name) : undefined;
    return text !== undefined && COLOUR.test(text) ? text : undefined;
  };
  return [
    {
      at: writer.place(written),
      content: writer.shownAt(node, 'content'),
      computed: undefined,
      help: writer.shownAt(node, 'description'),
      event,
      outcome,
      colour: colourAt('font_color'),
      background: colourAt('background_color'),
    },
  ];
}

function clickOf(writer: PreviewWriter, button: MapNode): Pick<PreviewButton, 'event' | 'outcome'> {
  const click = valueAt(button, 'on_click');
  const event =
    click?.kind === 'map'
      ? textOf(click, 'event')
      : click?.kind === 'scalar'
        ? textOf(button, 'on_click')
        : undefined;
  if (event !== undefined) return { event, outcome: eventOutcome(writer, event) };
  const mayBeElsewhere = !hasKnownPairs(button) || (click?.kind === 'map' && !hasKnownPairs(click));
  return { event, outcome: mayBeElsewhere ? { kind: 'unknown' } : undefined };
}

/** A placeholder for buttons from an expression; nothing for other incomplete values. */
function computed(writer: PreviewWriter, written: Node): PreviewButton[] {
  const shown = writer.shown(written);
  const isComputed = shown?.pieces.some(({ kind }) => kind === 'expression') === true;
  if (shown === undefined || !isComputed) return [];
  return [
    {
      at: shown.at,
      content: undefined,
      computed: shown,
      help: undefined,
      event: undefined,
      outcome: undefined,
      colour: undefined,
      background: undefined,
    },
  ];
}
