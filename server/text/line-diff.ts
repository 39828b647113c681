import { nextLine } from './lines';
import type { Range } from './range';

/** A change of a text. */
export interface TextChange {
  readonly range: Range;
  readonly text: string;
}

/** Texts that differ in more lines than this are not compared any further: the stretch is replaced as one. */
const MOST_DIFFERENCES = 400;

/**
 * The changes that turn one text into another, line by line, so that whatever points into the text (a cursor, a
 * mark) stays with its line. In the order of the text; ranges never touch each other's lines.
 */
export function lineChanges(before: string, after: string): TextChange[] {
  const a = linesOf(before);
  const b = linesOf(after);
  let front = 0;
  while (front < a.length && front < b.length && a[front] === b[front]) front++;
  let back = 0;
  const most = Math.min(a.length, b.length) - front;
  while (back < most && a[a.length - 1 - back] === b[b.length - 1 - back]) back++;
  const middle = hunks(a.slice(front, a.length - back), b.slice(front, b.length - back));
  const starts = startsOf(a);
  return middle.flatMap(({ from, to, lines }) => {
    const at = front + from;
    const old = a.slice(at, front + to);
    // As many lines as before: each is changed by itself, as a change of indentation is.
    if (old.length === lines.length)
      return old.flatMap((line, index) => within(starts[at + index] ?? 0, line, lines[index] ?? ''));
    return within(starts[at] ?? before.length, old.join(''), lines.join(''));
  });
}

/** A stretch replaced, without what its ends have in common. */
function within(start: number, old: string, fresh: string): TextChange[] {
  if (old === fresh) return [];
  const most = Math.min(old.length, fresh.length);
  let front = 0;
  while (front < most && old[front] === fresh[front]) front++;
  let back = 0;
  while (back < most - front && old[old.length - 1 - back] === fresh[fresh.length - 1 - back]) back++;
  // Neither half of a pair of surrogates, nor of a line break, is cut off.
  if (front > 0 && /[\ud800-\udbff\r]/.test(old[front - 1] ?? '')) front--;
  const isCut = (text: string) =>
    /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(-back - 1, text.length - back + 1));
  if (back > 0 && (isCut(old) || isCut(fresh))) back--;
  const range = { start: start + front, end: start + old.length - back };
  return [{ range, text: fresh.slice(front, fresh.length - back) }];
}

function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = nextLine(text, at);
    lines.push(text.slice(at, end));
    at = end;
  }
  return lines;
}

function startsOf(lines: readonly string[]): number[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length);
  return starts;
}

/** Lines `from`..`to` of the old text are replaced by `lines`. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** The shortest way from one list of lines to another, after Myers ("An O(ND) Difference Algorithm", 1986). */
function hunks(a: readonly string[], b: readonly string[]): Hunk[] {
  if (a.length === 0 && b.length === 0) return [];
  const trace: Map<number, number>[] = [];
  let furthest = new Map<number, number>([[1, 0]]);
  const most = Math.min(a.length + b.length, MOST_DIFFERENCES);
  for (let d = 0; d <= most; d++) {
    const next = new Map(furthest);
    for (let k = -d; k <= d; k += 2) {
      const down = furthest.get(k + 1) ?? -1;
      const right = (furthest.get(k - 1) ?? -1) + 1;
      let x = k === -d || (k !== d && right - 1 < down) ? down : right;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return together([...trace, furthest], a, b);
    }
    trace.push(furthest);
    furthest = next;
  }
  return [{ from: 0, to: a.length, lines: b }];
}

/** Walks the way back, and puts neighbouring steps into one hunk each. */
function together(
  trace: readonly ReadonlyMap<number, number>[],
  a: readonly string[],
  b: readonly string[],
): Hunk[] {
  const steps: { x: number; y: number; isInsert: boolean }[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 1; d > 0; d--) {
    const furthest = trace[d] ?? new Map<number, number>();
    const k = x - y;
    const down = furthest.get(k + 1) ?? -1;
    const right = furthest.get(k - 1) ?? -1;
    const isInsert = k === -d || (k !== d && right < down);
    const fromX = isInsert ? down : right;
    const fromY = fromX - (isInsert ? k + 1 : k - 1);
    steps.push({ x: fromX, y: fromY, isInsert });
    x = fromX;
    y = fromY;
  }
  const found: { from: number; to: number; lines: string[]; y: number }[] = [];
  for (const step of steps.reverse()) {
    const last = found.at(-1);
    const isNext = last !== undefined && last.to === step.x && last.y === step.y;
    const hunk = isNext ? last : { from: step.x, to: step.x, lines: [], y: step.y };
    if (!isNext) found.push(hunk);
    if (step.isInsert) {
      hunk.lines.push(b[step.y] ?? '');
      hunk.y = step.y + 1;
    } else hunk.to = step.x + 1;
  }
  return found;
}
