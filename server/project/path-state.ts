import type { Address } from './paths';

/** The content of an address, as far as it could be read. */
export type PathState =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly why: 'not-text' | 'too-large' | 'unread' }
  /** `folders`: the folders in it, if they are known; only completion uses them. */
  | { readonly kind: 'folder'; readonly files: readonly Address[]; readonly folders?: readonly Address[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'outside' }
  /** The editor could read it, but the server cannot, so it stays unknown. */
  | { readonly kind: 'beyond' };
