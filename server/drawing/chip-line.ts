/** A small label, and where it is in its line. */
export interface Chip<Kind extends string> {
  readonly kind: Kind | 'more';
  readonly text: string;
  readonly x: number;
  readonly width: number;
}

/** How much room there is for small labels side by side, in pixels. */
interface ChipLine {
  readonly from: number;
  readonly room: number;
  readonly gap: number;
  /** A text cut short where it is too long for a label. */
  readonly cut: (text: string) => string;
  /** Of the label around a text. */
  readonly widthOf: (text: string) => number;
}

/** As many labels as fit into a line, one at least; where not all do, the last says how many there are besides. */
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
    const behind = left > 1 ? widthOf(`+${left - 1}`) + gap : 0;
    if (x + width + behind > from + room && index > 0) {
      chips.push({ kind: 'more', text: `+${left}`, x, width: widthOf(`+${left}`) });
      break;
    }
    chips.push({ kind, text: short, x, width });
    x += width + gap;
  }
  return chips;
}
