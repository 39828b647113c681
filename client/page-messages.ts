/** Messages that any page can send to its panel. Types only: both sides share this file. */
export type FromAnyPage =
  /** The page is ready for messages. */
  | { readonly type: 'ready' }
  /** An error in the page, for the log. */
  | { readonly type: 'failed'; readonly what: string }
  /** Let the user trust the workspace. */
  | { readonly type: 'trust' }
  /** Text for the clipboard. */
  | { readonly type: 'copy'; readonly text: string };
