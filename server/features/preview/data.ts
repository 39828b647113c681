/** What a preview shows of a state: serialisable data for a page. `at` is an index into {@link Preview.places}. */

import type { Range } from '../../text/range';

export interface Preview {
  readonly state: PreviewedState;
  /** Values that the user enters before the state runs. */
  readonly form: readonly PreviewField[];
  /** The message of the user that led here, by the inputs that receive it. */
  readonly received: readonly PreviewInput[];
  readonly tasks: readonly PreviewTask[];
  readonly sender: PreviewSender | undefined;
  readonly text: PreviewText | undefined;
  readonly media: readonly PreviewMedia[];
  /** Buttons outside of a nested list share a row. */
  readonly rows: readonly (readonly PreviewButton[])[];
  readonly replies: readonly PreviewText[];
  /** The target of a message of the user; undefined if the state handles none. */
  readonly chat: PreviewTransition | undefined;
  /** The `ALWAYS` transition. */
  readonly always: PreviewTransition | undefined;
  /** Offsets of the state's document. */
  readonly places: readonly Range[];
}

export interface PreviewedState {
  /** Its path in the project, in the form of `pathKey`. */
  readonly id: string;
  readonly at: number;
  readonly name: string;
  /** The enclosing automata; undefined for a state that is alone in its file. */
  readonly automata: string | undefined;
  readonly isInitial: boolean;
  readonly isFinal: boolean;
  readonly isCached: boolean;
}

/** A text as it is shown, in parts. */
export interface PreviewText {
  readonly at: number;
  readonly pieces: readonly TextPiece[];
}

export type TextPiece =
  /** A literal, or a constant result of an expression. */
  { readonly kind: 'text'; readonly text: string } | ExpressionChip;

/** An expression in a text. */
export interface ExpressionChip {
  readonly kind: 'expression';
  readonly at: number;
  /** On one line, without braces. */
  readonly source: string;
  /** Its type, if it is certain. */
  readonly type: string | undefined;
  /** Its only possible value, converted to text. */
  readonly value: string | undefined;
  /** It is incomplete, broken or empty. */
  readonly isBroken: boolean;
}

interface PreviewSender {
  readonly at: number;
  readonly name: PreviewText | undefined;
  readonly avatar: PreviewText | undefined;
}

export interface PreviewMedia {
  readonly kind: 'image' | 'audio' | 'video';
  /** Its URL. */
  readonly address: PreviewText;
}

export interface PreviewButton {
  readonly at: number;
  /** Undefined for buttons that an expression creates: `computed` is that expression. */
  readonly content: PreviewText | undefined;
  readonly computed: PreviewText | undefined;
  readonly help: PreviewText | undefined;
  readonly event: string | undefined;
  readonly outcome: EventOutcome | undefined;
  /** Colours in hexadecimal. */
  readonly colour: string | undefined;
  readonly background: string | undefined;
}

/** A transition of the state itself. */
export interface PreviewTransition {
  readonly at: number;
  readonly outcome: EventOutcome;
}

/** The result of an event. */
export type EventOutcome =
  /** It is handled: the cases in order. */
  | { readonly kind: 'cases'; readonly cases: readonly PreviewCase[] }
  /** The client performs it: copies, downloads, opens. */
  | { readonly kind: 'client' }
  /** It is not handled. */
  | { readonly kind: 'missing' }
  /** It cannot be determined. */
  | { readonly kind: 'unknown' };

export interface PreviewCase {
  /** The target as it is written; undefined for the state itself. */
  readonly target: string | undefined;
  readonly condition: string | undefined;
}

export interface PreviewInput {
  readonly at: number;
  readonly name: string;
}

export interface PreviewField extends PreviewInput {
  /** Its name as shown to the user. */
  readonly label: string | undefined;
  readonly type: string | undefined;
  readonly help: PreviewText | undefined;
  /** Its initial content. */
  readonly initial: PreviewText | undefined;
  /** The list may be a single expression. */
  readonly choices: readonly PreviewText[] | undefined;
  /** Undefined if it is unknown. */
  readonly isRequired: boolean | undefined;
  readonly limits: readonly PreviewLimit[];
}

/** A validation other than being required. */
export interface PreviewLimit {
  readonly kind: LimitKind;
  /** As it is written. */
  readonly value: string;
}

export const PREVIEW_LIMITS = [
  'max_length',
  'max_file_size',
  'max_number',
  'min_number',
  'max_items',
  'min_items',
  'error_message',
] as const;

type LimitKind = (typeof PREVIEW_LIMITS)[number];

export interface PreviewTask {
  readonly at: number;
  /** The author's name for it, otherwise the widget or module; undefined while there is neither. */
  readonly name: string | undefined;
  /** The widget or module, unless it is the name. */
  readonly called: string | undefined;
  /** The variable of its result. */
  readonly result: string | undefined;
}

/** Why no state is shown. */
export type NoPreview = 'no-state-file' | 'no-state';
