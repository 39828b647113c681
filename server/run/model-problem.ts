import type { Json } from './events';

/** Why a model gave no result. The message is created where it is shown, as the names of settings differ. */
export type ModelProblem =
  | { readonly kind: 'cancelled' }
  /** Neither the task nor the settings name a model. */
  | { readonly kind: 'no-model' }
  | { readonly kind: 'time-limit'; readonly seconds: number }
  /** `code` is a system error code; undefined in browsers, which do not provide one. */
  | { readonly kind: 'unreachable'; readonly host: string; readonly code: string | undefined }
  | ({ readonly kind: 'unusable'; readonly host: string } & AnswerProblem)
  | { readonly kind: 'no-key'; readonly host: string }
  | ({ readonly kind: 'unknown-model'; readonly model: string } & Refusal)
  /** `seconds`: how long to wait, if known. */
  | ({ readonly kind: 'limit'; readonly seconds: number | undefined } & Refusal)
  | ({ readonly kind: 'redirect' | 'wrong-key' | 'server-error' | 'refused' } & Refusal);

interface Refusal {
  readonly host: string;
  readonly status: number;
  /** The endpoint's message without a full stop; may be empty. */
  readonly said: string;
}

/** What is wrong with the text of an answer. */
export type AnswerProblem =
  | { readonly reason: 'too-long'; readonly detail: number }
  | { readonly reason: 'ended-early' | 'filtered' | 'cut' | 'format' }
  /** The name of the function without parameters. */
  | { readonly reason: 'no-parameters'; readonly detail: string }
  /** The reported error. */
  | { readonly reason: 'error'; readonly detail: string };

export type ModelResult = { readonly value: Json } | { readonly problem: ModelProblem };
