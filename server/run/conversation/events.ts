import type { Address } from '../../project/files/paths';
import type { ScopePath } from '../../project/names/scope-path';
import { formatMessage, type TextOrMessage, type Translations } from '../../text/message';
import type { Range } from '../../text/range';
import type { TaskCall } from './tasks';

/** A value as JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** An event of the agent's user, or an answer to a question of the interpreter. */
export type ConversationEvent =
  /** A button by its text, or by its event. */
  | { readonly click: string | { readonly event: string; readonly payload?: Json } }
  | { readonly say: string }
  /** The values of the open form. */
  | { readonly form: { readonly [name: string]: Json } }
  /** Closes the open form. */
  | { readonly cancel: true }
  /** The result of the pending task. */
  | { readonly task: Json }
  | { readonly task_error: string };

/** A place in a file, in UTF-16 offsets of its text. */
export interface SourceRange extends Range {
  readonly address: Address;
}

export interface MessageButton {
  readonly content: string;
  readonly description?: string;
  /** Undefined if the button has no event. */
  readonly event: string | undefined;
  readonly payload: Json | undefined;
  /** The zero-based row; undefined if the buttons are not in rows. */
  readonly row?: number;
  readonly place: SourceRange | undefined;
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly type: string;
  readonly choices?: readonly Json[];
  readonly default?: Json;
  readonly isRequired: boolean;
  readonly place: SourceRange | undefined;
}

/**
 * An output of a conversation; outputs are in chronological order.
 *
 * @typeParam Text `string` if messages are formatted for a reader
 */
export type ConversationOutput<Text = TextOrMessage> =
  | StateEntered
  | TaskRun
  | TaskQuestion
  | ChatMessage
  | FormOpened
  | FormProblem<Text>
  | Remark<Text>
  | { readonly kind: 'ended' };

/** The same in the language of a reader. */
export type ShownOutput = ConversationOutput<string>;

export function shownOutputs(
  outputs: readonly ConversationOutput[],
  translations: Translations | undefined,
): readonly ShownOutput[] {
  return outputs.map((output) => shownOutput(output, translations));
}

export function shownOutput(output: ConversationOutput, translations: Translations | undefined): ShownOutput {
  switch (output.kind) {
    case 'form_error':
    case 'note':
    case 'error':
      return { ...output, message: formatMessage(output.message, translations) };
    default:
      return output;
  }
}

export interface StateEntered {
  readonly kind: 'state';
  readonly path: ScopePath;
  /** The event that led here; undefined for the first state. */
  readonly event: string | undefined;
  readonly place: SourceRange | undefined;
}

interface TaskCommon {
  readonly state: ScopePath;
  readonly name: string | undefined;
  /** Zero-based index among the tasks. */
  readonly index: number;
  readonly moduleType: string;
  readonly config: Json;
  readonly place: SourceRange | undefined;
}

export interface TaskRun extends TaskCommon {
  readonly kind: 'task';
  /** By the name of the variable. */
  readonly results: { readonly [name: string]: Json };
  /** Its result was neither computed nor cached. */
  readonly isGiven?: boolean;
}

/** A task whose result must be given. */
export interface TaskQuestion extends TaskCommon {
  readonly kind: 'ask';
  /** An example result of the right type. */
  readonly example: Json;
  /** As plain data, without the type of the result. */
  readonly call: TaskCall;
}

export interface MessageSender {
  readonly name?: string;
  /** The URL of a picture. */
  readonly avatar?: string;
}

export interface ChatMessage {
  readonly kind: 'message';
  readonly state: ScopePath;
  readonly text: string | undefined;
  readonly image: string | undefined;
  readonly audio: string | undefined;
  readonly video: string | undefined;
  readonly buttons: readonly MessageButton[];
  readonly sender?: MessageSender;
  readonly suggestedReplies?: readonly string[];
  /** Whether a message of the user is handled here. */
  readonly canChat: boolean;
  readonly context: Json;
  /** Values of inputs of the state by name, of those that are to be recorded. Undefined ones are left out. */
  readonly inputs?: { readonly [name: string]: Json };
  readonly place: SourceRange | undefined;
}

export interface FormOpened {
  readonly kind: 'form';
  readonly state: ScopePath;
  readonly fields: readonly FormField[];
  readonly place: SourceRange | undefined;
}

/** The first invalid field of a form. The form stays open. */
export interface FormProblem<Text = TextOrMessage> {
  readonly kind: 'form_error';
  readonly field: string;
  readonly message: Text;
  /** The input. */
  readonly place: SourceRange | undefined;
}

/**
 * A remark for the author. `error`: something failed. `note`: unexpected behaviour, or behaviour that the format does
 * not specify (`assumed`).
 */
export interface Remark<Text = TextOrMessage> {
  readonly kind: 'note' | 'error';
  readonly code: RemarkCode;
  readonly message: Text;
  readonly place: SourceRange | undefined;
  /** The expression that it is about, with its braces, or a string that is exactly one expression. */
  readonly written?: string;
  /** Whether this is the failure of a task that the scenario or the user gave as its result. */
  readonly isGiven?: boolean;
}

export type RemarkCode =
  | 'assumed'
  | 'button-missing'
  | 'client-action'
  | 'context-lost'
  | 'context-member-output'
  | 'endless'
  | 'ended'
  | 'event-unhandled'
  | 'expression-fault'
  | 'form-first'
  | 'form-open'
  | 'input-dropped'
  | 'no-case'
  | 'no-form'
  | 'no-question'
  | 'not-json'
  | 'output-not-in-context'
  | 'start-missing'
  | 'target-missing'
  | 'task-failed'
  | 'task-open'
  | 'task-result'
  | 'text-cut'
  | 'unset-in-text'
  | 'validation';

/** Events of buttons that the client handles itself. */
export const CLIENT_HANDLED_EVENTS: ReadonlySet<string> = new Set(['COPY', 'DOWNLOAD', 'OPEN']);
