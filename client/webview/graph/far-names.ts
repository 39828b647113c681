import type { Box, Point } from '../../../server/drawing/layout';
import { boxesTouch, middleOf } from './geometry';

/** The names of states in a drawing that is zoomed out, in the same size at every scale, in pixels of the screen. */
export const farFont = { size: 12, weight: 600, line: 14, padding: 3 } as const;

/** A node without children, or the frame of an automata. */
export interface NamedBox {
  readonly id: string;
  readonly name: string;
  readonly box: Box;
  readonly isFrame: boolean;
  /** Of several names without enough space, that of the highest rank is shown. */
  readonly rank: number;
}

/** A name at a scale, in coordinates of the drawing. */
export interface FarName {
  readonly lines: readonly string[];
  /** The background of the name; that of a card contains the card. */
  readonly box: Box;
}

/** The width of a text in the font of names, in pixels of the screen. */
type Measure = (text: string) => number;

/** A name that is cut to fewer characters says nothing. */
const fewest = 5;

/** The widest name that may extend beyond its card, in pixels of the screen. */
const widest = 150;

/**
 * The names that are visible at a scale. A card has the space up to half of the distance to its neighbours: there its
 * name is wrapped, and cut if it must be. If that is too small, a name may extend over cards without a name; the names of
 * higher rank come first. No two names overlap.
 */
export function farNames(
  boxes: readonly NamedBox[],
  rooms: ReadonlyMap<string, Box>,
  scale: number,
  measure: Measure,
): ReadonlyMap<string, FarName> {
  const names = new Map<string, FarName>();
  const taken: Box[] = [];
  const show = (id: string, lines: readonly string[], at: Box, card?: Box) => {
    taken.push(at);
    names.set(id, { lines, box: card ? around(at, card) : at });
  };
  const size = (lines: readonly string[]) => ({
    width: (Math.max(...lines.map(measure)) + 2 * farFont.padding) / scale,
    height: (lines.length * farFont.line + farFont.padding) / scale,
  });
  const left: NamedBox[] = [];
  for (const named of boxes) {
    const room = rooms.get(named.id);
    if (named.isFrame || room === undefined) {
      left.push(named);
      continue;
    }
    const most = Math.floor((room.height * scale - farFont.padding) / farFont.line);
    const lines = wrapName(named.name, room.width * scale - 2 * farFont.padding, most, measure);
    if (lines === undefined) left.push(named);
    else show(named.id, lines, within(centred(size(lines), middleOf(named.box)), room), named.box);
  }
  for (const { id, name, box, isFrame } of left.sort((a, b) => b.rank - a.rank)) {
    const lines = wrapName(name, widest, 2, measure) ?? [name];
    const at = isFrame ? above(size(lines), box) : centred(size(lines), middleOf(box));
    if (!taken.some((other) => boxesTouch(at, other))) show(id, lines, at, isFrame ? undefined : box);
  }
  return names;
}

/**
 * A name in lines that are not wider than `room`, in pixels: broken after separators, with an ellipsis in the middle if it
 * is too long, as the ends of names differ most. Undefined if too little of it would be visible.
 */
export function wrapName(
  name: string,
  room: number,
  most: number,
  measure: Measure,
): readonly string[] | undefined {
  if (most < 1 || room <= 0) return undefined;
  const lines: string[] = [];
  for (const part of name.match(/[^_\-. ]*[_\-. ]+|[^_\-. ]+/g) ?? [name]) {
    const last = lines.at(-1);
    if (last !== undefined && measure(last + part) <= room) lines[lines.length - 1] = last + part;
    else lines.push(part);
  }
  if (lines.length <= most && lines.every((line) => measure(line.trimEnd()) <= room)) return lines;
  if (most === 1) return cutMiddle(name, room, measure);
  const head = lines.slice(0, most - 1);
  if (head.some((line) => measure(line) > room)) return cutMiddle(name, room, measure);
  const tail = longest((count) => `…${lastOf(name, count)}`, name.length, room, measure);
  return tail.length - 1 < 2 ? undefined : [...head, tail];
}

function cutMiddle(name: string, room: number, measure: Measure): readonly string[] | undefined {
  if (measure(name) <= room) return [name];
  const cut = (count: number) =>
    `${firstOf(name, Math.floor(count / 2))}…${lastOf(name, Math.ceil(count / 2))}`;
  const line = longest(cut, name.length, room, measure);
  return [...line].length - 1 < Math.min(fewest, name.length) ? undefined : [line];
}

/** The longest text that fits, by its number of characters. */
function longest(text: (count: number) => string, length: number, room: number, measure: Measure): string {
  let [fits, tooLong] = [0, length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (measure(text(middle)) <= room) fits = middle;
    else tooLong = middle;
  }
  return text(fits);
}

function firstOf(text: string, count: number): string {
  return [...text].slice(0, count).join('');
}

function lastOf(text: string, count: number): string {
  return count === 0 ? '' : [...text].slice(-count).join('');
}

/** The space that the name of each card may use: up to half of the distance to its neighbours. */
export function nameRooms(cards: ReadonlyMap<string, Box>): ReadonlyMap<string, Box> {
  const all = [...cards].sort(([, a], [, b]) => a.y - b.y);
  const rooms = new Map<string, Box>();
  for (const [id, box] of all) {
    let [left, right, top, bottom] = [farthest, farthest, farthest, farthest];
    for (const [other, that] of all) {
      if (other === id) continue;
      const across = Math.max(that.x - (box.x + box.width), box.x - (that.x + that.width));
      const down = Math.max(that.y - (box.y + box.height), box.y - (that.y + that.height));
      // The distance to each neighbour is kept in the direction in which it is farther away.
      if (across >= down) {
        if (that.x > box.x) right = Math.min(right, across / 2);
        else left = Math.min(left, across / 2);
      } else if (that.y > box.y) bottom = Math.min(bottom, down / 2);
      else top = Math.min(top, down / 2);
    }
    const margin = { x: Math.max(Math.min(left, right), 0), y: Math.max(Math.min(top, bottom), 0) };
    rooms.set(id, {
      x: box.x - margin.x,
      y: box.y - margin.y,
      width: box.width + 2 * margin.x,
      height: box.height + 2 * margin.y,
    });
  }
  return rooms;
}

/** The most that a name may extend beyond its card on each side, in coordinates of the drawing. */
const farthest = 150;

function centred({ width, height }: Pick<Box, 'width' | 'height'>, { x, y }: Point): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function above({ width, height }: Pick<Box, 'width' | 'height'>, { x, y }: Box): Box {
  return { x, y: y - height, width, height };
}

function within(box: Box, { x, y, width, height }: Box): Box {
  return {
    ...box,
    x: Math.min(Math.max(box.x, x), x + width - box.width),
    y: Math.min(Math.max(box.y, y), y + height - box.height),
  };
}

function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
