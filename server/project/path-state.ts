import type { Address } from './paths';

/** What is at an address, as far as the world could find out. */
export type PathState =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly why: 'not-text' | 'too-large' | 'unread' }
  /** `folders`: those in it, where the world says so; only completion asks for them. */
  | { readonly kind: 'folder'; readonly files: readonly Address[]; readonly folders?: readonly Address[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'outside' }
  /** Where only the editor can look: nothing is ever known of it. */
  | { readonly kind: 'beyond' };
