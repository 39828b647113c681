/**
 * A change of the text of an automata that is drawn as a graph. States are named by the `id` of the graph's nodes,
 * transitions and cases by that of its edges.
 */
export type GraphOperation =
  | GraphStep
  /** Several of them as one edit. Each names ids of the graph after the previous ones. */
  | { readonly kind: 'steps'; readonly steps: readonly GraphStep[] };

/** An operation that does not consist of others. */
export type GraphStep =
  /** After the state `after`, by default after the last one. */
  | { readonly kind: 'addState'; readonly automata: string; readonly name: string; readonly after?: string }
  /** A transition of `from`, for a button with its text, a message or without waiting. */
  | {
      readonly kind: 'connect';
      readonly from: string;
      readonly to: string;
      readonly by: 'button' | 'message' | 'always';
      /** The text of a new button. */
      readonly text?: string;
      /** The event of the button; by default one that is named after its text. */
      readonly event?: string;
      /** As JavaScript without braces. */
      readonly condition?: string;
      /** What becomes of a transition that handles the event already; without it, the operation is refused. */
      readonly existing?: 'change' | 'case';
    }
  | { readonly kind: 'retarget'; readonly edge: string; readonly to: string }
  | { readonly kind: 'deleteTransition'; readonly edge: string; readonly withButton?: boolean }
  /** `references`: what becomes of the transitions to it. */
  | { readonly kind: 'deleteState'; readonly state: string; readonly references: 'keep' | 'remove' }
  | { readonly kind: 'renameState'; readonly state: string; readonly name: string }
  | { readonly kind: 'renameEvent'; readonly edge: string; readonly name: string }
  | { readonly kind: 'setText'; readonly state: string; readonly text: string }
  /** `button`: its index among all buttons of the state, those of rows in their order. */
  | {
      readonly kind: 'setButtonText';
      readonly state: string;
      readonly button: number;
      readonly text: string;
    }
  /** The condition is JavaScript without braces; an empty one is removed. */
  | { readonly kind: 'setCondition'; readonly edge: string; readonly condition: string }
  /** Before the button with an index of the same row; their number is after the last one. */
  | {
      readonly kind: 'moveButton';
      readonly state: string;
      readonly button: number;
      readonly before: number;
    }
  /** Before the case with an index of the same transition; their number is after the last one. */
  | { readonly kind: 'moveCase'; readonly edge: string; readonly before: number }
  | { readonly kind: 'setInitial'; readonly state: string }
  | { readonly kind: 'setFinal'; readonly state: string; readonly final: boolean }
  | { readonly kind: 'duplicateState'; readonly state: string; readonly name: string }
  /** To an automata, or to a file of states by its address. */
  | { readonly kind: 'moveState'; readonly state: string; readonly to: string }
  /** Into a new automata in place of the states. */
  | { readonly kind: 'extractAutomata'; readonly states: readonly string[]; readonly name: string };

export type StepKind = GraphStep['kind'];

export type OperationOf<K extends StepKind> = Extract<GraphStep, { readonly kind: K }>;

/** The texts of a node that operations change, as authors write them: with expressions and line breaks, without quotes. */
export interface StateTexts {
  /** Undefined if there is none, or if it is not a text. */
  readonly text: string | undefined;
  /** In the order in which operations count them. */
  readonly buttons: readonly { readonly text: string | undefined; readonly event: string | undefined }[];
  /** Of its transitions, by the `id` of their edges: JavaScript without braces. */
  readonly conditions: Readonly<Record<string, string>>;
}
