import type { PathStep } from '../../run/explore/explore';
import { groupBy } from '../../text/group-by';

/** A turn of an exploration between two situations, for some promises. */
export interface GraphTurn {
  /** Undefined for the beginning. */
  readonly from: number | undefined;
  /** Undefined if the conversation stays. */
  readonly to: number | undefined;
  readonly step: PathStep;
  /** Whether a message of the turn is as a promise describes. */
  readonly isMet: boolean;
}

/** The graph of situations, as one promise sees it. */
export class SituationGraph {
  private readonly turns: GraphTurn[] = [];
  /** Situations whose last message is as the promise describes. */
  private readonly met = new Set<number>();
  /** Situations after which nothing can happen. */
  private readonly last = new Set<number>();

  /**
   * @param isAt whether the last message of the turn is as the promise describes
   * @param isLast whether nothing can happen after the turn
   */
  add(turn: GraphTurn, isAt: boolean, isLast: boolean): void {
    this.turns.push(turn);
    if (turn.to === undefined) return;
    if (isAt) this.met.add(turn.to);
    if (isLast) this.last.add(turn.to);
  }

  /** Whether the conversation did not even begin. */
  get isEmpty(): boolean {
    return this.turns.every(({ to }) => to === undefined);
  }

  /** The shortest conversation that ends with a turn. */
  shortestTo(isEnd: (turn: GraphTurn) => boolean): readonly PathStep[] | undefined {
    const paths = new Map<number, readonly PathStep[]>();
    const outgoing = groupBy(this.turns, ({ from }) => from);
    let level: (number | undefined)[] = [undefined];
    while (level.length > 0) {
      const next: number[] = [];
      for (const from of level) {
        const before = from === undefined ? [] : (paths.get(from) ?? []);
        for (const turn of outgoing.get(from) ?? []) {
          const path = [...before, turn.step];
          if (isEnd(turn)) return path;
          if (turn.to === undefined || paths.has(turn.to)) continue;
          paths.set(turn.to, path);
          next.push(turn.to);
        }
      }
      level = next;
    }
    return undefined;
  }

  /** The situations from which no conversation goes on to a message as the promise describes. */
  lost(): ReadonlySet<number> {
    const incoming = groupBy(this.turns, ({ to }) => to);
    const good = new Set(this.met);
    for (const { from, isMet } of this.turns) if (isMet && from !== undefined) good.add(from);
    // Iterates over the situations that are added meanwhile as well.
    for (const one of good)
      for (const { from } of incoming.get(one) ?? []) if (from !== undefined) good.add(from);
    return new Set(this.turns.flatMap(({ to }) => (to === undefined || good.has(to) ? [] : [to])));
  }

  /** Those of them after which nothing can happen. */
  ended(): ReadonlySet<number> {
    return new Set([...this.last].filter((one) => !this.met.has(one)));
  }
}
