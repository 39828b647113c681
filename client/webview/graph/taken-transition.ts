import type { WalkedPart } from '../../graph/messages';

/** Finds where a transition led that the user took in the graph. */
export class TakenTransition {
  /** The transition, until the conversation moves. */
  #id: string | undefined;
  /** The latest path of the conversation. */
  #walked: WalkedPart | undefined;

  take(id: string): void {
    this.#id = id;
  }

  /**
   * Must be called with each path of the conversation. Returns the state to which the transition led; undefined if the
   * conversation has not moved, or moved another way: the user may cancel the question for a button or a message.
   */
  arrival(walked: WalkedPart | undefined): string | undefined {
    const before = this.#walked;
    this.#walked = walked;
    const id = this.#id;
    if (id === undefined || walked === undefined || moveCount(walked) === moveCount(before)) return undefined;
    this.#id = undefined;
    return (walked.edges[id] ?? 0) > (before?.edges[id] ?? 0) ? walked.current : undefined;
  }
}

function moveCount(walked: WalkedPart | undefined): number {
  return Object.values(walked?.nodes ?? {}).reduce((sum, count) => sum + count, 0);
}
