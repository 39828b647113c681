import { engine } from '../engine/engine';
import { type Message, msg } from '../text/message';
import { type Range, shiftRange, touchesRange } from '../text/range';
import type { Unit } from '../yaml/cut/unit';
import { descendantsOf } from '../yaml/tree/visit';
import type { CursorLocation } from './cursor-location';
import { inlineCode, paragraphs } from './markdown';

/** An anchor and the aliases that repeat its value. Offsets are those of the document. */
export interface Anchor {
  readonly name: string;
  /** `&name`; undefined for aliases without an anchor. */
  readonly definition: Range | undefined;
  /** The value, without its anchor. */
  readonly value: Range;
  /** `*name`, in the order of the text. */
  readonly aliases: readonly Range[];
  /** The anchor or alias at the cursor. */
  readonly origin: Range;
}

/** An anchor or alias of a unit, with its sign. */
interface AnchorPlace extends Range {
  readonly name: string;
  /** The value of an anchor. */
  readonly value: Range | undefined;
}

/** The anchor that the cursor is on, or whose alias it is on; undefined elsewhere. */
export function anchorAtCursor({ source, unit, unitStart, offset }: CursorLocation): Anchor | undefined {
  const here = placesOf(unit).find((place) => touchesRange(place, offset));
  if (here === undefined) return undefined;
  const origin = shiftRange(here, unitStart);
  const { document } = source;
  const places = document.units.flatMap((one, index) =>
    placesOf(one).map((place) => ({ place, base: document.startAt(index) })),
  );
  const same = places.filter(({ place }) => place.name === here.name);
  // An alias refers to the last anchor above it that has its name.
  const isStart = ({ place, base }: (typeof same)[number]) =>
    place.value !== undefined && base + place.start <= origin.start;
  const first = same.findLastIndex(isStart);
  const next = same.findIndex(({ place }, index) => index > first && place.value !== undefined);
  const [anchor] = first < 0 ? [] : same.slice(first);
  const aliases = same.slice(first + 1, next < 0 ? undefined : next);
  return {
    name: here.name,
    definition: anchor && shiftRange(anchor.place, anchor.base),
    value: anchor?.place.value ? shiftRange(anchor.place.value, anchor.base) : origin,
    aliases: aliases.map(({ place, base }) => shiftRange(place, base)),
    origin,
  };
}

/** The anchors and aliases of a unit, in the order of the text. */
const placesOf = engine.query(
  'anchors and aliases',
  ({ text, notation, parsed }: Unit): readonly AnchorPlace[] => {
    if (notation === 'json' || !/[&*]/.test(text)) return [];
    const places: AnchorPlace[] = [];
    for (const node of descendantsOf(parsed.root)) {
      const { start, end } = node;
      if (node.kind === 'alias') places.push({ start, end, name: node.name, value: undefined });
      if (node.anchor === undefined) continue;
      const sign = text.lastIndexOf(`&${node.anchor}`, start);
      if (sign < 0) continue;
      const range = { start: sign, end: sign + 1 + node.anchor.length };
      places.push({ ...range, name: node.anchor, value: { start, end } });
    }
    return places.sort((a, b) => a.start - b.start);
  },
);

/** The value that an alias repeats, on one line. */
export function anchorCard(
  { source }: CursorLocation,
  { name, definition, value, aliases }: Anchor,
): Message {
  const count = aliases.length === 1 ? msg('1 alias') : msg`${aliases.length} aliases`;
  const text = source.document.text.slice(value.start, value.end);
  const shown = definition && text.trim() !== '' ? inlineCode(text.trim().replace(/\s+/g, ' ')) : undefined;
  return paragraphs(msg`**anchor** ${inlineCode(name)} · ${count}`, shown);
}
