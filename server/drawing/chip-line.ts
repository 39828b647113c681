/** A small label with its position in its line. */
export interface Chip<Kind extends string> {
  readonly kind: Kind | 'more';
  readonly text: string;
  readonly x: number;
  readonly width: number;
}

/** The available width for labels side by side, in pixels. */
interface ChipLine {
  readonly from: number;
  readonly room: number;
  readonly gap: number;
  /** Shortens a text that is too long for a label. */
  readonly cut: (text: string) => string;
  /** The width of the label for a text. */
  readonly widthOf: (text: string) => number;
}

/** As many labels as fit into a line, at least one; if some do not fit, the last label shows their number. */
export function chipLine<Kind extends string>(
  wanted: readonly { readonly kind: Kind; readonly text: string }[],
  { from, room, gap, cut, widthOf }: ChipLine,
): Chip<Kind>[] {
  const chips: Chip<Kind>[] = [];
  let x = from;
  for (const [index, { kind, text }] of wanted.entries()) {
    const left = wanted.length - index;
    const short = cut(text);
    const width = widthOf(short);
    const after = left > 1 ? widthOf(`+${left - 1}`) + gap : 0;
    if (x + width + after > from + room && index > 0) {
      chips.push({ kind: 'more', text: `+${left}`, x, width: widthOf(`+${left}`) });
      break;
    }
    chips.push({ kind, text: short, x, width });
    x += width + gap;
  }
  return chips;
}
