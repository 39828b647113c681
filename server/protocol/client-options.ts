import type { NotedFile } from './messages';

/** The `initializationOptions` of our own extension. */
export interface ClientOptions {
  /** The command that opens the list of suggestions. */
  readonly triggerSuggest?: string;
  /** The command that opens the help on parameters. */
  readonly triggerParameterHints?: string;
  /** The command that shows locations; its arguments are an address, a position in it and the locations. */
  readonly showReferences?: string;
  /** The command that runs an automata from a state; its arguments are a file and the path of the state. */
  readonly run?: string;
  /** Whether the client has an outline of JSON files, so that ours would be shown twice. */
  readonly hasJsonOutline?: boolean;
  /**
   * Whether the client accepts the notifications of `messages.ts`, and sets the language of YAML state files to
   * `atomic-state`. Then formatting is registered only for this language.
   */
  readonly ownMessages?: boolean;
  /** Whether the client answers requests for files that the server cannot read itself (`client-file-system.ts`). */
  readonly servesFiles?: boolean;
  /** Whether the user does not trust the workspace. */
  readonly isUntrusted?: boolean;
  /** The file to which the server writes what it is processing (`crash-note.ts`). */
  readonly crashNote?: string;
  /** Files on which the server stopped repeatedly. They are not analysed while their text has this hash. */
  readonly quarantined?: readonly NotedFile[];
  /** The settings, if they cannot be requested. */
  readonly settings?: unknown;
}

/** Reads `initializationOptions`; values of an unknown type are ignored. */
export function clientOptions(value: unknown): ClientOptions {
  const options: Partial<Record<string, unknown>> = typeof value === 'object' && value !== null ? value : {};
  const { triggerSuggest, triggerParameterHints, showReferences, run, crashNote, quarantined } = options;
  const { hasJsonOutline, ownMessages, servesFiles, trusted, atomicState } = options;
  return {
    ...(typeof triggerSuggest === 'string' && { triggerSuggest }),
    ...(typeof triggerParameterHints === 'string' && { triggerParameterHints }),
    ...(typeof showReferences === 'string' && { showReferences }),
    ...(typeof run === 'string' && { run }),
    ...(typeof crashNote === 'string' && { crashNote }),
    quarantined: Array.isArray(quarantined) ? quarantined.filter(isNotedFile) : [],
    hasJsonOutline: hasJsonOutline === true,
    ownMessages: ownMessages === true,
    servesFiles: servesFiles === true,
    isUntrusted: trusted === false,
    settings: atomicState,
  };
}

function isNotedFile(value: unknown): value is NotedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { uri, hash }: Partial<Record<keyof NotedFile, unknown>> = value;
  return typeof uri === 'string' && typeof hash === 'string';
}
