/** What any page says to its panel, besides what it is for. Types only: both sides share this file. */
export type FromAnyPage =
  /** The page can take messages. */
  | { readonly type: 'ready' }
  /** Something in the page failed; for the log. */
  | { readonly type: 'failed'; readonly what: string };
