/** Messages of every page to its panel. Types only: both sides share this file. */
export type FromAnyPage =
  /** The page is ready for messages. */
  | { readonly type: 'ready' }
  /** An error in the page, for the log. */
  | { readonly type: 'failed'; readonly what: string };
