import { isProcessedText, type ProcessedText } from '../watchdog/processed-text';

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
  /** The address under which the client shows the page of a rule, without the code of the rule at its end. */
  readonly rulePages?: string;
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
  /** Texts on which a server ended, known to the client. They are not analysed; `watchdog/notes.ts` has others. */
  readonly quarantined?: readonly ProcessedText[];
  /** Whether texts on which earlier servers ended are analysed again, because the user restarts the server. */
  readonly forgetsNotes?: boolean;
  /** Whether the requests that only tests need are answered. */
  readonly testRequests?: boolean;
  /** The settings, if they cannot be requested. */
  readonly settings?: unknown;
}

/** Reads `initializationOptions`; values of an unknown type are ignored. */
export function clientOptions(value: unknown): ClientOptions {
  const options: Partial<Record<string, unknown>> = typeof value === 'object' && value !== null ? value : {};
  const { triggerSuggest, triggerParameterHints, showReferences, run, rulePages, quarantined } = options;
  const { hasJsonOutline, ownMessages, servesFiles, trusted, forgetsNotes, testRequests, atomicState } =
    options;
  return {
    ...(typeof triggerSuggest === 'string' && { triggerSuggest }),
    ...(typeof triggerParameterHints === 'string' && { triggerParameterHints }),
    ...(typeof showReferences === 'string' && { showReferences }),
    ...(typeof run === 'string' && { run }),
    ...(typeof rulePages === 'string' && { rulePages }),
    quarantined: Array.isArray(quarantined) ? quarantined.filter(isProcessedText) : [],
    hasJsonOutline: hasJsonOutline === true,
    ownMessages: ownMessages === true,
    servesFiles: servesFiles === true,
    isUntrusted: trusted === false,
    forgetsNotes: forgetsNotes === true,
    testRequests: testRequests === true,
    settings: atomicState,
  };
}
