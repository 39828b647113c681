/** What our own client tells of itself in `initializationOptions`. */
export interface ClientOptions {
  /** The command that opens the list of suggestions, where the client has one. */
  readonly triggerSuggest?: string;
  /** The command that shows places, called with an address, a position in it and the locations. */
  readonly showReferences?: string;
  /** It has an outline of all JSON files already: another one beside it would say everything twice. */
  readonly outlinesJson?: boolean;
  /** It answers what the server asks of files that it cannot read itself (`client-world.ts`). */
  readonly answersForFiles?: boolean;
  /** The person does not trust the workspace. */
  readonly distrusts?: boolean;
  /** The settings, where they are not asked for. */
  readonly settings?: unknown;
}

/** Reads `initializationOptions`; what is of no known kind is as if it was not said. */
export function clientOptions(given: unknown): ClientOptions {
  const options: Partial<Record<string, unknown>> = typeof given === 'object' && given !== null ? given : {};
  const { triggerSuggest, showReferences, outlinesJson, answersForFiles, trusted, atomicState } = options;
  return {
    ...(typeof triggerSuggest === 'string' && { triggerSuggest }),
    ...(typeof showReferences === 'string' && { showReferences }),
    outlinesJson: outlinesJson === true,
    answersForFiles: answersForFiles === true,
    distrusts: trusted === false,
    settings: atomicState,
  };
}
