/**
 * The states of a project and their transitions as plain data without positions in a text. Drawing needs no other part
 * of the project.
 */
export interface StateGraph {
  /** The automata first, every container before what it holds, in the order of files and text. */
  readonly nodes: readonly StateNode[];
  /** In the order of the nodes they leave, and of their text. */
  readonly edges: readonly StateEdge[];
}

/** An automata, a state, or the name of a target that is missing or unresolved. */
export interface StateNode {
  /** The names on the way from the root, joined; stays the same while other states are edited. Empty for the root. */
  readonly id: string;
  /** The automata around it; none for the root. */
  readonly parent: string | undefined;
  readonly name: string;
  /**
   * `missing`: nobody has written it. `unseen`: it may well be there, but where it would be cannot be looked into (no
   * automata is known to be around a lone state, a folder is not read), or an expression decides which state it is.
   */
  readonly kind: 'automata' | 'state' | 'missing' | 'unseen';
  /** The first line of what the state renders, without markup. */
  readonly text: string | undefined;
  /** The automata around it begins here. */
  readonly isInitial: boolean;
  readonly isFinal: boolean;
  /** Its results are cached (`properties.cache`). */
  readonly isCached: boolean;
  /** Whether a path from the initial state leads to it; false only if that is certain. */
  readonly isReachable: boolean;
  /** Names of its inputs. */
  readonly inputs: readonly string[];
  /** What its tasks are called, in their order. */
  readonly tasks: readonly string[];
  readonly problems: ProblemCounts;
}

/** A state of which only the name is known. */
export const EMPTY_NODE = {
  text: undefined,
  isInitial: false,
  isFinal: false,
  isCached: false,
  isReachable: true,
  inputs: [],
  tasks: [],
  problems: { errors: 0, warnings: 0 },
} as const satisfies Partial<StateNode>;

/** The number of findings in the text of a state (for an automata: outside of its states). */
export interface ProblemCounts {
  readonly errors: number;
  readonly warnings: number;
}

/** One case of a transition, or where an automata begins. */
export interface StateEdge {
  /** Unique, and the same as long as the transition keeps its place among those of its state and event. */
  readonly id: string;
  /** The state that is left; for a transition of an automata, the automata itself. */
  readonly from: string;
  readonly to: string;
  readonly kind: 'event' | 'chat' | 'always' | 'done' | 'initial';
  /** The event as it is written; empty for `initial`. */
  readonly event: string;
  /** The condition of the case as it is written, on one line and without braces. */
  readonly condition: string | undefined;
  /** For a transition of an automata: the states whose buttons raise its event, where there are any. */
  readonly raisedBy?: readonly string[];
}
