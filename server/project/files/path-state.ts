import { type Message, msg } from '../../text/message';
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

/** Why the file of `!oneline` is not read because of a limit; undefined if it is. */
export function tooLargeFile(path: string, state: PathState | undefined): Message | undefined {
  if (!isTooLarge(state)) return undefined;
  return msg`\`${path}\` is larger than \`atomicState.limits.maxFileSize\`, so it is not read.`;
}

/** Why a file of an included folder is not read because of a limit; undefined if it is. */
export function tooLargeMember(name: string, state: PathState | undefined): Message | undefined {
  if (!isTooLarge(state)) return undefined;
  return msg`\`${name}\` in this folder is larger than \`atomicState.limits.maxFileSize\`, so it is not read.`;
}

function isTooLarge(state: PathState | undefined): boolean {
  return state?.kind === 'file' && state.why === 'too-large';
}

/** Why an existing file of `!oneline` cannot be read as text; undefined if it can, or is too large. */
export function unreadableFile(path: string, state: PathState | undefined): Message | undefined {
  if (state?.kind === 'unreadable') return msg`\`${path}\` cannot be read: ${state.reason}.`;
  if (state?.kind === 'folder') return msg`\`${path}\` is a folder; \`!oneline\` expects a file.`;
  if (state?.kind === 'file' && state.why === 'not-text')
    return msg`\`${path}\` is not a text file; \`!oneline\` expects one.`;
  return undefined;
}
