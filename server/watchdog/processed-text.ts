/** A text that is being processed: the address of its file, and its hash; an empty hash if that is not known yet. */
export interface ProcessedText {
  readonly uri: string;
  readonly hash: string;
}

export function isProcessedText(value: unknown): value is ProcessedText {
  if (typeof value !== 'object' || value === null) return false;
  const { uri, hash }: Partial<Record<keyof ProcessedText, unknown>> = value;
  return typeof uri === 'string' && typeof hash === 'string';
}
