/**
 * The states of a project and their transitions as plain data without text positions. Drawing depends on no other
 * part of the project.
 */
export interface StateGraph {
  /** The root automata first, every container before its children, in the order of files and text. */
  readonly nodes: readonly StateNode[];
  /** In the order of their source nodes and of their text. */
  readonly edges: readonly StateEdge[];
}

/** An automata, a state, or the name of a target that is missing or unresolved. */
export interface StateNode {
  /** The joined names from the root; stable while other states are edited. Empty for the root. */
  readonly id: string;
  /** The automata that contains it; undefined for the root. */
  readonly parent: string | undefined;
  readonly name: string;
  /**
   * `missing`: it is not defined. `unseen`: it may exist, but where it would be is not known (a standalone state
   * without its automata, a folder that is not read), or an expression determines the state.
   */
  readonly kind: 'automata' | 'state' | 'missing' | 'unseen';
  /** The first line of the state's message, without markup. */
  readonly text: string | undefined;
  /** It is the initial state of its automata. */
  readonly isInitial: boolean;
  readonly isFinal: boolean;
  /** Its results are cached (`properties.cache`). */
  readonly isCached: boolean;
  /** Whether a path from the initial state leads to it; false only if that is certain. */
  readonly isReachable: boolean;
  /** Names of its inputs. */
  readonly inputs: readonly string[];
  /** The labels of its tasks, in order. */
  readonly tasks: readonly string[];
  readonly problems: ProblemCounts;
}

/** A state whose name alone is known. */
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

/** The number of findings in the text of a state; for an automata, outside of its states. */
interface ProblemCounts {
  readonly errors: number;
  readonly warnings: number;
}

/** One case of a transition, or an `initial`. */
export interface StateEdge {
  /** Unique, and stable as long as the transition keeps its index among those of its state and event. */
  readonly id: string;
  /** The source state; for a transition of an automata, the automata itself. */
  readonly from: string;
  readonly to: string;
  readonly kind: 'event' | 'chat' | 'always' | 'done' | 'initial';
  /** The event as written; empty for `initial`. */
  readonly event: string;
  /** The condition of the case as written, on one line and without braces. */
  readonly condition: string | undefined;
  /** For a transition of an automata: the states whose buttons raise its event, if there are any. */
  readonly raisedBy?: readonly string[];
}
