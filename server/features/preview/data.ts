/** What a preview shows of a state: plain data, which a page can be sent. `at` is an index into {@link Preview.places}. */

import type { Range } from '../../text/range';

export interface Preview {
  readonly state: PreviewedState;
  /** A value that the user enters before the state runs. */
  readonly form: readonly PreviewField[];
  /** The message of the user that led here, by the inputs that take it. */
  readonly received: readonly PreviewInput[];
  readonly tasks: readonly PreviewTask[];
  readonly sender: PreviewSender | undefined;
  readonly text: PreviewText | undefined;
  readonly media: readonly PreviewMedia[];
  /** Buttons outside of a nested list share a row. */
  readonly rows: readonly (readonly PreviewButton[])[];
  readonly replies: readonly PreviewText[];
  /** Where a message of the user leads; undefined where the state handles none. */
  readonly chat: PreviewTransition | undefined;
  /** Where the state goes on to without waiting. */
  readonly always: PreviewTransition | undefined;
  /** Offsets of the document of the state. */
  readonly places: readonly Range[];
}

export interface PreviewedState {
  /** Its path in the project, in the form of `pathKey`. */
  readonly id: string;
  readonly at: number;
  readonly name: string;
  /** The automata around it; undefined for a state alone in its file. */
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
  /** Written out, or known for certain because it is written in the expression. */
  { readonly kind: 'text'; readonly text: string } | ExpressionChip;

/** An expression in a text. */
export interface ExpressionChip {
  readonly kind: 'expression';
  readonly at: number;
  /** On one line, without braces. */
  readonly source: string;
  /** What it gives, as far as that is certain. */
  readonly type: string | undefined;
  /** The one value that it can have, as it comes to be in a text. */
  readonly value: string | undefined;
  /** It is half-typed, broken or empty. */
  readonly isBroken: boolean;
}

interface PreviewSender {
  readonly at: number;
  readonly name: PreviewText | undefined;
  readonly avatar: PreviewText | undefined;
}

export interface PreviewMedia {
  readonly kind: 'image' | 'audio' | 'video';
  /** Its address. */
  readonly address: PreviewText;
}

export interface PreviewButton {
  readonly at: number;
  /** Undefined for buttons that an expression makes: `computed` is that expression. */
  readonly content: PreviewText | undefined;
  readonly computed: PreviewText | undefined;
  readonly help: PreviewText | undefined;
  readonly event: string | undefined;
  readonly way: EventOutcome | undefined;
  /** Colours in hexadecimal. */
  readonly colour: string | undefined;
  readonly background: string | undefined;
}

/** A transition of the state itself. */
export interface PreviewTransition {
  readonly at: number;
  readonly way: EventOutcome;
}

/** What becomes of an event. */
export type EventOutcome =
  /** It is handled: the cases in their order. */
  | { readonly kind: 'cases'; readonly cases: readonly PreviewCase[] }
  /** The client does it: copies, downloads, opens. */
  | { readonly kind: 'client' }
  /** Nothing handles it. */
  | { readonly kind: 'missing' }
  /** Nobody can tell. */
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
  /** What the user sees as its name. */
  readonly label: string | undefined;
  readonly type: string | undefined;
  readonly help: PreviewText | undefined;
  /** What is in it at first. */
  readonly initial: PreviewText | undefined;
  /** The list may be a single expression. */
  readonly choices: readonly PreviewText[] | undefined;
  /** Undefined if it is unknown. */
  readonly isRequired: boolean | undefined;
  readonly limits: readonly PreviewLimit[];
}

/** A validation other than that there must be something. */
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
  /** The author's name for it, else the widget or module; undefined while there is neither. */
  readonly name: string | undefined;
  /** The widget or module, where that is not the name. */
  readonly called: string | undefined;
  /** The variable of its result. */
  readonly result: string | undefined;
}

/** Why no state is shown. */
export type NoPreview = 'no-state-file' | 'no-state';
