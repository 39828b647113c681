import type { Json } from './events';

/** Why a model gave no result. Whoever shows it finds the words: settings have different names there. */
export type ModelProblem =
  | { readonly kind: 'cancelled' }
  /** Neither the task nor the settings name a model. */
  | { readonly kind: 'no-model' }
  | { readonly kind: 'time-limit'; readonly seconds: number }
  /** `code` is that of the system; undefined in browsers, which do not say why a request failed. */
  | { readonly kind: 'unreachable'; readonly host: string; readonly code: string | undefined }
  | ({ readonly kind: 'unusable'; readonly host: string } & AnswerProblem)
  | { readonly kind: 'no-key'; readonly host: string }
  | ({ readonly kind: 'unknown-model'; readonly model: string } & Refusal)
  /** `seconds`: how long to wait, if that is known. */
  | ({ readonly kind: 'limit'; readonly seconds: number | undefined } & Refusal)
  | ({ readonly kind: 'redirect' | 'wrong-key' | 'server-error' | 'refused' } & Refusal);

interface Refusal {
  readonly host: string;
  readonly status: number;
  /** What the endpoint says, without a full stop; empty if that is nothing. */
  readonly said: string;
}

/** What is wrong with the text of an answer. */
export type AnswerProblem =
  | { readonly reason: 'too-long'; readonly detail: number }
  | { readonly reason: 'ended-early' | 'filtered' | 'cut' | 'format' }
  /** The function whose parameters it does not have. */
  | { readonly reason: 'no-parameters'; readonly detail: string }
  /** The error that it reports. */
  | { readonly reason: 'error'; readonly detail: string };

export type ModelResult = { readonly value: Json } | { readonly problem: ModelProblem };
